"""Seven ways to play badly, at a real server or as a real child, beside two who play well."""

import asyncio
import json
import re
import shlex
import sys
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from arena.children.pool import Children
from arena.match.clock import ClockRules, LagMeter
from arena.match.result import MatchResult
from arena.plugins.bot_specs import CommandLineSpec, house_player, parse_spec
from arena.plugins.manager import load_plugins
from arena.room.room import Room
from arena.server.app import Running
from arena.settings import Settings
from arena.table.spec import RoomSpec
from engine.rng import Deals
from tests.arena.clients import Client, clients

LIMIT_MS = 150
BANK_MS = 2000
"""So that those who play well are not late on a busy machine; the bad one soon has used it up."""
CLOCK = ClockRules(decision_ms=LIMIT_MS, bank_ms=BANK_MS, round_bonus_ms=0, ready_ms=20000)
CONFIG = {"target": 3}
DEALS = Deals.seed(2)
BAD = 0
"""The seat that misbehaves."""
Bad = Callable[[Client], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Named:
    """How a fault must read in the log: kind, reason, and what was received."""

    kind: str
    reason: str
    received: str | None = None
    asked: bool = True
    """Whether the seat had something to decide, so that the log must say what was legal."""

    def fits(self, fault: Mapping[str, Any]) -> bool:
        """Whether a fault of the log reads so."""
        return (
            fault["seat"] == BAD
            and fault["kind"] == self.kind
            and re.search(self.reason, fault["reason"]) is not None
            and (self.received is None or self.received in fault["received"])
            and (bool(fault.get("legal")) or not self.asked)
        )


@dataclass(frozen=True, slots=True)
class Played:
    """What became of a match with one bad player."""

    result: MatchResult
    witness_saw_the_end: bool

    @property
    def faults(self) -> list[dict[str, Any]]:
        """The faults as the written log has them."""
        rows = [json.loads(line) for line in self.result.log]
        return [fault for row in rows for fault in row.get("faults", ())]

    @property
    def finished(self) -> bool:
        """Whether it ended properly, and nobody else was blamed."""
        only_one = {fault["seat"] for fault in self.faults} <= {BAD}
        return self.witness_saw_the_end and self.result.match.over and only_one


# -- at a socket


async def sleeps(client: Client) -> None:
    await client.find("game_over")


async def talks_garbage(client: Client) -> None:
    while (state := await client.turn()) is not None:
        await client.raw("{nonsense")
        await client.send("action", choice="banana")
        await client.send("action", choice=state["legal"].split(",")[0])


async def answers_late(client: Client) -> None:
    late = await client.turn()
    assert late is not None
    turn = late["turn"]
    while late["turn"] == turn:  # until the default move has been played
        late = await client.find("state")
    await client.send("action", choice="8")
    await client.play()


async def answers_twice(client: Client) -> None:
    while (state := await client.turn()) is not None:
        for _ in range(2):
            choice = state["legal"].split(",")[-1]
            await client.send("action", choice=choice, request_id=state["request_id"])


async def answers_out_of_turn(client: Client) -> None:
    while (state := await client.find("state", "game_over"))["type"] == "state":
        choice = state["legal"].split(",")[0] or "pass"
        await client.send("action", choice=choice)


async def vanishes(client: Client) -> None:
    state = await client.turn()
    assert state is not None
    await client.send("action", choice=state["legal"].split(",")[0])
    await client.turn()
    await client.socket.close()


async def at_socket(server: Running, room_id: str, play: Bad, detail: str = "flat") -> Played:
    """A bad client, a good one and a house bot."""
    server.lobby.open(
        RoomSpec(room_id, seats=3, bots=("first",), config=CONFIG, clock=CLOCK, deals=DEALS)
    )
    async with clients(server, 2, room_id) as (bad, good):
        await bad.join("bad", room_id, detail=detail)
        await bad.send("ready")
        await good.join("good", room_id)
        _, last = await asyncio.gather(play(bad), good.play())
        result = await server.lobby.rooms[room_id].finished
    return Played(result, last["type"] == "game_over")


# -- as a child

PROGRAM = """
import json, sys, time
for line in sys.stdin:
    state = json.loads(line)
    if state.get("legal"):
        choice = state["legal"].split(",")[0]
        {}
        print(json.dumps({{"type": "action", "choice": choice}}), flush=True)
"""
SLEEPS = PROGRAM.format("time.sleep(60)")
CRASHES = PROGRAM.format("raise RuntimeError(f'lost my head over {choice}')")
GARBAGE = PROGRAM.format("print('thinking...', flush=True)")
LATE = PROGRAM.format(f"if not state['turn']: time.sleep({1.1 * (LIMIT_MS + BANK_MS) / 1000})")
VANISHES = PROGRAM.format("sys.exit() if state['turn'] > 3 else None")


async def as_child(program: str) -> Played:
    """A bad child beside two house bots, in a room of its own."""
    plugins, lag = load_plugins(entry_points=False), LagMeter()
    command = f"flat:{shlex.quote(sys.executable)} -c {shlex.quote(program)}"
    house = [house_player("first", plugins) for _ in range(2)]
    spec = RoomSpec("r", config=CONFIG, clock=CLOCK, deals=DEALS)
    room = Room(spec, plugins.game("tigerdragon"), [None, *house], lag)
    children = Children(room, Settings())
    try:
        await children.start(BAD, parse_spec(CommandLineSpec(command)), "bad")
        async with asyncio.timeout(60):
            return Played(await room.finished, witness_saw_the_end=True)
    finally:
        await children.end()
