"""Tournaments in a server's store: played in this process, told as far as a test wants."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from arena.plugins.manager import Plugins
from arena.server.app import Running
from arena.settings import Settings
from arena.testing import running_server
from arena.tournament.lifecycle import start
from arena.tournament.plan import make_plan
from arena.tournament.report import as_json
from arena.tournament.repository import Kept, Memory
from arena.tournament.results import Played
from arena.tournament.store_repository import StoreRepository

BOTS = ("counter", "random", "first", "defender", "again=counter")
LEAGUE = {"game": "tigerdragon", "bots": list(BOTS), "deals": 20, "seed": "cup",
          "name": "Autumn Cup", "config": {"target": 3}}  # fmt: skip
TEST = {"game": "tigerdragon", "bots": ["counter", "random", "first"], "format": "compare",
        "deals": 10, "seed": "test", "config": {"target": 3}, "sprt": [0, 0.5]}  # fmt: skip


class PlayedTournament:
    """A tournament that was played already; the store learns of it bit by bit."""

    def __init__(self, running: Running, plugins: Plugins, plan: dict[str, Any]) -> None:
        assert running.server.store is not None
        self._archive = StoreRepository(running.server.store)
        memory = Memory()
        played = start(make_plan(plan, plugins), memory)
        self.id = played.id
        self._report = as_json(played.run())
        self._waiting: list[Played] = list(memory.results(self.id).values())
        self._archive.create(Kept(self.id, memory.kept[self.id].plan, memory.kept[self.id].hash))

    def store_results(self, matches: int) -> None:
        """Put some results more into the store."""
        self._archive.add(self.id, self._waiting[:matches])
        del self._waiting[:matches]
        self._archive.results(self.id)  # written by now

    def finish(self) -> None:
        """Put in what is left, and close it."""
        self.store_results(len(self._waiting))
        self._archive.close(self.id, "finished", self._report)


@asynccontextmanager
async def store_server(folder: Path) -> AsyncIterator[Running]:
    """A server with a store."""
    settings = Settings(port=0, db=f"sqlite:///{folder / 'arena.db'}")
    async with running_server(settings=settings) as running:
        yield running


async def play_tournament(
    running: Running, plugins: Plugins, plan: dict[str, Any] | None = None
) -> PlayedTournament:
    """A tournament, played beside the server's loop."""
    return await asyncio.to_thread(PlayedTournament, running, plugins, plan or LEAGUE)
