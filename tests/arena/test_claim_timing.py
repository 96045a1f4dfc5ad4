"""Who could claim a discard is not to be seen by the time that a claim step takes: measured."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median
from typing import Any

from arena.match.clock import ClockRules
from arena.match.visibility import Account
from arena.server.app import Running
from arena.table.spec import RATED_CLAIM_FLOOR_MS, RoomSpec
from arena.testing import running_server
from tests.arena.clients import Client, clients

FLOOR = RATED_CLAIM_FLOOR_MS / 1000
THINKING = FLOOR / 2
"""Seconds a seat takes over a claim: less than the floor, and enough to be seen without it."""
ROOMS = 4
STEPS = 22
"""Claim steps of each room; twenty-two told everything once."""
SEATS = 4


@dataclass(slots=True)
class Seen:
    """What one player received, with the time of each frame, and when it answered."""

    frames: list[tuple[float, dict[str, Any]]] = field(default_factory=list)

    def claims(self) -> Iterator[tuple[int, bool, float]]:
        """Of every claim step its number, whether this player was asked, and how long it took."""
        states = [(at, frame) for at, frame in self.frames if frame["type"] == "state"]
        for (at, state), (after, _) in pairwise(states):
            if state["phase"] == "Claim":
                yield state["seq"], bool(state["legal"]), after - at

    def acknowledged(self) -> Iterator[float]:
        """How long after each claim that this player was asked its answer was acknowledged."""
        asked = {
            frame["request_id"]: at
            for at, frame in self.frames
            if frame["type"] == "state" and frame["phase"] == "Claim" and frame["legal"]
        }
        for at, frame in self.frames:
            if frame["type"] == "action_ack" and frame["request_id"] in asked:
                yield at - asked[frame["request_id"]]


@dataclass(slots=True)
class Times:
    """How long claim steps took for a player who was not asked, and answers to be acknowledged."""

    somebody: list[float] = field(default_factory=list)
    nobody: list[float] = field(default_factory=list)
    acknowledged: list[float] = field(default_factory=list)

    def telling(self) -> float:
        """How well a time tells the two apart: 0.5 not at all, 1.0 always."""
        pairs = [
            (one > other) + (one == other) / 2 for one in self.somebody for other in self.nobody
        ]
        return sum(pairs) / len(pairs)

    def apart(self) -> float:
        """By how much the two medians differ."""
        return abs(median(self.somebody) - median(self.nobody))


async def play(client: Client, seen: Seen) -> None:
    """Discard at once, pass every claim after a while, and note the time of all that comes."""
    loop = asyncio.get_running_loop()
    claims = 0
    while claims <= STEPS:
        frame = await client.get()
        seen.frames.append((loop.time(), frame))
        if frame["type"] != "state":
            continue
        claims += frame["phase"] == "Claim"
        if frame["legal"]:
            legal = frame["legal"].split(",")
            if frame["phase"] == "Claim":
                await asyncio.sleep(THINKING)
            choice = next(one for one in ("pass", "tsumogiri", legal[-1]) if one in legal)
            await client.send("action", choice=choice, request_id=frame["request_id"])


async def one_room(server: Running, spec: RoomSpec, times: Times) -> None:
    """Play some claim steps at one table and add its times."""
    server.lobby.open(spec)
    seen = [Seen() for _ in range(SEATS)]
    async with clients(server, SEATS, spec.room_id) as crowd:
        for number, client in enumerate(crowd):
            token = f"{spec.room_id}-{number}"
            await client.join(f"p{number}", spec.room_id, detail="full", token=token)
            await client.send("ready")
        playing = [
            asyncio.create_task(play(one, mine)) for one, mine in zip(crowd, seen, strict=True)
        ]
        try:
            await asyncio.wait(playing, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in playing:
                task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    asked = {turn for mine in seen for turn, me, _ in mine.claims() if me}
    for mine in seen:
        times.acknowledged += mine.acknowledged()
        for turn, me, took in mine.claims():
            if not me:
                (times.somebody if turn in asked else times.nobody).append(took)


async def measured(*, rated: bool) -> Times:
    """Times of several tables at once."""
    times = Times()
    clock = ClockRules(decision_ms=20_000)
    async with running_server() as server:
        names = [f"q{number}" for number in range(ROOMS)]
        tokens = [f"{name}-{seat}" for name in names for seat in range(SEATS)]
        known = {token: Account(place, token, "player") for place, token in enumerate(tokens, 1)}

        def identify(token: str, _address: str | None) -> Account | None:
            return known.get(token)

        server.lobby.identify = identify
        specs = [
            RoomSpec(name, game="riichi", seats=SEATS, rated=rated, clock=clock) for name in names
        ]
        await asyncio.gather(*(one_room(server, spec, times) for spec in specs))
    return times


async def test_in_a_rated_room_the_time_of_a_claim_step_tells_nothing() -> None:
    times = await measured(rated=True)
    assert min(len(times.somebody), len(times.nobody)) >= 20
    assert times.apart() < THINKING / 3, (median(times.somebody), median(times.nobody))
    assert 0.2 < times.telling() < 0.8
    # Acknowledgements come with the step, not with the answer: none tells that it was the last.
    assert median(times.acknowledged) > THINKING * 1.5


async def test_in_an_unrated_room_the_time_tells_who_could_claim() -> None:
    times = await measured(rated=False)
    assert min(len(times.somebody), len(times.nobody)) >= 20
    assert times.telling() > 0.9  # what the floor is for, and proof that this test would see it
    assert times.apart() > THINKING / 2
