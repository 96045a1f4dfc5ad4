"""`arena connect` at a server with tokens: the lines that the README and `--help` show."""

import asyncio
import re
import sys
from pathlib import Path

import pytest

from tests.arena.commands import ROOT, interrupted, start, typed
from tests.arena.server_with_tokens import ServerWithTokens, server_with_tokens


@pytest.fixture(autouse=True)
def own_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    for name in ("ARENA_TOKEN", "ARENA_SERVER"):
        monkeypatch.delenv(name, raising=False)


async def log_in(here: ServerWithTokens, capsys: pytest.CaptureFixture[str]) -> None:
    await typed(capsys, "login", here.server.url, "--token", here.tokens["anna"])


async def test_a_house_bot_connects_beside_its_copies(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with server_with_tokens(tmp_path) as here:
        await log_in(here, capsys)
        words = ("connect", "--bot", "counter", "--room", "mine", "--fill")
        code, out, err = await typed(capsys, *words)
        assert (code, err) == (0, "")
        assert out.startswith(f"my-counter joins mine at {here.server.url}, seed ")
        assert re.search(r"; my-counter, seat 0, has \d+ points and rank \d$", out, re.MULTILINE)


async def test_the_game_of_a_bot_with_only_one_need_not_be_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with server_with_tokens(tmp_path) as here:
        await log_in(here, capsys)
        words = ("connect", "--bot", "texas42-count", "--room", "mine", "--fill")
        code, _, err = await typed(capsys, *words)
        assert (code, err) == (0, "")
        rooms = (await typed(capsys, "rooms"))[1]
        assert re.search(r"^mine +texas42 +over", rooms, re.MULTILINE)


async def test_waiting_for_a_bot_that_is_not_there_says_so(tmp_path: Path) -> None:
    async with server_with_tokens(tmp_path) as here:
        process = start("watch", here.server.url, "--bot", "nine")
        assert process.stdout
        lines = [await asyncio.to_thread(process.stdout.readline) for _ in range(2)]
        await interrupted(process)
    assert lines == [
        "waiting for a match of nine (Ctrl-C stops)\n",
        "no bot of that name has been submitted, and nobody has played under it yet\n",
    ]


@pytest.mark.parametrize(
    ("spec", "game"),
    [
        (f"cmd:{sys.executable} -m bots.stdio {ROOT}/examples/brave_bot.py", "tigerdragon"),
        (f"flat:sh {ROOT}/examples/flat_bot.sh", "tigerdragon"),
        (f"mjai:{sys.executable} {ROOT}/examples/mjai_bot.py {{seat}}", ""),
    ],
    ids=["cmd", "flat", "mjai"],
)
async def test_a_program_connects_as_it_is(
    spec: str, game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with server_with_tokens(tmp_path) as here:
        await log_in(here, capsys)
        words = ("--room", "mine", "--fill", *(["--game", game] if game else []))
        code, out, err = await typed(capsys, "connect", "--bot", spec, *words)
        assert (code, err) == (0, "")
        assert re.search(r"; \w+, seat 0, has -?\d+ points and rank \d$", out, re.MULTILINE)
        rooms = (await typed(capsys, "rooms"))[1]
    assert re.search(rf"^mine +{game or 'riichi'} +over", rooms, re.MULTILINE)


async def test_a_program_that_ends_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with server_with_tokens(tmp_path) as here:
        await log_in(here, capsys)
        words = ("--bot", "cmd:false", "--room", "mine", "--fill")
        code, _, err = await typed(capsys, "connect", *words)
    assert (code, err) == (1, "arena: cmd:false: the program ended with code 1\n")
