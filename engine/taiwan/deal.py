"""開局 The deal: four times four tiles to each seat, one more to the dealer, flowers replaced."""

from collections.abc import Mapping
from typing import Any

from engine.errors import DealError
from engine.game import Dealt, Event, Seat
from engine.mahjong.seats import SEATS
from engine.mahjong.tiles import NO_TILE, check_wall
from engine.taiwan.events import DRAWN, FlowerLaid, RoundStarted
from engine.taiwan.hand import new_player
from engine.taiwan.model import Player, Round, State, Table
from engine.taiwan.tiles import FLOWER, NAMES, SIZE
from engine.taiwan.wall import DEALT, roll, shuffled_ids, take, tiles_of


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
    return state, tuple(events)


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
