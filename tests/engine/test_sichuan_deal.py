"""The wall: how it is dealt and drawn from."""

from collections import Counter

import pytest

from engine.errors import DealError
from engine.mahjong.seats import SEATS
from engine.rng import Deals
from engine.sichuan.deal import dealt_hands, read_deal, wall_left
from engine.sichuan.model import State
from engine.sichuan.tiles import NAMES
from tests.engine.sichuan_table import GAME, check_tiles, keen_steps, told


def first_state(seed: str, **config: object) -> State:
    return GAME.start(GAME.config(config), Deals.seed(seed), 4).state


def test_dealer_takes_fourteen_tiles_and_55_are_left() -> None:
    for dealer in ("0", "2"):
        state = first_state("deal", first_dealer=dealer)
        sizes = [sum(player.counts) for player in state.players]
        assert sizes == [14 if seat == int(dealer) else 13 for seat in SEATS]
        assert state.left == len(wall_left(state)) == 55
        check_tiles(state)


def test_tiles_are_dealt_by_fours_from_the_dealer_on() -> None:
    hands = dealt_hands(bytes(range(108)), 2)
    assert list(hands[2]) == [0, 1, 2, 3, 16, 17, 18, 19, 32, 33, 34, 35, 48, 52]
    assert list(hands[1]) == [12, 13, 14, 15, 28, 29, 30, 31, 44, 45, 46, 47, 51]


def test_deals_depend_on_seed_and_number_alone() -> None:
    assert first_state("a").round.wall == first_state("a").round.wall
    assert first_state("a").round.wall != first_state("b").round.wall


def test_dice_name_the_first_dealer_every_seat_in_turn() -> None:
    dealers = Counter(first_state(str(n), first_dealer="dice").round.dealer for n in range(80))
    assert set(dealers) == set(SEATS)


def test_dice_of_a_deal_are_two_and_fair() -> None:
    dice = [first_state(str(n)).round.dice for n in range(200)]
    assert {len(pair) for pair in dice} == {2}
    assert {number for pair in dice for number in pair} == {1, 2, 3, 4, 5, 6}


def test_given_wall_is_drawn_from_the_first_tile_on() -> None:
    wall, dice = read_deal({"wall": list(range(108))})
    assert wall == bytes(n // 4 for n in range(108))
    assert dice == (3, 4)
    assert read_deal({"wall": list(range(108)), "dice": [1, 6]})[1] == (1, 6)


@pytest.mark.parametrize(
    "given",
    [
        7,
        {"hands": []},
        {"wall": list(range(107))},
        {"wall": [0] * 108},
        {"wall": list(range(108)), "dice": [1]},
        {"wall": list(range(108)), "dice": [0, 7]},
        {"wall": list(range(108)), "dice": 7},
        {"wall": list(range(108)), "dice": [[3], 4]},
        {"wall": list(range(108)), "dice": [3.0, 4]},
        {"wall": list(range(108)), "dice": [True, 4]},
    ],
)
def test_misfit_deal_is_refused(given: object) -> None:
    with pytest.raises(DealError):
        read_deal(given)


def draws_of(seed: str, draws: str) -> list[list[str]]:
    """What every seat draws in a deal without wins, kongs aside."""
    rows: list[list[str]] = [[], [], [], []]
    for step in keen_steps(GAME, seed, {"draws": draws, "deals": 1}):
        for event in told(step, "drawn"):
            rows[event.seat].append(event.tile)
    return rows


def test_each_seat_has_its_own_sequence_with_streams() -> None:
    """A seat that draws again, whoever was skipped, goes on in its own row."""
    for seed in range(6):
        rows = draws_of(f"row {seed}", "streams")
        wall = first_state(f"row {seed}", draws="streams").round.wall
        for seat in SEATS:
            sequence = [NAMES[wall[53 + i]] for i in range(seat, 55, 4)]
            count = min(len(rows[seat]), 10)  # later ones may have gone to a seat without any
            assert rows[seat][:count] == sequence[:count]


def test_wall_of_streams_shrinks_by_what_is_taken() -> None:
    for step in keen_steps(GAME, "shrinking", {"draws": "streams", "deals": 1}):
        assert len(wall_left(step.state)) == step.state.left
        check_tiles(step.state)
