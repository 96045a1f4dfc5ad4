"""Who sits with whom: tables chosen so that every pair meets as often as every other."""

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from math import comb
from random import Random

from arena.tournament.balance import exchange
from arena.tournament.meetings import Meetings, Table
from engine.rng import shuffle

TRIES = 8
"""How many tables are built, each from another first entrant, before the best is taken."""


def round_robin(entrants: int, size: int, blocks: int, rng: Random) -> Iterator[Table]:
    """Tables for so many blocks: all sets in turn, and a near balance where that is too many."""
    yield from league(Meetings(entrants), range(entrants), size, blocks, rng)


def league(
    meetings: Meetings, members: Sequence[int], size: int, blocks: int, rng: Random
) -> Iterator[Table]:
    """The same for some of the entrants, who may have met before: the rarest pairs come first."""
    every = comb(len(members), size)
    while every and blocks >= every and is_level(meetings, members):
        sets = list(combinations(members, size))
        shuffle(sets, rng)
        for chosen in sets:
            meetings.add(chosen)
            yield seated(chosen, meetings, rng)
        blocks -= every
    tables = [rarest(meetings, members, size, rng) for _ in range(blocks)]
    if size < len(members):
        tables = exchange(tables, meetings, members, rng)
    for table in tables:
        yield seated(table, meetings, rng)


def is_level(meetings: Meetings, members: Sequence[int]) -> bool:
    """Whether all of them have met equally often."""
    return len(set(meetings.counts(members))) <= 1


def rarest(meetings: Meetings, members: Sequence[int], size: int, rng: Random) -> Table:
    """Those who have played and met least, with copies where they are too few; it is noted."""
    copies, size = divmod(size, len(members))
    table = (*members,) * copies
    if size:
        order = list(members)
        shuffle(order, rng)
        order.sort(key=lambda entrant: meetings.games[entrant])
        table += _rarest_of(order, size, meetings)
    meetings.add(table)
    return table


def _rarest_of(order: Sequence[int], size: int, meetings: Meetings) -> Table:
    built = [_filled([first], order, size, meetings) for first in order[:TRIES]]
    return min(built, key=lambda table: _weight(table, meetings))


def _filled(table: list[int], others: Sequence[int], size: int, meetings: Meetings) -> Table:
    while len(table) < size:
        left = (entrant for entrant in others if entrant not in table)
        table.append(min(left, key=lambda entrant: meetings.cost(entrant, table)))
    return tuple(table)


def _weight(table: Table, meetings: Meetings) -> int:
    return sum(meetings.games[entrant] for entrant in table) + sum(meetings.counts(table))


def seated(chosen: Table, meetings: Meetings, rng: Random) -> Table:
    """The set in the order in which each has sat least often after the one before; it is noted."""
    first, *rest = chosen
    shuffle(rest, rng)
    orders = [(first, *order) for order in permutations(rest)]
    followed = meetings.followed
    best = min(
        orders, key=lambda order: sum(followed[a][order[i - 1]] for i, a in enumerate(order))
    )
    for seat, entrant in enumerate(best):
        followed[entrant][best[seat - 1]] += 1
    return best


def gauntlet(
    challengers: int, entrants: int, size: int, deals: int, rng: Random
) -> Iterator[list[Table]]:
    """Deal by deal the same opponents, in the same seats, for each of the first entrants."""
    field = range(challengers, entrants)
    meetings = Meetings(entrants)
    for _ in range(deals):
        opponents = rarest(meetings, field, size - 1, rng)
        table = seated((0, *opponents), meetings, rng)
        yield [tuple(who if seat == 0 else seat for seat in table) for who in range(challengers)]


def swiss_round(
    ranking: Sequence[int], size: int, meetings: Meetings, byes: Sequence[int], rng: Random
) -> tuple[list[Table], list[int]]:
    """Tables of neighbours in the ranking who have met least, and who sits out this time."""
    resting = sit_out(ranking, len(ranking) % size, byes)
    left = [entrant for entrant in ranking if entrant not in resting]
    tables = []
    while left:
        table = [left.pop(0)]
        while len(table) < size:
            places = {entrant: place for place, entrant in enumerate(left)}
            chosen = min(left, key=lambda e: size * meetings.cost(e, table) + places[e])
            left.remove(chosen)
            table.append(chosen)
        meetings.add(table)
        tables.append(seated(tuple(table), meetings, rng))
    return tables, resting


def sit_out(ranking: Sequence[int], many: int, byes: Sequence[int]) -> list[int]:
    """The last of those who have sat out least."""
    last_first = ranking[::-1]
    order = sorted(last_first, key=lambda entrant: byes[entrant])
    return order[:many]
