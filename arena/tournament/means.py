"""Means over deals with Student's 95 % interval; matches of one deal are alike, deals are not."""

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import Final

from arena.local.intervals import LEAST_DEALS, Interval, student_975

IMAGINED: Final = 0.5
"""Matches that an interval with known ends imagines at each of them. Without any, a bot that won
everything would be certain to win: `1.00 [1.00, 1.00]`."""

IMAGINED_PLACE: Final = 0.4
"""The same for places, which vary more evenly than shares: fewer are enough."""
SWEEP_DEALS: Final = 20
"""Deals from which a sweep, or all but one, tells how sure it is."""

Row = tuple[float, float]
"""Of one deal: the sum of some value, and over how many matches."""


def mean_of(
    rows: Iterable[Row], ends: tuple[float, float] | None = None, imagined: float = IMAGINED
) -> Interval | None:
    """Return the mean with its 95 % interval; None if there is nothing to count.

    A deal counts by its number of matches. `ends` are the least and the greatest value that there
    can be, for values that crowd at an end (places, shares): a part of a match is `imagined` there.
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


def mean_place(rows: Iterable[Row], last: int) -> Interval | None:
    """Return a mean place with its 95 % interval, as `mean_of`.

    A sweep has none below twenty deals, nor has all but one: it would rest on the imagined matches
    alone, and be too wide.
    """
    counted = [row for row in rows if row[1]]
    found = mean_of(counted, (1, last), IMAGINED_PLACE)
    if found is None or found.n >= SWEEP_DEALS:
        return found
    others = min(sum(total != end * many for total, many in counted) for end in (1, last))
    return found if others > 1 else Interval(found.mean, None, None, found.n)


def spread(rows: Sequence[Row], mean: float) -> float:
    """Return the standard error of a mean over deals of different sizes."""
    n = len(rows)
    squares = sum((total - mean * many) ** 2 for total, many in rows)
    return sqrt(squares * n / (n - 1)) / sum(many for _, many in rows)
