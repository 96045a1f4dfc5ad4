"""Collusion: pairs that do better against third parties when both sit at the table.

For every match and player: of how many third parties it finished ahead, against what the ratings
promise. The partner is left out, so that a player who simply beats another is no accomplice. For
each pair, matches with both are compared with matches of either alone, in three ways: both together
(as by avoiding each other's discards), and each by itself (as when one feeds the other). How likely
chance makes as much of it is found by permutation: which matches were those with both is drawn
again and again. Holm's correction is made over all comparisons of all pairs.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import exp, sqrt
from random import Random
from statistics import NormalDist, fmean, median, variance
from typing import Final

from arena.ladder.season import Fitted, Order, Who, fit_season
from arena.local.intervals import Interval, student_975, student_two_sided
from arena.tournament.holm import LEVEL, holm
from arena.tournament.ratings import SCALE

LEAST_TOGETHER: Final = 10
"""Matches with both that a comparison needs, and matches without."""
DRAWS: Final = 20_000
"""Permutations of a comparison that looks suspicious; of many comparisons more, see `draws_for`."""
MOST_DRAWS: Final = 200_000
ENOUGH: Final = 30
"""Draws at least as extreme after which a comparison is no longer suspicious."""
POWER: Final = 0.8
"""How likely an effect is found with the number of matches that is named for it."""

Values = tuple[list[float], list[float]]
"""Gains in matches with both, and without."""


@dataclass(frozen=True, slots=True)
class Suspicion:
    """A pair of which one or both gain by the other's company."""

    gaining: tuple[Who, ...]
    """Both, or the one that gains."""
    pair: tuple[Who, Who]
    effect: Interval
    """Places that a gaining player gains against third parties per match; `n` is matches."""
    chance: float
    """How likely chance alone makes as much of it, for this comparison by itself."""


@dataclass(frozen=True, slots=True)
class CollusionReport:
    """What a season says of its pairs."""

    matches: int
    comparisons: int
    found: tuple[Suspicion, ...]
    spread: float
    """The standard deviation of a player's gain in one match, in places."""
    meetings: float
    """The share of a player's matches in which a certain other is there, in the middle."""

    def matches_needed(self, places: float) -> int:
        """Return the matches together in which an effect of so many places would be found."""
        z = NormalDist().inv_cdf
        level = LEVEL / max(self.comparisons, 1)
        wanted = (z(1 - level / 2) + z(POWER)) * self.spread / places
        return max(LEAST_TOGETHER, round(wanted**2 + 0.5))


class Gains:
    """By player and match: how far it finished ahead of each other, beyond its rating's promise."""

    def __init__(self, orders: Sequence[Order], fitted: Fitted) -> None:
        self.by_player: dict[Who, list[dict[Who, float]]] = {}
        self.matches = 0
        for order in orders:
            table = [unit[0] for unit in order.units if len(unit) == 1]
            strengths = [
                fitted.ratings[who].rating / SCALE for who in table if who in fitted.ratings
            ]
            # Partners share one place, a table of two has no third party, and who sits twice is
            # its own accomplice: such matches say nothing.
            if (
                len(strengths) != len(order.units)
                or len(set(table)) != len(table)
                or len(table) < 3
            ):
                continue
            self.matches += 1
            for i, who in enumerate(table):
                self.by_player.setdefault(who, []).append(
                    {
                        other: half_points(order.places2[i], order.places2[j])
                        - promised(strengths[i], strengths[j])
                        for j, other in enumerate(table)
                        if j != i
                    }
                )

    def against_thirds(self, who: Who, partner: Who) -> Values:
        """Return the gains of a player in matches with its partner, and without."""
        found: Values = ([], [])
        for row in self.by_player[who]:
            there = partner in row
            thirds = [gain for other, gain in row.items() if other != partner]
            found[not there].append(fmean(thirds) * (len(row) - 1))
        return found


def half_points(own2: int, other2: int) -> float:
    """Return 1 for a better place, 0 for a worse one, a half for the same."""
    return 0.5 * (1 + (own2 < other2) - (own2 > other2))


def promised(own: float, other: float) -> float:
    """Return the share of matches in which one of these strengths finishes ahead of the other."""
    return 1 / (1 + exp(other - own))


