"""How likely the hidden hands of an imagined deal of Texas 42 are, by what was called.

Read off 7,600 calls of the sampling bot: it bids 30 with half of the hands that take 28.5 points on
average, with a quarter of those that take 25 and with 85 % of those that take 35.
"""

from math import exp
from typing import Final

from bots.texas42_hand import best_trumps, expected_points
from engine.game import Seat
from engine.texas42.model import State
from engine.texas42.moves import DECLARATIONS, MARK
from engine.texas42.tiles import INDEX, SEATS

LOWEST_BID: Final = 30
OPENING: Final = 28.5
"""Points on average with which half of the hands bid 30."""
STEP: Final = 1.8
"""How much more it takes for every point above that."""
OVER_PARTNER: Final = 37.0
"""The same over a partner's bid."""
MARKS: Final = 42.5
"""The same for marks."""
SPREAD: Final = 3.5
"""How gradually a hand becomes worth a bid: by so many points the odds grow by a factor of e."""


def likelihood(world: State, seat: Seat) -> float:
    """How probable it is that the others, with these hands, call and declare as they did."""
    dealt = dealt_hands(world)
    high, bidder = 0, -1
    result = 1.0
    for token in world.history[: world.calls]:
        caller, call = int(token[0]), token[2:]
        partner = bidder == (caller + 2) % SEATS
        value = worth_of(call)
        if caller != seat:
            bids = chance_to_bid(dealt[caller], value or high + 1, partner=partner)
            result *= bids if value else 1 - bids
        if value:
            high, bidder = value, caller
    terms = world.contract
    if terms is not None and terms.declaration in DECLARATIONS and world.bidder != seat:
        hand = dealt[world.bidder]
        result *= exp((expected_points(hand, terms.declaration) - best_trumps(hand)[0]) / SPREAD)
    return result


def worth_of(call: str) -> int:
    """The value of a call, 0 for a pass; bids of variants count as marks."""
    if call == "pass":
        return 0
    return int(call) if call.isdigit() else MARK


def chance_to_bid(hand: int, value: int, *, partner: bool) -> float:
    """How often a hand bids so much, over its partner's bid or not."""
    return 1 / (1 + exp((needed(value, partner=partner) - best_trumps(hand)[0]) / SPREAD))


def needed(value: int, *, partner: bool) -> float:
    """The points on average with which a hand is as likely to bid so much as to pass."""
    if value >= MARK:
        return MARKS
    above = STEP * max(0, value - LOWEST_BID)
    return max(OVER_PARTNER, OPENING + above) if partner else OPENING + above


def dealt_hands(world: State) -> list[int]:
    """The hands before anything was played, as masks."""
    hands = list(world.hands)
    for token in world.history:
        tile = INDEX.get(token[2:])
        if tile is not None:
            hands[int(token[0])] |= 1 << tile
    return hands
