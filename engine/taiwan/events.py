"""What happens at a Taiwan table, in the past tense."""

from dataclasses import dataclass, replace
from typing import Final

from engine.game import Dealt, Event, Seat, Viewer, pieces
from engine.mahjong.events import MatchEnded, from_seat
from engine.mahjong.melds import Meld
from engine.mahjong.tiles import KINDS
from engine.taiwan.tiles import NAMES

Names = tuple[str, ...]
Numbers = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RoundStarted(Event):
    """A new deal: `wind` is the round's, `streak` how often the dealer has stayed."""

    type = "round_started"
    round: int
    wind: str
    dealer: Seat
    streak: int
    passes: int
    dice: Numbers
    scores: Numbers

    def text(self) -> str:
        """Say it in words."""
        return f"Round {self.opens_round()}, {{{self.dealer}}} deals"

    def opens_round(self) -> str:
        """The round's wind, the dealer's number, then the streak."""
        return f"{self.wind}{self.dealer + 1}" + (f"·{self.streak}" if self.streak else "")


@dataclass(frozen=True, slots=True)
class FlowerLaid(Event):
    """補花 A flower went to the table; its replacement follows."""

    type = "flower_laid"
    seat: Seat
    tile: str

    def text(self) -> str:
        """Say it in words."""
        return f"lays the flower [{self.tile}]"


@dataclass(frozen=True, slots=True)
class Drawn(Event):
    """A tile left the wall, a replacement from the tail; only its owner sees which."""

    type = "drawn"
    seat: Seat
    tile: str | None
    replacement: bool

    def seen_by(self, viewer: Viewer) -> "Drawn":
        """The tile is for those who may see the hand."""
        if viewer.sees_hand(self.seat):
            return self
        return DRAWN_UNSEEN[self.replacement][self.seat]

    def text(self) -> str:
        """Say it in words."""
        tile = f" [{self.tile}]" if self.tile else ""
        return f"draws{tile} as a replacement" if self.replacement else f"draws{tile}"


@dataclass(frozen=True, slots=True)
class ReadyDeclared(Event):
    """天聽 A seat declared before its first draw that its dealt hand is ready."""

    type = "ready_declared"
    seat: Seat

    def text(self) -> str:
        """Say it in words."""
        return "declares a ready hand"


@dataclass(frozen=True, slots=True)
class Discarded(Event):
    """A tile went to the pond; with `ready` it declared a ready hand."""

    type = "discarded"
    seat: Seat
    tile: str
    ready: bool

    def text(self) -> str:
        """Say it in words."""
        return f"discards [{self.tile}]" + (", ready" if self.ready else "")


@dataclass(frozen=True, slots=True)
class Melded(Event):
    """A set was laid: `called` is the tile taken from `source`; a concealed kong is face down."""

    type = "melded"
    seat: Seat
    meld: str
    tiles: Names | None
    called: str | None
    source: Seat | None

    def seen_by(self, viewer: Viewer) -> "Melded":
        """The kind of a concealed kong is for those who may see the hand."""
        if self.meld != "concealed_kong" or viewer.sees_hand(self.seat):
            return self
        return replace(self, tiles=None)

    def text(self) -> str:
        """Say it in words."""
        tiles = f" {pieces(self.tiles)}" if self.tiles else ""
        source = from_seat(self.source, self.seat)
        return f"lays a {self.meld.replace('_', ' ')}{tiles}{source}"


def melded(seat: Seat, laid: Meld) -> Melded:
    """The event of a meld that a seat has laid."""
    source = laid.source if laid.source >= 0 else None
    return Melded(seat, laid.type, tuple(laid.names), laid.called_name, source)


@dataclass(frozen=True, slots=True)
class FlowersPaid(Event):
    """A flower win was paid at once and play goes on, by option; `source` pays or everybody."""

    type = "flowers_paid"
    seat: Seat
    source: Seat
    item: str
    deltas: Numbers
    scores: Numbers

    def text(self) -> str:
        """Say it in words."""
        return f"is paid {self.deltas[self.seat]:+d} for {self.item}"


@dataclass(frozen=True, slots=True)
class Won(Event):
    """胡 A seat won: `by` says how, `source` is its own seat by self-draw.

    `hand` is without the winning tile, which is null for a flower win. Items and legs are given
    in parallel: `yaku`, `english`, `tai` and `payers`, `leg_base`, `dealer_tai`, `leg_tai`,
    `pull`, `pays`.
    """

    type = "won"
    seat: Seat
    by: str
    source: Seat
    tile: str | None
    hand: Names
    melds: Names
    flowers: Names
    yaku: Names
    english: Names
    tai: Numbers
    hand_tai: int
    payers: Numbers
    leg_base: Numbers
    dealer_tai: Numbers
    leg_tai: Numbers
    pull: Numbers
    pays: Numbers
    deltas: Numbers

    def text(self) -> str:
        """Say it in words."""
        how = "by self-draw" if self.source == self.seat else f"from {{{self.source}}}"
        tile = f" with [{self.tile}]" if self.tile else ""
        return f"wins {how}{tile}, {self.hand_tai} tai, {self.deltas[self.seat]:+d}"


@dataclass(frozen=True, slots=True)
class RoundEnded(Event):
    """A hand is over: `reason` is discard, self_draw, rob_kong, exhaustive or a flower win."""

    type = "round_ended"
    round: int
    reason: str
    deltas: Numbers
    scores: Numbers

    def text(self) -> str:
        """Say it in words."""
        reason = "a win on a discard" if self.reason == "discard" else self.reason
        return f"The round is over: {reason.replace('_', ' ')}"


DRAWN: Final = tuple(
    tuple(tuple(Drawn(seat, name, replaced) for name in NAMES) for seat in range(4))
    for replaced in (False, True)
)
"""By replacement or not, then seat, then tile."""
DRAWN_UNSEEN: Final = tuple(
    tuple(Drawn(seat, None, replaced) for seat in range(4)) for replaced in (False, True)
)
DISCARDED: Final = tuple(
    tuple(tuple(Discarded(seat, NAMES[kind], ready) for kind in range(KINDS)) for seat in range(4))
    for ready in (False, True)
)
"""By ready or not, then seat, then kind."""
EVENT_TYPES: Final = (
    RoundStarted,
    Dealt,
    FlowerLaid,
    Drawn,
    ReadyDeclared,
    Discarded,
    Melded,
    FlowersPaid,
    Won,
    RoundEnded,
    MatchEnded,
)
