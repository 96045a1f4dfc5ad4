"""Simulated tournaments between bots of known strength, for checking what is said about them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from math import exp, log, log10, sqrt
from random import Random
from statistics import fmean, stdev

from arena.tournament.comparison import ahead, finished_ahead
from arena.tournament.ratings import rate
from arena.tournament.results import Line, by_deal, places2
from arena.tournament.tables import saving

TABLE = 4
EULER = 0.5772156649015329


def gumbel(rng: Random) -> float:
    """Luck by which the best of several is drawn with a chance in proportion to exp(strength)."""
    return -log(-log(rng.random()))


def blocks(strengths: Sequence[float], deals: int, rng: Random, shared: float = 0.6) -> list[Line]:
    """Whole blocks at one table; a seat's luck is that of its deal, or its own now and then."""
    lines = []
    seats = range(TABLE)
    for deal in range(deals):
        luck = [gumbel(rng) for _ in seats]
        for turn in seats:
            entrants = tuple((seat + turn) % TABLE for seat in seats)
            scores = [
                strengths[who] + (luck[seat] if rng.random() < shared else gumbel(rng))
                for seat, who in enumerate(entrants)
            ]
            points = tuple(round(100 * score) for score in scores)
            ranks = [1 + sum(other > score for other in scores) for score in scores]
            lines.append(Line(deal, entrants, points, tuple(places2(ranks)), tuple(seats)))
    return lines


def true_places(strengths: Sequence[float]) -> list[float]:
    """The mean place of each in the long run."""
    weights = [exp(strength) for strength in strengths]
    return [
        1 + sum(other / (own + other) for j, other in enumerate(weights) if j != i)
        for i, own in enumerate(weights)
    ]


def true_points(strengths: Sequence[float]) -> list[float]:
    """The mean points of each in the long run."""
    return [100 * (strength + EULER) for strength in strengths]


PLACE_GAP_SPREAD = sqrt(14 / 3 / TABLE)
"""The standard deviation of `place_gaps`."""


def place_gaps(gap: float, rng: Random) -> Iterator[float]:
    """Differences in places, one per deal: means of four turns, as lumpy as the real ones."""
    while True:
        turns = [rng.choice((-3, -2, -1, 1, 2, 3)) for _ in range(TABLE)]
        yield gap + sum(turns) / TABLE


def skewed_gaps(sign: int, gap: float, rng: Random) -> Iterator[float]:
    """Differences of which a few are large, to one side."""
    while True:
        yield gap + 0.9 * sign * (rng.expovariate(1) - 1)


def rare_gaps(share: float, size: float, gap: float, rng: Random) -> Iterator[float]:
    """Differences that are nearly always zero."""
    won = 0.5 + gap / (2 * share * size)
    while True:
        yield 0.0 if rng.random() >= share else size if rng.random() < won else -size


# -- fields with a known truth

SKILLS: Mapping[str, Sequence[float]] = {
    "even": (0.3, 0.1, -0.1, -0.3),
    "skewed points": (0.3, 0.1, -0.1, -0.3),
    "near sweep": (4.0, 1.0, -1.0, -4.0),
    "ties": (0.3, 0.1, -0.1, -0.3),
    "partners": (0.3, -0.3),
}
MANY = 15_000
"""Deals from which the truth of a field without a formula is taken."""


def scored(
    strengths: Sequence[float],
    deals: int,
    rng: Random,
    *,
    coarse: bool = False,
    shared: float = 0.6,
) -> Iterator[tuple[int, tuple[int, ...], list[float]]]:
    """Whole blocks: deal, entrants by seat, and how well each did; coarse scores tie often."""
    seats = range(len(strengths))
    for deal in range(deals):
        luck = [gumbel(rng) for _ in seats]
        for turn in seats:
            entrants = tuple((seat + turn) % len(seats) for seat in seats)
            scores = [
                strengths[who] + (luck[seat] if rng.random() < shared else gumbel(rng))
                for seat, who in enumerate(entrants)
            ]
            yield deal, entrants, [float(round(score)) if coarse else score for score in scores]


def played(name: str, deals: int, rng: Random) -> list[Line]:
    """A tournament of a field."""
    lines = []
    for deal, entrants, scores in scored(SKILLS[name], deals, rng, coarse=name == "ties"):
        ranks = [1 + sum(other > score for other in scores) for score in scores]
        points = tuple(round(100 * score) for score in scores)
        if name == "skewed points":
            points = winnings(ranks, rng)
        seats = tuple(range(len(entrants)))
        lines.append(Line(deal, entrants, points, tuple(places2(ranks)), seats))
    return lines


def winnings(ranks: Sequence[int], rng: Random) -> tuple[int, ...]:
    """Points as in mahjong: the first takes a hand's value, mostly small and at times huge."""
    value = round(1000 * exp(rng.gauss(0, 0.8)))
    payer = rng.choice([rank for rank in ranks if rank > 1])
    return tuple(value if rank == 1 else -value if rank == payer else 0 for rank in ranks)


FIELDS: Mapping[str, Callable[[int, Random], list[Line]]] = {
    name: partial(played, name) for name in SKILLS
}


def lead_truth(lines: Sequence[Line]) -> dict[str, list[float]]:
    """Return how far the first two are apart, in every way in which a comparison says it."""
    deals = list(by_deal(lines).values())
    places, points = ([ahead(deal, measure) for deal in deals] for measure in ("places", "points"))
    won = fmean(total / many for total, many in map(finished_ahead, deals))
    return {
        "lead, places": [fmean(places)],
        "lead, points": [fmean(points)],
        "normalised effect": [fmean(points) / stdev(points)],
        "rating points": [400 * log10(won / (1 - won))],
    }


@lru_cache
def truth(name: str) -> Mapping[str, Sequence[float]]:
    """What the figures of a field would be after endlessly many deals."""
    size = len(SKILLS[name])
    lines = played(name, MANY, Random(99))
    places = [[0.0, 0.0] for _ in range(size)]
    seat_sums = [[0.0, 0.0] for _ in range(size)]
    ahead: dict[tuple[int, int], float] = {}
    for line in lines:
        for i, who in enumerate(line.entrants):
            for sums, at in ((places, who), (seat_sums, i)):
                sums[at][0] += line.places2[i] / 2
                sums[at][1] += line.points[i]
            for j, other in enumerate(line.entrants):
                if i != j:
                    better = (line.places2[i] < line.places2[j]) - (
                        line.places2[i] > line.places2[j]
                    )
                    ahead[who, other] = ahead.get((who, other), 0.0) + (1 + better) / 2
    n = len(lines)
    ratings = rate(lines[: size * 8000], size).intervals
    return {
        "place": [total / n for total, _ in places],
        "points": [total / n for _, total in places],
        "rating": [found.mean for found in ratings],
        "finished ahead": [ahead[pair] / n for pair in sorted(ahead)],
        "seat, place": [total / n for total, _ in seat_sums],
        "seat, points": [total / n for _, total in seat_sums],
        **lead_truth(lines),
        "games saved": [found.mean] if (found := saving(lines[: size * 8000])) else [],
    }


def league(strengths: Sequence[float], deals: int, rng: Random) -> list[Line]:
    """One table of four after another, drawn from a field of any size, each in all turns."""
    lines = []
    for deal in range(deals):
        table = rng.sample(range(len(strengths)), min(TABLE, len(strengths)))
        for one in blocks([strengths[who] for who in table], 1, rng):
            entrants = tuple(table[who] for who in one.entrants)
            lines.append(Line(deal, entrants, one.points, one.places2, one.seats))
    return lines
