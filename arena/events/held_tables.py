"""Tables of an event for which there is no room at present: they are tried again by themselves."""

from time import monotonic
from typing import Final

RETRY_SECONDS: Final = 5.0
"""How long a table waits for a room; the end of maintenance is announced and not waited for."""
Place = tuple[int, int]
"""A table: its round and its place there."""


class HeldTables:
    """Tables that wait for a room; nothing of it is saved, for a restart tries them all again."""

    def __init__(self) -> None:
        self._held: dict[Place, tuple[str, float]] = {}

    def hold(self, at: Place, reason: str) -> None:
        """Let a table wait."""
        self._held[at] = reason, monotonic() + RETRY_SECONDS

    def release(self) -> None:
        """Let no table wait any more."""
        self._held.clear()

    def __contains__(self, at: Place) -> bool:
        """Return whether it is too early to try a table again."""
        return at in self._held and monotonic() < self._held[at][1]

    def start(self, at: Place) -> None:
        """A table is tried again."""
        self._held.pop(at, None)

    @property
    def seconds(self) -> float | None:
        """After how many seconds a table may be tried again; None if none waits."""
        times = [until for _, until in self._held.values()]
        return max(0.0, min(times) - monotonic()) if times else None

    @property
    def reason(self) -> str:
        """Why a table waits; "" if none does."""
        return next((reason for reason, _ in self._held.values()), "")
