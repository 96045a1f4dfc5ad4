"""The table of a tournament: every estimate with its interval, every count with its n."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from arena.local.intervals import Interval
from arena.tournament.means import Row, mean_of, mean_place
from arena.tournament.ranks import MOST_RANKED, separated
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
    ranks: tuple[int, int] | None = None
    """The first and the last rank that are possible; 95 % for the whole table at once."""


def standings(lines: Sequence[Line], names: Sequence[str]) -> tuple[list[Standing], Ratings]:
    """The table, best rating first; entrants who have not played come last."""
    number = len(names)
    ratings = rate(lines, number)
    scores = score_rows(lines, number)
    last = max((len(line.entrants) for line in lines), default=1)
    places, matches = place_shares(lines, number)
    order = sorted(
        range(number),
        key=lambda who: (not matches[who], -round(ratings.intervals[who].mean, 6), names[who]),
    )
    playing = [who for who in range(number) if matches[who]]
    apart = separated(playing if number <= MOST_RANKED else [], ratings.compared)
    rows = [
        Standing(
            rank,
            names[who],
            matches[who],
            ratings.intervals[who],
            mean_place(scores[who].places, last),
            mean_of(scores[who].points),
            places[who],
            ratings.superiority(who, order[rank]) if rank < number else None,
            apart.ranks(who, frozenset(playing)),
        )
        for rank, who in enumerate(order, 1)
    ]
    return rows, ratings


@dataclass(slots=True)
class Scores:
    """What one entrant or seat achieved, deal by deal: sums, and over how many matches."""

    places: list[Row] = field(default_factory=list)
    points: list[Row] = field(default_factory=list)


def score_rows(lines: Iterable[Line], number: int, *, by_seat: bool = False) -> list[Scores]:
    """Return the scores of each entrant, or of each seat, whoever sat there."""
    found = [Scores() for _ in range(number)]
    for deal in by_deal(lines).values():
        sums = [[0.0, 0.0, 0.0] for _ in range(number)]
        for line in deal:
            whose = line.seats if by_seat else line.entrants
            for who, points, place2 in zip(whose, line.points, line.places2, strict=True):
                own = sums[who]
                own[0] += place2 / 2
                own[1] += points
                own[2] += 1
        for scores, (place_sum, point_sum, many) in zip(found, sums, strict=True):
            scores.places.append((place_sum, many))
            scores.points.append((point_sum, many))
    return found


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
