"""The difference after a sequential test has stopped: its estimate and interval.

A test stops when chance has carried the mean far enough, so the plain mean of a test that stopped
early is too far from zero and its interval misses the truth too often. Here outcomes are ordered by
when and at which bound the test stopped: the sooner at the upper bound, the more they speak for A.
The interval holds the differences under which the outcome is not among the 2.5 % at either end; the
estimate is the one that makes it the middle outcome (Siegmund, Sequential Analysis, 1985, ch. 4).
The sum of differences is taken for a Brownian motion between two bounds, moved outwards by 0.583
standard deviations because deals come one by one.
"""

from collections.abc import Callable
from math import exp, sqrt
from statistics import NormalDist
from typing import Final

from arena.local.intervals import Interval, student_975
from arena.tournament.sequential import SequentialTest

OVERSHOOT: Final = 0.583
IMAGES: Final = 6
"""Reflections of the bounds that are summed; later ones are below any rounding."""
HALVINGS: Final = 60
CDF: Final = NormalDist().cdf


def after_stop(test: SequentialTest) -> Interval | None:
    """Return the median unbiased estimate with its 95 % interval; None where none is needed."""
    if not test.decision or test.all_equal or test.first_look:
        return None
    n, at_least = test.deals, outcomes(test)
    # Student's t is wider than the normal distribution for few deals.
    tail = CDF(-student_975(n - 1))
    reach = 12 * spread_of(test) / sqrt(n)
    ends = test.mean - reach, test.mean + reach
    low, estimate, high = (solved(at_least, share, *ends) for share in (tail, 0.5, 1 - tail))
    return Interval(estimate, low, high, n)


def superiority_after_stop(test: SequentialTest) -> float:
    """Return how likely A is better than B, of a test that `after_stop` has an estimate for."""
    return 1 - outcomes(test)(0.0)


def spread_of(test: SequentialTest) -> float:
    """Return the standard deviation of a deal's difference, with the test's allowance for skew."""
    return sqrt(test.spread**2 + test.skew_allowance)


def outcomes(test: SequentialTest) -> Callable[[float], float]:
    """Return how likely an outcome is that speaks for A at least as much, by true difference."""
    spread, n = spread_of(test), test.deals
    h0, h1 = test.claims
    middle, per_unit = (h0 + h1) / 2, test.variance / ((h1 - h0) * spread)
    up = test.hypotheses.upper * per_unit + OVERSHOOT
    down = -test.hypotheses.lower * per_unit + OVERSHOOT

    def at_least(difference: float) -> float:
        drift = (difference - middle) / spread
        if test.decision == "H1":
            return reached(up, down, drift, n)
        return 1 - reached(down, up, -drift, n)

    return at_least


def reached(bound: float, other: float, drift: float, time: float) -> float:
    """Return how likely a Brownian motion is at `bound` by `time` and was never at `-other`."""
    width, root = bound + other, sqrt(time)
    total = 0.0
    for image in range(-IMAGES, IMAGES + 1):
        far = bound + 2 * image * width
        sign, far = (1, far) if far > 0 else (-1, -far)
        total += sign * (
            scaled(drift * (bound - far), (drift * time - far) / root)
            + scaled(drift * (bound + far), (-drift * time - far) / root)
        )
    return min(max(total, 0.0), 1.0)


def scaled(power: float, at: float) -> float:
    """Return e to a power times the normal distribution function, without overflow."""
    share = CDF(at)
    return exp(min(power, 700.0)) * share if share else 0.0


def solved(rising: Callable[[float], float], value: float, low: float, high: float) -> float:
    """Return where a rising function takes a value, by halving."""
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if rising(middle) < value else (low, middle)
    return (low + high) / 2
