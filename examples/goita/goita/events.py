"""What happens at a table of Goita, and who may know it."""

from dataclasses import dataclass, replace

from engine.game import Event, Seat, Viewer


@dataclass(frozen=True, slots=True)
class RoundStarted(Event):
    type = "round_started"
    round: int
    dealer: Seat


@dataclass(frozen=True, slots=True)
class FivesDeclared(Event):
    """These seats hold five pawns; their partners may ask for a new deal."""

    type = "fives_declared"
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class DealKept(Event):
    type = "deal_kept"
    seat: Seat


@dataclass(frozen=True, slots=True)
class NewDealAsked(Event):
    type = "new_deal_asked"
    seat: Seat


@dataclass(frozen=True, slots=True)
class HandShown(Event):
    """A hand with so many pawns that it scores at once."""

    type = "hand_shown"
    seat: Seat
    hand: tuple[str, ...]
    points: int


@dataclass(frozen=True, slots=True)
class LaidDown(Event):
    """The attacker laid a piece face down, which nobody else sees."""

    type = "laid_down"
    seat: Seat
    piece: str | None

    def seen_by(self, viewer: Viewer) -> "LaidDown":
        return self if viewer.sees_hand(self.seat) else replace(self, piece=None)


@dataclass(frozen=True, slots=True)
class Received(Event):
    type = "received"
    seat: Seat
    piece: str


@dataclass(frozen=True, slots=True)
class Attacked(Event):
    type = "attacked"
    seat: Seat
    piece: str


@dataclass(frozen=True, slots=True)
class Passed(Event):
    type = "passed"
    seat: Seat


@dataclass(frozen=True, slots=True)
class WentOut(Event):
    """A seat laid its last piece, which its side scores."""

    type = "went_out"
    seat: Seat
    piece: str
    points: int
    doubled: bool


@dataclass(frozen=True, slots=True)
class MatchEnded(Event):
    type = "match_ended"
    scores: tuple[int, ...]
