"""Events that more than one mahjong tells in the same words."""

from dataclasses import dataclass
from typing import Final

from engine.game import Event, Seat, Viewer
from engine.mahjong.seats import SEATS


@dataclass(frozen=True, slots=True)
class Drawn(Event):
    """自摸 A tile left the wall; only its owner sees which."""

    type = "drawn"
    seat: Seat
    tile: str | None

    def seen_by(self, viewer: Viewer) -> "Drawn":
        """The tile is for those who may see the hand."""
        return self if viewer.sees_hand(self.seat) else DRAWN_UNSEEN[self.seat]


@dataclass(frozen=True, slots=True)
class MatchEnded(Event):
    """The last deal is over."""

    type = "match_ended"
    scores: tuple[int, ...]
    ranks: tuple[int, ...]


DRAWN_UNSEEN: Final = tuple(Drawn(seat, None) for seat in SEATS)
