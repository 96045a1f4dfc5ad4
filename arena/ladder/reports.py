"""Reports for operators and players, computed in the background and only read by requests."""

import asyncio
import json
from contextlib import suppress
from typing import Any, Final, Literal

import structlog

from arena.ladder.leaderboard import Leaderboard
from arena.ladder.subprocess_task import run_worker
from arena.settings import Settings
from arena.store import Store, now_ms

log = structlog.get_logger()
MODULE: Final = "arena.ladder.report_worker"
MOST_SECONDS: Final = 1800.0
LUCK_MATCHES: Final = 200
LUCK_ROUNDS: Final = 2
Report = Literal["collusion", "luck"]


class Reports:
    """Computes the reports of every ladder now and then, one after the other."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        board: Leaderboard,
        games: tuple[str, ...],
        plugins: list[str],
    ) -> None:
        self._store = store
        self._settings = settings
        self._board = board
        self._games = games
        self._plugins = plugins
        self._wanted: dict[str, None] = {}
        self._called = asyncio.Event()
        self.computing = ""
        """The ladder whose reports are computed now."""

    def want(self, ladder: str) -> None:
        """Compute the reports of a ladder soon."""
        self._wanted[ladder] = None
        self._called.set()

    def is_wanted(self, ladder: str) -> bool:
        """Return whether the reports of a ladder are computed, or will be soon."""
        return ladder == self.computing or ladder in self._wanted

    def read(self, report: Report, ladder: str) -> dict[str, Any] | None:
        """Return a report as it was computed last, None if it never was; waits for the store."""
        return self._store.leaderboards.read(f"{report}/{ladder}")

    async def run(self) -> None:
        """Compute what is asked for, and all reports every so many minutes."""
        minutes = self._settings.report_minutes
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(60 * minutes or None):
                    await self._called.wait()
            if not self._called.is_set():
                for ladder in await asyncio.to_thread(self._board.active_ladders, self._games):
                    self._wanted[ladder] = None
            self._called.clear()
            while self._wanted:
                self.computing = next(iter(self._wanted))
                del self._wanted[self.computing]
                await self._compute(self.computing)
                self.computing = ""

    async def _compute(self, ladder: str) -> None:
        async def heard(line: str) -> None:
            said = json.loads(line)
            data = {"ladder": ladder, "computed": now_ms(), **said["data"]}
            self._store.leaderboards.save(f"{said['report']}/{ladder}", data)

        task = {
            "db": self._settings.db, "ladder": ladder, "plugins": self._plugins,
            "luck_matches": LUCK_MATCHES, "luck_rounds": LUCK_ROUNDS,
        }  # fmt: skip
        code = await run_worker(MODULE, task, self._settings, heard, MOST_SECONDS)
        await asyncio.to_thread(self._store.flush)  # who asks from now on reads what was saved
        if code != 0:
            log.warning("reports_not_computed", ladder=ladder, code=code)
