"""The deal, the flowers that come with it, and the wall."""

from typing import Any

import pytest

from engine.errors import ConfigError, DealError
from engine.game import FULL, Dealt, Event
from engine.rng import Deals
from engine.taiwan.deal import can_draw, can_kong, dealt_hands, live, new_round, places_left, take
from engine.taiwan.events import Drawn, FlowerLaid, RoundStarted
from engine.taiwan.model import State, Table
from engine.taiwan.tiles import NAMES, flower_names
from tests.engine.taiwan_table import (
    GAME,
    READY,
    check,
    deal,
    discard_drawn,
    legal,
    play,
    step,
    table,
    tiles,
    wall_of,
)


def test_four_times_four_tiles_then_one_more_for_the_dealer() -> None:
    hands = dealt_hands(bytes(range(144)), 1)
    assert [len(hand) for hand in hands] == [16, 17, 16, 16]
    assert hands[1] == [0, 1, 2, 3, 16, 17, 18, 19, 32, 33, 34, 35, 48, 49, 50, 51, 64]
    assert hands[0][:4] == [12, 13, 14, 15]


def test_a_deal_depends_on_seed_and_number_alone() -> None:
    place = Table(GAME.config(), Deals.seed("x"))
    one = new_round(place, 3, 0, 0, (0, 0, 0, 0))
    other = new_round(place, 3, 2, 5, (9, -9, 0, 0))
    assert one.wall == other.wall
    assert one.wall != new_round(place, 4, 0, 0, (0, 0, 0, 0)).wall


def flower_events(events: tuple[Event, ...]) -> list[tuple[int, str]]:
    return [(e.seat, e.tile) for e in events if isinstance(e, FlowerLaid)]


def test_flowers_are_replaced_in_rounds_from_the_dealer_on() -> None:
    done = deal("f1", "f2", "", "f3 f4", tail="f5 1z 2z f6 3z 4z", passes=3, opened=False)
    laid = flower_events(done.events)
    # Seat 3 deals: its two flowers first, replaced by f5 and 1z; f5 waits for the second round.
    assert laid == [(3, "3f"), (3, "4f"), (0, "1f"), (1, "2f"), (3, "5f"), (1, "6f")]
    drawn = [(e.seat, e.tile) for e in done.events if isinstance(e, Drawn)]
    assert drawn == [(3, "5f"), (3, "1z"), (0, "2z"), (1, "6f"), (3, "3z"), (1, "4z")]
    assert all(e.replacement for e in done.events if isinstance(e, Drawn))
    assert [len(p.hand) for p in done.state.players] == [16, 16, 16, 16]
    assert live(done.state) == 63 - 6
    check(done.state)
    assert flower_names(done.state.players[3].flowers) == ["3f", "4f", "5f"]


def test_the_deal_is_told_before_its_flowers() -> None:
    done = deal("f1", opened=False, streak=2, passes=4, number=7)
    assert isinstance(done.events[0], RoundStarted)
    started = done.events[0]
    assert (started.round, started.wind, started.dealer, started.streak) == (7, "S", 0, 2)
    dealt = [e for e in done.events if isinstance(e, Dealt)]
    assert dealt[0].hand is not None
    assert [len(e.hand or ()) for e in dealt] == [17, 16, 16, 16]
    assert "1f" in dealt[0].hand


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ([1, 2], "a deal is"),
        ({"hands": []}, "a deal is"),
        ({"wall": list(range(143))}, "0 to 143"),
        ({"wall": list(range(144)), "dice": [1, 2]}, "three numbers"),
        ({"wall": list(range(144)), "dice": [1, 2, 7]}, "three numbers"),
        ({"wall": list(range(144)), "dice": "x"}, "three numbers"),
    ],
)
def test_given_deals_that_do_not_fit_are_refused(given: Any, message: str) -> None:
    with pytest.raises(DealError, match=message):
        GAME.start(GAME.config(), Deals.given([given]), 4)


# -- seat winds


def test_the_dealer_is_east() -> None:
    state = table(passes=6)
    assert GAME.view(state, FULL)["seat_winds"] == ["W", "N", "E", "S"]
    assert (state.round.dealer, state.round.wind_name) == (2, "S")


def test_dice_do_not_matter_unless_they_break_the_wall() -> None:
    assert table(dice=(1, 1, 2)).round.dice == ()


def test_the_wall_break_may_decide_who_is_east() -> None:
    state = table(dice=(1, 1, 2), passes=1, seat_wind="kaimen")
    # Four points from the dealer's seat on, the dealer counted as one.
    assert state.round.east == (1 + 4 - 1) % 4
    assert GAME.view(state, FULL)["seat_winds"] == ["E", "S", "W", "N"]


def test_dice_that_are_not_given_are_rolled_from_the_seed() -> None:
    config = GAME.config({"seat_wind": "kaimen"})
    dice = [new_round(Table(config, Deals.seed(s)), 1, 0, 0, (0,) * 4).dice for s in range(9)]
    assert all(len(three) == 3 and set(three) <= set(range(1, 7)) for three in dice)
    assert len(set(dice)) > 1


