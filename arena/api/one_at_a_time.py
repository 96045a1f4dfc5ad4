"""Work that is done one at a time, with a short queue in which no address takes all places."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from arena.hosting.quotas import Quota, QuotaError

MOST_WAITING: Final = 6
"""Places in the queue: the tables want the processor, too."""
WAITING_PER_ADDRESS: Final = 2
SOON: Final = 1.0
"""Seconds after which a place may be free again."""


class OneAtATime:
    """Lets requests do something costly one after the other, counted by address."""

    def __init__(self, quota: Quota, busy: str) -> None:
        self._quota = quota
        self._busy = busy
        self._turn = asyncio.Semaphore(1)
        self._waiting: Counter[str] = Counter()

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        """Wait for one's turn; QuotaError if an address asks too often, or too many wait."""
        crowded = self._waiting.total() >= MOST_WAITING
        if crowded or self._waiting[address] >= WAITING_PER_ADDRESS:
            raise QuotaError(f"{self._busy}; try again in a moment", SOON)
        self._quota.take(address)
        self._waiting[address] += 1
        try:
            async with self._turn:
                yield
        finally:
            self._waiting[address] -= 1
            if not self._waiting[address]:
                del self._waiting[address]
