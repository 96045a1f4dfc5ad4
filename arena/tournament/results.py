"""What a match of a tournament gave, as plain data, and what the statistics are made of."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from arena.tournament.schedule import MatchKey, Schedule


@dataclass(frozen=True, slots=True)
class Played:
    """One finished match; lists are by seat."""

    key: MatchKey
    points: tuple[int, ...]
    ranks: tuple[int, ...]
    faults: tuple[tuple[int, str, str, int], ...] = ()
    """Seat, kind, the first reason given, how often."""
    decisions: tuple[int, ...] = ()
    micros: tuple[int, ...] = ()
    """How long each seat thought, in microseconds; it differs from run to run."""

    def as_json(self) -> dict[str, Any]:
        """Plain data, from which `read_played` makes the result again."""
        return {
            "block": self.key[0],
            "rotation": self.key[1],
            "points": list(self.points),
            "ranks": list(self.ranks),
            "faults": [list(fault) for fault in self.faults],
            "decisions": list(self.decisions),
            "micros": list(self.micros),
        }


def read_played(data: Mapping[str, Any]) -> Played:
    """The result that `Played.as_json` gave."""
    seat_lists = ("points", "ranks", "decisions", "micros")
    points, ranks, decisions, micros = (tuple(data[name]) for name in seat_lists)
    faults = tuple((seat, kind, reason, many) for seat, kind, reason, many in data["faults"])
    return Played((data["block"], data["rotation"]), points, ranks, faults, decisions, micros)


@dataclass(frozen=True, slots=True)
class Line:
    """A match as the statistics see it, unit by unit: who, points, and twice the mean place.

    Two who share the first place have 1.5 each, so that places always add up to the same.
    """

    deal: int
    entrants: tuple[int, ...]
    points: tuple[int, ...]
    places2: tuple[int, ...]
    seats: tuple[int, ...]
    """The seat of each unit, or of its first partner."""

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """Places in these lists of any two different entrants."""
        who = range(len(self.entrants))
        return [(i, j) for i in who for j in who if self.entrants[i] != self.entrants[j]]


def line_of(schedule: Schedule, played: Played) -> Line:
    """A match by units: partners count once."""
    plan = schedule.plan
    seats = schedule.entrants_at(played.key)
    turn = played.key[1] % len(seats)
    units = (*plan.units[turn:], *plan.units[:turn])
    first = [units.index(unit) for unit in dict.fromkeys(units)]
    ranks = [played.ranks[seat] for seat in first]
    return Line(
        schedule.blocks[played.key[0]].deal,
        tuple(seats[seat] for seat in first),
        tuple(played.points[seat] for seat in first),
        tuple(places2(ranks)),
        tuple(first),
    )


def places2(ranks: Sequence[int]) -> list[int]:
    """Twice the mean place of each: those who tie share their places."""
    return [2 * sum(r < rank for r in ranks) + ranks.count(rank) + 1 for rank in ranks]


def whole_deals(schedule: Schedule, results: Mapping[MatchKey, Played]) -> list[Line]:
    """The matches of every deal that has been played at all its tables, in the schedule's order."""
    wanted: dict[int, list[MatchKey]] = {}
    for block in schedule.blocks:
        wanted.setdefault(block.deal, []).extend(schedule.matches(block))
    return [
        line_of(schedule, results[key])
        for keys in wanted.values()
        if all(key in results for key in keys)
        for key in keys
    ]


def by_deal(lines: Iterable[Line]) -> dict[int, list[Line]]:
    """The lines of each deal: deals are what is independent."""
    deals: dict[int, list[Line]] = {}
    for line in lines:
        deals.setdefault(line.deal, []).append(line)
    return deals
