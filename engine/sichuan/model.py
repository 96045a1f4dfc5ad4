"""The state of a Sichuan match: a table, a round, four players, one position.

State and Player are immutable by convention and copied by hand; what is asked often (counts,
keys, waits) is kept in the player and changes only with the hand. A tile is its kind, 0..26.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from engine import model
from engine.game import Seat
from engine.mahjong.history import History
from engine.mahjong.melds import Meld
from engine.rng import Deals
from engine.sichuan.config import SichuanConfig
from engine.sichuan.events import HuKind
from engine.sichuan.tiles import SUIT_NAMES

if TYPE_CHECKING:
    from engine.sichuan.settlement import Books, Settlement

Phase = Literal["Exchange", "Void", "Discard", "Claim", "Finished"]
Began = Literal["opening", "draw", "kong", "pong"]
"""How a turn began; `kong` means with a replacement tile."""
ClaimOn = Literal["discard", "kong"]

NO_SUIT: Final = -1
NO_SEAT: Final = -1
START_SCORE: Final = 100

# A pond entry is a kind, with a mark if the tile was claimed or won.
KIND: Final = 31
CLAIMED: Final = 32


@dataclass(frozen=True, slots=True)
class Win:
    """One winning tile and everybody who won with it; `source` discarded it or added it."""

    seats: tuple[Seat, ...]
    kind: int
    how: HuKind
    source: Seat = NO_SEAT


class Table(model.Table[SichuanConfig]):
    """What stays the same for a whole match."""

    __slots__ = ("game", "settlement")

    def __init__(
        self, config: SichuanConfig, deals: Deals, settlement: "Settlement", game: str = "sichuan"
    ) -> None:
        super().__init__(config, deals)
        self.settlement = settlement
        self.game = game
        """What messages call the match: its id, or the game's name where it has none."""


class Round:
    """What stays the same for a whole round: its place in the match, its wall and dice."""

    __slots__ = ("config", "dealer", "dice", "number", "start_scores", "table", "wall")

    def __init__(
        self,
        table: Table,
        number: int,
        dealer: Seat,
        wall: bytes,
        dice: tuple[int, ...],
        start_scores: tuple[int, ...],
    ) -> None:
        self.table = table
        self.config = table.config
        self.number = number
        self.dealer = dealer
        self.wall = wall
        self.dice = dice
        self.start_scores = start_scores


class Player:
    """One seat. `counts` and `keys` are its concealed tiles, the drawn one among them.

    `waits` is the mask of kinds that win, as the hand stood after the last own discard or meld.
    `passed` is the value of a win declined since the last draw.
    """

    __slots__ = (
        "counts", "gave", "got", "keys", "melds", "need", "passed", "pond", "void", "waits", "won",
    )  # fmt: skip

    counts: bytes
    keys: list[int]
    need: int
    melds: tuple[Meld, ...]
    void: int
    waits: int
    pond: tuple[int, ...]
    won: bool
    passed: int
    gave: tuple[int, ...]
    got: tuple[int, ...]

    def __init__(self, old: "Player | None" = None) -> None:
        if old is not None:
            self.counts = old.counts
            self.keys = old.keys
            self.need = old.need
            self.melds = old.melds
            self.void = old.void
            self.waits = old.waits
            self.pond = old.pond
            self.won = old.won
            self.passed = old.passed
            self.gave = old.gave
            self.got = old.got

    @property
    def holds_void(self) -> bool:
        """Whether a tile of the void suit is in the hand."""
        return self.void != NO_SUIT and self.keys[self.void] != 0


class State:
    """One position. `current` is whose turn it is, or whose tile may be claimed.

    `drawn` is the tile just drawn, `tile` the one that may be claimed; a tile being added to a
    pong is in no hand. `feeder` discarded for the kong whose replacement is in play. `calm` is
    true until anybody pongs or kongs. `head` and `left` bound the wall; `taken` marks the tiles
    that are gone, with draws by streams only.
    """

    __slots__ = (
        "after_kong", "began", "books", "calm", "claim", "current", "drawn", "feeder",
        "head", "history", "kongs", "left", "phase", "players", "round", "taken", "tile", "turn",
        "wins",
    )  # fmt: skip

    round: Round
    players: tuple[Player, ...]
    phase: Phase
    current: Seat
    turn: int
    began: Began
    drawn: int
    tile: int
    claim: ClaimOn
    after_kong: bool
    feeder: Seat
    kongs: int
    calm: bool
    head: int
    left: int
    taken: int
    wins: tuple[Win, ...]
    books: "Books"
    history: History | None

    def __init__(self, old: "State | None" = None) -> None:
        if old is not None:
            self.round = old.round
            self.players = old.players
            self.phase = old.phase
            self.current = old.current
            self.turn = old.turn
            self.began = old.began
            self.drawn = old.drawn
            self.tile = old.tile
            self.claim = old.claim
            self.after_kong = old.after_kong
            self.feeder = old.feeder
            self.kongs = old.kongs
            self.calm = old.calm
            self.head = old.head
            self.left = old.left
            self.taken = old.taken
            self.wins = old.wins
            self.books = old.books
            self.history = old.history

    @property
    def config(self) -> SichuanConfig:
        """The options of the match."""
        return self.round.config


def suit_name(suit: int) -> str | None:
    """The letter of a suit, nothing for none."""
    return SUIT_NAMES[suit] if suit >= 0 else None
