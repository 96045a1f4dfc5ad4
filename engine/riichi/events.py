"""What happens at a riichi table, in the past tense."""

from dataclasses import dataclass
from typing import Final

from engine.game import Dealt, Event, Seat, Viewer, pieces
from engine.mahjong.events import CALLS, MATCH_OVER, Drawn, from_seat
from engine.mahjong.tiles import NAMES


@dataclass(frozen=True, slots=True)
class RoundStarted(Event):
    """A new deal: `name` is such as E1, `dora` the first indicator."""

    type = "round_started"
    round: int
    name: str
    dealer: Seat
    honba: int
    sticks: int
    scores: tuple[int, ...]
    dora: str

    def text(self) -> str:
        """Say it in words."""
        sticks = f", {self.sticks} riichi sticks" if self.sticks else ""
        return (
            f"Round {self.opens_round()}, {{{self.dealer}}} deals{sticks}, indicator [{self.dora}]"
        )

    def opens_round(self) -> str:
        """The wind and number, then the counters."""
        return f"{self.name}·{self.honba}" if self.honba else self.name


@dataclass(frozen=True, slots=True)
class Discarded(Event):
    """A tile went to the pond; with `riichi` it declared one."""

    type = "discarded"
    seat: Seat
    tile: str
    tsumogiri: bool
    riichi: bool

    def text(self) -> str:
        """Say it in words."""
        riichi, drawn = ", riichi" if self.riichi else "", "the drawn " if self.tsumogiri else ""
        return f"discards {drawn}[{self.tile}]{riichi}"


@dataclass(frozen=True, slots=True)
class Called(Event):
    """鳴き A meld was laid: `tiles` are its tiles, `called` the one taken from `source`."""

    type = "called"
    seat: Seat
    call: str
    tiles: tuple[str, ...]
    called: str | None
    source: Seat | None

    def text(self) -> str:
        """Say it in words."""
        call = CALLS.get(self.call, self.call)
        return f"calls {call} {pieces(self.tiles)}{from_seat(self.source, self.seat)}"


@dataclass(frozen=True, slots=True)
class RiichiAccepted(Event):
    """The declaring discard was not ronned: the stick lies on the table."""

    type = "riichi_accepted"
    seat: Seat
    scores: tuple[int, ...]

    def text(self) -> str:
        """Say it in words."""
        return "puts a stick on the table: the riichi stands"


@dataclass(frozen=True, slots=True)
class Furiten(Event):
    """振聴 A seat may no longer win by ron, or may again; only who sees its hand knows.

    `kind` is `discards`, `temporary`, `riichi`, or `none` if it may.
    """

    type = "furiten"
    seat: Seat
    kind: str

    def seen_by(self, viewer: Viewer) -> "Furiten | None":
        """Show it to those who may see the hand."""
        return self if viewer.sees_hand(self.seat) else None

    def text(self) -> str:
        """Say it in words."""
        return "is furiten no more" if self.kind == "none" else f"is furiten ({self.kind})"


@dataclass(frozen=True, slots=True)
class DoraRevealed(Event):
    """A further dora indicator was turned."""

    type = "dora_revealed"
    indicator: str

    def text(self) -> str:
        """Say it in words."""
        return f"A new dora indicator: [{self.indicator}]"


@dataclass(frozen=True, slots=True)
class Won(Event):
    """和了 A seat showed a complete hand; `source` is its own seat by tsumo.

    `hand` is without the winning tile. `fu` is null for a yakuman. `points` are what the hand is
    worth, `deltas` everybody's change by it, with honba and sticks.
    """

    type = "won"
    seat: Seat
    source: Seat
    tile: str
    hand: tuple[str, ...]
    melds: tuple[str, ...]
    yaku: tuple[str, ...]
    yaku_han: tuple[int, ...]
    han: int
    fu: int | None
    limit: str | None
    points: int
    deltas: tuple[int, ...]
    ura: tuple[str, ...]

    def text(self) -> str:
        """Say it in words."""
        how = "by self-draw" if self.source == self.seat else f"from {{{self.source}}}"
        return f"wins {how} with [{self.tile}], {self.han} han, {self.points:,} points"


@dataclass(frozen=True, slots=True)
class HandShown(Event):
    """聴牌 A seat showed that it waits, at an exhaustive draw."""

    type = "hand_shown"
    seat: Seat
    hand: tuple[str, ...]

    def text(self) -> str:
        """Say it in words."""
        return f"is tenpai: {pieces(self.hand)}"


@dataclass(frozen=True, slots=True)
class RoundEnded(Event):
    """A round is over: `reason` is ron, tsumo, exhaustive, nagashi or the name of an abort."""

    type = "round_ended"
    round: int
    reason: str
    deltas: tuple[int, ...]
    scores: tuple[int, ...]
    sticks: int

    def text(self) -> str:
        """Say it in words."""
        return f"The round is over: {self.reason.replace('_', ' ')}"


@dataclass(frozen=True, slots=True)
class MatchEnded(Event):
    """The last round is over: the scores, and thousands with uma and oka as `points`."""

    type = "match_ended"
    scores: tuple[int, ...]
    points: tuple[float, ...]
    ranks: tuple[int, ...]

    def text(self) -> str:
        """Say it in words."""
        return MATCH_OVER


FACES: Final = range(len(NAMES))
DRAWN: Final = tuple(tuple(Drawn(seat, NAMES[face]) for face in FACES) for seat in range(4))
DISCARDED: Final = tuple(
    tuple(
        Discarded(seat, NAMES[face], tsumogiri, riichi)
        for riichi in (False, True)
        for tsumogiri in (False, True)
        for face in FACES
    )
    for seat in range(4)
)
"""By seat, then face + 37 if tsumogiri + 74 if riichi."""
EVENT_TYPES: Final = (
    RoundStarted,
    Dealt,
    Drawn,
    Discarded,
    Called,
    RiichiAccepted,
    Furiten,
    DoraRevealed,
    Won,
    HandShown,
    RoundEnded,
    MatchEnded,
)
