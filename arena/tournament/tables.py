"""What lies behind the standings: who beat whom, from which seat, and what the deals saved."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import exp
from statistics import fmean
from typing import Final

from arena.local.intervals import Interval
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
    last = max((len(line.entrants) for line in lines), default=1)
    found = enumerate(score_rows(lines, number, by_seat=True))
    rows = [
        SeatRow(seat, mean_of(one.places, (1, last)), mean_of(one.points)) for seat, one in found
    ]
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
    return by_logarithm(mean_of((single, block) for single, block in rows.values()))


def by_logarithm(found: Interval | None) -> Interval | None:
    """Return the interval of a ratio of variances, from that of its logarithm."""
    if found is None or found.high is None or found.mean <= 0:
        return found
    if found.n < LEAST_FOR_VARIANCES:
        return Interval(found.mean, None, None, found.n)
    factor = exp((found.high - found.mean) / found.mean)
    return Interval(found.mean, found.mean / factor, found.mean * factor, found.n)


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
