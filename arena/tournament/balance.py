"""Tables put right: members change places until every pair meets about as often as every other."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Final

from arena.tournament.meetings import Meetings, Table

ATTEMPTS: Final = 20_000
"""How many exchanges are tried before the best tables so far are taken."""
DETOURS: Final = 0.002
"""How often an exchange that is a little worse is made all the same: the way out of a dead end."""
LEAST: Final = 2
"""The least by which a sum of squares grows when it grows."""
Move = tuple[int, int, int]
"""A table by number, who leaves it, and who comes instead."""


def exchange(
    tables: Sequence[Table], meetings: Meetings, members: Sequence[int], rng: Random
) -> list[Table]:
    """The tables as even as was found in so many attempts; the meetings are those of the result."""
    search = Search(tables, meetings, members)
    best, found = search.unevenness, list(tables)
    for _ in range(ATTEMPTS):
        if best[:2] <= (1, 1):
            break
        if search.attempt(rng) and search.unevenness < best:
            best, found = search.unevenness, list(search.tables)
    for last, wanted in zip(search.tables, found, strict=True):
        meetings.add(last, -1)
        meetings.add(wanted)
    return found


class Search:
    """A walk from tables to tables one exchange away; the meetings are kept in step."""

    def __init__(self, tables: Sequence[Table], meetings: Meetings, members: Sequence[int]) -> None:
        self.tables = list(tables)
        self._meetings = meetings
        self._members = members
        self._pairs = Counter(meetings.counts(members))
        self._squares = 0

    @property
    def unevenness(self) -> tuple[int, int, int]:
        """Between the most and the least: games (one may be left over), then meetings; squares."""
        games = [self._meetings.games[member] for member in self._members]
        met = [count for count, pairs in self._pairs.items() if pairs]
        return max(1, max(games) - min(games)), max(met) - min(met), self._squares

    def attempt(self, rng: Random) -> bool:
        """Make an exchange by lot, unless it is for the worse; whether one was made."""
        moves = self._lot(rng)
        growth = sum(self._make(move) for move in moves)
        if growth <= 0 or (growth <= LEAST and rng.random() < DETOURS):
            return bool(moves)
        for number, leaving, coming in moves:
            self._make((number, coming, leaving))
        return False

    def _lot(self, rng: Random) -> list[Move]:
        """Somebody comes for another who has played more, or two change tables."""
        (here, leaving), (there, coming) = self._place(rng), self._place(rng)
        if coming in self.tables[here]:
            return []
        if self._meetings.games[leaving] > self._meetings.games[coming]:
            return [(here, leaving, coming)]
        if leaving in self.tables[there]:
            return []
        return [(here, leaving, coming), (there, coming, leaving)]

    def _place(self, rng: Random) -> tuple[int, int]:
        number = int(rng.random() * len(self.tables))
        table = self.tables[number]
        return number, table[int(rng.random() * len(table))]

    def _make(self, move: Move) -> int:
        """Make a move, and say by how much the squares of games and meetings have grown."""
        number, leaving, coming = move
        company = [who for who in self.tables[number] if who != leaving]
        self.tables[number] = (*company, coming)
        games = self._meetings.games
        growth = 2 * (games[coming] - games[leaving] + 1)
        games[leaving] -= 1
        games[coming] += 1
        for other in company:
            growth += self._meet(coming, other, 1) + self._meet(leaving, other, -1)
        self._squares += growth
        return growth

    def _meet(self, one: int, other: int, times: int) -> int:
        before = self._meetings.met[one][other]
        self._meetings.meet(one, other, times)
        self._pairs[before] -= 1
        self._pairs[before + times] += 1
        return 2 * times * before + 1
