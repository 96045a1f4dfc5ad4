"""`arena admin`, `account` and `classroom` against a real server, as people type them."""

import asyncio
import csv
import io
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from arena.cli import run
from arena.cli.saved_logins import read_logins
from arena.store import Seated
from tests.arena.ladder.ladder_servers import (
    add_active_bot,
    ladder_server_with_tokens,
    stop_ladder,
    store_of,
)
from tests.arena.server_with_tokens import ServerWithTokens
from tests.arena.store.stored_matches import store_match

ASSIGNMENT = """
name = "First bot"
game = "tigerdragon"
deadline = 2199-12-01T18:00:00Z
seats = 2
config = {target = 1}
public = {opponents = ["random"], deals = 1, seed = "class"}
hidden = {opponents = ["first"], deals = 1}
"""


class Typed:
    """Commands typed by somebody at a server."""

    def __init__(self, here: ServerWithTokens, capsys: pytest.CaptureFixture[str]) -> None:
        self.here = here
        self._capsys = capsys

    async def __call__(self, who: str, *words: str, code: int = 0) -> str:
        """What a command prints; a token goes with it."""
        token = ["--token", self.here.tokens[who]] if who else []
        line = [*words, "--server", self.here.server.url, *token]
        assert await asyncio.to_thread(run, line) == code, self._capsys.readouterr()
        out, err = self._capsys.readouterr()
        return out if code == 0 else err


@asynccontextmanager
async def typed(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Typed]:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder / "config"))
    async with ladder_server_with_tokens(folder, ladder_games=["tigerdragon"]) as here:
        await stop_ladder(here)
        yield Typed(here, capsys)


async def test_a_server_is_moderated_from_a_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with typed(tmp_path, capsys, monkeypatch) as arena:
        store = store_of(arena.here)
        add_active_bot(arena.here, "mine", "anna")
        seats = [Seated("a", "house:random"), Seated("b", "house:first")]
        played = await asyncio.to_thread(store_match, store, rated=True, seats=seats)
        match = played.match.header.match_id
        assert "gate" in await arena("ada", "admin", "status")
        for words, said in (
            (("ban", "ben", "--reason", "rude"), "ben is banned"),
            (("unban", "ben"), "ben is back"),
            (("message", "ben", "be kind"), "ben has a new message"),
            (("void", match, "--reason", "a cable"), f"{match} is void"),
            (("announce", "cup at noon"), "announced"),
            (("announce",), "withdrawn"),
            (("maintenance", "--reason", "new disk"), "no new matches begin"),
            (("maintenance", "--end"), "new matches begin again"),
        ):
            assert said in await arena("ada", "admin", *words)
        await arena("anna", "retire", "mine")
        assert "mine plays again" in await arena("ada", "admin", "restore", "mine")
        closed = await arena("ada", "admin", "close-season", "One", "--prize", "a cup")
        assert "One is archived" in closed
        acts = [line.split()[3] for line in (await arena("ada", "admin", "audit")).splitlines()[1:]]
        assert acts == [
            "close_season", "restore_bot", "end_maintenance", "begin_maintenance",
            "withdraw_announcement", "announce", "void_match", "message", "unban", "ban",
        ]  # fmt: skip
        refused = await arena("anna", "admin", "status", code=1)
        assert "this is for the role moderator; anna is player" in refused
        assert "--reason TEXT" in await arena("ada", "admin", "maintenance", code=2)


async def test_an_account_is_looked_after_from_a_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with typed(tmp_path, capsys, monkeypatch) as arena:
        await arena("ada", "admin", "message", "anna", "welcome")
        assert "ada: welcome" in await arena("anna", "account", "show")
        code = (await arena("anna", "account", "recovery-code")).split()[-1]
        arena.here.tokens["anna"] = (await arena("anna", "account", "rotate")).split()[-1]
        assert "you are anita now" in await arena("anna", "account", "rename", "anita")
        file = tmp_path / "mine.zip"
        assert "bytes" in await arena("anna", "account", "export", str(file))
        assert file.read_bytes()[:2] == b"PK"
        said = await arena("", "account", "recover", "anita", "--code", code)
        assert "anita has a new token, which is saved" in said
        assert "anita, player" in await arena("", "account", "show")
        before = read_logins().tokens
        assert "is saved" in await arena("", "account", "rotate")
        assert read_logins().tokens != before
        assert "is deleted" in await arena("", "account", "delete", "anita")


async def test_a_class_is_run_from_a_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with typed(tmp_path, capsys, monkeypatch) as arena:
        made = await arena("olga", "classroom", "create", "AI 101")
        class_id = re.findall(r"the id (\w+)", made)[0]
        file = tmp_path / "class.csv"
        file.write_text("name,label,group\nzoe,Zoë Ω,A\n", encoding="utf-8-sig")
        told = await arena("olga", "classroom", "add", class_id, str(file))
        table = told[told.index("name,label,group,token") :]  # after lines of the server's log
        row = next(csv.DictReader(io.StringIO(table)))
        assert (row["name"], row["label"]) == ("zoe", "Zoë Ω")
        arena.here.tokens["zoe"] = row["token"]
        plan = tmp_path / "first.toml"
        plan.write_text(ASSIGNMENT)
        given = await arena("olga", "classroom", "assign", class_id, str(plan))
        work = re.findall(r"the id (\w+)", given)[0]
        assert "2199-12-01 18:00" in await arena("zoe", "classroom", "list")
        bot = tmp_path / "bot.py"
        bot.write_text("from bots import Bot\nclass Mine(Bot):\n    name = 'mine'\n")
        assert "version 1 is queued" in await arena("zoe", "classroom", "submit", work, str(bot))
        assert "nothing is scored yet" in await arena("zoe", "classroom", "board", work)
        assert "no two submissions" in await arena("olga", "classroom", "similar", work)
        grades = await arena("olga", "classroom", "gradebook", work)
        assert grades.splitlines()[1].startswith("zoe,Zoë Ω,A,1,1,")
        assert "for the class's organiser" in await arena(
            "zoe", "classroom", "gradebook", work, code=1
        )
        archive = tmp_path / "all.zip"
        assert "bytes" in await arena("olga", "classroom", "files", work, str(archive))
        assert "deadline has not passed" in await arena(
            "olga", "classroom", "release", work, code=1
        )
        moved = await arena("olga", "classroom", "deadline", work, "2020-01-01T00:00:00")
        assert "2020-01-01 00:00 UTC" in moved
        assert "hidden scores" in await arena("olga", "classroom", "release", work)
        assert "expected a moment" in await arena(
            "olga", "classroom", "deadline", work, "tomorrow", code=2
        )
