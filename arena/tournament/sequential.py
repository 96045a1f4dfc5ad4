"""Is A better than B: a sequential test on the differences of deals, with stated error rates.

Wald's ratio test by a normal approximation: two claims about the mean difference, H0 and H1, and
after every deal the logarithm of how much better H1 explains what was seen. Beyond the upper
bound H1 is accepted, below the lower one H0; the bounds follow from the error rates allowed.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import log
from typing import Literal

from arena.errors import TournamentError

LEAST_DEALS = 24
"""Before this nothing is decided: the spread is not known well enough."""
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
        self.decision: Decision = ""
        self._sum = self._squares = 0.0

    def add(self, difference: float) -> Decision:
        """One more deal; what comes after the decision is not looked at."""
        if self.decision:
            return self.decision
        self.deals += 1
        self._sum += difference
        self._squares += difference * difference
        if self.deals >= LEAST_DEALS:
            self.decision = self._decided()
        return self.decision

    def _decided(self) -> Decision:
        llr = self.llr
        if llr >= self.hypotheses.upper:
            return "H1"
        return "H0" if llr <= self.hypotheses.lower else ""

    @property
    def llr(self) -> float:
        """The log likelihood ratio of H1 over H0."""
        if not self.deals:
            return 0.0
        claim, n = self.hypotheses, self.deals
        mean = self._sum / n
        # Two more deals are supposed, ten times H1 - H0 to either side of the mean: a row of
        # equal differences has no spread of its own, and is no proof of anything by itself.
        supposed = 2 * (10 * (claim.h1 - claim.h0)) ** 2
        variance = (max(self._squares - n * mean * mean, 0.0) + supposed) / n
        gap = claim.h1 - claim.h0
        return n * gap * (2 * mean - claim.h0 - claim.h1) / (2 * variance)

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
