"""What scores are worth at riichi: the points with which a match is expected to end.

Uma and oka are worth more than most hands: with the usual ones the first place is 30,000 points
above the second. So a search that counts the scores of the round alone pushes for points that it
does not need, and gives up places for a few hundred.
"""

from collections.abc import Sequence
from math import erfc, sqrt
from statistics import NormalDist
from typing import Final

from engine.game import Seat
from engine.mahjong.seats import SEATS
from engine.riichi.config import RiichiConfig
from engine.riichi.match import LAST_HAND, final_points

SPREAD: Final = 5100.0
"""The standard deviation of what a seat wins or loses in a round (1,400 rounds of the guard)."""
STEPS: Final = 12
LUCK: Final = tuple([NormalDist().inv_cdf((step + 0.5) / STEPS) for step in range(STEPS)])
"""Equally likely fortunes of a seat, in standard deviations."""


def rounds_left(config: RiichiConfig, hand: int, scores: Sequence[int]) -> int:
    """How many rounds a match has after this one, if no dealer stays."""
    if config.tobi and min(scores) < 0:
        return 0
    left = LAST_HAND[config.length] - hand
    return left if left > 0 else int(config.enchousen and max(scores) < config.target)


def expected_points(config: RiichiConfig, scores: Sequence[int], seat: Seat, rounds: int) -> float:
    """The final points of a seat, uma and oka among them, with so many rounds to come."""
    if not rounds:
        return final_points(config, tuple(scores))[seat]
    spread = SPREAD * sqrt(rounds)
    prizes = [1000.0 * uma for uma in config.uma]
    prizes[0] += 4 * (config.target - config.start_points)
    others = [scores[other] for other in SEATS if other != seat]
    total = 0.0
    for luck in LUCK:
        own = scores[seat] + luck * spread
        places = [1.0, 0.0, 0.0, 0.0]  # how likely so many are ahead
        for score in others:
            ahead = 0.5 * erfc((own - score) / spread / sqrt(2))
            for place in (3, 2, 1):
                places[place] += ahead * (places[place - 1] - places[place])
            places[0] *= 1 - ahead
        total += sum([chance * prize for chance, prize in zip(places, prizes, strict=True)])
    return scores[seat] - config.target + total / STEPS
