"""Plackett-Luce: how strong each entrant must be for the finishing orders that were seen.

An entrant of weight w takes the next place at a table with probability w over the sum of the
weights still there. The batch fit does not depend on the order of matches. Ties are shared as
Efron shares them: each of the tied takes part in the next draw by halves, thirds and so on.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import exp, log, sqrt
from typing import Final

from arena.local.intervals import (
    LEAST_DEALS,
    Interval,
    student_975,
    student_superiority,
    student_two_sided,
)
from arena.tournament.results import Line, by_deal

SCALE: Final = 400 / log(10)
"""A rating 400 higher is ten times the weight."""
MIDDLE: Final = 1500
PRIOR: Final = 0.5
"""Won and lost matches against a bot of middling weight that everybody is given: they keep the
rating of a bot that won or lost everything finite, and weigh nothing beside hundreds of deals."""
STEPS = 2000
CLOSE = 1e-10

Draw = tuple[tuple[int, ...], tuple[tuple[tuple[int, float], ...], ...]]
"""Those who took a place, and for every draw the shares of those who were in it."""


@dataclass(frozen=True, slots=True)
class Ratings:
    """Ratings by entrant with their intervals, and what is needed to compare two of them."""

    intervals: tuple[Interval, ...]
    weights: tuple[float, ...]
    pulls: tuple[tuple[float, ...], ...]
    """Deal by deal how much it moved each rating; then what the prior did."""

    def superiority(self, a: int, b: int) -> float | None:
        """The likelihood that `a` is stronger than `b`; None where there are too few deals."""
        found = self._in_errors(a, b)
        return None if found is None else student_superiority(*found)

    def compared(self, a: int, b: int) -> tuple[float, float] | None:
        """Return by how much `a` is ahead, and how likely chance alone makes as much of it."""
        found = self._in_errors(a, b)
        if found is None:
            return None
        return self.intervals[a].mean - self.intervals[b].mean, student_two_sided(*found)

    def _in_errors(self, a: int, b: int) -> tuple[float, int] | None:
        """Return by how many standard errors `a` is ahead, and the degrees of freedom.

        None where there are too few deals. The rarer of the two decides how well the error is
        known: few deals tell of it, however many others were played.
        """
        deals = min(self.intervals[a].n, self.intervals[b].n)
        if deals < LEAST_DEALS:
            return None
        spread = spread_of([pull[a] - pull[b] for pull in self.pulls])
        gap = self.intervals[a].mean - self.intervals[b].mean
        return (gap / spread if spread else 0.0), deals - 1

    def expected_ahead(self, a: int, b: int) -> float:
        """The share of matches in which `a` should finish ahead of `b`."""
        return self.weights[a] / (self.weights[a] + self.weights[b])


def rate(lines: Iterable[Line], entrants: int, prior: float = PRIOR) -> Ratings:
    """Fit the finishing orders of whole deals; intervals come from how deals differ."""
    deals = by_deal(lines)
    orders = [[draws_of(line.entrants, line.places2) for line in deal] for deal in deals.values()]
    counted = Counter(order for deal in orders for order in deal)
    weights = fit(counted, entrants, prior)
    pulls = deal_pulls(orders, counted, weights, prior)
    middle = sum(map(log, weights)) / entrants if entrants else 0.0
    intervals = []
    for entrant, weight in enumerate(weights):
        n = sum(1 for deal in deals.values() if any(entrant in line.entrants for line in deal))
        value = MIDDLE + SCALE * (log(weight) - middle)
        spread = spread_of([pull[entrant] for pull in pulls])
        intervals.append(around(value, spread, n))
    return Ratings(tuple(intervals), tuple(weights), tuple(pulls))


def around(value: float, spread: float, n: int) -> Interval:
    """Student's interval; none for a handful of deals."""
    if n < LEAST_DEALS:
        return Interval(value, None, None, n)
    half = student_975(n - 1) * spread
    return Interval(value, value - half, value + half, n)


def spread_of(pulls: Sequence[float]) -> float:
    """The standard error of a sum of independent pulls that add up to nothing."""
    n = len(pulls)
    return sqrt(sum(pull * pull for pull in pulls) * n / (n - 1)) if n > 1 else 0.0


@lru_cache(maxsize=1 << 16)
def draws_of(entrants: tuple[int, ...], places2: tuple[int, ...]) -> Draw:
    """A finishing order as draws; the last place is no draw."""
    taken: list[int] = []
    draws: list[tuple[tuple[int, float], ...]] = []
    left = list(zip(places2, entrants, strict=True))
    while left:
        best = min(left)[0]
        tied = sorted(who for place, who in left if place == best)
        rest = sorted(who for place, who in left if place != best)
        if not rest and len(tied) == 1:
            break
        for gone in range(len(tied)):
            share = 1 - gone / len(tied)
            shares: dict[int, float] = {}
            for who, part in (*((who, share) for who in tied), *((who, 1.0) for who in rest)):
                shares[who] = shares.get(who, 0.0) + part
            draws.append(tuple(sorted(shares.items())))
        taken += tied
        left = [(place, who) for place, who in left if place != best]
    return tuple(taken), tuple(draws)


