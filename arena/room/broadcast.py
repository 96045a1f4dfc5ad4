"""Frames for spectators: those of a short time go out together, in one write for each of them."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Final

from arena.room.peer import Peer, peer_of
from arena.table.effects import Item
from arena.table.participant import Participant

SECONDS: Final = 0.05
"""How long a frame waits for others: a write costs as much as building several frames."""
MOST_BYTES: Final = 64 * 1024
"""Bytes that go out without waiting for more."""


class Batch:
    """Items for spectators who all see the same, and the bytes that they share."""

    __slots__ = ("items", "packed", "size", "to")

    def __init__(self, to: Sequence[Participant]) -> None:
        self.to = to
        self.items: list[Item] = []
        self.size = 0
        """Bytes of all frames together."""
        self.packed: bytes | None = None
        """The frames as one transport takes them; made by the first peer, used by all."""

    def add(self, item: Item) -> None:
        """Add an item after the others."""
        self.items.append(item)
        self.size += len(item) if isinstance(item, bytes) else len(item.frame)

    @property
    def frames(self) -> list[bytes]:
        """The items as frames."""
        return [item if isinstance(item, bytes) else item.frame for item in self.items]


class Broadcast:
    """Collects items for a moment, and hands each batch to its spectators."""

    def __init__(self, is_here: Callable[[Peer], bool]) -> None:
        self._is_here = is_here
        self._batches: dict[int, Batch] = {}
        self._timer: asyncio.TimerHandle | None = None

    def post(self, to: Sequence[Participant], item: Item, *, at_once: bool) -> None:
        """Queue an item for spectators; those who asked for it get it at once."""
        if at_once:
            batch = Batch(to)
            batch.add(item)
            self._deliver(batch)
            return
        # A feed hands over the same tuple until somebody comes or goes.
        waiting = self._batches.get(id(to))
        if waiting is None:
            waiting = self._batches[id(to)] = Batch(to)
        waiting.add(item)
        if waiting.size >= MOST_BYTES:
            self.flush()
        elif self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(SECONDS, self.flush)

    def flush(self) -> None:
        """Hand out everything that waits."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        batches, self._batches = self._batches, {}
        for batch in batches.values():
            self._deliver(batch)

    def _deliver(self, batch: Batch) -> None:
        for participant in batch.to:
            peer = peer_of(participant)
            mailbox = peer.mailbox
            if mailbox is None or not self._is_here(peer):
                continue
            if not mailbox.idle or not peer.push_batch(batch):
                for item in batch.items:
                    mailbox.put(item)
