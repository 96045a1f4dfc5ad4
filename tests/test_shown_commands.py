"""The commands that the README and the docs show: each can be parsed, and the first ones run."""

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import typer

from arena.cli import app
from tests.arena.commands import typed
from tests.arena.server_with_tokens import server_with_tokens

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "clients" / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"```(?:sh|)\n(.*?)```", re.DOTALL)


def shown(page: Path) -> list[str]:
    """The lines of a page's blocks that call the arena, without their remarks."""
    text = "\n".join(BLOCK.findall(page.read_text(encoding="utf-8"))).replace("\\\n", " ")
    found = re.findall(r"^(?:\$ )?(?:\.venv/bin/)?arena ([a-z].*)$", text, re.MULTILINE)
    plain = [re.split(r"\s+#\s|\s[|>&]|\s{3,}", line)[0].strip() for line in found]
    return [re.sub(r"\bURL\b", "http://127.0.0.1:8001", line) for line in plain]


LINES = [(page.name, line) for page in PAGES for line in shown(page)]


def test_there_are_commands_to_try() -> None:
    assert len(LINES) > 25


@pytest.mark.parametrize(("page", "line"), LINES, ids=lambda value: str(value)[:60])
def test_a_shown_command_can_be_parsed(
    page: str, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARENA_SERVER", "http://127.0.0.1:8001")  # as after arena login
    words = shlex.split(line)
    command: Any = typer.main.get_command(app(words))
    context = command.make_context("arena", [words[0]], resilient_parsing=True)
    try:
        while hasattr(command, "commands"):
            command, words = command.commands[words[0]], words[1:]
        command.make_context("arena", words, parent=context)
    except Exception as error:
        pytest.fail(f"{page}: arena {line}: {type(error).__name__} {error}")


async def test_what_the_readme_says_to_type_works_at_a_server_with_tokens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.chdir(tmp_path)
    readme = [line for line in shown(ROOT / "README.md") if "127.0.0.1:8001" in line]
    tried = []
    async with server_with_tokens(tmp_path) as here:
        await typed(capsys, "login", here.server.url, "--token", here.tokens["anna"])
        for line in readme:
            words = shlex.split(line.replace("http://127.0.0.1:8001", here.server.url))
            if words[0] in ("rooms", "connect"):
                code, _, err = await typed(capsys, *words)
                assert (code, err) == (0, ""), line
                tried.append(words[0])
    assert tried == ["rooms", "connect"]
