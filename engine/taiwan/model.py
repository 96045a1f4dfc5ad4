"""The state of a Taiwan match: a table, a round, four players, one position.

State and Player are immutable by convention and copied by hand; what is asked often (counts,
keys, distance, waits) is kept in the player and changes only with the hand.
"""

from typing import Final, Literal

from engine import model
from engine.game import Seat
from engine.mahjong.history import History
from engine.mahjong.melds import Meld
from engine.mahjong.tiles import EAST, WIND_NAMES
from engine.taiwan.config import TaiwanConfig

Phase = Literal["Opening", "Discard", "Claim", "Finished"]
ClaimOn = Literal["discard", "akong", "flower"]
Cause = Literal["head", "flower", "kong", "open_kong"]
"""Why a tile was drawn: a turn, or what it replaces."""

# 聽 what a player has declared: the hand is locked.
UNDECLARED: Final = 0
READY_DEALT: Final = 1
READY_FIRST: Final = 2
READY_ANY: Final = 3


class Table(model.Table[TaiwanConfig]):
    """What stays the same for a whole match."""

    __slots__ = ()


class Round:
    """What stays the same for a whole round: its place in the match, its wall, who is East."""

    __slots__ = ("dealer", "dice", "east", "number", "passes", "scores", "streak", "table", "wall")

    def __init__(
        self,
        table: Table,
        number: int,
        passes: int,
        streak: int,
        scores: tuple[int, ...],
        wall: bytes,
        dice: tuple[int, ...],
    ) -> None:
        self.table = table
        self.number = number
        """Hands dealt so far, this one included."""
        self.passes = passes
        """How often the deal has moved on; four are a circle."""
        self.streak = streak
        """連莊 how often this dealer has stayed."""
        self.scores = scores
        """The scores before this hand."""
        self.wall = wall
        self.dice = dice
        """What was rolled to break the wall; empty unless seat winds depend on it."""
        self.dealer: Seat = passes % 4
        self.east: Seat = (self.dealer + sum(dice) - 1) % 4 if dice else self.dealer

    @property
    def wind(self) -> int:
        """圈風 the kind of the round's wind."""
        return EAST + self.passes // 4 % 4

    @property
    def wind_name(self) -> str:
        """The round's wind as a letter."""
        return WIND_NAMES[self.passes // 4 % 4]

    def place(self, seat: Seat) -> int:
        """A seat's wind as a number, 0 for East."""
        return (seat - self.east) % 4


class Player:
    """One seat. `hand` is the concealed kinds in order, without the drawn tile.

    `distance` and `waits` are those of the hand as it stood after the last own move; a wait is a
    kind of which the player does not hold or show all four. `void` says that a win was declined
    after a declaration, which then scores nothing. `noticed` is what a declaration would have said,
    where the table notices ready hands itself; it is lost when the hand changes.
    """

    __slots__ = (
        "closed", "counts", "declared", "distance", "flowers", "hand", "keys",
        "locked", "melds", "need", "no_pong", "noticed", "pond", "void", "waits",
    )  # fmt: skip

    hand: bytes
    counts: bytes
    keys: list[int]
    melds: tuple[Meld, ...]
    need: int
    closed: bool
    flowers: int
    pond: tuple[int, ...]
    distance: int
    waits: int
    locked: bool
    no_pong: int
    declared: int
    noticed: int
    void: bool

    def __init__(self, old: "Player | None" = None) -> None:
        if old is not None:
            self.hand = old.hand
            self.counts = old.counts
            self.keys = old.keys
            self.melds = old.melds
            self.need = old.need
            self.closed = old.closed
            self.flowers = old.flowers
            self.pond = old.pond
            self.distance = old.distance
            self.waits = old.waits
            self.locked = old.locked
            self.no_pong = old.no_pong
            self.declared = old.declared
            self.noticed = old.noticed
            self.void = old.void


class State:
    """One position. `current` is whose turn it is, or whose tile may be claimed.

    `head` and `tail` bound what is left of the wall; with draws by streams they only count, and
    `taken` marks what is gone. `kongs` counts all kongs. `cause` says why the drawn tile was
    drawn. `banned` are the kinds (a mask) that may not be discarded now. `first_go` is true
    until anybody melds.
    """

    __slots__ = (
        "banned", "cause", "claim", "current", "drawn", "first_go", "head", "history", "kongs",
        "phase", "players", "round", "scores", "tail", "taken", "tile", "turn",
    )  # fmt: skip

    round: Round
    players: tuple[Player, ...]
    phase: Phase
    current: Seat
    turn: int
    drawn: int
    tile: int
    claim: ClaimOn
    cause: Cause
    banned: int
    first_go: bool
    head: int
    tail: int
    taken: int
    kongs: int
    scores: tuple[int, ...]
    history: History | None

    def __init__(self, old: "State | None" = None) -> None:
        if old is not None:
            self.round = old.round
            self.players = old.players
            self.phase = old.phase
            self.current = old.current
            self.turn = old.turn
            self.drawn = old.drawn
            self.tile = old.tile
            self.claim = old.claim
            self.cause = old.cause
            self.banned = old.banned
            self.first_go = old.first_go
            self.head = old.head
            self.tail = old.tail
            self.taken = old.taken
            self.kongs = old.kongs
            self.scores = old.scores
            self.history = old.history

    @property
    def config(self) -> TaiwanConfig:
        """The options of the match."""
        return self.round.table.config
