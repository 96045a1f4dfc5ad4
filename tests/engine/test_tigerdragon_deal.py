"""Hands, who starts, given deals, and options."""

from collections import Counter
from typing import Any

import pytest

from engine.errors import ConfigError, DealError
from engine.rng import Deals
from engine.tigerdragon.deal import read_hand, start_seat, unseen
from engine.tigerdragon.model import State, Table
from engine.tigerdragon.tiles import DECK
from tests.engine.tigerdragon_table import GAME, check_tiles, play, table


def dealt(seats: int, seed: str = "7", **config: Any) -> State:
    return GAME.start(GAME.config(config), Deals.seed(seed), seats).state


def starts(seats: int, rounds: int, **config: Any) -> list[int]:
    place = Table(GAME.config(config), Deals.seed("7"), seats)
    return [start_seat(place, number) for number in range(1, rounds + 1)]


def test_deck_has_n_copies_of_n_one_tiger_and_one_dragon() -> None:
    copies = Counter(DECK)
    assert len(DECK) == 38
    assert all(copies[str(n)] == n for n in range(1, 9))
    assert copies["T"] == copies["D"] == 1


@pytest.mark.parametrize(
    ("seats", "sizes", "set_aside"),
    [
        (2, [14, 13], 11),
        (3, [12, 11, 11], 4),
        (4, [10, 9, 9, 9], 1),
        (5, [8, 7, 7, 7, 7], 2),
    ],
)
def test_hand_sizes_and_what_is_set_aside(seats: int, sizes: list[int], set_aside: int) -> None:
    state = dealt(seats)
    assert [len(hand) for hand in state.hands] == sizes
    assert len(state.set_aside) == set_aside
    check_tiles(state)


def test_upstream_deals_twelve_to_two_players() -> None:
    assert [len(hand) for hand in dealt(2, preset="upstream").hands] == [13, 12]


@pytest.mark.parametrize("first", ["0", "1", "2", "3"])
def test_start_player_takes_one_more_tile_and_attacks(first: str) -> None:
    state = dealt(4, first=first)
    assert state.current == state.start == int(first)
    assert [len(hand) for hand in state.hands].index(10) == int(first)
    assert state.phase == "Attack"


def test_extra_tile_of_the_start_player_stands_last() -> None:
    without, extra = dealt(4, first="1").hands[0], dealt(4, first="0").hands[0]
    assert extra[:-1] == without


@pytest.mark.parametrize(
    ("config", "expected"),
    [
        ({}, [0, 1, 2, 3, 0]),
        ({"first": "2"}, [2, 3, 0, 1, 2]),
        ({"preset": "upstream"}, [0, 0, 0, 0, 0]),
        ({"rotate_start": False, "first": "3"}, [3, 3, 3, 3, 3]),
    ],
)
def test_start_marker_moves_to_the_left_neighbour_unless_fixed(
    config: dict[str, Any], expected: list[int]
) -> None:
    assert starts(4, 5, **config) == expected


def test_random_start_seat_follows_from_the_seed_and_then_moves_on() -> None:
    first = starts(5, 3, first="random")
    assert first == starts(5, 3, first="random")
    assert [(seat - first[0]) % 5 for seat in first] == [0, 1, 2]
    seats = {dealt(5, seed=str(n), first="random").start for n in range(60)}
    assert seats == set(range(5))


def test_start_marker_moves_regardless_of_who_won() -> None:
    state = table("55", "5", "3", start=0, then="9")
    assert play(state, "5", "5").state.start == 1


def test_next_round_is_dealt_afresh() -> None:
    first = dealt(4, rotate_start=False, target=1000)
    second = play_round(first)
    assert (second.round, second.start) == (2, first.start)
    assert second.hands != first.hands
    assert (second.turn, second.history, second.attack) == (0, (), "")


def test_upstream_deals_the_same_hands_every_round() -> None:
    first = dealt(4, preset="upstream", target=1000)
    assert play_round(first).hands == first.hands


def play_round(state: State) -> State:
    number = state.round
    while state.round == number:
        state = GAME.apply(state, {state.current: GAME.default(state, state.current)}).state
    return state


def test_deal_depends_on_the_seed_alone() -> None:
    assert dealt(4, seed="a").hands == dealt(4, seed="a").hands
    assert dealt(4, seed="a").hands != dealt(4, seed="b").hands


def test_deal_of_a_seed_never_changes() -> None:
    assert dealt(2, seed="pinned").hands == ("45857864218628", "D757376874778")


