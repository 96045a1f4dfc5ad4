"""Classes that every game's positions are made with: the table of a match, a step, a result.

They stand apart from engine/game.py because they are made all the time and mypyc may compile them;
the classes there are for plugins to inherit from, which a compiled class would not allow.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar, cast

from engine.config import Config
from engine.rng import Deals

Seat = int
S = TypeVar("S")
E = TypeVar("E")
C = TypeVar("C", bound=Config)


@dataclass(frozen=True, slots=True)
class RoundResult:
    """How a round ended. `winners` is empty if nobody won; `extra` is the game's own, public."""

    round: int
    winners: tuple[Seat, ...]
    points: tuple[int, ...]
    scores: tuple[int, ...]
    extra: Mapping[str, Any] = field(default_factory=dict)


class Step(Generic[S, E]):
    """What a move led to; `results` are the rounds it closed, one after the other.

    A deal may score at once, so one step can close more than one round.
    """

    __slots__ = ("events", "results", "state")

    def __init__(self, state: S, events: tuple[E, ...], *results: RoundResult | None) -> None:
        self.state = state
        self.events = events
        # None comes from a game that knows only now whether its step closes a round.
        closed = results if None not in results else tuple(filter(None, results))
        self.results = cast("tuple[RoundResult, ...]", closed)

    @property
    def result(self) -> RoundResult | None:
        """The last round that was closed."""
        return self.results[-1] if self.results else None


class Table(Generic[C]):
    """What stays the same for a whole match: its options and deals; a game may add more."""

    __slots__ = ("config", "deals")

    def __init__(self, config: C, deals: Deals) -> None:
        self.config = config
        self.deals = deals
