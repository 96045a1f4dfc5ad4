"""What happens at a Tiger & Dragon table, in the past tense."""

from dataclasses import dataclass
from typing import Final

from engine.game import Dealt, Event, Seat, Viewer
from engine.tigerdragon.tiles import TILES


@dataclass(frozen=True, slots=True)
class RoundStarted(Event):
    """A new deal; `start` attacks first."""

    type = "round_started"
    round: int
    start: Seat
    hand_sizes: tuple[int, ...]

    def text(self) -> str:
        """Say it in words."""
        return f"Round {self.round}, {{{self.start}}} attacks first"

    def opens_round(self) -> str:
        """The number."""
        return str(self.round)


@dataclass(frozen=True, slots=True)
class Attacked(Event):
    """A tile was laid face up for the others to answer."""

    type = "attacked"
    seat: Seat
    tile: str

    def text(self) -> str:
        """Say it in words."""
        return f"attacks with [{self.tile}]"


@dataclass(frozen=True, slots=True)
class Defended(Event):
    """An attack was answered; the defender attacks next."""

    type = "defended"
    seat: Seat
    tile: str

    def text(self) -> str:
        """Say it in words."""
        return f"defends with [{self.tile}]"


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """A seat let the attack go by."""

    type = "passed"
    seat: Seat

    def text(self) -> str:
        """Say it in words."""
        return "passes"


@dataclass(frozen=True, slots=True)
class LaidFaceDown(Event):
    """A bonus tile after an unanswered attack; only its owner knows which."""

    type = "laid_face_down"
    seat: Seat
    tile: str | None

    def seen_by(self, viewer: Viewer) -> "LaidFaceDown":
        """The tile is for those who may see the hand it came from."""
        return self if viewer.sees_hand(self.seat) else HIDDEN[self.seat]

    def text(self) -> str:
        """Say it in words."""
        return f"lays [{self.tile}] face down" if self.tile else "lays a bonus face down"


@dataclass(frozen=True, slots=True)
class RoundEnded(Event):
    """Somebody laid the last tile; only the winner scores and shows the face-down tiles."""

    type = "round_ended"
    round: int
    winner: Seat
    last_tile: str
    points: int
    discards: tuple[str, ...]
    scores: tuple[int, ...]

    def text(self) -> str:
        """Say it in words."""
        return f"The round is over: {{{self.winner}}} wins with [{self.last_tile}]"


@dataclass(frozen=True, slots=True)
class MatchEnded(Event):
    """The target was reached."""

    type = "match_ended"
    winner: Seat
    scores: tuple[int, ...]

    def text(self) -> str:
        """Say it in words."""
        return "The match is over"


SEATS: Final = range(5)
ATTACKED: Final = {(seat, tile): Attacked(seat, tile) for seat in SEATS for tile in TILES}
DEFENDED: Final = {(seat, tile): Defended(seat, tile) for seat in SEATS for tile in TILES}
FACE_DOWN: Final = {(seat, tile): LaidFaceDown(seat, tile) for seat in SEATS for tile in TILES}
HIDDEN: Final = tuple(LaidFaceDown(seat, None) for seat in SEATS)
PASSED: Final = tuple(Passed(seat) for seat in SEATS)
EVENT_TYPES: Final = (
    RoundStarted,
    Dealt,
    Attacked,
    Defended,
    Passed,
    LaidFaceDown,
    RoundEnded,
    MatchEnded,
)
