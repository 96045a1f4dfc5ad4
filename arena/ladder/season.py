"""A season's ratings: one Plackett-Luce fit to all its finishing orders at once.

The strengths of greatest likelihood do not depend on the order of matches. Older matches weigh
less. Partners form a unit whose strength is the mean of theirs, so that two copies of one bot are
as strong as that bot. Intervals come from how matches differ (the sandwich estimator), so they
hold even where the model is only roughly true.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, sqrt
from operator import mul
from statistics import fmean
from typing import Final, NamedTuple

from arena.local.intervals import student_975, student_superiority, student_two_sided
from arena.tournament.ranks import separated
from arena.tournament.ratings import MIDDLE, PRIOR, SCALE, Draw, draws_of, inverted

MOST_MATCHES: Final = 20_000
"""Matches of a season: the newest ones count."""
MOST_ENTRANTS: Final = 250
"""Entrants in one fit, those with the most matches first: its time grows with their cube."""
HALF_LIFE_MS: Final = 60 * 24 * 3600 * 1000
"""The age at which a match weighs half."""
LEAST_MATCHES: Final = 10
"""With fewer matches no interval is given: too little is known."""
STEPS: Final = 40
CLOSE: Final = 1e-9
DIGITS: Final = 6
"""Significant digits of a covariance that is saved."""
LONGEST_STEP: Final = 1.0

Who = Hashable
Matrix = list[list[float]]


class Order(NamedTuple):
    """A finished match: units of entrants, twice the place of each, and when it ended."""

    units: tuple[tuple[Who, ...], ...]
    places2: tuple[int, ...]
    finished: int
    weight: float = 1.0
    """Less for a match of an earlier season."""


@dataclass(frozen=True, slots=True)
class Rated:
    """A rating with its 95 % interval, and the matches it rests on."""

    rating: float
    low: float | None
    high: float | None
    matches: int
    freedom: int = 1
    """Degrees of freedom of the interval: the worth of its matches, less one."""


class Fitted:
    """The ratings of a season."""

    def __init__(
        self, ratings: Mapping[Who, Rated], numbers: Mapping[Who, int], covariance: Matrix
    ) -> None:
        self.ratings = ratings
        self._numbers = numbers
        self._covariance = covariance
        known = [who for who, found in ratings.items() if found.low is not None]
        self.apart = separated(known, self.compared)
        """Which of all the rated are told apart, compared all at once."""

    def as_data(self) -> list[list[float]]:
        """Return the covariance as plain data: each entrant's row up to its own column."""
        return [
            [float(f"{value:.{DIGITS}g}") for value in row[: n + 1]]
            for n, row in enumerate(self._covariance)
        ]

    def superiority(self, one: Who, other: Who) -> float | None:
        """Return how likely `one` is stronger than `other`; None while too little is known."""
        found = self._in_errors(one, other)
        return None if found is None else student_superiority(*found)

    def compared(self, one: Who, other: Who) -> tuple[float, float] | None:
        """Return by how much `one` is ahead, and how likely chance alone makes as much of it."""
        found = self._in_errors(one, other)
        if found is None:
            return None
        gap = self.ratings[one].rating - self.ratings[other].rating
        return gap, student_two_sided(*found)

    def _in_errors(self, one: Who, other: Who) -> tuple[float, int] | None:
        """Return by how many standard errors `one` is ahead, and the degrees of freedom."""
        a, b = self._numbers.get(one), self._numbers.get(other)
        if a is None or b is None or not self._known(one) or not self._known(other):
            return None
        found = self._covariance
        variance = found[a][a] + found[b][b] - 2 * found[a][b]
        gap = self.ratings[one].rating - self.ratings[other].rating
        freedom = min(self.ratings[one].freedom, self.ratings[other].freedom)
        return (gap / sqrt(variance) if variance > 0 else 0.0), freedom

    def _known(self, who: Who) -> bool:
        return self.ratings[who].low is not None


