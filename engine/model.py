"""Classes that every game's positions are made with: the table of a match, a step, a result.

They stand apart from engine/game.py because they are made all the time and mypyc may compile them;
the classes there are for plugins to inherit from, which a compiled class would not allow.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

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
    """What a move led to; `result` is set by the step that closes a round."""

    __slots__ = ("events", "result", "state")

    def __init__(self, state: S, events: tuple[E, ...], result: RoundResult | None = None) -> None:
        self.state = state
        self.events = events
        self.result = result


class Table(Generic[C]):
    """What stays the same for a whole match: its options and deals; a game may add more."""

    __slots__ = ("config", "deals")

    def __init__(self, config: C, deals: Deals) -> None:
        self.config = config
        self.deals = deals
