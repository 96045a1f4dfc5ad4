"""Means with intervals: whole deals are drawn again, since matches of one deal are alike."""

from collections.abc import Iterator, Sequence
from math import sqrt
from random import Random
from statistics import NormalDist

from arena.local.intervals import Interval, student_975

RESAMPLES = 1000
LEAST_DEALS = 5
"""With fewer deals no interval is given: nothing honest can be said."""
BUDGET = 4_000_000
"""Deals drawn in all; a long tournament draws fewer times, but never fewer than LEAST."""
LEAST_RESAMPLES = 200


def ratios(
    rows: Sequence[Sequence[int]], resamples: int = RESAMPLES, seed: int = 1
) -> list[Interval | None]:
    """For columns (sum, count, sum, count, ...) by deal: every sum over its count, at 95 %.

    None stands for a column that counts nothing. `n` is the number of deals that count.
    """
    if not rows:
        return []
    pairs = range(0, len(rows[0]), 2)
    totals = [sum(column) for column in zip(*rows, strict=True)]
    deals = [sum(1 for row in rows if row[at + 1]) for at in pairs]
    drawn: list[list[float]] = [[] for _ in pairs]
    if max(deals) >= LEAST_DEALS:
        for sums in resampled(rows, affordable(len(rows), resamples), Random(seed)):
            for place, at in enumerate(pairs):
                if sums[at + 1]:
                    drawn[place].append(sums[at] / sums[at + 1])
    return [
        between(totals[at] / totals[at + 1], drawn[place], deals[place]) if totals[at + 1] else None
        for place, at in enumerate(pairs)
    ]


def affordable(deals: int, resamples: int) -> int:
    """How often to draw so many deals."""
    return min(resamples, max(LEAST_RESAMPLES, BUDGET // deals))


def resampled(rows: Sequence[Sequence[int]], times: int, rng: Random) -> Iterator[list[int]]:
    """Column sums over as many rows as there are, drawn with replacement.

    A row is packed into one integer, so that a single addition adds all its columns.
    """
    columns = list(zip(*rows, strict=True))
    least = [min(column) for column in columns]
    number = len(rows)
    widths = [
        ((max(column) - low) * number).bit_length() + 1
        for column, low in zip(columns, least, strict=True)
    ]
    starts = [sum(widths[:at]) for at in range(len(widths))]
    packed = [
        sum((value - low) << start for value, low, start in zip(row, least, starts, strict=True))
        for row in rows
    ]
    fields = [
        (start, (1 << width) - 1, low * number)
        for start, width, low in zip(starts, widths, least, strict=True)
    ]
    for _ in range(times):
        total = sum(rng.choices(packed, k=number))
        yield [(total >> start & mask) + base for start, mask, base in fields]


def between(value: float, drawn: list[float], deals: int) -> Interval:
    """The middle of what was drawn; a little more of it for few deals, as Student's t asks."""
    if deals < LEAST_DEALS or not drawn:
        return Interval(value, None, None, deals)
    drawn.sort()
    tail = tail_share(deals)
    return Interval(value, quantile(drawn, tail), quantile(drawn, 1 - tail), deals)


def tail_share(deals: int) -> float:
    """What is cut off at either end: 2.5 % for many deals, less for few.

    A resample's spread is too small by sqrt((n-1)/n), and knows the spread no better than the
    sample does; both are mended by cutting off less.
    """
    return NormalDist().cdf(-student_975(deals - 1) * sqrt(deals / (deals - 1)))


def quantile(ordered: Sequence[float], share: float) -> float:
    """The value below which this share lies, between neighbours in proportion."""
    at = share * (len(ordered) - 1)
    low = int(at)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (at - low) * (ordered[high] - ordered[low])
