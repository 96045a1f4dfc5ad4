"""The queue of a spectator who reads slowly: bounded, so that it never slows a match."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

from arena.table.effects import Item, StateItem
from protocol.codec import encode

MAILBOX_SIZE = 64


class Mailbox:
    """Frames on their way to one spectator.

    At the full level steps that queue up go out as one frame with all their events; at either
    level a reader that falls too far behind gets the latest state only.
    """

    def __init__(self, write: Callable[[bytes], Awaitable[None]], *, merge: bool) -> None:
        self._write = write
        self._merge = merge
        self._items: deque[Item] = deque()
        self.dropped = 0
        self._task: asyncio.Task[None] | None = None

    @property
    def idle(self) -> bool:
        """Whether nothing is on its way, so that a frame may be written past the queue."""
        return self._task is None

    def put(self, item: Item) -> None:
        """Queue an item; never waits, never grows without bound."""
        if len(self._items) >= MAILBOX_SIZE:
            self._drop_to_latest()
        self._items.append(item)
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._run())

    def _drop_to_latest(self) -> None:
        states = [item for item in self._items if isinstance(item, StateItem)]
        self.dropped += len(self._items) - len(states[-1:])
        self._items.clear()
        if states:
            snapshot = {**states[-1].state}
            if "events" in snapshot:
                snapshot["events"] = []
            self._items.append(StateItem.of(snapshot))

    def close(self) -> None:
        """Stop writing."""
        self._items.clear()
        if self._task is not None:
            self._task.cancel()

    async def _run(self) -> None:
        try:
            while self._items:
                await self._write(self._next())
        finally:
            self._task = None

    def _next(self) -> bytes:
        item = self._items.popleft()
        if isinstance(item, bytes):
            return item
        if not self._merge or not self._next_is_state():
            return item.frame
        events = list(item.state["events"])
        while self._next_is_state():
            item = self._items.popleft()
            assert isinstance(item, StateItem)
            events += item.state["events"]
        return encode({**item.state, "events": events})

    def _next_is_state(self) -> bool:
        return bool(self._items) and isinstance(self._items[0], StateItem)
