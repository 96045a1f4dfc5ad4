"""What lies behind the standings: who beat whom, from which seat, and what the deals saved."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import exp, sqrt
from statistics import fmean
from typing import Final

from arena.local.intervals import Interval, student_975
from arena.tournament.means import mean_of
from arena.tournament.results import Line
from arena.tournament.standings import score_rows

LEAST_FOR_VARIANCES: Final = 50
"""A variance is known far worse than a mean; with fewer deals its interval could not be trusted."""


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
        pair: Cell(share, sum(met for _, met in rows.values()))
        for pair, rows in sorted(deals.items())
        if (share := mean_of(((ahead / 2, met) for ahead, met in rows.values()), (0, 1)))
    }


@dataclass(frozen=True, slots=True)
class SeatRow:
    """How well a seat does, whoever sits there."""

    seat: int
    place: Interval | None
    points: Interval | None


def seat_table(lines: Sequence[Line]) -> list[SeatRow]:
    """Return mean place and points by seat; a seat in which no bot sat is left out."""
    number = max((seat for line in lines for seat in line.seats), default=-1) + 1
    # Everybody comes to every seat, so no seat is always first or last: nothing is imagined.
    found = enumerate(score_rows(lines, number, by_seat=True))
    rows = [SeatRow(seat, mean_of(one.places), mean_of(one.points)) for seat, one in found]
    return [row for row in rows if row.place is not None]


def saving(lines: Iterable[Line]) -> Interval | None:
    """Return games needed with independent deals over games needed with these blocks.

    Over all pairs of entrants who met: the spread of a single match's difference in points, over
    that of the mean of the same number of matches that share a deal. Above 1, blocks save games.
    """
    rows: dict[int, list[float]] = {}
    for by_match in pair_gaps(lines).values():
        middle = fmean(gap for matches in by_match.values() for gap in matches)
        for deal, matches in by_match.items():
            off = [gap - middle for gap in matches]
            row = rows.setdefault(deal, [0.0, 0.0])
            row[0] += sum(gap * gap for gap in off)
            row[1] += sum(off) ** 2
    return variance_ratio([(single, block) for single, block in rows.values()])


def variance_ratio(rows: Sequence[tuple[float, float]]) -> Interval | None:
    """Return the ratio of two sums of squares with its interval, from that of its logarithm.

    A few deals with large differences make most of a variance. The degrees of freedom are those
    of so many deals of equal influence as would spread as much.
    """
    first, second = (sum(column) for column in zip(*rows, strict=True)) if rows else (0.0, 0.0)
    if first <= 0 or second <= 0:
        return None
    n, ratio = len(rows), first / second
    if n < LEAST_FOR_VARIANCES:
        return Interval(ratio, None, None, n)
    pulls = [one / first - other / second for one, other in rows]
    squares = sum(pull**2 for pull in pulls)
    worth = squares**2 / sum(pull**4 for pull in pulls) if squares else 1.0
    factor = exp(student_975(max(1, int(worth))) * sqrt(squares * n / (n - 1)))
    return Interval(ratio, ratio / factor, ratio * factor, n)


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
