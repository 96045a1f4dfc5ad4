"""Ranks with intervals that hold for the whole field at once.

Two neighbours may be compared by themselves, but the best of ten equal bots is the luckiest of
ten: compared one by one, it would be "surely better" than some other in most tournaments. Here all
pairs are compared, and only those differences count that remain after Holm's correction. A bot
ranks below all who are surely better and above all who are surely worse, and may have any rank
between. In 95 of 100 tournaments all these intervals hold.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, Generic, TypeVar

from arena.tournament.holm import holm

MOST_RANKED: Final = 100
"""Entrants of a tournament that are ranked with intervals; all their pairs are compared."""

Who = TypeVar("Who", bound=Hashable)
Compared = Callable[[Who, Who], "tuple[float, float] | None"]
"""How far the first is ahead of the second, and how likely chance alone makes as much of it."""


@dataclass(frozen=True, slots=True)
class Separated(Generic[Who]):
    """Which pairs of a field are told apart."""

    better: dict[Who, frozenset[Who]]
    """For each of the field, who is surely better."""
    worse: dict[Who, frozenset[Who]]

    def ranks(self, who: Who, among: frozenset[Who]) -> tuple[int, int] | None:
        """Return the first and the last rank that are possible; None if nothing is known."""
        if who not in self.better:
            return None
        first = 1 + len(self.better[who] & among)
        return first, len(among) - len(self.worse[who] & among)


def separated(field: Sequence[Who], compared: Compared[Who]) -> Separated[Who]:
    """Compare all pairs of a field at once; who cannot be compared is left out."""
    gaps: dict[tuple[Who, Who], float] = {}
    chances: dict[tuple[Who, Who], float] = {}
    for pair in combinations(field, 2):
        if (found := compared(*pair)) is not None:
            gaps[pair], chances[pair] = found
    better: dict[Who, set[Who]] = {who: set() for pair in gaps for who in pair}
    worse: dict[Who, set[Who]] = {who: set() for who in better}
    for pair in holm(chances):
        ahead, behind = pair if gaps[pair] > 0 else pair[::-1]
        better[behind].add(ahead)
        worse[ahead].add(behind)
    return Separated(
        {who: frozenset(others) for who, others in better.items()},
        {who: frozenset(others) for who, others in worse.items()},
    )
