"""The course of a hand and of a match: kongs, flowers, declared hands, the dealer's streak."""

from typing import Any

import pytest

from engine.mahjong.events import MatchEnded
from engine.taiwan.deal import live
from engine.taiwan.events import RoundEnded
from engine.taiwan.model import State
from engine.taiwan.tiles import NAMES, TILE_OF
from tests.engine.taiwan_table import (
    GAME,
    READY,
    check,
    deal,
    items,
    legal,
    play,
    step,
    table,
    throw_drawn,
    won,
)

WAITS_5P = "123m 456m 789m 111s 46p 44z"


# -- kongs


def with_added_kong(*, robber: str = "", **config: Any) -> State:
    """Seat 1 has just added the fourth 5p to its pong."""
    hands = ("5p", "55p 1z 123456789m", robber, "")
    state = table(*hands, draws="2z 3z 4z 5p", tail="6z 7z", **config)
    state = play(state, "0discard:5p", "1pong:5p", "1discard:1z", "")
    for _ in range(3):
        state = throw_drawn(state)
    assert "akong:5p" in legal(state, 1)
    return play(state, "1akong:5p")


def test_an_added_kong_opens_a_claim_step_and_then_draws_from_the_tail() -> None:
    state = with_added_kong()
    assert (state.phase, state.claim) == ("Claim", "akong")
    check(state)
    state = play(state, "")
    assert (state.phase, state.current, NAMES[state.drawn]) == ("Discard", 1, "6z")
    assert [meld.type for meld in state.players[1].melds] == ["added_kong"]
    check(state)


def test_a_robbed_kong_stays_a_pong_and_its_owner_pays() -> None:
    state = with_added_kong(robber="123m 111s 46p 44z 789s 222s")
    assert legal(state, 2) == ["win", "pass"]
    done = step(state, "2win")
    assert items(done)["搶槓"] == 1
    assert won(done).payers == (1,)
    assert done.result is not None
    assert done.result.extra["reason"] == "rob_kong"


def test_a_robbed_tile_lies_in_the_pond_of_the_konger() -> None:
    state = with_added_kong(robber="123m 111s 46p 44z 789s 222s", max_hands=1)
    after = step(state, "2win").state
    assert after.phase == "Finished"
    assert [meld.type for meld in after.players[1].melds] == ["pong"]
    assert after.players[1].pond[-1] == TILE_OF["5p"]
    check(after)


def test_robbing_asks_nobody_who_does_not_wait() -> None:
    state = with_added_kong(robber="55s 46p")
    assert [legal(state, seat) for seat in (0, 2, 3)] == [["pass"]] * 3


def test_a_completed_added_kong_ends_a_passed_wins_lock() -> None:
    state = State(with_added_kong())
    state.players[1].locked = True
    assert not play(state, "").players[1].locked
    other = State(with_added_kong(passed_win="ron_only"))
    other.players[1].locked = True
    assert not play(other, "").players[1].locked


def test_a_win_on_a_concealed_kongs_replacement_blooms() -> None:
    state = play(table("5555p 123m 456m 789m 78s 44z", tail="6s"), "0ckong:5p")
    done = step(state, "0win")
    assert items(done)["槓上開花"] == 1
    assert items(done)["門清"] == 1


def open_kong(tail: str = "6s", **config: Any) -> State:
    """Seat 1 made an open kong and drew a tile that completes its hand."""
    state = table("5p", "555p 123m 456m 789m 78s 44z", tail=tail, **config)
    return play(state, "0discard:5p", "1kong:5p")


def test_an_open_kongs_replacement_wins_but_does_not_bloom() -> None:
    done = step(open_kong(), "1win")
    assert items(done) == {"自摸": 1}
    assert items(step(open_kong(open_kong_win="bloom"), "1win")) == {"自摸": 1, "槓上開花": 1}
    assert "win" not in legal(open_kong(open_kong_win="forbidden"), 1)


@pytest.mark.parametrize("tail", ["f3 6s", "f3 f4 6s"])
def test_a_flower_after_an_open_kong_changes_nothing_about_its_win(tail: str) -> None:
    assert items(step(open_kong(tail), "1win")) == {"自摸": 1}
    assert items(step(open_kong(tail, open_kong_win="bloom"), "1win"))["槓上開花"] == 1
    assert "win" not in legal(open_kong(tail, open_kong_win="forbidden"), 1)


