"""Where a room saves its match before anybody is told."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from arena.match import Match

if TYPE_CHECKING:
    from arena.room.room import Room

Then = Callable[[], None]


class Journal(Protocol):
    """Saves matches; each call returns at once, and `then` is called after the commit."""

    def begin(self, room: "Room", then: Then) -> None:
        """Save a match that is about to be played, with all that is needed to resume it."""

    def step(self, match: Match, then: Then) -> None:
        """Save the last step of a match."""

    def rewind(self, room: "Room", then: Then) -> None:
        """Forget the steps that a match has taken back."""

    def finish(self, room: "Room") -> None:
        """Save the result of a match that is over."""

    def void(self, room: "Room", reason: str) -> None:
        """Mark a match that nobody will finish."""