def test_given_hands_may_have_any_size_and_the_rest_is_set_aside() -> None:
    state = table("5", "87T", "8" * 6)
    assert state.hands == ("5", "87T", "888888")
    assert len(state.set_aside) == 28
    check_tiles(state)


@pytest.mark.parametrize("hand", ["8,7,T", ["8", "7", "T"], ("8", "7", "T")])
def test_given_hand_is_a_comma_list_or_a_list(hand: Any) -> None:
    assert read_hand(hand) == "87T"


def test_given_deal_without_a_start_leaves_it_to_the_options() -> None:
    deals = Deals.given([{"hands": ["8", "7", "6"]}])
    assert GAME.start(GAME.config({"first": "2"}), deals, 3).state.start == 2
    started = Deals.given([{"hands": ["8", "7", "6"], "start": 1}])
    assert GAME.start(GAME.config({"first": "2"}), started, 3).state.start == 1


@pytest.mark.parametrize(
    ("deal", "message"),
    [
        ("8,7", "a deal is"),
        ({"start": 0}, "a deal is"),
        ({"hands": ["8"]}, "hands: expected 2"),
        ({"hands": "8,7"}, "hands: expected 2"),
        ({"hands": ["8", "7"], "start": 2}, "start: expected a seat from 0 to 1, got 2"),
        ({"hands": ["8", "7"], "start": -1}, "start: expected"),
        ({"hands": ["8", "7"], "start": "0"}, "start: expected"),
        ({"hands": ["8", "9"]}, "hand '9': expected tiles"),
        ({"hands": ["8", ""]}, "hand ''"),
        ({"hands": ["8", []]}, r"hand \[\]"),
        ({"hands": ["8", "87"]}, "hand '87'"),
        ({"hands": ["8", 7]}, "hand 7"),
        ({"hands": ["1", "1"]}, "tile 1: 2 given, the deck has 1"),
        ({"hands": ["T,T,T", "1"]}, "tile T: 3 given, the deck has 1"),
    ],
)
def test_given_deal_that_does_not_fit_is_refused(deal: Any, message: str) -> None:
    with pytest.raises(DealError, match=message):
        GAME.start(GAME.config(), Deals.given([deal]), 2)


def test_given_deals_that_run_out_are_an_error() -> None:
    with pytest.raises(DealError, match="round 2: only 1 deals were given"):
        play(table("5", "8", "8"), "5")


def test_given_deals_may_repeat() -> None:
    after = play(table("52", "83", then="repeat"), "5", "pass", "2").state
    assert (after.round, after.hands) == (2, ("52", "83"))


def test_unseen_is_the_deck_without_what_was_seen() -> None:
    assert sorted(unseen(DECK[:30])) == sorted(DECK[30:])


@pytest.mark.parametrize(
    ("seats", "config", "field"),
    [
        (3, {"teams": True}, "teams"),
        (2, {"first": "2"}, "first"),
        (4, {"first": "4"}, "first"),
    ],
)
def test_options_that_need_other_seats_are_refused(
    seats: int, config: dict[str, Any], field: str
) -> None:
    with pytest.raises(ConfigError) as caught:
        dealt(seats, **config)
    assert caught.value.field == field


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("target", 0), ("target", 1001), ("team_target", 0), ("two_player_hand", 0),
        ("two_player_hand", 19), ("card", "casino"), ("first", "5"), ("teams", "maybe"),
    ],
)  # fmt: skip
def test_option_out_of_range_is_refused_by_name(name: str, value: Any) -> None:
    with pytest.raises(ConfigError) as caught:
        GAME.config({name: value})
    assert caught.value.field == name


def test_largest_two_player_hands_still_fit_the_deck() -> None:
    assert len(dealt(2, two_player_hand=18).set_aside) == 1


def test_presets_differ_in_the_five_rules_of_the_first_server() -> None:
    standard, upstream = GAME.config(), GAME.config({"preset": "upstream"})
    names = [n for n in type(standard).__slots__ if getattr(standard, n) != getattr(upstream, n)]
    assert names == [
        "rotate_start", "wild_answerable", "two_player_hand", "same_deal", "keep_attack_tile",
    ]  # fmt: skip


def test_given_option_beats_the_preset() -> None:
    config = GAME.config({"preset": "upstream", "same_deal": False})
    assert (config.same_deal, config.rotate_start) == (False, False)
