"""A ladder whose matches have variants: its tables, its gate and its challenges."""

from pathlib import Path

from arena.store import Filter
from tests.arena.clients import clients
from tests.arena.ladder.ladder_servers import (
    CHALLENGE,
    CHALLENGES,
    checked_version,
    ladder_server_with_tokens,
    played_challenge,
    store_of,
    submission,
)

MUST_DEFEND = {"ladder_variants": {"tigerdragon": ["must-defend"]}}
ROOM = "ladder:tigerdragon"
KNOWS = """
from bots import Bot

class Knows(Bot):
    name = "knows"

    def start(self, game, seat, seats, config, rng):
        assert list(self.variants) == ["must-defend"], self.variants

    def act(self, turn):
        return turn.legal[0]
"""


async def test_tables_of_the_ladder_have_its_variants(tmp_path: Path) -> None:
    async with (
        ladder_server_with_tokens(tmp_path, **MUST_DEFEND, ladder_pause=0.3) as here,
        clients(here.server, 1, ROOM) as (anna,),
    ):
        ack = await anna.join("anna", ROOM, detail="full", token=here.tokens["anna"])
        assert ack["variants"] == ["must-defend"]


async def test_a_submitted_bot_is_checked_by_the_ladders_variants(tmp_path: Path) -> None:
    async with ladder_server_with_tokens(tmp_path, **MUST_DEFEND, ladder_pause=600.0) as here:
        status, _ = await here.call("POST", "/api/bots", "anna", submission(text=KNOWS))
        assert status == 201
        version = await checked_version(here, "mine", who="anna")
        assert version["status"] == "active", version["log"]


async def test_a_challenge_is_played_by_the_ladders_variants(tmp_path: Path) -> None:
    async with ladder_server_with_tokens(tmp_path, **MUST_DEFEND, ladder_pause=600.0) as here:
        _, row = await here.call("POST", CHALLENGES, "anna", {**CHALLENGE, "deals": 2})
        row = await played_challenge(here, row["id"])
        assert row["state"] == "done", row["reason"]
        found = store_of(here).matches.find(Filter(kind="challenge"), limit=100)
        assert found
        for match in found:
            _, shown = await here.call("GET", f"/api/matches/{match.match_id}", "anna")
            assert shown["variants"] == ["must-defend"]
