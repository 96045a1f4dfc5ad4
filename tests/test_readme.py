"""What the README shows is run as it stands."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BOT, SCRIPT = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
COMMAND = "from arena.cli import main; main()"
(PLAY,) = re.findall(r"^arena (play .*--plugin .*)$", README, re.MULTILINE)


def run(folder: Path, *arguments: str) -> str:
    """The output of our python in a folder of the reader's."""
    command = [sys.executable, *arguments]
    env = {"PYTHONPATH": str(ROOT), "PATH": "", "HOME": str(folder)}
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_smallest_bot_plays_by_the_command_beside_it(tmp_path: Path) -> None:
    (tmp_path / "brave_bot.py").write_text(BOT, encoding="utf-8")
    output = run(tmp_path, "-c", COMMAND, *PLAY.split())
    assert "brave" in output
    assert "seed" in output


def test_the_script_prints_an_outcome_and_an_interval(tmp_path: Path) -> None:
    outcome, interval = run(tmp_path, "-c", SCRIPT).splitlines()
    assert re.fullmatch(r"\(\d+, \d+, \d+\) \d+", outcome)
    assert re.fullmatch(r"counter is ahead by [\d.]+ \[[\d.]+, [\d.]+\], 20 deals", interval)


@pytest.mark.parametrize("link", re.findall(r"\]\(([^):]+)\)", README))
def test_links_lead_somewhere(link: str) -> None:
    assert (ROOT / link).exists()


@pytest.mark.parametrize("folder", re.findall(r"^\| `(\w+)/` \|", README, re.MULTILINE))
def test_the_layout_names_folders_that_exist(folder: str) -> None:
    assert (ROOT / folder).is_dir()


def test_the_two_commands_are_targets_of_the_makefile() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))
    docs = README + (ROOT / "docs" / "testing.md").read_text(encoding="utf-8")
    assert {"demo", "test"} <= set(re.findall(r"\bmake ([a-z]+)", docs)) <= targets


def test_the_index_links_every_page_of_the_docs() -> None:
    docs = ROOT / "docs"
    index = (docs / "README.md").read_text(encoding="utf-8")
    pages = {str(page.relative_to(docs)) for page in docs.rglob("*.md")} - {"README.md"}
    assert pages <= set(re.findall(r"\]\(([^)]+)\)", index))
