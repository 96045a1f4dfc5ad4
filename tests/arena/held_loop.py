"""Time that stands still, and peers that only listen: a room without a network."""

import asyncio
import json
from typing import Any

from arena.room.peer import Peer


class HeldLoop(asyncio.SelectorEventLoop):
    """An event loop whose clock stands still until it is told how much time has passed."""

    now = 100.0

    def time(self) -> float:
        return self.now

    def settle(self) -> None:
        """Run all that is due, and all that follows from it."""
        self.run_until_complete(asyncio.sleep(0))
        while self._ready:  # type: ignore[attr-defined]  # nothing public says so
            self.run_until_complete(asyncio.sleep(0))


class RecordingPeer(Peer):
    """A peer that keeps what it is sent."""

    def __init__(self) -> None:
        super().__init__()
        self.frames: list[dict[str, Any]] = []
        self.closed = 0

    def push(self, frame: bytes) -> None:
        self.frames.append(json.loads(frame))

    async def write(self, frame: bytes) -> None:
        self.push(frame)

    def close(self, code: int, reason: str) -> None:  # noqa: ARG002
        self.closing = True
        self.closed = code
