"""What happens at the table; only the deal is hidden."""

from dataclasses import dataclass
from functools import cache
from typing import Final

from engine.game import Dealt, Event, Seat
from engine.texas42.tiles import SEATS, TILES

SUITS: Final = ("blanks", "ones", "twos", "threes", "fours", "fives", "sixes")
PIPS: Final = tuple("0123456")
NAMES: Final = {"doubles": "doubles as trumps", "no-trump": "no trumps"}


@dataclass(frozen=True, slots=True)
class RoundStarted(Event):
    """A new deal; the seat after the shaker bids first."""

    type = "round_started"
    round: int
    shaker: Seat

    def text(self) -> str:
        """Say it in words."""
        return f"Round {self.round}, {{{self.shaker}}} shakes"

    def opens_round(self) -> str:
        """The number."""
        return str(self.round)


@dataclass(frozen=True, slots=True)
class Called(Event):
    """A seat bid or passed."""

    type = "called"
    seat: Seat
    call: str

    def text(self) -> str:
        """Say it in words."""
        return "passes" if self.call == "pass" else f"bids {self.call}"


@dataclass(frozen=True, slots=True)
class Declared(Event):
    """The selector said how the hand is played; `out` sits out, if anybody does."""

    type = "declared"
    seat: Seat
    declaration: str
    out: Seat | None

    def text(self) -> str:
        """Say it in words."""
        name = self.declaration.removeprefix("t:")
        said = f"{SUITS[int(name)]} as trumps" if name in PIPS else NAMES.get(name, name)
        sits_out = "" if self.out is None else f"; {{{self.out}}} sits out"
        return f"declares {said}{sits_out}"


@dataclass(frozen=True, slots=True)
class Played(Event):
    """A domino was led or followed with."""

    type = "played"
    seat: Seat
    tile: str

    def text(self) -> str:
        """Say it in words."""
        return f"plays [{self.tile}]"


@dataclass(frozen=True, slots=True)
class TrickTaken(Event):
    """A trick was complete; its winner leads the next."""

    type = "trick_taken"
    seat: Seat
    points: int

    def text(self) -> str:
        """Say it in words."""
        return f"takes the trick, {self.points} point{'' if self.points == 1 else 's'}"


@dataclass(frozen=True, slots=True)
class Agreed(Event):
    """A voter let the table go on."""

    type = "agreed"
    seat: Seat

    def text(self) -> str:
        """Say it in words."""
        return "agrees"


@dataclass(frozen=True, slots=True)
class PassedOut(Event):
    """Nobody bid: the dominoes are shaken again, by the next seat."""

    type = "passed_out"
    round: int

    def text(self) -> str:
        """Say it in words."""
        return "Nobody bid"


@dataclass(frozen=True, slots=True)
class RoundEnded(Event):
    """The contract was made or set and paid for; points and marks are by side."""

    type = "round_ended"
    round: int
    bidder: Seat
    made: bool
    stake: int
    points: tuple[int, int]
    marks: tuple[int, int]

    def text(self) -> str:
        """Say it in words."""
        return f"The round is over: {{{self.bidder}}}'s bid is {'made' if self.made else 'set'}"


@dataclass(frozen=True, slots=True)
class MatchEnded(Event):
    """A side reached the target, or the match was cut short; -1 if no side is ahead."""

    type = "match_ended"
    side: int
    marks: tuple[int, int]

    def text(self) -> str:
        """Say it in words."""
        return "The match is over"


EVENT_TYPES: Final[tuple[type[Event], ...]] = (
    RoundStarted,
    Dealt,
    Called,
    Declared,
    Played,
    TrickTaken,
    Agreed,
    PassedOut,
    RoundEnded,
    MatchEnded,
)
PLAYED: Final[tuple[tuple[Played, ...], ...]] = tuple(
    tuple(Played(seat, text) for text in TILES) for seat in range(SEATS)
)
TAKEN: Final[tuple[tuple[TrickTaken, ...], ...]] = tuple(
    tuple(TrickTaken(seat, points) for points in range(43)) for seat in range(SEATS)
)


@cache
def called(seat: Seat, call: str) -> Called:
    """A call, made once."""
    return Called(seat, call)
