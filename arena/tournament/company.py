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

    Only places ahead of third parties count: a bot that does better or worse against the second
    than its rating promises is a bot the model fits badly, not one with good or bad company. Each
    effect is the difference between matches with and without the other. Holm's correction holds
    for all pairs together. Where all bots are always at the table there is nothing to say.
    """
    found = {pair: effect(*sums) for pair, sums in company_sums(lines, ratings).items()}
    known = {pair: each for pair, each in found.items() if each is not None}
    return {pair: known[pair][0] for pair in holm({p: each[1] for p, each in known.items()})}


def company_sums(lines: Iterable[Line], ratings: Ratings) -> dict[Pair, tuple[Sums, Sums]]:
    """Return for every ordered pair what the first gained with the second, and without it."""
    found = [gains(line, i, ratings) for line in lines for i in range(len(line.entrants))]
    everybody = {who for _, who, _ in found}
    sums: dict[Pair, tuple[Sums, Sums]] = {}
    for deal, who, gained in found:
        for other in everybody - {who}:
            thirds = [gain for against, gain in gained if against != other]
            if not thirds:
                continue
            together = len(thirds) < len(gained)
            both = sums.setdefault((who, other), ({}, {}))
            own = both[not together].setdefault(deal, [0.0, 0.0])
            own[0] += sum(thirds) / len(thirds) * (len(gained) - 1)
            own[1] += 1
    return sums


def gains(line: Line, i: int, ratings: Ratings) -> tuple[int, int, list[tuple[int, float]]]:
    """Return deal, entrant, and how far it was ahead of each other beyond its rating's promise."""
    who, own = line.entrants[i], line.places2[i]
    rows = [
        (other, (1 + (own < place) - (own > place)) / 2 - ratings.expected_ahead(who, other))
        for j, (other, place) in enumerate(zip(line.entrants, line.places2, strict=True))
        if j != i and other != who
    ]
    return line.deal, who, rows


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
