"""Bots of the server's process: in place or in a thread, and never left behind."""

import asyncio
import threading

from arena.plugins.bot_specs import Player
from arena.room.inprocess_bot import InprocessBot
from arena.table.spec import RoomSpec
from arena.testing import running_server
from bots import Bot, Turn
from tests.arena.clients import clients, until


class Ponderous(Bot):
    """Thinks in a thread of its own."""

    name = "ponderous"

    def act(self, turn: Turn) -> str:
        return turn.legal[0]


def workers() -> int:
    return sum("_work" in thread.name for thread in threading.enumerate())


async def test_a_bots_thread_ends_with_its_match() -> None:
    async with running_server() as server:
        server.lobby.plugins.bots["ponderous"] = Ponderous
        room = server.lobby.open(
            RoomSpec("r", seats=2, bots=("ponderous", "ponderous"), config={"target": 1})
        )
        await until(lambda: workers() == 2)
        await room.finished
        await until(lambda: workers() == 0)


async def test_a_bots_thread_ends_when_its_room_is_closed() -> None:
    async with running_server() as server, clients(server, 1) as (one,):
        server.lobby.plugins.bots["ponderous"] = Ponderous
        room = server.lobby.open(RoomSpec("r", seats=2, bots=("ponderous",)))
        await one.join("one")
        await one.turn()
        await until(lambda: workers() == 1)
        server.lobby.close(room)
        await until(lambda: workers() == 0)


class Patient(Bot):
    """Answers when it is let."""

    name = "patient"
    asked = 0

    def __init__(self, let: asyncio.Event) -> None:
        self._let = let

    async def act(self, turn: Turn) -> str:
        type(self).asked += 1
        await self._let.wait()
        return turn.legal[0]


async def test_a_closed_room_leaves_its_match_where_it_stands() -> None:
    let = asyncio.Event()
    async with running_server() as server:
        players = [Player(f"p{seat}", None, Patient(let)) for seat in range(2)]
        room = server.lobby.open(RoomSpec("r", seats=2, bots=("p0", "p1")), players)
        await until(lambda: Patient.asked == 1)
        server.lobby.close(room)
        let.set()
        for _ in range(20):
            await asyncio.sleep(0)
        assert (Patient.asked, room.match.n) == (1, 0)


async def test_a_bot_that_was_dismissed_begins_nothing_more() -> None:
    begun: list[str] = []

    class Quick(Bot):
        name = "quick"

        async def act(self, turn: Turn) -> str:
            return turn.legal[0]

    async def think() -> None:
        begun.append("a task")

    for dismissed in (True, False):
        runner = InprocessBot(Quick())
        runner.call(think)
        if dismissed:
            runner.dismiss()
        for _ in range(5):
            await asyncio.sleep(0)
        assert begun == ([] if dismissed else ["a task"])