def collusion_report(
    orders: Sequence[Order], rng: Random, fitted: Fitted | None = None
) -> CollusionReport:
    """Compare all pairs of a season, with and without each other."""
    gains = Gains(orders, fitted or fit_season(orders))
    tests = comparisons(gains)
    draws = draws_for(len(tests))
    chances = {key: chance_of(values, draws, rng) for key, values in tests.items()}
    found = []
    for key in holm(chances):
        effect = difference(tests[key])
        if effect.mean > 0:
            pair, gaining = key
            found.append(Suspicion(gaining, pair, effect, chances[key]))
    spreads = [sqrt(variance(with_both)) for with_both, _ in tests.values()]
    shares = [len(one) / (len(one) + len(other)) for one, other in tests.values()]
    return CollusionReport(
        gains.matches,
        len(tests),
        tuple(found),
        median(spreads) if spreads else 0.0,
        median(shares) if shares else 0.0,
    )


def comparisons(gains: Gains) -> dict[tuple[tuple[Who, Who], tuple[Who, ...]], Values]:
    """Return for every pair with enough matches its three comparisons."""
    found: dict[tuple[tuple[Who, Who], tuple[Who, ...]], Values] = {}
    for pair in combinations(gains.by_player, 2):
        one, other = pair
        first, second = gains.against_thirds(one, other), gains.against_thirds(other, one)
        if min(len(first[0]), len(first[1]), len(second[1])) < LEAST_TOGETHER:
            continue
        # Both meet in the same matches, in the same order.
        together = [(a + b) / 2 for a, b in zip(first[0], second[0], strict=True)]
        found[pair, pair] = together, first[1] + second[1]
        found[pair, (one,)] = first
        found[pair, (other,)] = second
    return found


def draws_for(tests: int) -> int:
    """Return how many permutations tell a chance that is small enough among so many tests."""
    return min(MOST_DRAWS, max(DRAWS, round(2 * tests / LEVEL)))


def chance_of(values: Values, draws: int, rng: Random) -> float:
    """Return how likely chance alone makes a difference at least as large, by permutation.

    Differences that are not even suspicious by themselves are not permuted. Where no draw was as
    extreme, the chance lies below what permutations can tell, and is that of Student's t.
    """
    with_both, without = values
    t, freedom = welch(with_both, without)
    by_t = student_two_sided(t, freedom)
    if by_t > LEVEL or t <= 0:
        return by_t
    pool = [*with_both, *without]
    total, squares, n = sum(pool), sum(value * value for value in pool), len(with_both)
    extreme = 0
    for draw in range(1, draws + 1):
        drawn = rng.sample(pool, n)
        found = t_of_sums(
            sum(drawn), sum(value * value for value in drawn), n, total, squares, len(pool)
        )
        extreme += abs(found) >= t
        if extreme >= ENOUGH:
            return extreme / draw
    return (extreme + 1) / (draws + 1) if extreme else min(by_t, 1 / (draws + 1))


def t_of_sums(own: float, own2: float, n: int, total: float, total2: float, all_: int) -> float:
    """Return Welch's t of a sample against the rest of a pool, from sums and sums of squares."""
    rest = all_ - n
    mean, other = own / n, (total - own) / rest
    error2 = (own2 / n - mean**2) / (n - 1) + ((total2 - own2) / rest - other**2) / (rest - 1)
    return (mean - other) / sqrt(error2) if error2 > 0 else 0.0


def welch(one: Sequence[float], other: Sequence[float]) -> tuple[float, int]:
    """Return Welch's t of two samples, with the degrees of freedom of the smaller."""
    error = sqrt(variance(one) / len(one) + variance(other) / len(other))
    gap = fmean(one) - fmean(other)
    return (gap / error if error else 0.0), min(len(one), len(other)) - 1


def difference(values: Values) -> Interval:
    """Return how much more is gained with both than without, per match with both."""
    one, other = values
    t, freedom = welch(one, other)
    gap = fmean(one) - fmean(other)
    half = student_975(freedom) * abs(gap / t) if t else 0.0
    return Interval(gap, gap - half, gap + half, len(one))


EFFECTS: Final = (0.1, 0.25, 0.5, 1.0)
"""Effects in places for which the matches needed are named."""


def collusion_data(report: CollusionReport, names: Mapping[Who, str]) -> dict[str, object]:
    """Return a report as plain data, as `arena collusion --json` and the API show it."""
    needed = {f"{places:g}": report.matches_needed(places) for places in EFFECTS}
    return {
        "matches": report.matches,
        "comparisons": report.comparisons,
        "found": names_of(report, names),
        "matches_needed": needed if report.comparisons else {},
    }


def names_of(report: CollusionReport, names: Mapping[Who, str]) -> list[dict[str, object]]:
    """Return the suspicions as plain data."""
    return [
        {
            "pair": [names.get(who, str(who)) for who in each.pair],
            "gaining": [names.get(who, str(who)) for who in each.gaining],
            "places": each.effect.mean,
            "low": each.effect.low,
            "high": each.effect.high,
            "matches_together": each.effect.n,
            "chance": each.chance,
        }
        for each in report.found
    ]
