"""Reports on ladders: computed in a process of their own, and the same as commands print."""

import asyncio
import json
from pathlib import Path

import pytest

from arena.ladder import reports
from arena.plugins.manager import load_plugins
from tests.arena.clients import PATIENCE
from tests.arena.conftest import Arena
from tests.arena.ladder.ladder_servers import ladder_server_with_tokens, store_of
from tests.web.filled_ladders import fill_ladder

GAME = "tigerdragon"
PATH = f"/api/admin/collusion?game={GAME}"
BODY = {"game": GAME}


async def test_the_report_on_collusion_is_that_of_the_command(
    tmp_path: Path, arena: Arena, capsys: pytest.CaptureFixture[str]
) -> None:
    async with ladder_server_with_tokens(tmp_path, ladder_games=[GAME], ladder_pause=1000) as here:
        await asyncio.to_thread(fill_ladder, store_of(here), load_plugins(entry_points=False), 24)
        ladder = here.server.server.ladder
        assert ladder is not None
        ladder.board._mains = {GAME: store_of(here).matches.busiest_ladder(GAME)}
        for who, status in (("", 401), ("anna", 403), ("olga", 403), ("ada", 200)):
            assert (await here.call("GET", PATH, who))[0] == status
            if status != 200:
                assert (await here.call("POST", PATH, who, BODY))[0] == status
        _, none = await here.call("GET", PATH, "ada")
        assert (none["computed"], none["matches"], none["found"]) == (None, 0, [])
        status, answer = await here.call("POST", PATH, "ada", BODY)
        assert (status, answer["computing"]) == (202, True)
        async with asyncio.timeout(PATIENCE):
            while (told := (await here.call("GET", PATH, "ada"))[1])["computing"]:  # noqa: ASYNC110  # the API has no event
                await asyncio.sleep(0.05)
        _, luck = await here.call("GET", f"/api/luck?game={GAME}")
    assert told["matches"] == 24
    capsys.readouterr()  # what the server has logged
    db = f"sqlite:///{tmp_path}/arena.db"
    printed = json.loads(arena("collusion", GAME, "--db", db, "--json")[1])
    for key in ("matches", "comparisons", "found", "matches_needed"):
        assert told[key] == printed[key]
    options = ("--matches", str(reports.LUCK_MATCHES), "--rounds", str(reports.LUCK_ROUNDS))
    _, rows, _ = arena("luck", "ladder", GAME, "--db", db, "--json", *options)
    assert luck["rows"] == [json.loads(line) for line in rows.splitlines()]
    assert luck["matches"] == 24
