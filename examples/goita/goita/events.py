"""What happens at a table of Goita, and who may know it."""

from dataclasses import dataclass, replace

from engine.game import Event, Seat, Viewer
from goita.pieces import NAMES, SIGNS


def named(piece: str) -> str:
    return f"{SIGNS[piece]} {NAMES[piece]}"


@dataclass(frozen=True, slots=True)
class RoundStarted(Event):
    type = "round_started"
    round: int
    dealer: Seat

    def text(self) -> str:
        return f"Round {self.round}, {{{self.dealer}}} deals"

    def opens_round(self) -> str:
        return str(self.round)


@dataclass(frozen=True, slots=True)
class FivesDeclared(Event):
    """These seats hold five pawns; their partners may ask for a new deal."""

    type = "fives_declared"
    seats: tuple[Seat, ...]

    def text(self) -> str:
        return f"Five pawns: {', '.join(f'{{{seat}}}' for seat in self.seats)}"


@dataclass(frozen=True, slots=True)
class DealKept(Event):
    type = "deal_kept"
    seat: Seat

    def text(self) -> str:
        return "keeps the deal"


@dataclass(frozen=True, slots=True)
class NewDealAsked(Event):
    type = "new_deal_asked"
    seat: Seat

    def text(self) -> str:
        return "asks for a new deal"


@dataclass(frozen=True, slots=True)
class HandShown(Event):
    """A hand with so many pawns that it scores at once."""

    type = "hand_shown"
    seat: Seat
    hand: tuple[str, ...]
    points: int

    def text(self) -> str:
        return f"shows {''.join(SIGNS[piece] for piece in self.hand)}, {self.points} points"


@dataclass(frozen=True, slots=True)
class LaidDown(Event):
    """The attacker laid a piece face down, which nobody else sees."""

    type = "laid_down"
    seat: Seat
    piece: str | None

    def seen_by(self, viewer: Viewer) -> "LaidDown":
        return self if viewer.sees_hand(self.seat) else replace(self, piece=None)

    def text(self) -> str:
        return f"lays {named(self.piece) if self.piece else 'a piece'} face down"


@dataclass(frozen=True, slots=True)
class Received(Event):
    type = "received"
    seat: Seat
    piece: str

    def text(self) -> str:
        return f"receives with {named(self.piece)}"


@dataclass(frozen=True, slots=True)
class Attacked(Event):
    type = "attacked"
    seat: Seat
    piece: str

    def text(self) -> str:
        return f"attacks with {named(self.piece)}"


@dataclass(frozen=True, slots=True)
class Passed(Event):
    type = "passed"
    seat: Seat

    def text(self) -> str:
        return "passes"


@dataclass(frozen=True, slots=True)
class WentOut(Event):
    """A seat laid its last piece, which its side scores."""

    type = "went_out"
    seat: Seat
    piece: str
    points: int
    doubled: bool

    def text(self) -> str:
        doubled = ", doubled" if self.doubled else ""
        return f"goes out on {named(self.piece)}, {self.points} points{doubled}"


@dataclass(frozen=True, slots=True)
class MatchEnded(Event):
    type = "match_ended"
    scores: tuple[int, ...]

    def text(self) -> str:
        return "The match is over"
