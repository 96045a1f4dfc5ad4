"""Every move of Texas 42, made once; `choice` is its text everywhere.

Bids and declarations carry what they mean as data, so that the play of a hand follows from its
contract alone, whoever put them on offer.
"""

from dataclasses import dataclass, field
from functools import cache
from typing import Final, Literal

from engine.texas42.suits import Called, Doubles, Order
from engine.texas42.tiles import SEATS, TILES, Picker

Goal = Literal["points", "take_all", "take_none"]
MARK: Final = 42
"""The value of a bid of one mark: all the points there are."""


@dataclass(frozen=True, slots=True, eq=False)
class Move:
    """A choice, made once and shared; `tokens` is how the history writes it, the system last."""

    choice: str
    tokens: tuple[str, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        seats = (*map(str, range(SEATS)), "*")
        object.__setattr__(self, "tokens", tuple(f"{seat}:{self.choice}" for seat in seats))


@dataclass(frozen=True, slots=True, eq=False)
class Bid(Move):
    """A bid; the seat `selector` places on declares and leads. `doubles`: how many it needs."""

    value: int
    stake: int
    goal: Goal
    points: int = 0
    selector: int = 0
    doubles: int = 0
    plain: bool = True
    label: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Declare(Move):
    """How the hand is played; a goal given here stands in place of the bid's."""

    called: Called
    power: bool = True
    doubles: Doubles = "high"
    order: Order = "suit"
    goal: Goal | None = None
    partner_out: bool = False
    plain: bool = True
    label: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Play(Move):
    """A domino to lead or to follow with."""

    tile: int


PASS: Final = Move("pass")
COMPLETE_TRICK: Final = Move("complete-trick")
SCORE_HAND: Final = Move("score-hand")
REDEAL: Final = Move("redeal")
NEXT_HAND: Final = Move("next-hand")
END_GAME: Final = Move("end-game")
"""In place of the next hand: the match ends as it stands."""
AGREE_TRICK: Final = Move("agree-trick")
AGREE_SCORE: Final = Move("agree-score")

POINT_BIDS: Final[tuple[Bid, ...]] = tuple(
    Bid(str(n), n, 1, "points", n, label=f"{n} points") for n in range(30, MARK)
)
MOST_MARKS: Final = 10
MARK_BIDS: Final[tuple[Bid, ...]] = tuple(
    Bid(f"{k}m", MARK * k, k, "take_all", label=f"{k} mark{'s'[: k > 1]}")
    for k in range(1, MOST_MARKS + 1)
)
PIP_NAMES: Final = ("blanks", "ones", "twos", "threes", "fours", "fives", "sixes")
DECLARATIONS: Final[tuple[Declare, ...]] = (
    *(Declare(f"t:{pip}", pip, label=f"{PIP_NAMES[pip]} are trumps") for pip in range(7)),
    Declare("t:doubles", "doubles", doubles="own", label="doubles are trumps"),
    Declare("t:no-trump", None, label="no trumps, doubles high"),
)
PLAYS: Final[tuple[Play, ...]] = tuple(Play(text, tile) for tile, text in enumerate(TILES))


plays: Final = Picker(PLAYS)
"""The plays of a set of dominoes, low ones first."""


@cache
def open_bids(high: int, most_marks: int) -> tuple[Move, ...]:
    """The calls above a bid of this value (0: none yet), `pass` last.

    One and two marks are open to everybody; three and more only one above the last.
    """
    marks = high // MARK
    top = marks + 1 if marks >= 2 else 2
    return (
        *(bid for bid in POINT_BIDS if bid.value > high),
        *(bid for bid in MARK_BIDS[: min(top, most_marks)] if bid.value > high),
        PASS,
    )
