"""The table of a tournament: every estimate with its interval, every count with its n."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from arena.local.intervals import Interval
from arena.tournament.bootstrap import RESAMPLES, ratios
from arena.tournament.ratings import Ratings, rate
from arena.tournament.results import Line, Played, by_deal, line_of
from arena.tournament.schedule import MatchKey, Schedule


@dataclass(frozen=True, slots=True)
class Standing:
    """One entrant's row."""

    rank: int
    name: str
    matches: int
    rating: Interval
    place: Interval | None
    points: Interval | None
    places: tuple[float, ...]
    """The share of first places, second places, and so on; ties are shared."""
    superior: float | None
    """The likelihood of being stronger than the next in the table; None for the last."""


def standings(
    lines: Sequence[Line], names: Sequence[str], resamples: int = RESAMPLES
) -> tuple[list[Standing], Ratings]:
    """The table, best rating first; entrants who have not played come last."""
    number = len(names)
    ratings = rate(lines, number)
    means = ratios(score_rows(lines, number), resamples)
    places, matches = place_shares(lines, number)
    order = sorted(
        range(number),
        key=lambda who: (not matches[who], -round(ratings.intervals[who].mean, 6), names[who]),
    )
    rows = [
        Standing(
            rank,
            names[who],
            matches[who],
            ratings.intervals[who],
            means[2 * who] if means else None,
            means[2 * who + 1] if means else None,
            places[who],
            ratings.superiority(who, order[rank]) if rank < number else None,
        )
        for rank, who in enumerate(order, 1)
    ]
    return rows, ratings


def score_rows(lines: Iterable[Line], number: int) -> list[list[int]]:
    """Deal by deal, for each entrant: twice the places, twice the matches, points, matches."""
    rows = []
    for deal in by_deal(lines).values():
        row = [0] * (4 * number)
        for line in deal:
            for who, points, place2 in zip(line.entrants, line.points, line.places2, strict=True):
                at = 4 * who
                row[at] += place2
                row[at + 1] += 2
                row[at + 2] += points
                row[at + 3] += 1
        rows.append(row)
    return rows


def place_shares(lines: Iterable[Line], number: int) -> tuple[list[tuple[float, ...]], list[int]]:
    """How often each finished where, and how many seats each had in all."""
    counts: list[dict[int, float]] = [{} for _ in range(number)]
    matches = [0] * number
    most = 0
    for line in lines:
        most = max(most, len(line.entrants))
        for who, place2 in zip(line.entrants, line.places2, strict=True):
            matches[who] += 1
            tied = line.places2.count(place2)
            first = (place2 - tied + 1) // 2
            for place in range(first, first + tied):
                counts[who][place] = counts[who].get(place, 0.0) + 1 / tied
    shares = [
        tuple(counts[who].get(place, 0.0) / matches[who] for place in range(1, most + 1))
        if matches[who]
        else ()
        for who in range(number)
    ]
    return shares, matches


def mean_places(schedule: Schedule, results: Mapping[MatchKey, Played]) -> dict[int, float]:
    """Everybody's mean place so far, for the pairing of the next Swiss round."""
    sums: dict[int, list[int]] = {}
    for key in sorted(results):
        line = line_of(schedule, results[key])
        for who, place2 in zip(line.entrants, line.places2, strict=True):
            found = sums.setdefault(who, [0, 0])
            found[0] += place2
            found[1] += 2
    return {who: total / many for who, (total, many) in sums.items()}