def read_fitted(entrants: Sequence[tuple[Who, Rated]], data: Sequence[Sequence[float]]) -> Fitted:
    """Return the ratings of a season from its entrants and what `as_data` returned."""
    if [len(row) for row in data] != [n + 1 for n in range(len(entrants))]:
        raise ValueError("its ratings and their covariance do not belong together")
    size = range(len(entrants))
    whole = [[data[max(a, b)][min(a, b)] for b in size] for a in size]
    return Fitted(dict(entrants), {who: n for n, (who, _) in enumerate(entrants)}, whole)


class Season:
    """The newest finishing orders of a game, each match once."""

    def __init__(self, most: int = MOST_MATCHES) -> None:
        self._most = most
        self._orders: dict[str, Order] = {}

    def add(self, match_id: str, order: Order) -> None:
        """Count one more match; the oldest makes way."""
        self._orders.setdefault(match_id, order)
        if len(self._orders) > self._most:
            del self._orders[next(iter(self._orders))]

    def orders(self) -> list[Order]:
        """Return the matches that count, in the order in which they were added."""
        return list(self._orders.values())


def fit_season(orders: Sequence[Order], start: Mapping[Who, float] | None = None) -> Fitted:
    """Fit all orders at once; `start` has ratings to begin from, which saves time."""
    counted = entered(orders)
    known = [who for who, _ in counted.most_common(MOST_ENTRANTS)]
    numbers = {who: number for number, who in enumerate(known)}
    if len(counted) > len(known):
        orders = [order for order in orders if all(w in numbers for u in order.units for w in u)]
    if not known or not orders:
        return Fitted({}, {}, [])
    model = Model(orders, numbers)
    given = start or {}
    first = [(given[who] - MIDDLE) / SCALE if who in given else 0.0 for who in known]
    strengths = model.fitted(first)
    covariance = model.covariance(strengths)
    middle = fmean(strengths)
    ratings = {
        who: rated(
            MIDDLE + SCALE * (strengths[number] - middle),
            sqrt(covariance[number][number]),
            counted[who],
            model.worth(number),
        )
        for who, number in numbers.items()
    }
    return Fitted(ratings, numbers, covariance)


def entered(orders: Iterable[Order]) -> Counter[Who]:
    """Return how many matches each entrant has played."""
    return Counter(who for order in orders for who in {w for unit in order.units for w in unit})


def rated(rating: float, spread: float, matches: int, worth: float) -> Rated:
    """Return a rating with Student's interval; `worth` is the number of matches of full weight."""
    if matches < LEAST_MATCHES or worth < 2:
        return Rated(rating, None, None, matches)
    freedom = int(worth) - 1
    half = student_975(freedom) * spread
    return Rated(rating, rating - half, rating + half, matches, freedom)


