"""Events that more than one mahjong tells in the same words."""

from dataclasses import dataclass
from typing import Final

from engine.game import Event, Seat, Viewer
from engine.mahjong.seats import SEATS

CALLS: Final = {
    "ankan": "concealed kan",
    "kakan": "added kan",
    "minkan": "open kan",
    "ckong": "concealed kong",
    "akong": "added kong",
}
"""Short words for melds in full; others stand for themselves."""


def from_seat(source: Seat | None, own: Seat) -> str:
    """Say whose tile was taken, where it was another's."""
    return "" if source is None or source == own else f" from {{{source}}}"


@dataclass(frozen=True, slots=True)
class Drawn(Event):
    """自摸 A tile left the wall; only its owner sees which."""

    type = "drawn"
    seat: Seat
    tile: str | None

    def seen_by(self, viewer: Viewer) -> "Drawn":
        """The tile is for those who may see the hand."""
        return self if viewer.sees_hand(self.seat) else DRAWN_UNSEEN[self.seat]

    def text(self) -> str:
        """Say it in words."""
        return f"draws [{self.tile}]" if self.tile else "draws"


@dataclass(frozen=True, slots=True)
class MatchEnded(Event):
    """The last deal is over."""

    type = "match_ended"
    scores: tuple[int, ...]
    ranks: tuple[int, ...]

    def text(self) -> str:
        """Say it in words."""
        return MATCH_OVER


MATCH_OVER: Final = "The match is over"
DRAWN_UNSEEN: Final = tuple(Drawn(seat, None) for seat in SEATS)
