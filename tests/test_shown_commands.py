"""The commands that README, docs and help show: each can be parsed, and what runs them knows it.

`make fresh ARGS=wheel` runs those of the pages' blocks (tools/shown_commands.py).
"""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from arena.cli import app
from arena.cli.commands import COMMANDS
from tools import shown_commands
from tools.shown_commands import Reader, ShownError, shown, shown_by_page

ROOT = Path(__file__).parents[1]
IN_BLOCKS = [(page, line) for page, lines in shown_by_page().items() for line in lines]
PLACEHOLDER = re.compile(r"\.\.\.|\[|\||\b[A-Z]{2,}\b")


def in_text() -> Iterator[tuple[str, str]]:
    """The commands with arguments that the pages have within a sentence."""
    for page in (file for pattern in shown_commands.PAGES for file in ROOT.glob(pattern)):
        for line in re.findall(r"`(arena [a-z][^`]+)`", page.read_text(encoding="utf-8")):
            plain = " ".join(line.split())
            if len(plain.split()) > 3 and not PLACEHOLDER.search(plain):
                yield page.relative_to(ROOT).as_posix(), plain


def in_help() -> Iterator[tuple[str, str]]:
    """The examples of every command's help."""
    for name in COMMANDS:
        root: Any = typer.main.get_command(app([name]))
        for path, command in leaves(name, root.commands[name]):
            for line in re.findall(r"^\s*(?:Example: )?(arena .*)", command.help or "", re.M):
                yield f"arena {path} --help", re.split(r"\s[|>]\s|\s{3,}", line)[0]


def leaves(path: str, command: Any) -> Iterator[tuple[str, Any]]:
    """A command, or those below a group."""
    for name, below in getattr(command, "commands", {}).items():
        yield from leaves(f"{path} {name}", below)
    if not hasattr(command, "commands"):
        yield path, command


ALL = [*IN_BLOCKS, *in_text(), *in_help()]


def test_there_are_commands_to_try() -> None:
    assert (len(IN_BLOCKS) > 60, len(list(in_text())) > 10, len(list(in_help())) > 80) == (
        True, True, True,
    )  # fmt: skip


@pytest.mark.parametrize(("where", "line"), ALL, ids=lambda value: str(value)[:60])
def test_a_shown_command_can_be_parsed(
    where: str, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARENA_SERVER", "http://127.0.0.1:8001")  # as after arena login
    monkeypatch.setattr("getpass.getpass", lambda _prompt: "a code that is typed")
    command = line.partition(" > ")[0].replace("URL", "http://127.0.0.1:8001")
    words = shlex.split(command)[1:]
    found: Any = typer.main.get_command(app(words))
    context = found.make_context("arena", [words[0]], resilient_parsing=True)
    try:
        while hasattr(found, "commands"):
            found, words = found.commands[words[0]], words[1:]
        found.make_context("arena", words, parent=context)
    except Exception as error:
        pytest.fail(f"{where}: {line}: {type(error).__name__} {error}")


@pytest.mark.parametrize("table", ["NOT_RUN", "UNTIL_CTRL_C", "IN_THE_BACKGROUND", "SHORTER",
                                   "REFUSED", "TYPED"])  # fmt: skip
def test_the_tables_name_only_commands_that_are_shown(table: str) -> None:
    for start in getattr(shown_commands, table):
        assert any(line.startswith(start) for _, line in IN_BLOCKS), start


def test_files_and_roles_are_those_of_pages_that_show_commands() -> None:
    named = {*shown_commands.FILES, *shown_commands.ORGANISERS, *shown_commands.BEFORE}
    assert named <= set(shown_by_page())


def test_blocks_of_other_languages_are_not_read(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    text = "```python\narena no\n```\narena no\n```sh\narena games   # all\n```\n"
    page.write_text(f"{text}```\narena bots \\\n --json\n```\n", encoding="utf-8")
    assert shown(page) == ["arena games", "arena bots   --json"]


class TestReader:
    """What is typed for a page, with a program in place of the arena."""

    def reader(self, folder: Path, script: str) -> Reader:
        program = folder / "arena"
        program.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        program.chmod(0o755)
        return Reader(folder, {"PATH": f"{folder}:/usr/bin:/bin"}, "http://x", "secret")

    def test_a_command_that_fails_is_an_error(self, tmp_path: Path) -> None:
        with pytest.raises(ShownError, match="arena games: exit code 3\nwhy"):
            self.reader(tmp_path, "echo why; exit 3").type("arena games")

    def test_a_placeholder_stands_for_what_was_printed_before(self, tmp_path: Path) -> None:
        reader = self.reader(tmp_path, 'echo "AI 101 has the id a1"; echo "$@"')
        reader.type("arena classroom create")
        reader.type("arena classroom add CLASS class.csv")
        assert reader.output.endswith("\nclassroom add a1 class.csv\n")
        with pytest.raises(ShownError, match="what ASSIGNMENT is"):
            reader.type("arena classroom files ASSIGNMENT")

    def test_what_runs_until_ctrl_c_must_have_begun(self, tmp_path: Path) -> None:
        self.reader(tmp_path, "trap 'exit 130' INT; echo watching; cat").type("arena dev ./bot.py")
        with pytest.raises(ShownError, match="exit code 0"):
            self.reader(tmp_path, "echo nothing").type("arena dev ./bot.py")

    def test_a_refusal_must_say_the_sentence(self, tmp_path: Path) -> None:
        line = "arena classroom release 1"
        self.reader(tmp_path, "echo the deadline has not passed yet; exit 1").type(line)
        with pytest.raises(ShownError, match="exit code 1"):
            self.reader(tmp_path, "echo no such assignment; exit 1").type(line)
        with pytest.raises(ShownError, match="exit code 0"):
            self.reader(tmp_path, "echo released").type(line)
