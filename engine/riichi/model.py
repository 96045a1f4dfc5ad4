"""The state of a riichi match: a table, a round, four players, one position.

State and Player are immutable by convention and copied by hand; what is asked often (counts,
keys, distance, waits) is kept in the player and changes only with the hand.
"""

from typing import Final, Literal

from engine import model
from engine.game import Seat
from engine.mahjong.history import History
from engine.mahjong.melds import Meld
from engine.mahjong.tiles import EAST, NO_TILE, WIND_NAMES
from engine.riichi.config import RiichiConfig

Phase = Literal["Discard", "Claim", "Finished"]
ClaimOn = Literal["discard", "kakan", "ankan"]

# A pond entry is a face with marks.
FACE: Final = 63
TSUMOGIRI_MARK: Final = 64
RIICHI_MARK: Final = 128
CALLED_MARK: Final = 256

# Furiten beyond the own pond.
MISSED_NOTHING: Final = 0
MISSED_THIS_TURN: Final = 1
MISSED_FOR_GOOD: Final = 2

UNMEASURED: Final = 9
"""The distance of a hand that has called and not yet discarded."""


class Table(model.Table[RiichiConfig]):
    """What stays the same for a whole match."""

    __slots__ = ()


class Round:
    """What stays the same for a whole round: its place in the match and its wall of faces."""

    __slots__ = ("config", "dealer", "hand", "honba", "number", "streams", "table", "wall", "wind")

    def __init__(self, table: Table, number: int, hand: int, honba: int, wall: bytes) -> None:
        self.table = table
        self.config = table.config
        self.streams = table.config.draws == "streams"
        self.number = number
        """Rounds dealt so far, this one included."""
        self.hand = hand
        """局 kyoku: 0 is east 1, 4 south 1, and so on."""
        self.honba = honba
        self.wall = wall
        self.dealer: Seat = hand % 4
        self.wind = EAST + hand // 4

    @property
    def name(self) -> str:
        """Such as `E1` or `S4`."""
        return f"{WIND_NAMES[self.hand // 4]}{self.hand % 4 + 1}"


class Player:
    """One seat. `hand` is the concealed faces in order, without the drawn tile.

    `distance` and `waits` are those of the hand as it stood after the last own discard.
    """

    __slots__ = (
        "closed", "counts", "discarded", "distance", "hand", "ippatsu", "kans", "keys",
        "melds", "missed", "need", "pao", "pond", "riichi", "waits",
    )  # fmt: skip

    hand: bytearray
    counts: bytearray
    keys: list[int]
    melds: tuple[Meld, ...]
    need: int
    closed: bool
    kans: int
    pond: tuple[int, ...]
    discarded: int
    distance: int
    waits: int
    riichi: int
    ippatsu: bool
    missed: int
    pao: tuple[tuple[str, Seat], ...]

    def __init__(self, old: "Player | None" = None) -> None:
        if old is not None:
            self.hand = old.hand
            self.counts = old.counts
            self.keys = old.keys
            self.melds = old.melds
            self.need = old.need
            self.closed = old.closed
            self.kans = old.kans
            self.pond = old.pond
            self.discarded = old.discarded
            self.distance = old.distance
            self.waits = old.waits
            self.riichi = old.riichi
            self.ippatsu = old.ippatsu
            self.missed = old.missed
            self.pao = old.pao

    @property
    def furiten(self) -> bool:
        """振聴 whether no ron is allowed: a wait was discarded or a winning tile passed."""
        return self.missed > 0 or self.waits & self.discarded > 0

    @property
    def furiten_kind(self) -> str:
        """Why no ron is allowed: riichi, discards, temporary; none if it is."""
        if self.missed == MISSED_FOR_GOOD:
            return "riichi"
        if self.waits & self.discarded:
            return "discards"
        return "temporary" if self.missed == MISSED_THIS_TURN else "none"


class State:
    """One position. `current` is whose turn it is, or whose tile may be claimed.

    `left` counts the live tiles, `shown` the open dora indicators, `pending` those that an open
    kan has yet to turn. `banned` are the kinds (a mask) that may not be discarded now.
    `first_go` is true until anybody calls. `taken` marks the live tiles that are gone, only with
    draws by streams.
    """

    __slots__ = (
        "banned", "claim", "current", "drawn", "first_go", "history", "kans", "left",
        "pending", "phase", "players", "replacement", "round", "scores", "shown", "sticks",
        "taken", "tile", "turn",
    )  # fmt: skip

    round: Round
    players: tuple[Player, ...]
    phase: Phase
    current: Seat
    turn: int
    drawn: int
    tile: int
    claim: ClaimOn
    replacement: bool
    banned: int
    first_go: bool
    left: int
    kans: int
    shown: int
    pending: int
    scores: tuple[int, ...]
    sticks: int
    taken: int
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
            self.replacement = old.replacement
            self.banned = old.banned
            self.first_go = old.first_go
            self.left = old.left
            self.kans = old.kans
            self.shown = old.shown
            self.pending = old.pending
            self.scores = old.scores
            self.sticks = old.sticks
            self.taken = old.taken
            self.history = old.history

    @property
    def config(self) -> RiichiConfig:
        """The options of the match."""
        return self.round.config


def has_drawn(state: State) -> bool:
    """Whether the seat to act holds a drawn tile, and did not just call."""
    return state.drawn != NO_TILE
