"""Deals from a seed and given ones."""

from typing import Any

import pytest

from engine.errors import DealError
from engine.rng import Deals
from engine.texas42.tiles import names
from tests.engine.texas42_table import GAME, HANDS, played

FOUR = [names(hand) for hand in HANDS]


def hands_of(deals: Deals) -> tuple[int, ...]:
    return GAME.start(GAME.config(), deals, 4).state.hands


def test_a_deal_follows_from_the_seed_and_the_number_of_the_hand() -> None:
    again = played(["pass"] * 4, seed="x").state.hands
    forced = played(["30", "pass", "pass", "pass"], seed="x").state.hands
    assert forced == hands_of(Deals.seed("x")) != again
    assert again == played(["pass"] * 4, seed="x").state.hands


def test_given_hands_are_lists_or_comma_lists_with_either_pip_first() -> None:
    turned = [",".join(tile[::-1] for tile in hand) for hand in FOUR]
    assert hands_of(Deals.given([{"hands": FOUR}])) == HANDS
    assert hands_of(Deals.given([{"hands": turned}])) == HANDS


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ("6-4", "a deal is"),
        ({"hands": 4}, "a deal is"),
        ({"hands": FOUR[:3]}, "expected 4, got 3"),
        ({"hands": [FOUR[0][:6], *FOUR[1:]]}, "seat 0: expected 7 dominoes, got 6"),
        ({"hands": [FOUR[1], FOUR[1], *FOUR[2:]]}, "dealt more than once"),
        ({"hands": [["7-0", *FOUR[0][1:]], *FOUR[1:]]}, "'7-0': expected two pips"),
        ({"hands": [7, *FOUR[1:]]}, "hand 7: a deal is"),
    ],
)
def test_a_given_deal_that_does_not_fit_is_named(given: Any, problem: str) -> None:
    with pytest.raises(DealError, match=problem):
        hands_of(Deals.given([given]))
