"""Rooms whose bots move when the test lets them."""

import asyncio
import threading
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from arena.hosting.lobby import Lobby
from arena.match.clock import ClockRules
from arena.plugins.bot_specs import Player
from arena.room.room import Room
from arena.table.spec import RoomSpec
from bots import Answer, Bot, Turn
from bots.stock import FirstBot
from engine.game import AnyGame, Event, Seat
from engine.rng import Deals


class Gate:
    """Lets bots move so many times, or freely."""

    def __init__(self) -> None:
        self._moves = asyncio.Semaphore(0)
        self._spent = asyncio.Event()
        self._free = False

    async def let(self, moves: int) -> None:
        """Allow so many moves more, and wait until they are made."""
        self._spent.clear()
        for _ in range(moves):
            self._moves.release()
        await self._spent.wait()
        for _ in range(20):
            await asyncio.sleep(0)  # the last answer still has to be taken

    def free(self) -> None:
        """From now on everybody moves at once."""
        self._free = True
        for _ in range(8):
            self._moves.release()

    async def wait(self) -> None:
        """Until a move is allowed."""
        if self._free:
            return
        await self._moves.acquire()
        if self._moves.locked():
            self._spent.set()


class GatedBot(Bot):
    """Moves when the gate lets it: as another bot would, else by the first legal choice."""

    name = "gated"

    def __init__(self, gate: Gate, bot: Bot | None = None) -> None:
        self._gate = gate
        self._bot = bot or FirstBot()

    def start(self, game: AnyGame, seat: Seat, seats: int, config: Any, rng: Random) -> None:
        self._bot.variants = self.variants
        self._bot.start(game, seat, seats, config, rng)

    def watch(self, events: Sequence[Event]) -> None:
        self._bot.watch(events)

    async def act(self, turn: Turn) -> Answer:
        await self._gate.wait()
        answer = self._bot.act(turn)
        return answer if isinstance(answer, str | tuple) else await answer


class LoadingBot(FirstBot):
    """Loads until it is told that it has."""

    name = "loading"
    quick = False

    def __init__(self, loaded: threading.Event) -> None:
        self._loaded = loaded

    def start(self, game: AnyGame, seat: Seat, seats: int, config: Any, rng: Random) -> None:
        super().start(game, seat, seats, config, rng)
        self._loaded.wait()


class PacedBot(Bot):
    """Takes the first legal choice after a while."""

    name = "paced"

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds

    async def act(self, turn: Turn) -> str:
        await asyncio.sleep(self._seconds)
        return turn.legal[0]


def open_table(
    lobby: Lobby,
    bots: Sequence[Bot],
    *,
    room_id: str = "table",
    game: str = "tigerdragon",
    config: Mapping[str, Any] | None = None,
    names: Sequence[str] | None = None,
    clock: ClockRules | None = None,
    deals: Deals | None = None,
    spectator_delay: float = 0.0,
) -> Room:
    """A room of these bots, playing at once."""
    names = names or [f"{bot.name}-{seat}" for seat, bot in enumerate(bots)]
    players = [Player(name, None, bot) for name, bot in zip(names, bots, strict=True)]
    spec = RoomSpec(
        room_id, game, len(bots), bots=tuple(names), config=dict(config or {}), clock=clock,
        deals=deals, spectator_delay=spectator_delay,
    )  # fmt: skip
    return lobby.open(spec, players)
