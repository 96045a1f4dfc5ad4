"""Who gets which dominoes."""

from collections.abc import Mapping
from random import Random
from typing import Any, Final

from engine.errors import DealError
from engine.game import Seat
from engine.rng import shuffle
from engine.texas42.model import State, Table
from engine.texas42.scoring import NOTHING, Pair
from engine.texas42.tiles import BIT, HAND, INDEX, SEATS, TILES, mask

Hands = tuple[int, ...]
FORM: Final = 'a deal is {"hands": ["6-4,5-5,...", ...]}, four hands of seven dominoes'


def deal_hand(
    table: Table,
    number: int,
    shaker: Seat,
    marks: Pair = NOTHING,
    *,
    log: tuple[str, ...] = (),
    redeals: int = 0,
) -> State:
    """The first position of a hand: its deal follows from the number alone."""
    given = table.deals.given_for(number)
    hands = shuffled(table.deals.stream("round", number)) if given is None else read_deal(given)
    return first_position(table, number, shaker, hands, marks, log=log, redeals=redeals)


def first_position(
    table: Table,
    number: int,
    shaker: Seat,
    hands: Hands,
    marks: Pair = NOTHING,
    *,
    log: tuple[str, ...] = (),
    redeals: int = 0,
) -> State:
    """A hand about to be bid on."""
    state = State()
    state.table = table
    state.round = number
    state.turn = state.calls = state.agreed = state.best = 0
    state.phase = "Bidding"
    state.shaker = shaker
    state.current = (shaker + 1) % SEATS
    state.hands = hands
    state.earlier = log
    state.history = ()
    state.high = state.contract = state.made = None
    state.bidder = state.leader = state.best_seat = state.lead = state.winner = -1
    state.redeals = redeals
    state.trick = state.tricks = ()
    state.points = state.taken = NOTHING
    state.marks = marks
    return state


def shuffled(rng: Random) -> Hands:
    """Seven dominoes a seat."""
    bits = list(BIT)
    shuffle(bits, rng)
    return tuple([sum(bits[first : first + HAND]) for first in range(0, len(bits), HAND)])


def read_deal(given: Any) -> Hands:
    """Given hands; a DealError says what does not fit."""
    if not isinstance(given, Mapping) or not isinstance(given.get("hands"), list | tuple):
        raise DealError(FORM)
    rows = [read_hand(row) for row in given["hands"]]
    if len(rows) != SEATS:
        raise DealError(f"hands: expected {SEATS}, got {len(rows)}; {FORM}")
    for seat, row in enumerate(rows):
        if len(row) != HAND:
            raise DealError(f"hand of seat {seat}: expected {HAND} dominoes, got {len(row)}")
    every = [tile for row in rows for tile in row]
    for tile in every:
        if every.count(tile) > 1:
            raise DealError(f"domino {TILES[tile]}: dealt more than once")
    return tuple(map(mask, rows))


def read_hand(row: Any) -> list[int]:
    """A hand from a comma list or a list of dominoes, either pip first."""
    words = row.split(",") if isinstance(row, str) else row
    if not isinstance(words, list | tuple):
        raise DealError(f"hand {row!r}: {FORM}")
    return [read_tile(word) for word in words]


def read_tile(word: Any) -> int:
    """The domino of this text, either pip first."""
    text = str(word).strip()
    tile = INDEX.get(text, INDEX.get(text[::-1]))
    if tile is None:
        raise DealError(f"domino {word!r}: expected two pips from 0 to 6, such as 6-4")
    return tile
