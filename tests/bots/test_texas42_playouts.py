"""Hands of Texas 42 played out in imagination: what they come to, and what they share."""

from random import Random
from typing import Any

import pytest

from bots.searchers import Texas42Search
from bots.texas42_endgame import can_make
from bots.texas42_playouts import Deal, next_call, trumps_for
from engine.rng import Deals
from engine.texas42 import Texas42
from engine.texas42.moves import DECLARATIONS, MARK
from engine.texas42.rules import apply
from engine.texas42.tiles import INDEX, mask
from engine.variants import Rules
from tests.bots.endings import texas42_endings
from tests.bots.sure_hands import sure_hand

GAME = Texas42()
RULES = Rules(GAME)
OPEN = 28
"""All dominoes: nothing is played by thumb."""
STRONG = mask(INDEX[tile] for tile in ["6-6", "6-5", "6-4", "6-3", "6-2", "5-5", "4-4"])
WEAK = mask(INDEX[tile] for tile in ["5-4", "5-3", "5-2", "4-3", "4-2", "2-0", "3-0"])


def declared(seed: int, bid: str = "30") -> Any:
    """The position before the first caller, who bids and was passed, declares."""
    position = RULES.start(GAME.config({}), Deals.seed(seed), 4)
    while position.state.phase == "Bidding":
        seat = position.state.current
        offer = {move.choice: move for move in position.offers[seat]}
        choice = "pass" if position.state.high else bid
        position = RULES.apply(position.state, {seat: offer[choice]})
    return position.state


def test_one_deal_answers_for_every_declaration_as_a_fresh_one_does() -> None:
    different = 0
    for seed in range(6):
        state = declared(seed)
        shared = Deal(state.hands, state.shaker, 16)
        after = [apply(state, {state.current: how}).state for how in DECLARATIONS]
        fresh = [Deal(state.hands, state.shaker, 16).made(one) for one in after]
        assert [shared.made(one) for one in after] == fresh
        different += len(set(fresh)) > 1
    assert different  # else the trumps would not matter here


def test_with_few_dominoes_left_a_deal_ends_as_open_hands_do() -> None:
    for state in texas42_endings(150, seed=4):
        deal = Deal(state.hands, state.shaker, 16)
        after = [apply(state, {state.current: move}).state for move in legal(state)]
        assert [deal.made(one) for one in after] == [can_make(one) for one in after]


def legal(state: Any) -> Any:
    return RULES.legal(state)[state.current]


@pytest.mark.parametrize("seed", range(3))
def test_what_a_bidder_takes_does_not_depend_on_the_order_of_questions(seed: int) -> None:
    state = declared(seed)
    bidder, how = state.current, DECLARATIONS[seed]
    upward, downward = (Deal(state.hands, state.shaker, 16) for _ in range(2))
    points = range(1, MARK + 1)
    up = [upward.takes(bidder, how, least) for least in points]
    down = [downward.takes(bidder, how, least) for least in reversed(points)]
    assert up == down[::-1]
    assert up == sorted(up, reverse=True)  # who takes 31 takes 30


def test_a_bid_is_paid_to_whoever_gets_his_way() -> None:
    rng = Random(3)
    hand = sure_hand(rng)
    rest = [tile for tile in range(28) if not hand >> tile & 1]
    others = [mask(rest[start : start + 7]) for start in (0, 7, 14)]
    hands = (hand, others[0], others[1], others[2])
    deal = Deal(hands, 3, OPEN)
    state = RULES.start(GAME.config({}), Deals.seed(1), 4).state
    trumps = trumps_for(hand, 16, rng)
    bid = {move.choice: move for move in legal(state)}
    assert deal.called(apply(state, {0: bid["2m"]}).state, 0, trumps) == (2, 0)
    assert deal.called(apply(state, {0: bid["1m"]}).state, 2, trumps)[1] == 0  # nobody bids more


def test_a_bid_that_is_set_is_paid_to_the_others() -> None:
    state = RULES.start(GAME.config({}), Deals.seed(1), 4).state
    bid = {move.choice: move for move in legal(state)}
    rest = [tile for tile in range(28) if not WEAK >> tile & 1]
    hands = (WEAK, *[mask(rest[start : start + 7]) for start in (0, 7, 14)])
    deal = Deal(hands, 3, 16)
    assert deal.called(apply(state, {0: bid["2m"]}).state, 0, DECLARATIONS[6]) == (0, 2)


def test_calls_to_come_follow_the_hand() -> None:
    assert next_call(STRONG, 0, partner=False) in (30, 2 * MARK)
    assert next_call(WEAK, 0, partner=False) == 0
    fair = mask(INDEX[tile] for tile in ["6-6", "6-5", "6-3", "6-1", "5-4", "4-3", "2-1"])
    assert next_call(fair, 0, partner=False) == 30
    assert next_call(fair, 30, partner=True) == 0
    assert next_call(fair, 41, partner=False) == 0


def test_four_passes_pay_nobody() -> None:
    state = RULES.start(GAME.config({}), Deals.seed(1), 4).state
    for _ in range(4):
        state = apply(state, {state.current: legal(state)[-1]}).state
    assert Deal(state.hands, state.shaker, 16).called(state, 0, DECLARATIONS[0]) == (0, 0)


def test_search_asks_each_world_for_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[int, ...]] = []

    def noted(hands: tuple[int, ...], shaker: int, exact: int) -> Deal:
        made.append(hands)
        return Deal(hands, shaker, exact)

    monkeypatch.setattr("bots.searchers.Deal", noted)
    bot = Texas42Search()
    bot.start(GAME, 0, 4, GAME.config({}), Random(1))
    for seed in (1, 2):
        state = declared(seed)
        beginnings = [(state, {state.current: how}) for how in DECLARATIONS]
        assert all(len(scores) == 4 for scores in bot.outcomes(beginnings))
    assert len(made) == 2
