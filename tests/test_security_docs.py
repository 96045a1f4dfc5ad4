"""docs/security.md: each promise is held by a threat's line, each threat by tests that exist."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")


def rows(heading: str) -> list[list[str]]:
    """The cells of a section's table below its head."""
    section = TEXT.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    table = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table[2:]]


def has(name: str) -> bool:
    """Whether a `file::test` is in the tree; a file alone must hold some test."""
    file, _, test = name.partition("::")
    path = ROOT / file
    if not path.is_file():
        return False
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    tests = {
        node.name
        for node in nodes
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test")
    }
    return test in tests if test else bool(tests)


def test_every_threat_names_a_test_that_exists() -> None:
    assert len(rows("Threats")) >= 40
    for threat, _, _, cell in rows("Threats"):
        named = re.findall(r"`(tests/[^`]+)`", cell)
        assert named, threat
        assert [name for name in named if not has(name)] == [], threat


def test_every_promise_has_a_threat_and_every_threat_a_promise() -> None:
    promised = [name for name, _, _ in rows("What is promised")]
    assert len(promised) == len(set(promised)) >= 15
    held = {name for _, promises, _, _ in rows("Threats") for name in promises.split()}
    assert held == set(promised)
    assert all(promises for _, promises, _, _ in rows("Threats"))


def test_a_promise_is_one_sentence() -> None:
    for name, _, sentence in rows("What is promised"):
        assert sentence.endswith("."), name
        assert ". " not in sentence, name


def test_a_test_that_is_not_there_is_noticed() -> None:
    assert not has("tests/arena/test_quotas.py::test_of_nothing")
    assert not has("tests/arena/test_nothing.py")
