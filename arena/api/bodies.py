"""Large bodies: one at a time for each account, few at once in all, so that memory is bounded."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final
from weakref import WeakValueDictionary

from aiohttp import web

from arena.api.responses import RefusedError

LARGE_AT_ONCE: Final = 4
"""Large bodies that are in memory at the same time."""


class Bodies:
    """Gives those who send a large body their turn; what waits is not read."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        """How long a body may take, and how long one may wait for a turn."""
        self._own: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._all = asyncio.Semaphore(LARGE_AT_ONCE)

    @asynccontextmanager
    async def turn(self, sender: int, *, large: bool) -> AsyncIterator[None]:
        """Wait for the turn of an account; a small body needs none."""
        if not large:
            yield
            return
        own = self._own.setdefault(sender, asyncio.Lock())
        try:
            async with asyncio.timeout(self.seconds):
                await own.acquire()
                try:
                    await self._all.acquire()
                except BaseException:
                    own.release()
                    raise
        except TimeoutError:
            sentence = "too many large bodies are on their way; try again later"
            raise RefusedError(503, sentence, "server_full") from None
        try:
            yield
        finally:
            self._all.release()
            own.release()


BODIES: Final = web.AppKey("bodies", Bodies)
