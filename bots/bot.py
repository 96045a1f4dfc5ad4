"""What a bot is: a class with one required method."""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Final

from bots.hand_notes import Remark
from bots.turn import Turn as Turn
from engine.game import AnyGame, Event, Outcome, Seat, View
from engine.variants import VariantEntry

Info = Mapping[str, Any]
Answer = str | tuple[str, Info]
"""A choice, or a choice with remarks for the viewer (2 kB of JSON at most)."""


LEVELS: Final = ("beginner", "casual", "club", "strong", "expert")
"""What people choose their opponents by; every game of the house has a bot of each."""


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
    level: ClassVar[str] = ""
    """One of `LEVELS`: how good a player of its games finds it; empty if nobody has said."""
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

    def remarks(self, turn: Turn) -> Mapping[str, Remark | str]:  # noqa: ARG002
        """Say what a player may want to know about choices, such as the waits they leave.

        A text is shown as it is; the values of `bots.hand_notes` in the reader's language.
        """
        return {}

    def study(self, view: View) -> Mapping[str, Any]:  # noqa: ARG002
        """Say what a reader of a finished match may want to know about a seat's view.

        The match page shows `away`, `helps`, `points`, `discards` and `dangers`.
        """
        return {}

    def end(self, outcome: Outcome) -> None:  # noqa: B027
        """Called once after the match."""


def watches(bot: Bot) -> bool:
    """Whether a bot wants to be told of every step."""
    return type(bot).watch is not Bot.watch
