"""What happens at a Sichuan table, in the past tense; money has its own events at the end."""

from dataclasses import dataclass, replace
from typing import Final, Literal

from engine.game import Dealt, Event, Level, Seat, Viewer, pieces
from engine.mahjong.events import CALLS, Drawn, MatchEnded, from_seat
from engine.sichuan.tiles import NAMES

HuKind = Literal["self_draw", "discard", "rob_kong"]
Numbers = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RoundStarted(Event):
    """A new deal."""

    type = "round_started"
    round: int
    dealer: Seat
    scores: Numbers

    def text(self) -> str:
        """Say it in words."""
        return f"Round {self.round}, {{{self.dealer}}} deals"

    def opens_round(self) -> str:
        """The number."""
        return str(self.round)


@dataclass(frozen=True, slots=True)
class DiceRolled(Event):
    """The dice sent the exchanged tiles one way."""

    type = "dice_rolled"
    dice: Numbers
    direction: str

    def text(self) -> str:
        """Say it in words."""
        return f"The dice: {' and '.join(map(str, self.dice))}, {self.direction}"


@dataclass(frozen=True, slots=True)
class Exchanged(Event):
    """换三张 A seat gave three tiles and got three; only that seat sees them."""

    type = "exchanged"
    seat: Seat
    gave: tuple[str, ...] | None
    got: tuple[str, ...] | None

    def seen_by(self, viewer: Viewer) -> "Exchanged":
        """The tiles are for those who may see the hand."""
        return self if viewer.sees_hand(self.seat) else replace(self, gave=None, got=None)

    def text(self) -> str:
        """Say it in words."""
        if self.gave is None or self.got is None:
            return "gives three tiles and takes three"
        return f"gives {pieces(self.gave)} and takes {pieces(self.got)}"


@dataclass(frozen=True, slots=True)
class VoidsShown(Event):
    """定缺 Everybody's void suit, shown together."""

    type = "voids_shown"
    suits: tuple[str, ...]

    def text(self) -> str:
        """Say it in words."""
        shown = ", ".join(f"{{{seat}}} {suit}" for seat, suit in enumerate(self.suits))
        return f"Void suits: {shown}"


@dataclass(frozen=True, slots=True)
class Discarded(Event):
    """A tile went to the pond."""

    type = "discarded"
    seat: Seat
    tile: str

    def text(self) -> str:
        """Say it in words."""
        return f"discards [{self.tile}]"


@dataclass(frozen=True, slots=True)
class Called(Event):
    """A pong or kong; an added kong may still be robbed."""

    type = "called"
    seat: Seat
    call: str
    tile: str
    source: Seat | None

    def text(self) -> str:
        """Say it in words."""
        call = CALLS.get(self.call, self.call)
        return f"calls {call} [{self.tile}]{from_seat(self.source, self.seat)}"


@dataclass(frozen=True, slots=True)
class Won(Event):
    """胡 A seat won with this tile and shows the rest of its hand."""

    type = "won"
    seat: Seat
    tile: str
    kind: HuKind
    source: Seat | None
    hand: tuple[str, ...]

    def text(self) -> str:
        """Say it in words."""
        how = from_seat(self.source, self.seat) or " by self-draw"
        return f"wins{how} with [{self.tile}]"


@dataclass(frozen=True, slots=True)
class RoundEnded(Event):
    """The deal is over; those still playing show their hands at an empty wall."""

    type = "round_ended"
    round: int
    reason: str
    winners: tuple[Seat, ...]
    hands: tuple[tuple[str, ...] | None, ...]
    points: Numbers
    scores: Numbers
    next_dealer: Seat

    def text(self) -> str:
        """Say it in words."""
        return f"The round is over: {self.reason.replace('_', ' ')}"


# -- money


