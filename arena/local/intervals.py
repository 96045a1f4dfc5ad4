"""Means of independent differences with Student's 95 % interval."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import atan, floor, log10, pi, sqrt
from statistics import fmean, stdev
from typing import Final

LEAST_DEALS: Final = 10
"""With fewer deals no interval is given: none could be trusted."""
NORMAL_975: Final = 1.959963984540054
STUDENT_975: Final = (12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622)
"""Student's 97.5 % points for 1 to 9 degrees of freedom, where the expansion is too rough."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean with its 95 % interval; `low` and `high` are None where there are too few data."""

    mean: float
    low: float | None
    high: float | None
    n: int
    """The number of deals; on the ladder, where every match has a deal of its own, of matches."""

    @property
    def excludes_zero(self) -> bool:
        """Whether the sign of the difference is settled."""
        return self.low is not None and self.high is not None and not self.low <= 0 <= self.high

    def _repr_html_(self) -> str:
        """Show the mean on its interval in a notebook, with the line of no difference."""
        from arena.local.notebook import cell, whisker_plot

        title = f"{with_bounds(self)}, {self.n} deals"
        return cell(whisker_plot(title, [("", self)], digits=max(0, digits_of(self)), zero=True))

    @property
    def turned(self) -> "Interval":
        """Return the same difference seen from the other side."""
        low, high = (None if end is None else -end for end in (self.high, self.low))
        return Interval(-self.mean, low, high, self.n)


def interval(differences: Sequence[float], least: int = LEAST_DEALS) -> Interval:
    """Return the mean of independent differences with Student's 95 % interval.

    With fewer than `least` there is none: results of deals are lumpy and skewed. Values that are
    nearly normal, such as measured times, need fewer.
    """
    n = len(differences)
    mean = fmean(differences)
    if n < least:
        return Interval(mean, None, None, n)
    half = student_975(n - 1) * stdev(differences) / sqrt(n)
    return Interval(mean, mean - half, mean + half, n)


def digits_of(found: Interval) -> int:
    """Return how many decimals to print: two digits of the interval's half width, three at most.

    Below zero, so many digits before the point are rounded away.
    """
    if found.low is None or found.high is None or found.high <= found.low:
        return 2
    return min(3, 1 - floor(log10((found.high - found.low) / 2)))


def figure(value: float, digits: int) -> str:
    """Return a number with so many decimals; with fewer than none, rounded to tens and so on."""
    return f"{value:.{digits}f}" if digits >= 0 else f"{round(value, digits):,.0f}"


def with_bounds(found: Interval) -> str:
    """Return a mean and its interval as text."""
    digits = digits_of(found)
    if found.low is None or found.high is None:
        return figure(found.mean, digits)
    low, high = figure(found.low, digits), figure(found.high, digits)
    return f"{figure(found.mean, digits)} [{low}, {high}]"


def lead_text(first: str, second: str, found: Interval, unit: str) -> str:
    """Return by how many points or places per deal one bot is ahead of another, or behind it."""
    place, lead = ("behind", found.turned) if found.mean < 0 else ("ahead of", found)
    few = " (too few for an interval)" if lead.low is None else ""
    deals = f"{lead.n} deal{'s' * (lead.n != 1)}"
    return f"{first} is {place} {second} by {with_bounds(lead)} {unit} per deal, {deals}{few}"


def student_975(freedom: int) -> float:
    """Student's 97.5 % point, by the Cornish-Fisher expansion (to 0.001)."""
    if freedom <= len(STUDENT_975):
        return STUDENT_975[freedom - 1]
    z = NORMAL_975
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


def student_two_sided(t: float, freedom: int) -> float:
    """Return the likelihood of a Student's t at least as far from zero as `t`.

    The finite sums for whole degrees of freedom (Abramowitz and Stegun, 26.7.3 and 26.7.4).
    """
    angle = atan(abs(t) / sqrt(freedom))
    cosine2 = freedom / (freedom + t * t)
    sine = sqrt(1 - cosine2)
    if freedom % 2:
        term = sqrt(cosine2) * sine
        within = angle
        for k in range(2, freedom, 2):
            within += term
            term *= cosine2 * k / (k + 1)
        return max(0.0, 1 - 2 * within / pi)
    term, within = sine, 0.0
    for k in range(1, freedom, 2):
        within += term
        term *= cosine2 * k / (k + 1)
    return max(0.0, 1 - within)


def student_superiority(t: float, freedom: int) -> float:
    """Return how likely a value is above zero that was found `t` standard errors above it."""
    above = 1 - student_two_sided(t, freedom) / 2
    return above if t >= 0 else 1 - above
