"""One decision as a bot receives it: what it may answer, and what it may know."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from engine.game import Event, Seat, View, Viewer
from engine.variants import Rules


class Turn(ABC):
    """One decision to make: `legal` is what may be answered, `view` what may be known."""

    __slots__ = ("deadline", "legal", "seat")

    def __init__(self, seat: Seat, legal: tuple[str, ...], deadline: float | None = None) -> None:
        self.seat = seat
        self.legal = legal
        self.deadline = deadline
        """Seconds left for this answer, bank included; None when nobody counts."""

    @property
    @abstractmethod
    def view(self) -> View:
        """What this seat may know; built when read."""

    @property
    @abstractmethod
    def events(self) -> Sequence[Event]:
        """What this seat saw since its last decision."""


class TableTurn(Turn):
    """A turn at a table in this process: nothing is masked or copied until it is read."""

    __slots__ = ("_rules", "_since", "_state", "_steps", "_until")

    def __init__(
        self,
        seat: Seat,
        legal: tuple[str, ...],
        rules: Rules,
        state: Any,
        steps: Sequence[tuple[Event, ...]],
        deadline: float | None = None,
        since: int = 0,
        until: int | None = None,
    ) -> None:
        self.seat = seat  # set here, not by super(): a turn is made for every decision
        self.legal = legal
        self.deadline = deadline
        self._rules = rules
        self._state = state
        self._steps = steps
        self._since = since
        self._until = until

    @property
    def view(self) -> View:
        """The masked view of this seat."""
        return self._rules.view(self._state, Viewer.player(self.seat))

    @property
    def events(self) -> Sequence[Event]:
        """The masked events of the steps since this seat's last decision."""
        viewer = Viewer.player(self.seat)
        steps = self._steps[self._since : self._until]
        return [event for step in steps for event in masked(step, viewer)]


def masked(events: Sequence[Event], viewer: Viewer) -> list[Event]:
    """These events as a viewer may know them."""
    return [seen for event in events if (seen := event.seen_by(viewer)) is not None]


class WireTurn(Turn):
    """A turn that came as a frame: view and events are the ones in the frames."""

    __slots__ = ("_events", "_view")

    def __init__(
        self,
        seat: Seat,
        legal: tuple[str, ...],
        view: View,
        events: Sequence[Event],
        deadline: float | None = None,
    ) -> None:
        super().__init__(seat, legal, deadline)
        self._view = view
        self._events = events

    @property
    def view(self) -> View:
        """The view that the server sent."""
        return self._view

    @property
    def events(self) -> Sequence[Event]:
        """The events that the server sent since the last decision."""
        return self._events
