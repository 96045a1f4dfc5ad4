"""Who has met whom, and how often."""

from collections.abc import Sequence
from itertools import combinations

Table = tuple[int, ...]
"""Entrants by number, in seating order."""


class Meetings:
    """How often each pair has met, who has sat next to whom, and how often each has played."""

    def __init__(self, entrants: int) -> None:
        self.met = [[0] * entrants for _ in range(entrants)]
        self.followed = [[0] * entrants for _ in range(entrants)]
        self.games = [0] * entrants

    def add(self, table: Sequence[int], times: int = 1) -> None:
        """One more block for these; with -1 one less."""
        for one, other in combinations(table, 2):
            self.meet(one, other, times)
        for entrant in table:
            self.games[entrant] += times

    def meet(self, one: int, other: int, times: int) -> None:
        """These two meet once more, or once less."""
        self.met[one][other] += times
        self.met[other][one] += times

    def cost(self, entrant: int, others: Sequence[int]) -> int:
        """How often one has met these others already; squares, so that the rarest are sought."""
        row = self.met[entrant]
        return sum(2 * row[other] + 1 for other in others)

    def counts(self, members: Sequence[int]) -> list[int]:
        """How often they have met, pair by pair."""
        return [self.met[a][b] for a, b in combinations(members, 2)]