def fit(orders: Counter[Draw], entrants: int, prior: float) -> list[float]:
    """The weights of greatest likelihood, by minorisation and maximisation (Hunter's MM)."""
    wins = [prior] * entrants
    for (taken, _), many in orders.items():
        for who in taken:
            wins[who] += many
    draws: Counter[tuple[tuple[int, float], ...]] = Counter()
    for (_, drawn), many in orders.items():
        for draw in drawn:
            draws[draw] += many
    weights = [1.0] * entrants
    for _ in range(STEPS if entrants > 1 else 0):
        fresh = improved(weights, wins, draws, prior)
        change = max((abs(f / w - 1) for f, w in zip(fresh, weights, strict=True)), default=0)
        weights = fresh
        if change < CLOSE:
            break
    return weights


def improved(
    weights: Sequence[float],
    wins: Sequence[float],
    draws: Counter[tuple[tuple[int, float], ...]],
    prior: float,
) -> list[float]:
    """One step uphill: places taken over the draws taken part in, each by its total weight."""
    parts = [2 * prior / (weight + 1) for weight in weights]
    for draw, many in draws.items():
        share = many / sum(part * weights[who] for who, part in draw)
        for who, part in draw:
            parts[who] += part * share
    return levelled([won / part if part else 1.0 for won, part in zip(wins, parts, strict=True)])


def levelled(weights: Sequence[float]) -> list[float]:
    """The same ratios, the middling bot of the prior in their midst: only that fixes the level.

    The steps uphill find the ratios soon and the level very slowly; this is a Newton step for it.
    """
    shares = [weight / (weight + 1) for weight in weights]
    lean = sum(shares) - len(shares) / 2
    factor = exp(-max(-2.0, min(2.0, lean / sum(share * (1 - share) for share in shares))))
    return [weight * factor for weight in weights]


def deal_pulls(
    orders: Sequence[Sequence[Draw]], counted: Counter[Draw], weights: Sequence[float], prior: float
) -> list[tuple[float, ...]]:
    """How far each deal moved each rating: its gradient through the inverse curvature."""
    number = len(weights)
    if number < 2 or not orders:
        return []
    gradients = {order: gradient(order, weights) for order in counted}
    inverse = inverted(curvature(counted, weights, prior))
    sums = [
        [sum(column) for column in zip(*(gradients[order] for order in deal), strict=True)]
        for deal in orders
    ]
    pulls = []
    for total in (*sums, *prior_gradients(weights, prior)):
        moved = [sum(a * b for a, b in zip(row, total, strict=True)) for row in inverse]
        middle = sum(moved) / number
        pulls.append(tuple(SCALE * (value - middle) for value in moved))
    return pulls


def prior_gradients(weights: Sequence[float], prior: float) -> Iterator[list[float]]:
    """The given win and the given loss of each: next to nothing, unless nothing else is known."""
    for who, weight in enumerate(weights):
        share = weight / (weight + 1)
        for slope in (1 - share, -share):
            yield [sqrt(prior) * slope * (other == who) for other in range(len(weights))]


def gradient(order: Draw, weights: Sequence[float]) -> list[float]:
    """Places taken beyond what the weights promised, by entrant."""
    taken, draws = order
    slope = [0.0] * len(weights)
    for who in taken:
        slope[who] += 1
    for draw in draws:
        total = sum(part * weights[who] for who, part in draw)
        for who, part in draw:
            slope[who] -= part * weights[who] / total
    return slope


def curvature(orders: Counter[Draw], weights: Sequence[float], prior: float) -> list[list[float]]:
    """The likelihood's second derivatives by log weight, turned to plus."""
    number = len(weights)
    matrix = [[0.0] * number for _ in weights]
    for (_, draws), many in orders.items():
        for draw in draws:
            total = sum(part * weights[who] for who, part in draw)
            shares = [(who, part * weights[who] / total) for who, part in draw]
            for a, share in shares:
                matrix[a][a] += many * share
                for b, other in shares:
                    matrix[a][b] -= many * share * other
    for who, weight in enumerate(weights):
        # The ridge fixes the level, on which the likelihood does not depend without a prior.
        matrix[who][who] += 2 * prior * weight / (weight + 1) ** 2 + 1e-9
    return matrix


def inverted(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """The inverse of a small positive definite matrix (Gauss and Jordan)."""
    number = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(number))] for i, row in enumerate(matrix)]
    for at in range(number):
        pivot = max(range(at, number), key=lambda i: abs(rows[i][at]))
        rows[at], rows[pivot] = rows[pivot], rows[at]
        lead = rows[at][at]
        rows[at] = [value / lead for value in rows[at]]
        for i in range(number):
            factor = rows[i][at]
            if i != at and factor:
                rows[i] = [a - factor * b for a, b in zip(rows[i], rows[at], strict=True)]
    return [row[number:] for row in rows]
