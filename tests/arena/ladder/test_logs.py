"""What bots write to stderr: kept within bounds, and told to their owners alone."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from arena.cli import run
from arena.match.stderr_logs import KEPT_BYTES
from arena.store.bot_logs import KeptLog
from tests.arena.clients import until
from tests.arena.ladder.ladder_servers import (
    PATIENCE,
    add_active_bot,
    checked_version,
    ladder_server_with_tokens,
    stop_ladder,
    store_of,
    submission,
)
from tests.arena.server_with_tokens import ServerWithTokens

LOUD = """
import sys
from bots import Bot
class Loud(Bot):
    name = "loud"
    def act(self, turn):
        for _ in range(300):
            print("x" * 1000, file=sys.stderr)
        print("<b>I play</b>", turn.legal[0], file=sys.stderr)
        return turn.legal[0]
"""
QUIET = LOUD.replace("range(300)", "range(0)")
BODY = {"bot": "random", "mine": "loud", "deals": 1, "game": "tigerdragon"}


def saved_logs(here: ServerWithTokens, name: str) -> list[KeptLog]:
    store = store_of(here)
    bot = store.bots.named(name)
    assert bot is not None
    return store.bot_logs.of_bot(bot.id)


async def test_a_flood_in_ladder_and_challenge_is_kept_within_bounds_for_its_owner(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with ladder_server_with_tokens(tmp_path, ladder_share=0.2) as here:
        add_active_bot(here, "loud", "anna", LOUD)
        assert here.server.server.ladder is not None
        here.server.server.ladder.ladder.call()
        status, _ = await here.call("POST", "/api/challenges", "anna", BODY)
        assert status == 201
        wanted = {"ladder", "challenge"}
        await until(lambda: {log.kind for log in saved_logs(here, "loud")} >= wanted, PATIENCE)
        await stop_ladder(here)
        logs = {log.kind: log for log in saved_logs(here, "loud")}
        for log in logs.values():
            await owners_alone(here, log)
        log = logs["challenge"]
        code = await asyncio.to_thread(
            run,
            ["logs", log.match_id, "--server", here.server.url, "--token", here.tokens["anna"]],
        )
        assert code == 0
        assert f"{log.seat} loud, step " in capsys.readouterr().out


async def owners_alone(here: ServerWithTokens, log: KeptLog) -> None:
    """A log is the owner's and the admin's, and nobody else's."""
    path = f"/api/matches/{log.match_id}/logs"
    for who, status in {"": 401, "ben": 403, "olga": 403}.items():
        for place in (path, f"{path}/{log.seat}"):
            refused, answer = await here.call("GET", place, who)
            assert (refused, "for its owner" in answer["error"]["message"]) == (status, True)
    status, said = await here.call("GET", path, "anna")
    (own,) = [row for row in said["logs"] if row["seat"] == log.seat]
    assert (status, own["name"]) == (200, "loud")
    assert own["lines"][-1]["text"].startswith("<b>I play</b>")
    assert own["lines"][-1]["seq"] > 0
    assert "lines before this one are not kept" in own["lines"][0]["text"]
    for who in ("anna", "ada"):
        status, text = await here.call("GET", f"{path}/{log.seat}", who)
        assert status == 200
        assert KEPT_BYTES / 2 < len(text.encode()) < KEPT_BYTES + 200
    assert (await here.call("GET", f"{path}/9", "anna"))[0] == 404
    assert (await here.call("GET", "/api/matches/nope/logs", "anna"))[0] == 404


async def test_what_a_bot_wrote_at_the_gate_is_its_owner_s(tmp_path: Path) -> None:
    async with ladder_server_with_tokens(tmp_path) as here:
        body: dict[str, Any] = submission("mine", QUIET)
        assert (await here.call("POST", "/api/bots", "anna", body))[0] == 201
        assert (await checked_version(here, "mine", who="anna"))["status"] == "active"
        path = "/api/bots/mine/versions/1/log"
        status, text = await here.call("GET", path, "anna")
        assert status == 200
        assert text.splitlines()[0].partition("\t")[2].startswith("<b>I play</b>")
        assert {line.partition(":")[0] for line in text.splitlines()} >= {"1", "2", "3"}
        assert (await here.call("GET", path, "ben"))[0] == 403
        assert (await here.call("GET", path))[0] == 401
