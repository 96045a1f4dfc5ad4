"""CONTRIBUTING.md, the dependency groups and the workflows agree with the project."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def test_the_order_of_packages_is_that_of_the_contract() -> None:
    contracts = PROJECT["tool"]["importlinter"]["contracts"]
    (layers,) = [rule["layers"] for rule in contracts if rule.get("containers") == ["arena"]]
    wanted = [set(layer.split(" | ")) for layer in layers]
    (block,) = re.findall(r"^    cli  .*?\n\n", PAGE, re.MULTILINE | re.DOTALL)
    groups = re.findall(r"\(([^)]*)\)|(\w+)", block)
    assert [set((many or one).split(", ")) for many, one in groups] == wanted


@pytest.mark.parametrize("link", re.findall(r"\]\(([^):#]+)\)", PAGE))
def test_links_lead_somewhere(link: str) -> None:
    assert (ROOT / link).exists()


def test_the_files_it_names_exist() -> None:
    named = re.findall(r"`((?:\.?\w+/)+[\w.-]*|[\w-]+\.(?:py|toml|txt|md))`", PAGE)
    meant = [path for path in named if not re.search("GAME|NAME|XX|dev/", path)]
    missing = [path for path in meant if not list(ROOT.glob(path)) and not in_a_package(path)]
    assert len(meant) > 20
    assert missing == []


def in_a_package(name: str) -> bool:
    """Whether a bare file name, as `yakuman.py`, is a module somewhere in the packages."""
    folders = ("engine", "bots", "arena")
    return "/" not in name and any(list((ROOT / folder).rglob(name)) for folder in folders)


def test_the_dependency_groups_hold_what_the_test_extra_holds() -> None:
    groups, extra = PROJECT["dependency-groups"], PROJECT["project"]["optional-dependencies"]
    assert sorted(groups["lint"] + groups["test"]) == sorted(extra["test"])


def test_the_pinned_versions_name_every_development_dependency() -> None:
    lines = (ROOT / "requirements-dev.txt").read_text(encoding="utf-8").splitlines()
    pinned = [line for line in lines if not line.startswith("#")]
    assert all(re.fullmatch(r"[a-z0-9._-]+==[\w.]+", line) for line in pinned)
    wanted = PROJECT["project"]["dependencies"] + PROJECT["dependency-groups"]["lint"]
    wanted += PROJECT["dependency-groups"]["test"]
    names = {re.split(r"[\[>=; ]", requirement)[0] for requirement in wanted}
    assert names <= {line.partition("==")[0] for line in pinned}


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_workflows_run_targets_and_scripts_there_are(workflow: Path) -> None:
    text = workflow.read_text(encoding="utf-8")
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z.][\w./]*):", makefile, re.MULTILINE))
    for line in re.findall(r"run: make (.*)", text):
        words = re.sub(r'\w+=("[^"]*"|\S+)', "", line).split()
        assert set(words) <= targets, line
    for path in re.findall(r"\b(?:tools|tests)/[\w/.]+", text):
        assert (ROOT / path).exists(), path
