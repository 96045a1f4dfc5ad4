"""牌牆 The wall: how it is built, dealt and drawn from.

Turns draw from the head, replacements from the tail; the reserve stays. With draws by streams
every seat has a sequence of its own, each fourth tile of what the deal left; `head` and `tail`
then only count, and `taken` says which places are empty.
"""

from collections.abc import Mapping
from random import Random
from typing import Any, Final

from engine.errors import DealError
from engine.game import Dealt, Event, Seat
from engine.mahjong.seats import SEATS
from engine.mahjong.streams import last_place, stream_place
from engine.mahjong.tiles import NO_TILE, check_wall
from engine.rng import shuffle
from engine.taiwan.events import DRAWN, FlowerLaid, RoundStarted
from engine.taiwan.hand import new_player
from engine.taiwan.model import READY_DEALT, Cause, Player, Round, State, Table
from engine.taiwan.tiles import FLOWER, NAMES, OF_ID, SIZE

DEALT: Final = 65
"""Tiles that the deal takes from the head."""


def new_round(
    table: Table, number: int, passes: int, streak: int, scores: tuple[int, ...]
) -> Round:
    """A hand about to be dealt, its wall given or from the seed."""
    given = table.deals.given_for(number)
    dice: tuple[int, ...] = ()
    if given is None:
        ids = shuffled_ids(table.deals.stream("round", number))
    else:
        ids, dice = read_deal(given)
    if table.config.seat_wind == "dealer":
        dice = ()
    elif not dice:
        dice = roll(table, number)
    return Round(table, number, passes, streak, scores, tiles_of(ids), dice)


def read_deal(given: Any) -> tuple[bytes, tuple[int, ...]]:
    """A given deal `{"wall": [144 tile ids], "dice": [three]}`, the dice optional."""
    if not isinstance(given, Mapping) or "wall" not in given:
        raise DealError('a deal is {"wall": [144 tile ids], "dice": [1, 2, 3]}')
    dice = given.get("dice", [])
    if not isinstance(dice, list | tuple) or len(dice) not in (0, 3):
        raise DealError(f"dice: expected three numbers from 1 to 6, got {dice!r}")
    if any(number not in range(1, 7) for number in dice):
        raise DealError(f"dice: expected three numbers from 1 to 6, got {dice!r}")
    return check_wall(given["wall"], SIZE), tuple(dice)


def dealt_hands(wall: bytes, dealer: Seat) -> list[list[int]]:
    """The tiles of each seat in deal order, the dealer's seventeenth last."""
    hands: list[list[int]] = [[], [], [], []]
    at = 0
    for _ in range(4):
        for step in SEATS:
            hands[(dealer + step) % 4] += wall[at : at + 4]
            at += 4
    hands[dealer].append(wall[at])
    return hands


def deal_round(this: Round) -> tuple[State, tuple[Event, ...]]:
    """The first position of a hand: all flowers on the table, nobody has acted."""
    state = State()
    state.round = this
    state.phase = "Opening"
    state.current = this.dealer
    state.turn = 0
    state.tile = NO_TILE
    state.claim = "discard"
    state.cause = "head"
    state.banned = 0
    state.first_go = True
    state.head = DEALT
    state.tail = SIZE
    state.taken = (1 << DEALT) - 1
    state.kongs = 0
    state.scores = this.scores
    state.history = None
    hands = dealt_hands(this.wall, this.dealer)
    events: list[Event] = [
        RoundStarted(
            this.number, this.wind_name, this.dealer, this.streak, this.passes, this.dice,
            this.scores,
        )
    ]  # fmt: skip
    events += [Dealt(seat, tuple([NAMES[tile] for tile in hands[seat]])) for seat in SEATS]
    flowers = replace_flowers(state, hands, events)
    state.drawn = hands[this.dealer].pop()
    state.players = tuple([_player(state, hands[seat], flowers[seat]) for seat in SEATS])
    if state.config.ready_noticed and state.config.ready_dealt_tai:
        notice_dealt(state)
    return state, tuple(events)


def notice_dealt(state: State) -> None:
    """天聽 by option a hand that is ready as dealt need not say so; the dealer's is not yet one."""
    for seat, player in enumerate(state.players):
        if player.waits and seat != state.round.dealer:
            player.noticed = READY_DEALT


def _player(state: State, hand: list[int], flowers: int) -> Player:
    player = new_player(hand, migi=state.config.migi)
    player.flowers = flowers
    return player


def replace_flowers(new: State, hands: list[list[int]], events: list[Event]) -> list[int]:
    """補花 in rounds from the dealer on: lay down every flower and draw as many tiles."""
    flowers = [0, 0, 0, 0]
    order = [(new.round.dealer + step) % 4 for step in SEATS]
    while any(tile >= FLOWER for hand in hands for tile in hand):
        for seat in order:
            laid = [tile for tile in hands[seat] if tile >= FLOWER]
            for tile in laid:
                flowers[seat] |= 1 << tile - FLOWER
                new.history = (new.history, f"{seat}flower:{NAMES[tile]}")
                events.append(FlowerLaid(seat, NAMES[tile]))
            hands[seat] = [tile for tile in hands[seat] if tile < FLOWER]
            for _ in laid:
                tile = take(new, seat, "flower")
                hands[seat].append(tile)
                events.append(DRAWN[True][seat][tile])
    return flowers


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