def test_a_flower_on_a_turn_or_after_a_concealed_kong_still_blooms() -> None:
    state = play(table("5555p 123m 456m 789m 78s 44z", tail="f3 6s"), "0ckong:5p")
    assert items(step(state, "0win"))["槓上開花"] == 1
    state = table("1z", "123m 456m 789m 234p 78s 44z", draws="f3", tail="6s")
    assert items(step(play(state, "0discard:1z", ""), "1win"))["槓上開花"] == 1


@pytest.mark.parametrize(("option", "wins"), [("forbidden", False), ("plain", True)])
def test_a_declined_flower_win_after_an_open_kong_keeps_the_kongs_rule(
    option: str, wins: bool
) -> None:
    """Seat 1 lays its eighth flower, declines, and draws the tile that completes its hand."""
    seven = "f1 f2 f3 f4 f5 f6 f7"
    hand = f"555p 123m 456m {seven}"
    state = table(
        "5p", hand, tail="7m 8m 9m 7s 8s 4z 4z f8 6s", flower_win="optional", open_kong_win=option
    )
    state = play(state, "0discard:5p", "1kong:5p")
    assert (state.phase, legal(state, 1)) == ("Claim", ["win", "pass"])
    state = play(state, "")
    assert (state.cause, "win" in legal(state, 1)) == ("open_kong", wins)


@pytest.mark.parametrize(("option", "added"), [("forbidden", False), ("plain", True)])
def test_a_combined_flower_win_after_an_open_kong_keeps_the_kongs_rule(
    option: str, added: bool
) -> None:
    hand = "555p 123m 456m f1 f2 f3 f4 f5 f6 f7"
    state = table(
        "5p", hand, tail="7m 8m 9m 7s 8s 4z 4z f8 6s", flower_win="combined", open_kong_win=option
    )
    found = items(step(play(state, "0discard:5p"), "1kong:5p"))
    assert found["八仙過海"] == 8
    assert ("自摸" in found) is added
    assert "槓上開花" not in found


def test_a_fourth_tile_held_back_may_still_be_added() -> None:
    state = table("5p", "555p 1z", draws="2z 3z 4z 6z")
    state = play(state, "0discard:5p", "1pong:5p", "1discard:1z", "")
    for _ in range(3):
        state = throw_drawn(state)
    assert "akong:5p" in legal(state, 1)
    assert "akong:5p" not in legal(play(state, "1akong:5p", ""), 1)


def test_four_of_a_kind_may_be_konged_later() -> None:
    state = table("5555p")
    assert "ckong:5p" in legal(state, 0)
    assert "ckong:5p" in legal(table("555p 1m 2m 3m 4m 5m 6m 7m 8m 9m 1s 2s 3s 4s 5p"), 0)


# -- the last tile


def test_the_last_live_tile() -> None:
    state = State(table("", READY, draws="6s"))
    state.tail -= live(state) - 1
    last = throw_drawn(state)
    assert (last.current, live(last)) == (1, 0)
    assert items(step(last, "1win"))["海底撈月"] == 1
    thrown = play(last, "1discard:6s", "")
    assert thrown.round.number == 2


def test_the_last_discard() -> None:
    state = State(table("", "", READY, draws="6s"))
    state.tail -= live(state) - 1
    state = play(throw_drawn(state), "1discard:6s")
    assert items(step(state, "2win"))["河底撈魚"] == 1


# -- the first go


def test_a_heavenly_win() -> None:
    done = step(table(READY + "6s"), "0win")
    assert items(done) == {"天胡": 16}
    assert won(done).dealer_tai == (1, 1, 1)


def test_an_earthly_win() -> None:
    done = step(throw_drawn(table("", READY, draws="6s")), "1win")
    assert items(done) == {"地胡": 16, "不求": 1, "自摸": 1}


def test_a_human_win() -> None:
    state = play(table("6s", READY), "0discard:6s")
    assert items(step(state, "1win")) == {"人胡": 16}


def test_a_meld_ends_the_first_go() -> None:
    state = table("1z", READY, "", "11z 2z", draws="6s")
    state = play(state, "0discard:1z", "3pong:1z", "3discard:2z", "")
    state = throw_drawn(state)
    assert state.current == 1
    assert not state.first_go


