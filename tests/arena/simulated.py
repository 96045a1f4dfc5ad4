"""Simulated tournaments between bots of known strength, for checking what is said about them."""

from collections.abc import Iterator, Sequence
from math import exp, log
from random import Random

from arena.tournament.results import Line, places2

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


def place_gaps(gap: float, rng: Random) -> Iterator[float]:
    """Differences in places, a deal each: means of four turns, as lumpy as the real ones."""
    while True:
        turns = [rng.choice((-3, -2, -1, 1, 2, 3)) for _ in range(TABLE)]
        yield gap + sum(turns) / TABLE
