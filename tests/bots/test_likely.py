"""Imagined deals of Texas 42 that go with what was called, and those that do not."""

from random import Random
from typing import Any

from bots.searchers import EXPECTED, Texas42Search
from bots.texas42_likely import surprise
from engine.game import Viewer
from engine.rng import Deals
from engine.texas42 import Texas42
from engine.variants import Rules

GAME = Texas42()
RULES = Rules(GAME)
HANDS = [
    "6-6,6-5,6-4,6-3,6-2,5-5,4-4",
    "3-3,3-2,3-1,2-1,1-0,4-1,5-1",
    "5-4,5-3,5-2,4-3,4-2,2-0,3-0",
    "6-1,6-0,5-0,4-0,2-2,1-1,0-0",
]


def called(*calls: str) -> Any:
    """The position after these calls, by the seats in turn; the first seat holds the sixes."""
    deals = Deals.given([{"hands": [hand.split(",") for hand in HANDS]}], then="repeat")
    position = RULES.start(GAME.config({}), deals, 4)
    for call in calls:
        seat = position.state.current
        offer = {move.choice: move for move in position.offers[seat]}
        position = RULES.apply(position.state, {seat: offer[call]})
    return position.state


def test_a_strong_hand_that_passed_is_a_surprise() -> None:
    assert surprise(called("pass"), seat=1) > 1
    assert surprise(called("30"), seat=1) == 0


def test_a_weak_hand_that_bid_is_a_surprise_and_one_that_passed_is_none() -> None:
    assert surprise(called("30", "pass", "31"), seat=3) > 0.5
    assert surprise(called("30", "pass"), seat=2) == 0


def test_to_pass_a_high_bid_or_the_partner_s_tells_little() -> None:
    assert surprise(called("pass", "pass", "2m", "pass"), seat=2) > 0, "seat 0 opened with a pass"
    assert surprise(called("2m", "pass", "pass", "pass"), seat=0) == 0


def test_trumps_that_the_bidder_hardly_has_are_a_surprise() -> None:
    bid = ("2m", "pass", "pass", "pass")
    assert surprise(called(*bid, "t:6"), seat=1) == 0
    assert surprise(called(*bid, "t:3"), seat=1) > 1


def test_what_was_played_belongs_to_the_hand_that_called() -> None:
    played = called("2m", "pass", "pass", "pass", "t:6", "6-6")
    assert surprise(played, seat=1) == 0


def test_what_the_own_seat_called_tells_nothing() -> None:
    assert surprise(called("pass"), seat=0) == 0


def test_the_search_imagines_bidders_with_trumps() -> None:
    state = called("2m", "pass", "pass", "pass", "t:6", "6-6")
    view = RULES.view(state, Viewer.player(1))
    bot = Texas42Search()
    bot.start(GAME, 1, 4, GAME.config({}), Random(1))
    found = [surprise(bot.imagined(view), seat=1) for _ in range(20)]
    bot.tries = 1  # type: ignore[misc]
    plain = [surprise(bot.imagined(view), seat=1) for _ in range(20)]
    assert sum(found) < sum(plain) / 2
    assert sum(value <= EXPECTED for value in found) > sum(value <= EXPECTED for value in plain)
