"""Is A better than B: a sequential test on the differences of deals, with stated error rates.

Wald's ratio test by a normal approximation: two claims about the mean difference, H0 and H1, and
after every deal the logarithm of how much better H1 explains what was seen. Beyond the upper
bound H1 is accepted, below the lower one H0; the bounds follow from the error rates allowed.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import log, sqrt
from typing import Literal

from arena.errors import TournamentError

LEAST_DEALS = 24
"""Before this nothing is decided: the spread is not known well enough."""
LEAST_DIFFERENT = 16
"""Deals in which A and B differ that a decision needs: if nearly all deals are equal, the first few
that are not decide everything."""
EQUAL_DEALS = 200
"""So many deals without any difference end the test: the bots play alike."""
Decision = Literal["H0", "H1", ""]


@dataclass(frozen=True, slots=True)
class Hypotheses:
    """The differences to tell apart, and how often each mistake may happen."""

    h0: float
    h1: float
    alpha: float = 0.05
    """How often H1 may be accepted though the difference is H0's (a false accept)."""
    beta: float = 0.05
    """How often H0 may be accepted though the difference is H1's (a false reject)."""
    in_spreads: bool = False
    """Whether h0 and h1 are multiples of the standard deviation of a deal's difference."""

    def __post_init__(self) -> None:
        if not self.h0 < self.h1:
            raise TournamentError(f"sprt: two rising numbers, as in 0,0.1; got {self.h0},{self.h1}")
        for name, rate in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0.0001 <= rate < 0.5:
                raise TournamentError(f"{name}: from 0.0001 to below 0.5, got {rate}")

    @property
    def lower(self) -> float:
        """At or below this H0 is accepted."""
        return log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """At or above this H1 is accepted."""
        return log((1 - self.beta) / self.alpha)


@dataclass(frozen=True, slots=True)
class Verdict:
    """Where the test stands after so many deals."""

    llr: float
    deals: int
    decision: Decision


class SequentialTest:
    """Takes one difference a deal, in the schedule's order, until it is decided."""

    def __init__(self, hypotheses: Hypotheses) -> None:
        self.hypotheses = hypotheses
        self.deals = 0
        self.different = 0
        """Deals in which the two did not do equally well."""
        self.decision: Decision = ""
        self._sum = self._squares = self._cubes = 0.0

    def add(self, difference: float) -> Decision:
        """Take one more deal; what comes after the decision is not looked at."""
        if self.decision:
            return self.decision
        self.deals += 1
        self.different += difference != 0
        self._sum += difference
        self._squares += difference * difference
        self._cubes += difference**3
        if self.deals >= LEAST_DEALS and self.different >= LEAST_DIFFERENT:
            self.decision = self._decided()
        elif self.all_equal and self.deals >= EQUAL_DEALS:
            self.decision = "H0"
        return self.decision

    def _decided(self) -> Decision:
        llr = self.llr
        if llr >= self.hypotheses.upper:
            return "H1"
        return "H0" if llr <= self.hypotheses.lower else ""

    @property
    def all_equal(self) -> bool:
        """Whether A and B have done equally well in every deal."""
        return self.deals > 0 and not self.different

    @property
    def first_look(self) -> bool:
        """Whether no decision was possible before the last deal."""
        return self.deals <= LEAST_DEALS or self.different <= LEAST_DIFFERENT

    @property
    def mean(self) -> float:
        """The mean difference so far."""
        return self._sum / self.deals if self.deals else 0.0

    @property
    def claims(self) -> tuple[float, float]:
        """The differences of H0 and H1, in the unit of the differences."""
        unit = sqrt(self._plain_variance) if self.hypotheses.in_spreads else 1.0
        return self.hypotheses.h0 * unit, self.hypotheses.h1 * unit

    @property
    def _plain_variance(self) -> float:
        n = max(self.deals, 1)
        return max(self._squares - n * self.mean**2, 0.0) / n

    @property
    def spread(self) -> float:
        """The standard deviation of the differences."""
        return sqrt(self._plain_variance * self.deals / (self.deals - 1)) if self.deals > 1 else 0.0

    @property
    def _skew(self) -> float:
        """The third central moment of the differences over their variance."""
        n, mean, variance = max(self.deals, 1), self.mean, self._plain_variance
        third = (self._cubes - 3 * mean * self._squares) / n + 2 * mean**3
        return third / variance if variance > 0 else 0.0

    @property
    def skew_allowance(self) -> float:
        """What is added to the variance where differences are skewed.

        A sample whose mean is off then has a variance that is off, too, and the test would be
        surest when it is wrong. So it takes the variance that the sample would have if its mean
        were that of the hypothesis it speaks against.
        """
        h0, h1 = self.claims
        return max(self._skew * (h1 - self.mean), self._skew * (h0 - self.mean), 0.0)

    @property
    def variance(self) -> float:
        """The variance of a deal's difference, as the test estimates it."""
        h0, h1 = self.claims
        # Two more deals are supposed, ten times H1 - H0 to either side of the mean: a row of
        # equal differences has no spread of its own, and is no proof of anything by itself.
        supposed = 2 * (10 * (h1 - h0)) ** 2 / max(self.deals, 1)
        return self._plain_variance + self.skew_allowance + supposed

    @property
    def llr(self) -> float:
        """The log likelihood ratio of H1 over H0."""
        h0, h1 = self.claims
        variance = self.variance
        if not variance:
            return 0.0
        return self.deals * (h1 - h0) * (2 * self.mean - h0 - h1) / (2 * variance)

    @property
    def verdict(self) -> Verdict:
        """Where it stands."""
        return Verdict(self.llr, self.deals, self.decision)


def run_test(differences: Iterable[float], hypotheses: Hypotheses) -> Verdict:
    """The verdict on a row of differences: at the first decision, or after the last one."""
    test = SequentialTest(hypotheses)
    for difference in differences:
        if test.add(difference):
            break
    return test.verdict