class Model:
    """The likelihood of a season, by the logarithms of weights."""

    def __init__(self, orders: Sequence[Order], numbers: Mapping[Who, int]) -> None:
        self._size = len(numbers)
        newest = max(order.finished for order in orders)
        units: dict[tuple[int, ...], int] = {}
        self._weights: dict[Draw, list[float]] = {}
        """By finishing order: the sum of its matches' weights, and of their squares."""
        self._plays = [[0.0, 0.0] for _ in numbers]
        for order in orders:
            weight = order.weight * 0.5 ** ((newest - order.finished) / HALF_LIFE_MS)
            members = [tuple(sorted(numbers[who] for who in unit)) for unit in order.units]
            drawn = draws_of(
                tuple(units.setdefault(unit, len(units)) for unit in members), order.places2
            )
            for sums in (
                self._weights.setdefault(drawn, [0.0, 0.0]),
                *(self._plays[number] for number in {who for unit in members for who in unit}),
            ):
                sums[0] += weight
                sums[1] += weight * weight
        self._members = [
            tuple((who, many / len(unit)) for who, many in Counter(unit).items()) for unit in units
        ]

    def worth(self, number: int) -> float:
        """Return how many matches of equal weight an entrant's matches are worth."""
        total, squares = self._plays[number]
        return total * total / squares if squares else 0.0

    def fitted(self, strengths: list[float]) -> list[float]:
        """Return the strengths of greatest likelihood, by Newton's method."""
        for _ in range(STEPS):
            slope, bend = self._derivatives(strengths)
            inverse = inverted(bend)
            step = [sum(map(mul, row, slope)) for row in inverse]
            longest = max(map(abs, step))
            share = min(1.0, LONGEST_STEP / longest) if longest else 1.0
            strengths = [s + share * d for s, d in zip(strengths, step, strict=True)]
            if longest < CLOSE:
                break
        return strengths

    def covariance(self, strengths: Sequence[float]) -> Matrix:
        """Return the covariance of ratings around their mean, in rating points."""
        _, bend = self._derivatives(strengths)
        rows = inverted(bend)
        middle = [fmean(column) for column in zip(*rows, strict=True)]
        centred = [[SCALE * (a - b) for a, b in zip(row, middle, strict=True)] for row in rows]
        spread = self._spread(strengths)
        half = [[sum(map(mul, row, column)) for column in spread] for row in centred]
        return [[sum(map(mul, row, other)) for other in centred] for row in half]

    def _unit_weights(self, strengths: Sequence[float]) -> list[float]:
        return [
            exp(sum(part * strengths[who] for who, part in members)) for members in self._members
        ]

    def _derivatives(self, strengths: Sequence[float]) -> tuple[list[float], Matrix]:
        """Return the slope of the log likelihood and its curvature, turned to plus."""
        weights = self._unit_weights(strengths)
        slope = [0.0] * self._size
        bend = [[0.0] * self._size for _ in slope]
        draws: dict[tuple[tuple[int, float], ...], float] = {}
        for (taken, drawn), (many, _) in self._weights.items():
            for unit in taken:
                for who, part in self._members[unit]:
                    slope[who] += many * part
            for draw in drawn:
                draws[draw] = draws.get(draw, 0.0) + many
        for draw, many in draws.items():
            self._add_draw(draw, many, weights, slope, bend)
        for who, strength in enumerate(strengths):
            share = 1 / (1 + exp(-strength))
            slope[who] += PRIOR * (1 - 2 * share)
            bend[who][who] += 2 * PRIOR * share * (1 - share)
        return slope, bend

    def _add_draw(
        self,
        draw: tuple[tuple[int, float], ...],
        many: float,
        weights: Sequence[float],
        slope: list[float],
        bend: Matrix,
    ) -> None:
        total = sum(part * weights[unit] for unit, part in draw)
        mean: dict[int, float] = {}
        for unit, part in draw:
            share = part * weights[unit] / total
            members = self._members[unit]
            for who, own in members:
                mean[who] = mean.get(who, 0.0) + share * own
                for other, theirs in members:
                    bend[who][other] += many * share * own * theirs
        for who, value in mean.items():
            slope[who] -= many * value
            row = bend[who]
            for other, theirs in mean.items():
                row[other] -= many * value * theirs

    def _spread(self, strengths: Sequence[float]) -> Matrix:
        """Return the sum over matches of the squares of their slopes."""
        weights = self._unit_weights(strengths)
        found = [[0.0] * self._size for _ in strengths]
        for (taken, drawn), (_, squares) in self._weights.items():
            slope: dict[int, float] = {}
            for unit in taken:
                for who, part in self._members[unit]:
                    slope[who] = slope.get(who, 0.0) + part
            for draw in drawn:
                total = sum(part * weights[unit] for unit, part in draw)
                for unit, part in draw:
                    share = part * weights[unit] / total
                    for who, own in self._members[unit]:
                        slope[who] = slope.get(who, 0.0) - share * own
            for who, value in slope.items():
                row = found[who]
                for other, theirs in slope.items():
                    row[other] += squares * value * theirs
        for who, strength in enumerate(strengths):
            share = 1 / (1 + exp(-strength))
            found[who][who] += PRIOR * ((1 - share) ** 2 + share**2)
        return found
