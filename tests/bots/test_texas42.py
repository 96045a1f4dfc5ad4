"""The house bots of Texas 42: what they bid, declare and play, and that they play on anything."""

from random import Random
from typing import Any

import pytest

from arena.local.loop import play
from bots.bot import Bot
from bots.texas42 import (
    CountBot,
    SampleBot,
    best_move,
    bid_by_hand,
    bid_by_points,
    full_points,
    plays_out,
    share,
)
from bots.texas42_endgame import can_make
from bots.texas42_play import (
    best_declaration,
    choose,
    sight_of_state,
    tricks_with,
    trump_tricks,
)
from bots.turn import TableTurn
from engine.game import Viewer
from engine.texas42.model import State
from engine.texas42.moves import DECLARATIONS, PLAYS
from engine.texas42.rules import choices
from engine.texas42.suits import suits
from engine.texas42.tiles import INDEX, TILES
from engine.variants import Rules
from tests.engine.texas42_table import (
    GAME,
    HANDS,
    SPECIALS,
    contract_position,
    laid_out,
    made,
    tiles,
)


def seated(bot: Bot, state: State, *variants: str) -> str:
    """What a bot chooses for the seat to move."""
    rules = Rules(GAME, variants)
    seat = state.current
    bot.start(GAME, seat, 4, state.table.config, Random(1))
    legal = tuple(move.choice for move in rules.legal(state)[seat])
    answer: Any = bot.act(TableTurn(seat, legal, rules, state, ()))
    assert answer in legal
    return str(answer)


def thumb(state: State) -> str:
    """The domino that the rules of thumb play for the seat to move."""
    return TILES[choose(sight_of_state(state, state.current))]


# -- a domino


def test_trumps_are_drawn_while_others_hold_some() -> None:
    hands = (tiles("6-6 5-5 3-0"), tiles("6-1 2-2 1-0"), tiles("4-4"), tiles("3-3"))
    assert thumb(contract_position(hands, 0, "30", "6")) == "6-6"
    drawn = (tiles("6-6 5-5 3-0"), tiles("5-1 2-2 1-0"), tiles("4-4"), tiles("3-3"))
    assert thumb(contract_position(drawn, 0, "30", "6")) == "5-5"


def test_without_a_sure_winner_the_cheapest_domino_is_led() -> None:
    hands = (tiles("6-4 2-1"), tiles("6-6 2-2"), tiles("4-4 5-5"), tiles("3-3 1-1"))
    assert thumb(contract_position(hands, 0, "30", "3")) == "2-1"


def test_defenders_keep_their_trumps_when_they_lead() -> None:
    hands = (tiles("6-6 5-5"), tiles("6-1 3-1"), tiles("4-4 3-3"), tiles("2-2 1-1"))
    state = contract_position(hands, 0, "30", "6")
    state.current = 1
    assert thumb(state) == "3-1"


def test_count_goes_to_the_partners_sure_trick() -> None:
    hands = (tiles("6-6 1-0"), tiles("6-1 2-0"), tiles("6-4 6-2"), tiles("3-3 6-3"))
    state = made(contract_position(hands, 0, "30", "6"), "6-6", "6-1")
    assert thumb(state) == "6-4"


def test_no_count_goes_to_a_trick_that_the_partner_may_lose() -> None:
    hands = (tiles("4-3 1-0"), tiles("3-0 2-0"), tiles("4-1 4-2"), tiles("4-4 6-3"))
    state = made(contract_position(hands, 0, "30", "6"), "4-3", "3-0")
    assert thumb(state) == "4-2"


def test_the_last_to_play_wins_with_count_and_else_throws_none() -> None:
    hands = (tiles("4-3 1-0"), tiles("4-0 2-0"), tiles("4-2 1-1"), tiles("6-4 5-4"))
    state = made(contract_position(hands, 0, "30", "1"), "4-3", "4-0", "4-2")
    assert thumb(state) == "6-4"
    losing = (tiles("4-3 1-0"), tiles("4-4 2-0"), tiles("6-4 4-2"), tiles("1-1 3-2"))
    state = made(contract_position(losing, 0, "30", "1"), "4-3", "4-4")
    assert thumb(state) == "4-2"


def test_a_trick_is_won_for_sure_or_cheaply() -> None:
    hands = (tiles("4-3 1-0"), tiles("4-4 5-4"), tiles("6-4 4-2"), tiles("1-1 3-2"))
    state = made(contract_position(hands, 0, "30", "6"), "4-3")
    assert thumb(state) == "4-4"
    hands = (tiles("4-0 1-0"), tiles("4-2 5-4"), tiles("6-4 4-4"), tiles("1-1 3-2"))
    state = made(contract_position(hands, 0, "30", "1"), "4-0")
    assert thumb(state) == "5-4"


