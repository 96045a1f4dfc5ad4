"""What a room writes down before it tells anybody."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from arena.match import Match

if TYPE_CHECKING:
    from arena.course import Course

Then = Callable[[], None]


class Ledger(Protocol):
    """Keeps matches; each call returns at once, and `then` is called when it is kept."""

    def begin(self, room: "Course", then: Then) -> None:
        """Keep a match that is about to be played, with all that is needed to resume it."""

    def step(self, match: Match, then: Then) -> None:
        """Keep the last step of a match."""

    def rewind(self, room: "Course", then: Then) -> None:
        """Forget the steps that a match has taken back."""

    def finish(self, room: "Course") -> None:
        """Keep the result of a match that is over."""

    def void(self, room: "Course", reason: str) -> None:
        """Mark a match that nobody will finish."""
