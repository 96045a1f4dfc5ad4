"""Imagined deals of Texas 42 that go with what was called, and those that do not."""

from random import Random
from statistics import fmean
from typing import Any

from bots.searchers import Texas42Search
from bots.texas42_hand import best_trumps, expected_points
from bots.texas42_likely import chance_to_bid, likelihood
from engine.game import Viewer
from engine.rng import Deals
from engine.texas42 import Texas42
from engine.texas42.moves import DECLARATIONS
from engine.texas42.tiles import INDEX, mask
from engine.variants import Rules

FAIR = mask(INDEX[tile] for tile in ["6-6", "6-5", "6-3", "6-1", "5-4", "4-3", "2-1"])
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


def test_points_on_average_follow_the_trumps_and_the_doubles() -> None:
    strong, weak = called().hands[0], called().hands[2]
    points, trumps = best_trumps(strong)
    assert trumps.choice == "t:6"
    assert points > 38
    assert best_trumps(weak)[0] < 28
    by_trumps = {how.choice: expected_points(strong, how) for how in DECLARATIONS}
    assert by_trumps["t:6"] == max(by_trumps.values())
    assert by_trumps["t:3"] < points - 10


def test_a_strong_hand_hardly_passes() -> None:
    assert likelihood(called("pass"), seat=1) < 0.1
    assert likelihood(called("30"), seat=1) > 0.9


def test_a_weak_hand_hardly_bids_and_mostly_passes() -> None:
    assert likelihood(called("30", "pass", "31"), seat=3) < 0.1
    assert likelihood(called("30", "pass", "pass"), seat=1) > 0.9


def test_to_pass_a_high_bid_or_the_partner_s_tells_little() -> None:
    passed = {bid: likelihood(called("pass", "pass", bid, "pass"), seat=2) for bid in ("30", "40")}
    opened = likelihood(called("pass", "pass"), seat=2)
    assert passed["30"] < opened / 10, "seat 3 is strong and passed a low bid"
    assert passed["40"] > opened / 10
    assert (
        chance_to_bid(FAIR, 31, partner=False) > 0.5 > 0.2 > chance_to_bid(FAIR, 31, partner=True)
    )


def test_trumps_that_the_bidder_hardly_has_are_unlikely() -> None:
    bid = ("2m", "pass", "pass", "pass")
    suited = likelihood(called(*bid, "t:6"), seat=1)
    assert likelihood(called(*bid), seat=1) == suited
    assert likelihood(called(*bid, "t:3"), seat=1) < suited / 50


def test_what_was_played_belongs_to_the_hand_that_called() -> None:
    bid = ("2m", "pass", "pass", "pass", "t:6")
    assert likelihood(called(*bid, "6-6"), seat=1) == likelihood(called(*bid), seat=1)


def test_what_the_own_seat_called_tells_nothing() -> None:
    assert likelihood(called("pass"), seat=0) == 1


def test_the_search_imagines_bidders_with_trumps() -> None:
    state = called("2m", "pass", "pass", "pass", "t:6", "6-6")
    view = RULES.view(state, Viewer.player(1))
    bot = Texas42Search()
    bot.start(GAME, 1, 4, GAME.config({}), Random(1))
    found = [likelihood(bot.imagined(view), seat=1) for _ in range(40)]
    bot.tries = 1  # type: ignore[misc]
    plain = [likelihood(bot.imagined(view), seat=1) for _ in range(40)]
    assert fmean(found) > 2 * fmean(plain)
