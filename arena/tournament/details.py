"""A comparison for experts: how likely A is better, how large the effect is, how long it takes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import exp, log10, sqrt
from statistics import fmean, stdev
from typing import Any, Final

from arena.local.intervals import (
    LEAST_DEALS,
    Interval,
    figure,
    student_superiority,
    with_bounds,
)
from arena.tournament.comparison import Comparison
from arena.tournament.means import mean_of
from arena.tournament.ratings import SCALE
from arena.tournament.report import estimate
from arena.tournament.sequential import SequentialTest
from arena.tournament.stopped import after_stop, superiority_after_stop
from arena.tournament.tables import LEAST_FOR_VARIANCES
from arena.tournament.text_tables import chance

LEAST_FOR_POINTS: Final = 20
"""Deals that an interval in rating points needs: near a sweep they grow without end."""
BARS: Final = 11
"""Bars of a histogram; an odd number, so that one stands for no difference."""
WIDTH: Final = 40
"""Characters of the longest bar."""


@dataclass(frozen=True, slots=True)
class Bar:
    """The number of deals whose difference lies between two values."""

    low: float
    high: float
    deals: int


@dataclass(frozen=True, slots=True)
class Details:
    """What experts want to know of a comparison; None where there are too few deals."""

    superiority: float | None
    """How likely A is better than B."""
    effect: Interval | None
    """The mean difference in standard deviations of a deal's difference."""
    elo: Interval | None
    """The rating points by which A is ahead of B."""
    deals_left: int | None
    """Deals that a sequential test is expected to need still."""
    histogram: tuple[Bar, ...]


def details_of(comparison: Comparison) -> Details:
    """Return what the deals so far say."""
    differences, test = comparison.differences, comparison.test
    stopped = test is not None and after_stop(test) is not None
    return Details(
        superiority_after_stop(test) if test is not None and stopped else superiority(differences),
        normalised(comparison.interval, differences),
        elo_of(mean_of(comparison.shares, (0, 1))),
        expected_deals(test) if test is not None else None,
        tuple(histogram(differences)),
    )


def superiority(differences: Sequence[float]) -> float | None:
    """Return how likely the true mean is above zero; None for too few deals or no spread."""
    if len(differences) < LEAST_DEALS or not (spread := stdev(differences)):
        return None
    t = fmean(differences) * sqrt(len(differences)) / spread
    return student_superiority(t, len(differences) - 1)


def normalised(found: Interval | None, differences: Sequence[float]) -> Interval | None:
    """Return a lead in standard deviations of a deal's difference.

    The interval is that of the lead, divided by the standard deviation, and wider by what is not
    known of the latter: the variance of a normalised mean is (1 - skew effect + (kurtosis - 1) / 4
    effect squared) / n, for normal differences (1 + effect squared / 2) / n; the larger counts.
    """
    if found is None or len(differences) < LEAST_DEALS or not (spread := stdev(differences)):
        return None
    effect = found.mean / spread
    if found.low is None or found.high is None or found.n < LEAST_FOR_VARIANCES:
        return Interval(effect, None, None, found.n)
    middle = fmean(differences)
    skew, kurtosis = (
        fmean(((d - middle) / spread) ** power for d in differences) for power in (3, 4)
    )
    wider = sqrt(max(1 + effect**2 / 2, 1 - skew * effect + (kurtosis - 1) / 4 * effect**2))
    below, above = (wider * (end - found.mean) / spread for end in (found.low, found.high))
    return Interval(effect, effect + below, effect + above, found.n)


def elo_of(share: Interval | None) -> Interval | None:
    """Return rating points from the share of meetings in which A finished ahead; ties are halves.

    A share of 0 or 1 has no finite rating: half a percent from it is the furthest that is told.
    """
    if share is None or share.low is None or share.high is None:
        return None
    shares = (min(max(each, 0.005), 0.995) for each in (share.mean, share.low, share.high))
    mean, low, high = (400 * log10(each / (1 - each)) for each in shares)
    if share.n < LEAST_FOR_POINTS:
        return Interval(mean, None, None, share.n)
    return Interval(mean, low, high, share.n)


