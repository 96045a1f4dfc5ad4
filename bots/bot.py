"""What a bot is: a class with one required method."""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Mapping, Sequence
from random import Random
from typing import Any, ClassVar

from engine.game import AnyGame, Event, Outcome, Seat, View, Viewer
from engine.variants import Rules, VariantEntry

Info = Mapping[str, Any]
Answer = str | tuple[str, Info]
"""A choice, or a choice with remarks for the viewer (2 kB of JSON at most)."""


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


class Bot(ABC):
    """A player. Give it a `name` and an `act`; the rest is optional."""

    name: ClassVar[str] = ""
    games: ClassVar[tuple[str, ...]] = ()
    """The games it can play; empty means any."""
    quick: ClassVar[bool] = False
    """Answers at once, so that a server need not give it a thread of its own."""
    slow: ClassVar[bool] = False
    """Thinks for a good part of its time, so that nobody gets it who has not asked for it."""
    rank: ClassVar[int] = 0
    """Its place among the bots made for its game, from the weakest up."""
    house: ClassVar[bool] = False
    """Whether a server may seat it by itself: in seats nobody takes, and for absent players."""
    variants: Sequence[VariantEntry] = ()
    """The variants of the match; set before `start` is called."""

    def start(  # noqa: B027
        self, game: AnyGame, seat: Seat, seats: int, config: Any, rng: Random
    ) -> None:
        """Called once before the match, with the bot's own random numbers.

        `self.variants` has the match's variants by then, as names or `{type, config}`.
        """

    def watch(self, events: Sequence[Event]) -> None:  # noqa: B027
        """Called after every step with what this seat saw of it."""

    @abstractmethod
    def act(self, turn: Turn) -> Answer | Awaitable[Answer]:
        """Choose one of `turn.legal`."""

    def end(self, outcome: Outcome) -> None:  # noqa: B027
        """Called once after the match."""


def watches(bot: Bot) -> bool:
    """Whether a bot wants to be told of every step."""
    return type(bot).watch is not Bot.watch
