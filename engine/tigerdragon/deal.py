"""Who gets which tiles, and who starts."""

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

from engine.errors import DealError
from engine.game import Seat
from engine.rng import shuffle
from engine.tigerdragon.config import TigerDragonConfig
from engine.tigerdragon.model import State, Table
from engine.tigerdragon.tiles import COPIES, DECK

HAND_SIZES = {2: 13, 3: 11, 4: 9, 5: 7}


def hand_size(config: TigerDragonConfig, seats: int) -> int:
    """Tiles a seat, before the start player's extra one."""
    return config.two_player_hand if seats == 2 else HAND_SIZES[seats]


def start_seat(table: Table, round_number: int) -> Seat:
    """Who opens a round: the marker moves to the left neighbour unless it is fixed."""
    first = table.config.first
    seat = (
        int(table.deals.stream("first").random() * table.seats) if first == "random" else int(first)
    )
    return (seat + round_number - 1) % table.seats if table.config.rotate_start else seat


def deal_round(table: Table, round_number: int, scores: tuple[int, ...]) -> State:
    """The first position of a round."""
    given = table.deals.given_for(round_number)
    if given is None:
        start = start_seat(table, round_number)
        number = 1 if table.config.same_deal else round_number
        hands, rest = shuffled(table, start, table.deals.stream("round", number))
    else:
        hands, rest = read_deal(given, table.seats)
        chosen = given.get("start")
        start = start_seat(table, round_number) if chosen is None else chosen
    return first_position(table, round_number, start, hands, rest, scores)


def first_position(
    table: Table,
    round_number: int,
    start: Seat,
    hands: tuple[str, ...],
    rest: str,
    scores: tuple[int, ...],
) -> State:
    """A round about to begin with these hands."""
    state = State()
    state.table = table
    state.round = round_number
    state.start = state.current = state.attacker = start
    state.turn = 0
    state.phase = "Attack"
    state.attack = ""
    state.hands = hands
    state.set_aside = rest
    state.history = ()
    state.face_down = ("",) * table.seats
    state.scores = scores
    state.winner = -1
    return state


def shuffled(table: Table, start: Seat, rng: Random) -> tuple[tuple[str, ...], str]:
    """Hands by seat, the start player's extra tile last, and what is set aside."""
    deck = list(DECK)
    shuffle(deck, rng)
    text = "".join(deck)
    size = hand_size(table.config, table.seats)
    dealt = size * table.seats
    hands = tuple(
        text[seat * size : (seat + 1) * size] + (text[dealt] if seat == start else "")
        for seat in range(table.seats)
    )
    return hands, text[dealt + 1 :]


def read_deal(given: Any, seats: int) -> tuple[tuple[str, ...], str]:
    """Given hands, any sizes, and the rest set aside; DealError says what does not fit."""
    if not isinstance(given, Mapping) or "hands" not in given:
        raise DealError('a deal is {"hands": ["8,7,...", ...], "start": seat}')
    texts = given["hands"]
    if not isinstance(texts, list | tuple) or len(texts) != seats:
        raise DealError(f"hands: expected {seats} of them, one a seat")
    chosen = given.get("start")
    if chosen is not None and (type(chosen) is not int or chosen not in range(seats)):
        raise DealError(f"start: expected a seat from 0 to {seats - 1}, got {chosen!r}")
    hands = tuple(read_hand(text) for text in texts)
    return hands, unseen("".join(hands))


def read_hand(text: Any) -> str:
    """A hand from a comma list or a list of tiles."""
    tiles = text.split(",") if isinstance(text, str) else text
    if not isinstance(tiles, list | tuple) or not tiles or not set(map(str, tiles)) <= set(COPIES):
        raise DealError(f"hand {text!r}: expected tiles from 1-8, T, D, such as '8,7,T'")
    return "".join(map(str, tiles))


def unseen(seen: str) -> str:
    """The rest of the deck; DealError if a tile is seen more often than it exists."""
    left = Counter(DECK)
    left.subtract(seen)
    for tile, count in left.items():
        if count < 0:
            raise DealError(
                f"tile {tile}: {COPIES[tile] - count} given, the deck has {COPIES[tile]}"
            )
    return "".join(left.elements())