def elo_meaning(points: float) -> str:
    """Return what a difference in rating points means at tables of two and of four."""
    weight = exp(points / SCALE)
    ahead = weight / (1 + weight)
    place = 1 + 3 / (1 + weight)
    return (
        f"ahead of the other in {100 * ahead:.0f} % of matches; mean place {2 - ahead:.2f} at a"
        f" table of two, {place:.2f} at one of four with three of the other's strength"
    )


def expected_deals(test: SequentialTest) -> int | None:
    """Return the deals until the test decides, if the difference is as it was so far (Wald)."""
    if test.decision or test.deals < LEAST_DEALS or test.variance <= 0:
        return None
    h0, h1 = test.claims
    drift = (h1 - h0) * (2 * test.mean - h0 - h1) / (2 * test.variance)
    spread2 = (h1 - h0) ** 2 / test.variance
    up, down = test.hypotheses.upper - test.llr, test.llr - test.hypotheses.lower
    if up <= 0 or down <= 0:
        return 1  # a bound is passed, and too few deals differ to decide
    if abs(drift) < 1e-3 * sqrt(spread2):
        return max(1, round(up * down / spread2))
    pull = 2 * drift / spread2
    # How likely the upper bound is reached first; written so that no power overflows.
    if pull > 0:
        upper = (1 - exp(-min(pull * down, 700))) / (1 - exp(-min(pull * (up + down), 700)))
    else:
        upper = (exp(max(pull * up, -700)) - exp(max(pull * (up + down), -700))) / (
            1 - exp(max(pull * (up + down), -700))
        )
    return max(1, round((upper * up - (1 - upper) * down) / drift))


def histogram(differences: Sequence[float]) -> Iterator[Bar]:
    """Yield the deals by difference, from the worst for A to the best, around zero."""
    furthest = max((abs(each) for each in differences), default=0.0)
    if not furthest:
        return
    step = 2 * furthest / (BARS - 1)
    counts = [0] * BARS
    for each in differences:
        counts[round((each + furthest) / step)] += 1
    for number, deals in enumerate(counts):
        middle = number * step - furthest
        yield Bar(middle - step / 2, middle + step / 2, deals)


def detail_lines(comparison: Comparison) -> Iterator[str]:
    """Yield the details as text."""
    found, (first, second) = details_of(comparison), comparison.plan.names[:2]
    if found.superiority is not None:
        yield f"likelihood that {first} is better than {second}: {chance(found.superiority)}"
    if found.effect is not None:
        yield f"normalised effect: {with_bounds(found.effect)} standard deviations per deal"
    if found.elo is not None:
        yield f"in rating points: {with_bounds(found.elo)}: {elo_meaning(found.elo.mean)}"
    if found.deals_left is not None:
        yield f"deals left until the test decides, at this difference: about {found.deals_left}"
    if found.histogram:
        yield f"deals by difference in {comparison.plan.measure} ({first} ahead below):"
        yield from bar_lines(found.histogram)


def bar_lines(bars: Sequence[Bar]) -> Iterator[str]:
    """Yield a histogram as text, one line per bar from the first that has deals to the last."""
    filled = [number for number, bar in enumerate(bars) if bar.deals]
    bars = bars[filled[0] : filled[-1] + 1]
    most = max(bar.deals for bar in bars)
    step = bars[0].high - bars[0].low
    digits = max(0, min(3, 1 - int(log10(step)) if step else 0))
    labels = [figure((bar.low + bar.high) / 2 + 0.0, digits) for bar in bars]
    wide = max(map(len, labels))
    for bar, label in zip(bars, labels, strict=True):
        yield f"  {label:>{wide}} {'█' * round(WIDTH * bar.deals / most)} {bar.deals}"


def as_row(found: Details) -> dict[str, Any]:
    """Return the details as plain data."""
    return {
        "superiority": found.superiority,
        "normalised_effect": estimate(found.effect),
        "rating_points": estimate(found.elo),
        "deals_left": found.deals_left,
        "histogram": [[bar.low, bar.high, bar.deals] for bar in found.histogram],
    }
