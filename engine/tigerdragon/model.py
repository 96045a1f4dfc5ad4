"""The tiles, options, moves, events and state of Tiger & Dragon."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from engine.config import Config, in_range
from engine.errors import ConfigError
from engine.game import BaseView, Event, Seat, Viewer
from engine.rng import Deals

NUMBERS: Final = "12345678"
TIGER: Final = "T"
DRAGON: Final = "D"
TILES: Final = NUMBERS + TIGER + DRAGON
WIRE_ORDER: Final = NUMBERS + DRAGON + TIGER
"""The order of choices on the wire: as ASCII sorts them."""
COPIES: Final[Mapping[str, int]] = {**{n: int(n) for n in NUMBERS}, TIGER: 1, DRAGON: 1}
DECK: Final = "".join(tile * COPIES[tile] for tile in TILES)

Phase = Literal["Attack", "Defend", "BonusReceive", "Finished"]
Card = Literal[
    "dojo", "bamboo", "volcano", "beach", "meadow", "cliff",
    "storm", "swamp", "fog", "cave", "gamemarket",
]  # fmt: skip
First = Literal["0", "1", "2", "3", "4", "random"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TigerDragonConfig(Config):
    """The rule options; docs/games/tigerdragon.md explains each."""

    preset: str = "standard"
    card: Card = "dojo"
    target: int = 10
    teams: bool = False
    team_target: int = 15
    first: First = "0"
    rotate_start: bool = True
    last_bonus_counts: bool = True
    wild_answerable: bool = True
    two_player_hand: int = 13
    same_deal: bool = False
    keep_attack_tile: bool = False

    def __post_init__(self) -> None:
        in_range(self, "target", 1, 1000)
        in_range(self, "team_target", 1, 1000)
        in_range(self, "two_player_hand", 1, 18)

    def check_seats(self, seats: int) -> None:
        """Refuse options that need another number of seats."""
        if self.teams and seats != 4:
            raise ConfigError("teams", f"partners sit opposite at a table of 4, not of {seats}")
        if self.first != "random" and int(self.first) >= seats:
            raise ConfigError("first", f"there is no seat {self.first} at a table of {seats}")


PRESETS: Final = {
    "standard": {},
    "upstream": {
        "rotate_start": False,
        "wild_answerable": False,
        "two_player_hand": 12,
        "same_deal": True,
        "keep_attack_tile": True,
    },
}


@dataclass(frozen=True, slots=True)
class Move:
    """A tile to lay, or `pass`; the phase says what laying it means."""

    choice: str


PASS: Final = Move("pass")
LAY: Final[Mapping[str, Move]] = {tile: Move(tile) for tile in WIRE_ORDER}


@dataclass(frozen=True, slots=True)
class RoundStarted(Event):
    """A new deal; `start` attacks first."""

    type = "round_started"
    round: int
    start: Seat
    hand_sizes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Attacked(Event):
    """A tile was laid face up for the others to answer."""

    type = "attacked"
    seat: Seat
    tile: str


@dataclass(frozen=True, slots=True)
class Defended(Event):
    """An attack was answered; the defender attacks next."""

    type = "defended"
    seat: Seat
    tile: str


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """A seat let the attack go by."""

    type = "passed"
    seat: Seat


@dataclass(frozen=True, slots=True)
class LaidFaceDown(Event):
    """A bonus tile after an unanswered attack; only its owner knows which."""

    type = "laid_face_down"
    seat: Seat
    tile: str | None

    def seen_by(self, viewer: Viewer) -> "LaidFaceDown":
        """The tile is for those who may see the hand it came from."""
        return self if viewer.sees_hand(self.seat) else HIDDEN[self.seat]


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


@dataclass(frozen=True, slots=True)
class MatchEnded(Event):
    """The target was reached."""

    type = "match_ended"
    winner: Seat
    scores: tuple[int, ...]


SEATS: Final = range(5)
ATTACKED: Final = {(seat, tile): Attacked(seat, tile) for seat in SEATS for tile in TILES}
DEFENDED: Final = {(seat, tile): Defended(seat, tile) for seat in SEATS for tile in TILES}
FACE_DOWN: Final = {(seat, tile): LaidFaceDown(seat, tile) for seat in SEATS for tile in TILES}
HIDDEN: Final = tuple(LaidFaceDown(seat, None) for seat in SEATS)
PASSED: Final = tuple(Passed(seat) for seat in SEATS)


class Table:
    """What stays the same for a whole match."""

    __slots__ = ("config", "deals", "seats")

    def __init__(self, config: TigerDragonConfig, deals: Deals, seats: int) -> None:
        self.config = config
        self.deals = deals
        self.seats = seats


class State:
    """One position. Hands are text in deal order; never changed once returned.

    `history` has one token a placement or pass in order: the seat's digit, then `8A`, `8D`, `B`
    or `pass`. Which tiles lie face down is in `face_down`, by seat and in order.
    """

    __slots__ = (
        "attack", "attacker", "current", "face_down", "hands", "history", "phase",
        "round", "scores", "set_aside", "start", "table", "turn", "winner",
    )  # fmt: skip

    table: Table
    round: int
    start: Seat
    turn: int
    phase: Phase
    current: Seat
    attacker: Seat
    attack: str
    hands: tuple[str, ...]
    set_aside: str
    history: tuple[str, ...]
    face_down: tuple[str, ...]
    scores: tuple[int, ...]
    winner: Seat

    def __init__(self, old: "State | None" = None) -> None:
        if old is not None:
            self.table = old.table
            self.round = old.round
            self.start = old.start
            self.turn = old.turn
            self.phase = old.phase
            self.current = old.current
            self.attacker = old.attacker
            self.attack = old.attack
            self.hands = old.hands
            self.set_aside = old.set_aside
            self.history = old.history
            self.face_down = old.face_down
            self.scores = old.scores
            self.winner = old.winner


class TigerDragonView(BaseView):
    """What a viewer sees; null or `?` stands for what is hidden."""

    card: str
    start: int
    attacker: int
    attack_tile: str
    hands: list[list[str] | None]
    bonus_discards: list[int]
    face_down: list[list[str]]
    set_aside: list[str] | None
