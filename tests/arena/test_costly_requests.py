"""Advice and replays are worked out one at a time, and no address takes every place."""

import asyncio
from typing import Any

import pytest
from aiohttp import ClientSession

from arena.api.one_at_a_time import MOST_WAITING, WAITING_PER_ADDRESS, OneAtATime
from arena.hosting.quotas import Quota, QuotaError
from arena.settings import Settings
from arena.table.spec import RoomSpec
from arena.testing import running_server

PLENTY = 100


async def waiting(line: OneAtATime, address: str, done: asyncio.Event) -> None:
    async with line.turn(address):
        await done.wait()


async def settled() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_an_address_has_two_places_and_all_addresses_six() -> None:
    line = OneAtATime(Quota(PLENTY, 60, "questions", lambda: 0.0), "too many ask")
    done = asyncio.Event()
    async with asyncio.TaskGroup() as group:
        for place in range(MOST_WAITING):
            address = f"10.0.0.{place // WAITING_PER_ADDRESS}"
            group.create_task(waiting(line, address, done))
            await settled()
            if place == WAITING_PER_ADDRESS - 1:
                with pytest.raises(QuotaError, match="too many ask; try again in a moment"):
                    await asyncio.wait_for(waiting(line, "10.0.0.0", done), 5)
        with pytest.raises(QuotaError) as refused:
            await asyncio.wait_for(waiting(line, "10.0.0.9", done), 5)
        assert refused.value.seconds == 1.0
        done.set()
    await waiting(line, "10.0.0.0", done)  # the places are free again


async def test_an_address_asks_so_often_within_a_minute() -> None:
    now, done = [0.0], asyncio.Event()
    done.set()
    line = OneAtATime(Quota(2, 60, "questions of one address", lambda: now[0]), "too many ask")
    await waiting(line, "10.0.0.1", done)
    await waiting(line, "10.0.0.1", done)
    now[0] = 20.0
    with pytest.raises(
        QuotaError, match=r"2 questions of one address .* try again in 40 s"
    ) as told:
        await waiting(line, "10.0.0.1", done)
    assert told.value.seconds == 40.0
    await waiting(line, "10.0.0.2", done)
    now[0] = 60.0
    await waiting(line, "10.0.0.1", done)


async def test_a_refusal_says_when_to_try_again() -> None:
    settings = Settings(port=0, replays_a_minute=2)
    async with running_server(settings=settings) as running, ClientSession() as session:
        answers: list[tuple[int, Any, str]] = []
        for _ in range(3):
            async with session.post(f"{running.url}/api/replay", json={"link": "no"}) as response:
                told = await response.json()
                after = response.headers.get("Retry-After", "")
                answers.append((response.status, told["error"], after))
        assert [status for status, _, _ in answers] == [400, 400, 429]
        _, error, after = answers[-1]
        assert error["code"] == "rate_limited"
        assert "2 replays of one address within 60 s are the most; try again in" in error["message"]
        assert 1 <= int(after) <= 60


async def test_a_match_is_shown_without_studies_where_there_is_no_place_for_them() -> None:
    spec = RoomSpec("r", "riichi", bots=("first",) * 4, config={"length": "tonpuu"}, clock=None)
    settings = Settings(port=0, advice_a_minute=1)
    async with (
        running_server(settings=settings, rooms=[spec]) as running,
        ClientSession() as session,
    ):
        room = running.lobby.rooms["r"]
        await room.finished
        url = f"{running.url}/api/matches/{room.match_id}/frames?as=0&study=true"
        found = []
        for _ in range(2):
            async with session.get(url) as response:
                assert response.status == 200
                frames = (await response.json())["frames"]
                found.append(("ETag" in response.headers, "study" in frames[0], len(frames)))
    (kept, studied, many), (again, without, as_many) = found
    assert (kept, studied) == (True, True)
    assert (again, without) == (False, False)  # nothing that a browser would keep
    assert many == as_many
