"""Means over deals with Student's 95 % interval; matches of one deal are alike, deals are not."""

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import Final

from arena.local.intervals import LEAST_DEALS, Interval, student_975

IMAGINED: Final = 0.5
"""Matches that an interval with known ends imagines at each of them. Without any, a bot that won
everything would be certain to win: `1.00 [1.00, 1.00]`."""

Row = tuple[float, float]
"""Of one deal: the sum of some value, and over how many matches."""


def mean_of(
    rows: Iterable[Row], ends: tuple[float, float] | None = None, imagined: float = IMAGINED
) -> Interval | None:
    """Return the mean with its 95 % interval; None if there is nothing to count.

    A deal counts by its number of matches. `ends` are the least and the greatest value that there
    can be, for values that crowd at an end (places, shares): half a match is `imagined` at each.
    `n` is the number of deals.
    """
    counted = [row for row in rows if row[1]]
    if not counted:
        return None
    n = len(counted)
    mean = sum(total for total, _ in counted) / sum(many for _, many in counted)
    if n < LEAST_DEALS:
        return Interval(mean, None, None, n)
    if ends is None:
        half = student_975(n - 1) * spread(counted, mean)
        return Interval(mean, mean - half, mean + half, n)
    first, last = ends
    wider = [*counted, (imagined * first, imagined), (imagined * last, imagined)]
    middle = sum(total for total, _ in wider) / sum(many for _, many in wider)
    half = student_975(n - 1) * spread(wider, middle)
    low, high = max(first, min(mean, middle - half)), min(last, max(mean, middle + half))
    return Interval(mean, low, high, n)


def spread(rows: Sequence[Row], mean: float) -> float:
    """Return the standard error of a mean over deals of different sizes."""
    n = len(rows)
    squares = sum((total - mean * many) ** 2 for total, many in rows)
    return sqrt(squares * n / (n - 1)) / sum(many for _, many in rows)
