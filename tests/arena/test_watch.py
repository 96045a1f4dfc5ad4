"""What stops or fills up is told by /health, the log, /metrics and /api/admin within seconds."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from arena.api.tournaments import BlockingCalls
from arena.api.watch import LOOK_SECONDS
from arena.ladder.challenges import LIMITS
from arena.ladder.ladder import Ladder
from arena.store import QueueLimits, StoredChallenge
from arena.tournament.lifecycle import Tournament
from tests.arena.clients import PATIENCE, until
from tests.arena.ladder.ladder_servers import ladder_server_with_tokens, stop_ladder, store_of
from tests.arena.server_with_tokens import ServerWithTokens, server_with_tokens

CALM: dict[str, Any] = {"max_lag": 3600.0}
"""A busy machine is not what these tests are about."""


def test_a_server_looks_at_itself_often_enough() -> None:
    assert 3 * LOOK_SECONDS < 10


async def says(here: ServerWithTokens, text: str) -> None:
    """Wait until /api/admin tells it."""
    async with asyncio.timeout(PATIENCE):
        while text not in str((await here.call("GET", "/api/admin", "ada"))[1]):  # noqa: ASYNC110
            await asyncio.sleep(0.05)


async def test_a_stopped_ladder_is_told_everywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = asyncio.Event()

    async def run(_ladder: Ladder) -> None:
        await broken.wait()
        raise RuntimeError("no tables left")

    monkeypatch.setattr(Ladder, "run", run)
    with capture_logs() as rows:
        async with ladder_server_with_tokens(tmp_path, **CALM) as here:
            assert (await here.call("GET", "/health"))[0] == 200
            broken.set()
            await says(here, "the ladder stopped")
            status, answer = await here.call("GET", "/health")
            assert (status, "the ladder stopped" in answer["error"]["message"]) == (503, True)
            text = (await here.call("GET", "/metrics"))[1]
            assert 'arena_work{work="the ladder"} 0.0' in text
            await until(lambda: unwell(rows))
    assert "the ladder stopped" in str(unwell(rows))


def unwell(rows: Any) -> list[Any]:
    """The lines of the log that tell of something wrong."""
    return [row for row in rows if row["event"] == "server_unwell"]


async def test_a_full_queue_is_told_everywhere_and_its_end_too(tmp_path: Path) -> None:
    with capture_logs() as rows:
        async with ladder_server_with_tokens(tmp_path, **CALM) as here:
            await stop_ladder(here)
            challenges = store_of(here).challenges
            wide = QueueLimits(LIMITS.all, LIMITS.all)
            for number in range(LIMITS.all):
                new = StoredChallenge(
                    f"c{number}", None, "tigerdragon", "counter", None, "random", None, 1, "x"
                )
                await asyncio.to_thread(challenges.add, new, wide)
            await says(here, "challenges: full, 100 of 100")
            status, health = await here.call("GET", "/health")
            assert (status, health["warnings"]) == (200, ["challenges: full, 100 of 100"])
            assert (
                'arena_queue{queue="challenges"} 100.0' in (await here.call("GET", "/metrics"))[1]
            )
            await until(lambda: unwell(rows))
            await asyncio.to_thread(challenges.withdraw, "c0")
            await until(lambda: any(row["event"] == "server_well_again" for row in rows))
    levels = {
        row["log_level"] for row in rows if row["event"].startswith(("server_un", "server_well"))
    }
    assert levels == {"warning"}  # at any level that tells of a problem, its end is told too


async def test_a_failed_tournament_is_told_until_it_is_cancelled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(*_given: Any, **_options: Any) -> None:
        raise RuntimeError("no processes left")

    monkeypatch.setattr(Tournament, "run", run)
    async with server_with_tokens(tmp_path, **CALM) as here:
        body = {"game": "tigerdragon", "bots": ["counter", "random", "first", "defender"]}
        _, begun = await here.call("POST", "/api/tournaments", "olga", body)
        await says(here, f"tournament {begun['id']}: failed; cancel it")
        path = f"/api/tournaments/{begun['id']}/cancel"
        assert (await here.call("POST", path, "olga"))[0] == 200
        _, health = await here.call("GET", "/health")
        assert health["warnings"] == []


async def test_tournaments_that_cannot_be_resumed_make_the_server_unwell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def go_on(_calls: BlockingCalls) -> None:
        raise RuntimeError("no list")

    monkeypatch.setattr(BlockingCalls, "go_on", go_on)
    async with server_with_tokens(tmp_path, **CALM) as here:
        await says(here, "the resuming of tournaments stopped")
        assert (await here.call("GET", "/health"))[0] == 503


async def test_rooms_that_are_all_taken_are_told(tmp_path: Path) -> None:
    async with server_with_tokens(tmp_path, max_games=3, reserved_rooms=0, **CALM) as here:
        await here.server.server.watch.look()
        _, health = await here.call("GET", "/health")
        assert health["warnings"] == ["rooms: full, 3 of 3"]


async def test_metrics_tell_of_store_queues_ladder_and_memory(tmp_path: Path) -> None:
    async with ladder_server_with_tokens(tmp_path, **CALM) as here:
        await here.server.server.watch.look()
        _, text = await here.call("GET", "/metrics")
        for name in (
            "arena_store_bytes", "arena_store_healthy 1.0", "arena_ladder_age_seconds",
            "arena_gate_age_seconds", "process_resident_memory_bytes", "arena_maintenance 0.0",
            'arena_queue{queue="gate"}', 'arena_queue_limit{queue="tournaments"}',
        ):  # fmt: skip
            assert name in text, name