# -- the wall


def test_turns_draw_from_the_head_and_replacements_from_the_tail() -> None:
    state = table("5555p", draws="1z 2z", tail="3z 4z")
    kong = play(state, "0ckong:5p")
    assert NAMES[kong.drawn] == "3z"
    after = play(kong, "0discard:3z", "")
    assert NAMES[after.drawn] == "1z"


def test_the_reserve_is_an_option() -> None:
    assert live(table(reserve=20)) == 59
    assert live(table(reserve=0)) == 79


def test_each_kong_may_reserve_one_more_tile() -> None:
    state = play(table("5555p", tail="3z", reserve_plus_per_kong=1), "0ckong:5p")
    assert live(state) == 63 - 1 - 1


def at_live(count: int, **config: Any) -> State:
    """The dealer with four 5p to kong and so many live tiles left."""
    state = State(table("5555p", **config))
    state.head += live(state) - count
    assert live(state) == count
    return state


@pytest.mark.parametrize(
    ("left", "plus", "may"), [(0, 0, False), (1, 0, True), (1, 1, False), (2, 1, True)]
)
def test_a_kong_needs_a_live_tile(left: int, plus: int, may: bool) -> None:
    state = at_live(left, reserve_plus_per_kong=plus)
    assert can_kong(state) == may
    assert ("ckong:5p" in legal(state, 0)) == may


def test_a_pool_of_replacements_leaves_the_live_wall_alone_and_can_run_dry() -> None:
    state = table("5555p f1", tail="3z 4z", replacement_pool="reserve")
    assert live(state) == 63
    state = State(play(state, "0ckong:5p"))
    assert live(state) == 63
    assert can_draw(state, "kong")
    state.tail = 128
    assert not can_draw(state, "flower")
    assert not can_kong(state)
    assert can_draw(state, "head")


def test_a_flower_that_cannot_be_replaced_ends_the_hand() -> None:
    state = State(table("1z", draws="f1"))
    state.tail -= live(state) - 1
    assert live(state) == 1
    done = step(play(state, "0discard:1z"))
    assert done.result is not None
    assert done.result.extra["reason"] == "exhaustive"
    assert flower_events(done.events)[:1] == [(1, "1f")]


# -- draws by streams


def stream_table(*hands: str, draws: str, tail: str = "") -> State:
    given = {"wall": wall_of(hands, draws, tail)}
    config = GAME.config({"draws": "streams"})
    state = GAME.start(config, Deals.given([given], then="repeat"), 4).state
    return play(state, "")


def test_with_streams_a_pong_changes_nobodys_tiles() -> None:
    hands = ("1z", "", "", "11z")
    draws = "2z 3z 4z 5z 6z 7z 9s 9p"
    unclaimed = play(stream_table(*hands, draws=draws), "0discard:1z", "")
    claimed = play(stream_table(*hands, draws=draws), "0discard:1z", "3pong:1z")
    # The head has one tile for each seat in turn, the dealer's first.
    assert (unclaimed.current, NAMES[unclaimed.drawn]) == (1, "3z")
    claimed = play(claimed, "3" + legal(claimed, 3)[0], "")
    assert (claimed.current, NAMES[claimed.drawn]) == (0, "2z")
    check(claimed)


def test_with_streams_replacements_come_from_the_tail() -> None:
    state = stream_table("5555p f2", draws="1z", tail="3z 4z")
    kong = play(state, "0ckong:5p")
    assert NAMES[kong.drawn] == "4z"
    check(kong)


def test_a_used_up_stream_goes_on_at_the_tail() -> None:
    state = State(stream_table("", draws="1z"))
    own = [place for place in places_left(state) if place % 4 == 65 % 4]
    for place in own:
        state.taken |= 1 << place
    last = max(places_left(state))
    assert take(state, 0, "head") == state.round.wall[last]


@pytest.mark.parametrize("draws", ["wall", "streams"])
def test_an_exhausted_hand_leaves_the_reserve(draws: str) -> None:
    given = {"wall": wall_of((READY,))}
    config = GAME.config({"draws": draws})
    state = GAME.start(config, Deals.given([given], then="repeat"), 4).state
    while not (done := discard_drawn(state)).result:
        state = done.state
        check(state)
    # The last draw of a stream may be a flower that can no longer be replaced.
    last_draws = [e for e in done.events if isinstance(e, Drawn)]
    assert len(places_left(state)) - len(last_draws) == 16


# -- options


def test_options_out_of_range_are_named() -> None:
    with pytest.raises(ConfigError, match="reserve: expected 0 to 32"):
        GAME.config({"reserve": 40})
    with pytest.raises(ConfigError, match="streak_cap: expected none"):
        GAME.config({"streak_cap": -1})
    with pytest.raises(ConfigError, match="circles: expected one of"):
        GAME.config({"circles": 3})


def test_tiles_of_the_helper_read_both_notations() -> None:
    assert [NAMES[tile] for tile in tiles("12m E f3")] == ["1m", "2m", "1z", "3f"]