def test_a_flower_and_its_replacement_leave_the_first_go_alone() -> None:
    state = throw_drawn(table("", READY, draws="f1", tail="6s"))
    assert items(step(state, "1win")) == {"地胡": 16, "不求": 1, "自摸": 1, "槓上開花": 1}


# -- the dealer's streak and the length of a match


def test_the_dealer_stays_after_an_own_win() -> None:
    done = step(table(READY + "6s", streak=2, number=3), "0win")
    assert won(done).dealer_tai == (5, 5, 5)
    after = done.state.round
    assert (after.dealer, after.streak, after.passes, after.number) == (0, 3, 0, 4)


def test_the_deal_passes_on_after_another_win() -> None:
    done = step(play(table("6s", READY, streak=2), "0discard:6s"), "1win")
    after = done.state.round
    assert (after.dealer, after.streak, after.passes) == (1, 0, 1)


@pytest.mark.parametrize(("circles", "passes"), [(1, 3), (2, 7), (4, 15)])
def test_a_match_ends_after_its_circles(circles: int, passes: int) -> None:
    state = table(READY, "", "", "6s", passes=passes, circles=circles)
    done = step(play(state, "3discard:6s"), "0win")
    assert isinstance(done.events[-1], MatchEnded)
    assert GAME.outcome(done.state).winner == 0


def test_the_round_wind_moves_after_four_passes() -> None:
    state = table(READY, "", "", "6s", passes=3)
    after = step(play(state, "3discard:6s"), "0win").state
    assert after.phase == "Opening"
    assert (after.round.passes, after.round.dealer, after.round.wind_name) == (4, 0, "S")


def test_a_match_may_end_after_a_number_of_hands() -> None:
    done = step(table(READY + "6s", max_hands=1), "0win")
    assert done.state.phase == "Finished"
    assert GAME.config({"circles": 1}).most_hands == 16


def test_a_shared_first_place_has_no_winner() -> None:
    state = State(table(max_hands=1))
    state.phase = "Finished"
    assert GAME.outcome(state).winner == -1
    assert GAME.outcome(state).ranks == (1, 1, 1, 1)


def test_a_hand_needs_the_tai_that_are_asked_for() -> None:
    plain = play(table("6s", READY, min_tai=17), "0discard:6s")
    assert "win" not in legal(plain, 1)
    assert "win" in legal(play(table("6s", READY, min_tai=16), "0discard:6s"), 1)


def test_migi_hands_wait_and_win_by_option() -> None:
    pairs = "11m 55m 99m 22p 77p 33s 88s 44z"
    state = play(table("1m", pairs, migi=True), "0discard:1m")
    assert "win" in legal(state, 1)
    assert "win" not in legal(play(table("1m", pairs), "0discard:1m"), 1)
    ready = throw_drawn(table("", pairs, draws="5z", migi=True))
    assert "ready:5z" in legal(ready, 1)


def test_a_hand_that_is_over_is_told_with_its_points() -> None:
    done = step(play(table("6s", READY), "0discard:6s"), "1win")
    (ended,) = (event for event in done.events if isinstance(event, RoundEnded))
    assert ended.deltas == (-20, 20, 0, 0)
    assert sum(ended.deltas) == 0
    assert done.result is not None
    (told,) = done.result.extra["wins"]
    leg = {"base": 3, "dealer_tai": 1, "tai": 17, "pull": 0, "pays": 20}
    assert told["legs"] == {"0": leg}
    assert told["yaku"] == [{"name": "人胡", "english": "human win", "tai": 16}]


def test_after_the_deal_the_events_tell_the_next_hand() -> None:
    first = deal(READY + "6s", opened=False)
    done = step(step(first.state).state, "0win")
    types = [event.type for event in done.events]
    assert types == ["won", "round_ended", "round_started", *["dealt"] * 4]


def test_who_gives_no_move_discards_the_drawn_tile_or_the_last_one_after_a_claim() -> None:
    state = table("5p", "55p", draws="1z")
    assert GAME.default(state, 0).kind == state.drawn
    claimed = play(state, "0discard:5p")
    assert GAME.default(claimed, 1).choice == "pass"
    claimed = play(claimed, "1pong:5p")
    assert GAME.default(claimed, 1).kind == claimed.players[1].hand[-1]
