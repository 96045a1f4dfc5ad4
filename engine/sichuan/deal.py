"""The wall: how it is built, dealt and drawn from; the dice, and who deals."""

from collections.abc import Mapping
from random import Random
from typing import Any, Final

from engine.errors import DealError
from engine.game import Seat
from engine.mahjong.seats import with_player
from engine.mahjong.streams import stream_place
from engine.mahjong.tiles import NO_TILE, check_wall
from engine.rng import shuffle
from engine.sichuan.hand import new_player, shift
from engine.sichuan.model import NO_SEAT, Began, Player, Round, State, Table
from engine.sichuan.settlement import Books

TILES: Final = 108
DEALT: Final = 53
LIVE: Final = TILES - DEALT
TO_NEXT: Final = (3, 4)
"""The dice of a given deal that names none."""
KIND_OF_ID: Final = bytes(tile // 4 for tile in range(TILES)) + bytes(256 - TILES)


def first_dealer(table: Table) -> Seat:
    """Who deals first: a fixed seat, or whoever the dice name."""
    first = table.config.first_dealer
    if first != "dice":
        return int(first)
    return sum(roll(table.deals.stream("dealer"))) % 4


def roll(rng: Random) -> tuple[int, ...]:
    """Two dice."""
    return 1 + int(rng.random() * 6), 1 + int(rng.random() * 6)


def build(table: Table, number: int) -> tuple[bytes, tuple[int, ...]]:
    """The kinds of a deal's wall and its dice, given or from the seed."""
    given = table.deals.given_for(number)
    if given is not None:
        return read_deal(given)
    ids = list(range(TILES))
    rng = table.deals.stream("round", number)
    shuffle(ids, rng)
    return bytes(ids).translate(KIND_OF_ID), roll(rng)


def read_deal(given: Any) -> tuple[bytes, tuple[int, ...]]:
    """A given `{"wall": [108 ids], "dice": [3, 4]}`; DealError if it is anything else."""
    if not isinstance(given, Mapping) or "wall" not in given:
        raise DealError('a deal is {"wall": [108 tile ids], "dice": [3, 4]}')
    dice = given.get("dice", TO_NEXT)
    if not isinstance(dice, list | tuple) or len(dice) != 2 or not all(map(_is_die, dice)):
        raise DealError(f"dice: expected two numbers from 1 to 6, got {dice!r}")
    return check_wall(given["wall"], TILES).translate(KIND_OF_ID), tuple(dice)


def _is_die(number: Any) -> bool:
    return type(number) is int and 1 <= number <= 6


def dealt_hands(wall: bytes, dealer: Seat) -> list[bytes]:
    """Three times four tiles and one more to each seat, and the dealer's fourteenth."""
    hands = [b"", b"", b"", b""]
    at = 0
    for size in (4, 4, 4, 1):
        for step in range(4):
            hands[(dealer + step) % 4] += wall[at : at + size]
            at += size
    hands[dealer] += wall[at : at + 1]
    return hands


def deal_round(table: Table, number: int, dealer: Seat, scores: tuple[int, ...]) -> State:
    """The first position of a deal: the exchange, or the choice of a void suit."""
    wall, dice = build(table, number)
    this = Round(table, number, dealer, wall, dice, scores)
    players = tuple([new_player(tiles) for tiles in dealt_hands(wall, dealer)])
    return first_position(this, players)


def first_position(this: Round, players: tuple[Player, ...]) -> State:
    """A deal about to begin with these players."""
    state = State()
    state.round = this
    state.players = players
    state.phase = "Exchange" if this.table.config.exchange_three else "Void"
    state.current = this.dealer
    state.turn = 0
    state.began = "opening"
    state.drawn = state.tile = NO_TILE
    state.claim = "discard"
    state.after_kong = False
    state.feeder = NO_SEAT
    state.kongs = 0
    state.calm = True
    state.head = DEALT
    state.left = LIVE
    state.taken = 0
    state.wins = ()
    state.books = Books(this.start_scores, ())
    state.history = None
    return state


def draw(new: State, seat: Seat, began: Began = "draw", feeder: Seat = NO_SEAT) -> int:
    """A seat takes a tile, after a kong from the tail, and is asked to discard."""
    this = new.round
    wall = this.wall
    if this.config.draws == "streams":
        index = stream_place(new.taken, (seat - this.dealer) % 4, LIVE)
        new.taken |= 1 << index
        kind = wall[DEALT + index]
    elif began == "kong":
        kind = wall[new.head + new.left - 1]
    else:
        kind = wall[new.head]
        new.head += 1
    new.left -= 1
    player = Player(new.players[seat])
    player.passed = 0
    shift(player, kind, 1)
    new.players = with_player(new.players, seat, player)
    new.phase = "Discard"
    new.current = seat
    new.began = began
    new.feeder = feeder
    new.drawn = kind
    new.tile = NO_TILE
    new.after_kong = False
    return kind


def wall_left(state: State) -> bytes:
    """The tiles still to come, in the order of the wall."""
    wall = state.round.wall
    if state.config.draws == "streams":
        return bytes([wall[DEALT + i] for i in range(LIVE) if not state.taken >> i & 1])
    return wall[state.head : state.head + state.left]