def test_a_lone_bidder_loses_high_and_the_others_play_low() -> None:
    hands = (tiles("6-1 5-1"), tiles("6-3 6-0"), 0, tiles("6-5 6-2"))
    state = contract_position(hands, 0, "1m", "nello")
    assert thumb(state) == "5-1"
    state = made(state, "6-1")
    assert thumb(state) == "6-0"
    state.current, state.hands = 0, (tiles("6-4 6-0"), *hands[1:])
    assert thumb(state) == "6-0"
    state.hands = (tiles("6-4 6-5"), *hands[1:])
    assert thumb(state) == "6-4"


# -- a bid


def test_more_trumps_and_doubles_promise_more_tricks() -> None:
    strong, weak = tiles("6-6 6-5 6-4 6-3 5-5 4-4 3-3"), tiles("6-1 5-0 4-2 3-1 2-0 3-2 5-4")
    assert best_declaration(strong)[1].choice == "t:6"
    assert best_declaration(strong)[0] > 6
    assert best_declaration(weak)[0] < 3
    no_trump = DECLARATIONS[-1]
    assert tricks_with(strong, no_trump) < tricks_with(strong, DECLARATIONS[6])


def test_missing_high_trumps_cost_tricks() -> None:
    table = suits(6, "high", "suit", power=True)
    full, headless = tiles("6-6 6-5 6-4 6-3"), tiles("6-4 6-3 6-2 6-1")
    assert trump_tricks(table, full) > trump_tricks(table, headless)
    assert trump_tricks(table, 0) == 0


@pytest.mark.parametrize(
    ("hand", "calls", "bid"),
    [
        ("6-6 6-5 6-4 6-3 6-2 6-1 5-5", (), "2m"),
        ("6-6 6-5 6-4 6-3 5-5 2-1 3-0", (), "30"),
        ("6-6 6-5 6-4 6-3 5-5 2-1 3-0", ("30",), "31"),
        ("6-1 5-0 4-2 3-1 2-0 3-2 5-4", (), "pass"),
        ("6-6 6-5 6-4 6-3 5-3 2-1 3-0", ("30", "pass"), "pass"),
    ],
)
def test_bids_follow_the_hand(hand: str, calls: tuple[str, ...], bid: str) -> None:
    seat = len(calls)
    hands = [tiles(hand) if s == seat else 0 for s in range(4)]
    state = made(laid_out(hands), *calls)
    view = GAME.view(state, Viewer.player(seat))
    assert bid_by_hand(view, view["legal"]) == bid


def test_a_shaker_who_must_bid_bids_least() -> None:
    hands = (0, 0, 0, tiles("6-1 5-0 4-2 3-1 2-0 3-2 5-4"))
    state = made(laid_out(hands), "pass", "pass", "pass")
    assert seated(CountBot(), state, "forced-bid") == "30"


LOWEST = "1-0 2-0 3-0 2-1 3-1 3-2 4-0"
SEVENS = "4-3 5-2 6-0 5-3 3-3 2-1 5-5"
DOUBLES = "6-6 5-5 4-4 3-3 2-2 6-1 5-0"


@pytest.mark.parametrize(
    ("hand", "variants", "declared"),
    [
        (LOWEST, ("nello", "sevens"), "t:nello"),
        (LOWEST, ("sevens",), "t:0"),
        (SEVENS, ("nello", "sevens"), "t:sevens"),
        (SEVENS, ("nello",), "t:3"),
        ("6-6 6-5 6-4 6-3 5-5 2-1 3-0", ("nello", "sevens"), "t:6"),
    ],
)
def test_count_declares_a_special_contract_where_the_hand_is_made_for_it(
    hand: str, variants: tuple[str, ...], declared: str
) -> None:
    state = made(laid_out([tiles(hand), 0, 0, 0]), "1m", "pass", "pass", "pass")
    assert seated(CountBot(), state, *variants) == declared


def test_count_leaves_splash_and_plunge_alone_and_declares_for_a_partner_who_did_not() -> None:
    state = laid_out([tiles(DOUBLES), 0, tiles("6-5 6-4 6-3 6-2 4-1 3-0 2-0"), 0])
    assert seated(CountBot(), state, *SPECIALS) not in ("splash2", "plunge4")
    state = made(state, "splash2", "pass", "pass", "pass")
    assert (state.current, seated(CountBot(), state, *SPECIALS)) == (2, "t:6")


