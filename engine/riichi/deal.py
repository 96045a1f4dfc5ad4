"""The wall: how it is built, dealt and drawn from.

Tiles are dealt from the wall's end downwards, thirteen to a seat from the dealer on; live draws
go on from there. The fourteen tiles at the beginning are the dead wall: four replacement tiles,
then five pairs of ura and dora indicators.
"""

from collections.abc import Mapping
from typing import Any, Final

from engine.errors import DealError
from engine.game import Seat
from engine.mahjong.streams import stream_place
from engine.mahjong.tiles import NO_TILE, PLAIN_IDS, RED_ID_FACES, check_wall
from engine.riichi.hand import new_player
from engine.riichi.model import Round, State, Table
from engine.rng import shuffle

LIVE: Final = 70
FIRST_LIVE: Final = 83
REPLACEMENTS: Final = (1, 0, 3, 2)
DORA: Final = (5, 7, 9, 11, 13)
URA: Final = (4, 6, 8, 10, 12)


def build_wall(table: Table, number: int) -> bytes:
    """The faces of a round's wall, given or from the seed."""
    given = table.deals.given_for(number)
    if given is None:
        ids = list(range(136))
        shuffle(ids, table.deals.stream("round", number))
        wall = bytes(ids)
    else:
        wall = read_deal(given)
    return wall.translate(_faces(table))


def _faces(table: Table) -> bytes:
    faces = RED_ID_FACES if table.config.red_fives else PLAIN_IDS
    return faces + bytes(256 - len(faces))


def read_deal(given: Any) -> bytes:
    """The tile ids of a given deal `{"wall": [136 ids]}`; DealError if it is anything else."""
    if not isinstance(given, Mapping) or "wall" not in given:
        raise DealError('a deal is {"wall": [136 tile ids]}')
    return check_wall(given["wall"])


def dealt_hands(wall: bytes, dealer: Seat) -> list[bytes]:
    """The thirteen faces of each seat: three times four, then one."""
    hands = [b"", b"", b"", b""]
    at = 136
    for size in (4, 4, 4, 1):
        for step in range(4):
            at -= size
            hands[(dealer + step) % 4] += wall[at : at + size]
    return hands


def deal_round(
    table: Table, number: int, hand: int, honba: int, sticks: int, scores: tuple[int, ...]
) -> State:
    """The first position of a round: the dealer has drawn."""
    this = Round(table, number, hand, honba, build_wall(table, number))
    state = State()
    state.round = this
    state.players = tuple([new_player(tiles) for tiles in dealt_hands(this.wall, this.dealer)])
    state.turn = 0
    state.tile = NO_TILE
    state.claim = "discard"
    state.first_go = True
    state.left = LIVE
    state.kans = 0
    state.shown = 1
    state.pending = 0
    state.scores = scores
    state.sticks = sticks
    state.taken = 0
    state.history = None
    draw(state, this.dealer)
    return state


def draw(new: State, seat: Seat) -> int:
    """A seat takes a live tile and is asked to discard."""
    this = new.round
    if this.streams:
        index = stream_place(new.taken, (seat - this.dealer) % 4, LIVE)
        new.taken |= 1 << index
        tile = this.wall[FIRST_LIVE - index]
    else:
        tile = this.wall[13 + new.left + new.kans]
    begin_turn(new, seat, tile)
    return tile


def draw_replacement(new: State, seat: Seat) -> int:
    """嶺上牌 A seat takes a tile of the dead wall after a kan."""
    tile = new.round.wall[REPLACEMENTS[new.kans - 1]]
    begin_turn(new, seat, tile)
    new.replacement = True
    return tile


def begin_turn(new: State, seat: Seat, drawn: int) -> None:
    """It is a seat's turn with this drawn tile; the live wall is one shorter."""
    new.left -= 1
    new.phase = "Discard"
    new.current = seat
    new.drawn = drawn
    new.replacement = False
    new.banned = 0


def indicators(state: State) -> tuple[int, ...]:
    """The open dora indicators."""
    wall = state.round.wall
    return tuple([wall[place] for place in DORA[: state.shown]])


def ura_indicators(state: State) -> tuple[int, ...]:
    """裏ドラ the indicators under the open ones."""
    wall = state.round.wall
    return tuple([wall[place] for place in URA[: state.shown]])
