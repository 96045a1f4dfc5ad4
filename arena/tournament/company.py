"""Company: how a bot does with another at its table, against how it does without."""

from collections.abc import Iterable
from math import sqrt

from arena.local.intervals import LEAST_DEALS, Interval, student_975, student_two_sided
from arena.tournament.holm import holm
from arena.tournament.ratings import Ratings
from arena.tournament.results import Line

Pair = tuple[int, int]
Sums = dict[int, list[float]]
"""By deal: a sum of places gained over the rating's promise, and over how many matches."""


def company_effects(lines: Iterable[Line], ratings: Ratings) -> dict[Pair, Interval]:
    """Return the pairs with an effect: places that the first gains when the second is there.

    Each is the difference between its matches with and without the other, so that a bot whose
    rating fits badly everywhere is not taken for one with good or bad company. Holm's correction
    holds for all pairs together. Where all bots are always at the table there is nothing to say.
    """
    found = {pair: effect(*sums) for pair, sums in company_sums(lines, ratings).items()}
    known = {pair: each for pair, each in found.items() if each is not None}
    return {pair: known[pair][0] for pair in holm({p: each[1] for p, each in known.items()})}


def company_sums(lines: Iterable[Line], ratings: Ratings) -> dict[Pair, tuple[Sums, Sums]]:
    """Return for every ordered pair what the first gained with the second, and without it."""
    everybody: set[int] = set()
    gained: list[tuple[int, int, frozenset[int], float]] = []
    for line in lines:
        present = frozenset(line.entrants)
        everybody |= present
        for i, who in enumerate(line.entrants):
            others = (other for j, other in enumerate(line.entrants) if j != i)
            promised = 1 + sum(ratings.expected_ahead(other, who) for other in others)
            gained.append((line.deal, who, present, promised - line.places2[i] / 2))
    sums: dict[Pair, tuple[Sums, Sums]] = {}
    for deal, who, present, value in gained:
        for other in everybody - {who}:
            both = sums.setdefault((who, other), ({}, {}))
            own = both[other not in present].setdefault(deal, [0.0, 0.0])
            own[0] += value
            own[1] += 1
    return sums


def effect(with_it: Sums, without: Sums) -> tuple[Interval, float] | None:
    """Return the difference of two means and how likely chance alone makes it; None for few."""
    if min(len(with_it), len(without)) < LEAST_DEALS:
        return None
    parts: dict[int, float] = {}
    means = []
    for sign, sums in ((1, with_it), (-1, without)):
        many = sum(count for _, count in sums.values())
        mean = sum(total for total, _ in sums.values()) / many
        means.append(mean)
        for deal, (total, count) in sums.items():
            parts[deal] = parts.get(deal, 0.0) + sign * (total - mean * count) / many
    freedom = min(len(with_it), len(without)) - 1
    error = sqrt(sum(part * part for part in parts.values()) * (freedom + 1) / freedom)
    difference = means[0] - means[1]
    if not error:
        return None
    half = student_975(freedom) * error
    found = Interval(difference, difference - half, difference + half, len(with_it))
    return found, student_two_sided(difference / error, freedom)
