"""What lies behind the standings: who beat whom, from which seat, and what the deals saved."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import sqrt
from statistics import fmean

from arena.local.intervals import NORMAL_975, Interval, interval
from arena.tournament.bootstrap import LEAST_DEALS, RESAMPLES, ratios
from arena.tournament.ratings import Ratings
from arena.tournament.results import Line, by_deal

FINE = 16
"""Differences of points are counted in sixteenths, so that sums stay whole numbers."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A pair in the cross table: how often the first finished ahead; `n` are meetings."""

    share: Interval
    meetings: int


def cross_table(lines: Iterable[Line]) -> dict[tuple[int, int], Cell]:
    """For any two who met, the share of meetings in which the first was ahead; ties are halves."""
    deals: dict[tuple[int, int], dict[int, list[int]]] = {}
    for line in lines:
        for i, j in line.pairs:
            pair = (line.entrants[i], line.entrants[j])
            found = deals.setdefault(pair, {}).setdefault(line.deal, [0, 0])
            found[0] += (
                1 + (line.places2[i] < line.places2[j]) - (line.places2[i] > line.places2[j])
            )
            found[1] += 1
    return {
        pair: Cell(share_interval(list(rows.values())), sum(met for _, met in rows.values()))
        for pair, rows in sorted(deals.items())
    }


def share_interval(rows: Sequence[Sequence[int]]) -> Interval:
    """A share with Wilson's interval, for the number of independent meetings it is worth.

    Meetings of one deal are alike; what they are worth follows from how deals differ. Where they
    do not differ at all (a sweep), each deal counts once.
    """
    n, met = len(rows), sum(row[1] for row in rows)
    share = sum(row[0] for row in rows) / (2 * met)
    if n < LEAST_DEALS:
        return Interval(share, None, None, n)
    spread = sum((row[0] / 2 - share * row[1]) ** 2 for row in rows) * n / (n - 1) / met**2
    worth = share * (1 - share) / spread if spread > 0 and 0 < share < 1 else float(n)
    z2 = NORMAL_975**2
    middle = (share + z2 / (2 * worth)) / (1 + z2 / worth)
    half = NORMAL_975 * sqrt(share * (1 - share) / worth + z2 / (4 * worth**2)) / (1 + z2 / worth)
    return Interval(share, max(0.0, middle - half), min(1.0, middle + half), n)


@dataclass(frozen=True, slots=True)
class SeatRow:
    """How well a seat does, whoever sits there."""

    seat: int
    place: Interval | None
    points: Interval | None


def seat_table(lines: Sequence[Line]) -> list[SeatRow]:
    """Mean place and points by seat; a seat that nobody sat in is left out."""
    number = max((seat for line in lines for seat in line.seats), default=-1) + 1
    rows = []
    for deal in by_deal(lines).values():
        row = [0] * (4 * number)
        for line in deal:
            for seat, points, place2 in zip(line.seats, line.points, line.places2, strict=True):
                row[4 * seat] += place2
                row[4 * seat + 1] += 2
                row[4 * seat + 2] += points
                row[4 * seat + 3] += 1
        rows.append(row)
    means = ratios(rows)
    return [
        SeatRow(seat, means[2 * seat], means[2 * seat + 1])
        for seat in range(number)
        if means[2 * seat] is not None
    ]


def residuals(lines: Iterable[Line], ratings: Ratings) -> dict[tuple[int, int], Interval]:
    """How many places better than its rating the first does when the second is at the table."""
    deals: dict[tuple[int, int], dict[int, list[float]]] = {}
    for line in lines:
        for i, who in enumerate(line.entrants):
            others = [other for j, other in enumerate(line.entrants) if j != i]
            wanted = 1 + sum(ratings.expected_ahead(other, who) for other in others)
            for other in set(others) - {who}:
                found = deals.setdefault((who, other), {}).setdefault(line.deal, [0.0, 0])
                found[0] += wanted - line.places2[i] / 2
                found[1] += 1
    means = {pair: [total / many for total, many in rows.values()] for pair, rows in deals.items()}
    return {pair: cautious(values) for pair, values in sorted(means.items())}


def cautious(values: Sequence[float]) -> Interval:
    """Student's interval, but none for a handful of deals."""
    if len(values) < LEAST_DEALS:
        return Interval(fmean(values), None, None, len(values))
    return interval(values)


def saving(lines: Iterable[Line], resamples: int = RESAMPLES) -> Interval | None:
    """Games needed with independent deals over games needed with these blocks.

    Over all pairs of entrants who met: the spread of a single match's difference in points, over
    that of the mean of the same number of matches that share a deal. Above 1, blocks save games.
    """
    gaps = pair_gaps(lines)
    rows: dict[int, list[int]] = {}
    for by_match in gaps.values():
        middle = fmean(gap for matches in by_match.values() for gap in matches)
        for deal, matches in by_match.items():
            off = [round(FINE * (gap - middle)) for gap in matches]
            row = rows.setdefault(deal, [0, 0])
            row[0] += sum(gap * gap for gap in off)
            row[1] += sum(off) ** 2
    return ratios(list(rows.values()), resamples)[0] if rows else None


def pair_gaps(lines: Iterable[Line]) -> dict[tuple[int, int], dict[int, list[float]]]:
    """For every two who met: deal by deal, the differences of their points in each match."""
    gaps: dict[tuple[int, int], dict[int, list[float]]] = {}
    for line in lines:
        points: dict[int, list[int]] = {}
        for who, value in zip(line.entrants, line.points, strict=True):
            points.setdefault(who, []).append(value)
        for a, b in combinations(sorted(points), 2):
            gap = fmean(points[a]) - fmean(points[b])
            gaps.setdefault((a, b), {}).setdefault(line.deal, []).append(gap)
    return gaps