@dataclass(frozen=True, slots=True)
class HuSettled(Event):
    """One win was paid: `fan_count` is what each payer paid, `score_change` the winner's gain."""

    type = "hu_settled"
    game: str
    seat: Seat
    tile: str
    kind: HuKind
    fans: tuple[tuple[str, int], ...]
    fan: int
    value: int
    fan_count: int
    score_change: str
    deltas: Numbers
    scores: Numbers

    def log(self) -> tuple[Level, str]:
        """The level and the line for a log."""
        how = "self-draw" if self.kind == "self_draw" else "discard"
        return "info", (
            f"Game {self.game}: Player {self.seat} HU ({how}), "
            f"fan_count={self.fan_count}, score_change={self.score_change}"
        )

    def text(self) -> str:
        """Say it in words."""
        fans = ", ".join(name.replace("_", " ") for name, _ in self.fans) or "plain hand"
        return f"is paid {self.score_change} for [{self.tile}]: {fans}"


@dataclass(frozen=True, slots=True)
class KongPaid(Event):
    """刮风下雨 A kong was paid for at once."""

    type = "kong_paid"
    kong: int
    seat: Seat
    deltas: Numbers
    scores: Numbers

    def text(self) -> str:
        """Say it in words."""
        return f"is paid {self.deltas[self.seat]:+d} for a kong"


@dataclass(frozen=True, slots=True)
class KongMoneyMoved(Event):
    """The discard after a kong was won: its money went to the winners or back to the payers."""

    type = "kong_money_moved"
    kong: int
    how: Literal["transfer", "refund"]
    deltas: Numbers
    scores: Numbers

    def text(self) -> str:
        """Say it in words."""
        if self.how == "refund":
            return "The kong's money goes back to those who paid it"
        return "The kong's money goes to the winner"


@dataclass(frozen=True, slots=True)
class EmptyWallSettled(Event):
    """At an empty wall: how everybody stands, and what pigs, hands not ready and taxes cost."""

    type = "empty_wall_settled"
    states: tuple[str, ...]
    values: Numbers
    pigs: Numbers
    not_ready: Numbers
    refunds: Numbers
    deltas: Numbers
    scores: Numbers

    def text(self) -> str:
        """Say it in words."""
        changes = ", ".join(f"{{{seat}}} {points:+d}" for seat, points in enumerate(self.deltas))
        return f"The wall is empty: {changes}"


@dataclass(frozen=True, slots=True)
class ZeroSumViolated(Event):
    """The scores do not add up any more: told, never raised."""

    type = "zero_sum_violated"
    game: str
    total: int
    expected: int
    scores: Numbers

    def log(self) -> tuple[Level, str]:
        """The level and the line for a log."""
        return "error", (
            f"zero-sum violation, game={self.game}, total={self.total}, "
            f"expected={self.expected}, scores={list(self.scores)}"
        )

    def text(self) -> str:
        """Say it in words."""
        return f"The scores add up to {self.total} instead of {self.expected}"


@dataclass(frozen=True, slots=True)
class SettlementFailed(Event):
    """The settlement broke down; the play went on without it."""

    type = "settlement_failed"
    game: str
    error: str

    def log(self) -> tuple[Level, str]:
        """The level and the line for a log."""
        return "error", f"settlement failed, game={self.game}, error={self.error}"

    def text(self) -> str:
        """Say it in words."""
        return f"The settlement failed: {self.error}"


MONEY_TYPES: Final = (
    HuSettled,
    KongPaid,
    KongMoneyMoved,
    EmptyWallSettled,
    ZeroSumViolated,
    SettlementFailed,
)
EVENT_TYPES: Final = (
    RoundStarted,
    Dealt,
    DiceRolled,
    Exchanged,
    VoidsShown,
    Drawn,
    Discarded,
    Called,
    Won,
    RoundEnded,
    MatchEnded,
    *MONEY_TYPES,
)
DRAWN: Final = tuple(tuple(Drawn(seat, name) for name in NAMES) for seat in range(4))
DISCARDED: Final = tuple(tuple(Discarded(seat, name) for name in NAMES) for seat in range(4))
