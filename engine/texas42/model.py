"""The state of a Texas 42 match: a table and one position."""

from typing import Any, Final, Literal, NamedTuple

from engine import model
from engine.game import Seat
from engine.texas42.config import Texas42Config
from engine.texas42.contract import Contract
from engine.texas42.moves import Bid
from engine.texas42.scoring import Pair

Phase = Literal[
    "Bidding", "Declaring", "Playing",
    "TrickDone", "HandDone", "PassedOut", "Scored",
    "Finished",
]  # fmt: skip
"""Seats choose in the first three; in the next four the table moves on by itself."""


class Table(model.Table[Texas42Config]):
    """What stays the same for a whole match."""

    __slots__ = ()


class Trick(NamedTuple):
    """A complete trick: dominoes in the order they were played."""

    leader: Seat
    tiles: tuple[int, ...]
    winner: Seat
    points: int


FIELDS: Final[tuple[str, ...]] = (
    "agreed", "best", "best_seat", "bidder", "calls", "contract", "current", "earlier",
    "hands", "high", "history", "lead", "leader", "made", "marks", "phase", "points",
    "redeals", "round", "shaker", "table", "taken", "trick", "tricks", "turn", "winner",
)  # fmt: skip
"""Everything a position holds; a compiled class has no `__slots__` to ask."""


class State:
    """One position; hands are masks. Never changed once returned.

    `history` has a token for every move of the running hand, the system's too, `earlier` those of
    the hands before. `calls` counts the hand's calls, `redeals` the deals in a row that nobody
    bid on.
    `lead` is the led domino (-1: none), `best` the strength of the one that wins so far.
    `agreed` is a mask of voters. `winner` is a side, -1 while there is none.
    """

    __slots__ = FIELDS

    table: Table
    round: int
    turn: int
    phase: Phase
    shaker: Seat
    current: Seat
    hands: tuple[int, ...]
    earlier: tuple[str, ...]
    history: tuple[str, ...]
    calls: int
    high: Bid | None
    bidder: Seat
    redeals: int
    contract: Contract | None
    leader: Seat
    lead: int
    best: int
    best_seat: Seat
    trick: tuple[int, ...]
    tricks: tuple[Trick, ...]
    points: Pair
    taken: Pair
    marks: Pair
    made: bool | None
    agreed: int
    winner: int

    def __init__(self, old: "State | None" = None) -> None:
        if old is not None:
            self.table = old.table
            self.round = old.round
            self.turn = old.turn
            self.phase = old.phase
            self.shaker = old.shaker
            self.current = old.current
            self.hands = old.hands
            self.earlier = old.earlier
            self.history = old.history
            self.calls = old.calls
            self.high = old.high
            self.bidder = old.bidder
            self.redeals = old.redeals
            self.contract = old.contract
            self.leader = old.leader
            self.lead = old.lead
            self.best = old.best
            self.best_seat = old.best_seat
            self.trick = old.trick
            self.tricks = old.tricks
            self.points = old.points
            self.taken = old.taken
            self.marks = old.marks
            self.made = old.made
            self.agreed = old.agreed
            self.winner = old.winner

    def key(self) -> tuple[Any, ...]:
        """Everything that tells this position from others: equal keys, equal positions."""
        rest = [getattr(self, name) for name in FIELDS if name != "table"]
        return (self.table.config, self.table.deals, *rest)

    @property
    def log(self) -> tuple[str, ...]:
        """The tokens of the whole match."""
        return self.earlier + self.history
