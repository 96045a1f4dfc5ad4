"""A mean place with its interval, from sums that grow match by match."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean
from typing import Final

from arena.local.intervals import LEAST_DEALS, NORMAL_975, Interval

IMAGINED: Final = 3
"""Matches that the interval imagines at the first place, and as many at the last."""
WEIGHT: Final = 1 / 3
"""How much each of them counts."""


@dataclass(slots=True)
class MeanPlace:
    """How somebody placed on the mean.

    The ladder deals every match anew and never again, so that matches are independent: no blocks
    are needed, as they are for a tournament's rotations. The seats of one match are not: who had
    several counts with their mean, once.
    """

    matches: int = 0
    last: int = 1
    """The last place that there was."""
    total: float = 0.0
    squares: float = 0.0

    def add(self, places: Sequence[float], last: int) -> None:
        """Count a match with so many places: those of one's own seats."""
        place = fmean(places)
        self.matches += 1
        self.last = max(self.last, last)
        self.total += place
        self.squares += place * place

    @property
    def interval(self) -> Interval | None:
        """The mean with its 95 % interval; without one for too few matches, None for no match.

        Normal, with imagined matches at both ends, as Agresti and Coull do for shares. A plain
        Student's interval claims far too much of a bot that nearly always comes first: with nine
        first places of ten it held the true mean in 42 % of series of five matches, in 66 % of
        ten. This one holds it in 93 % to 98 %, and stays between the first place and the last.
        """
        if not self.matches:
            return None
        mean = self.total / self.matches
        if self.matches < LEAST_DEALS:
            return Interval(mean, None, None, self.matches)
        weight = self.matches + 2 * IMAGINED * WEIGHT
        middle = (self.total + IMAGINED * WEIGHT * (1 + self.last)) / weight
        own = self.squares - 2 * middle * self.total + self.matches * middle**2
        ends = IMAGINED * WEIGHT**2 * ((1 - middle) ** 2 + (self.last - middle) ** 2)
        number = self.matches + 2 * IMAGINED
        half = NORMAL_975 * sqrt((own + ends) * number / (number - 1)) / weight
        low, high = max(min(mean, middle - half), 1.0), min(max(mean, middle + half), self.last)
        return Interval(mean, low, float(high), self.matches)