# -- imagination


def test_sample_takes_a_special_contract_that_does_best_in_imagination() -> None:
    hands = (
        tiles(LOWEST),
        tiles("6-6 6-5 6-4 6-3 6-2 6-1 6-0"),
        tiles("0-0 1-1 2-2 3-3 4-4 5-5 4-1"),
        tiles("5-4 5-3 5-2 5-1 5-0 4-3 4-2"),
    )
    state = made(laid_out(hands), "1m", "pass", "pass", "pass")
    assert seated(SampleBot(), state, "nello") == "t:nello"
    assert (
        seated(SampleBot(), made(laid_out(HANDS), "1m", "pass", "pass", "pass"), "nello") == "t:6"
    )


def test_shares_count_what_reaches_the_bid() -> None:
    assert share([42, 30, 29, 10], 30) == 0.5


def test_all_seven_tricks_are_counted_whatever_was_decided() -> None:
    assert full_points(laid_out(HANDS), 0, DECLARATIONS[6]) == 42
    assert full_points(laid_out(HANDS), 1, DECLARATIONS[6]) == 0


def test_the_last_tricks_are_searched_to_the_end() -> None:
    # Seat 0 needs both tricks: the trump first, or its six is trumped.
    hands = (tiles("6-6 5-5"), tiles("5-1 2-0"), tiles("4-0 3-0"), tiles("4-1 3-1"))
    state = contract_position(hands, 0, "1m", "5")
    state.taken = (5, 0)
    assert can_make(state)
    assert plays_out(state)
    assert best_move([state], 0, [PLAYS[INDEX["6-6"]], PLAYS[INDEX["5-5"]]]) == "5-5"
    trumps_behind = (hands[0], tiles("5-1 5-0"), hands[2], hands[3])
    lost = contract_position(trumps_behind, 0, "1m", "5")
    lost.taken = (5, 0)
    assert not can_make(lost)


def test_sample_opens_a_sure_hand_and_passes_a_poor_one() -> None:
    assert seated(SampleBot(), laid_out(HANDS)) == "2m"
    poor = laid_out((tiles("6-1 5-0 4-2 3-1 2-0 3-2 5-4"), HANDS[1], HANDS[2], HANDS[3]))
    assert seated(SampleBot(), poor) == "pass"


def test_sample_declares_its_long_suit() -> None:
    assert seated(SampleBot(), made(laid_out(HANDS), "30", "pass", "pass", "pass")) == "t:6"


@pytest.mark.parametrize(
    ("points", "legal", "bid"),
    [
        ([42] * 8 + [30] * 2, "30,2m,pass", "2m"),
        ([42] * 6 + [30] * 4, "30,2m,pass", "30"),
        ([42] * 6 + [30] * 4, "1m,2m,pass", "1m"),
        ([31] * 6 + [20] * 4, "32,1m,2m,pass", "pass"),
        ([20] * 10, "30,31", "30"),
        ([42] * 10, "3m,pass", "pass"),
    ],
)
def test_sample_bids_the_least_that_is_made_often_enough(
    points: list[int], legal: str, bid: str
) -> None:
    assert bid_by_points(points, legal.split(","), 0.5) == bid


@pytest.mark.parametrize("variants", [(), SPECIALS, ("forced-bid", "consensus")], ids=str)
def test_both_play_whole_matches_without_a_fault(variants: tuple[str, ...]) -> None:
    bots = ["texas42-count", "texas42-sample", "random", "random"]
    config = {"target": 1, "voters": [0, 1]}
    result = play("texas42", bots, seed=3, config=config, variants=variants)
    assert result.faults == ()


def test_the_same_seed_plays_the_same_match() -> None:
    bots = ["texas42-sample", "texas42-count"] * 2
    logs = [play("texas42", bots, seed=5, config={"target": 1}).log for _ in range(2)]
    assert logs[0] == logs[1]


def test_count_wins_against_random() -> None:
    bots = ["texas42-count", "random"] * 2
    wins = sum(play("texas42", bots, seed=n).outcome.winner == 0 for n in range(6))
    assert wins == 6


def test_thumbs_play_only_what_is_legal() -> None:
    state = contract_position(HANDS, 0, "30", "5")
    while state.phase in ("Playing", "TrickDone"):
        if state.phase == "Playing":
            assert thumb(state) in [move.choice for move in choices(state)[state.current]]
            state = made(state, thumb(state))
        else:
            state = made(state, "complete-trick")
