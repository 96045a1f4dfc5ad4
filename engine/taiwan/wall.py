"""牌牆 The wall: turns draw from the head, replacements from the tail, the reserve stays.

With draws by streams every seat has a sequence of its own, each fourth tile of what the deal
left; `head` and `tail` then only count, and `taken` says which places are empty.
"""

from random import Random
from typing import Final

from engine.game import Seat
from engine.mahjong.streams import last_place, stream_place
from engine.rng import shuffle
from engine.taiwan.model import Cause, State, Table
from engine.taiwan.tiles import OF_ID, SIZE

DEALT: Final = 65
"""Tiles that the deal takes from the head."""


def shuffled_ids(rng: Random) -> bytes:
    """All tile ids in the order of a new wall."""
    ids = list(range(SIZE))
    shuffle(ids, rng)
    return bytes(ids)


def tiles_of(ids: bytes) -> bytes:
    """The tiles of these ids."""
    return bytes([OF_ID[tile] for tile in ids])


def roll(table: Table, number: int) -> tuple[int, ...]:
    """開門 three dice that break the wall of a hand."""
    rng = table.deals.stream("dice", number)
    return tuple([int(rng.random() * 6) + 1 for _ in range(3)])


def live(state: State) -> int:
    """How many tiles may still be drawn."""
    config = state.config
    if config.replacement_pool == "reserve":
        return SIZE - config.reserve - state.head
    kept = config.reserve + config.reserve_plus_per_kong * state.kongs
    return state.tail - state.head - kept


def can_draw(state: State, cause: Cause) -> bool:
    """Whether a tile is left for this draw; a pool of its own can run dry."""
    if cause != "head" and state.config.replacement_pool == "reserve":
        return state.tail > max(state.head, SIZE - state.config.reserve)
    return live(state) > 0


def can_kong(state: State) -> bool:
    """槓 whether the wall has a tile for a kong, and one more where each kong reserves one."""
    config = state.config
    if config.replacement_pool == "reserve":
        return can_draw(state, "kong")
    return live(state) > config.reserve_plus_per_kong


def take(new: State, seat: Seat, cause: Cause) -> int:
    """The next tile for a seat: from the head on a turn, from the tail as a replacement."""
    streams = new.config.draws == "streams"
    if cause == "head":
        place = own_place(new, seat) if streams else new.head
        new.head += 1
    else:
        new.tail -= 1
        place = last_place(new.taken, SIZE) if streams else new.tail
    if streams:
        new.taken |= 1 << place
    return new.round.wall[place]


def own_place(state: State, seat: Seat) -> int:
    """Where a seat's own sequence goes on."""
    return stream_place(state.taken, DEALT + (seat - state.round.dealer) % 4, SIZE)


def places_left(state: State) -> list[int]:
    """The places of the wall that still have a tile, from head to tail."""
    if state.config.draws == "streams":
        return [place for place in range(DEALT, SIZE) if not state.taken >> place & 1]
    return list(range(state.head, state.tail))
