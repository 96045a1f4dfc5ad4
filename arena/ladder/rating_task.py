"""Ratings in the background: after matches have ended, never because of a request."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from time import monotonic
from typing import Final

import structlog

from arena.errors import StoreError
from arena.ladder.leaderboard import Leaderboard, game_of

log = structlog.get_logger()
LOOK_EVERY: Final = 2.0
"""Seconds between two looks for matches that ended outside the ladder, in rated rooms."""
REST: Final = 10
"""After an update the task rests so many times longer than it took: a tenth of one core at most."""


class RatingTask:
    """Brings the leaderboards of some games up to date for as long as the server runs."""

    def __init__(self, board: Leaderboard, games: Sequence[str]) -> None:
        self._board = board
        self._games = games
        self._called = asyncio.Event()
        self._recounted: set[str] = set()

    def recount(self, game: str) -> None:
        """Count a game's matches anew soon: one of them does not count any more."""
        self._recounted.add(game)
        self.call()

    def call(self) -> None:
        """Look soon: a match has ended."""
        self._called.set()

    async def run(self) -> None:
        """Update all leaderboards, rest, and wait for the next match."""
        while True:
            self._called.clear()
            began = monotonic()
            recounted, self._recounted = self._recounted, set()
            for ladder in await asyncio.to_thread(self._board.active_ladders, self._games):
                await self._refresh(ladder, anew=game_of(ladder) in recounted)
            await asyncio.sleep(REST * (monotonic() - began))
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_EVERY):
                    await self._called.wait()

    async def _refresh(self, ladder: str, *, anew: bool) -> None:
        try:
            if anew:
                await asyncio.to_thread(self._board.recount, ladder)
            await asyncio.to_thread(self._board.refresh, ladder)
        except (StoreError, ArithmeticError) as error:
            # The last leaderboard stands, and the next match is a new attempt.
            if anew:
                self._recounted.add(game_of(ladder))
            log.warning("leaderboard_not_updated", ladder=ladder, reason=repr(error))
