"""A against B: one difference a deal, in the schedule's order, and when to stop."""

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Final

from arena.local.intervals import Interval, interval, with_bounds
from arena.tournament.means import Row, mean_of
from arena.tournament.plan import Plan
from arena.tournament.results import Line, Played, line_of
from arena.tournament.schedule import MatchKey, Schedule
from arena.tournament.sequential import Hypotheses, SequentialTest
from arena.tournament.stopped import after_stop

A, B = 0, 1
IMAGINED_LEAD: Final = 0.2
"""Matches that the interval of a lead in places imagines at either end."""


class Comparison:
    """Takes whole deals as they become known; what was played after the decision is left out."""

    def __init__(self, schedule: Schedule) -> None:
        plan = schedule.plan
        self.plan = plan
        self.differences: list[float] = []
        self.points: list[float] = []
        self.shares: list[Row] = []
        """By deal: meetings in which A finished ahead of B, ties as halves; and all meetings."""
        self.test = SequentialTest(hypotheses_of(plan)) if plan.sprt else None
        self._schedule = schedule
        self._deals = deal_matches(schedule)

    @property
    def deals(self) -> int:
        """How many deals were looked at."""
        return len(self.differences)

    @property
    def decided(self) -> bool:
        """Whether the sequential test has come to an end."""
        return self.test is not None and self.test.decision != ""

    def look(self, results: Mapping[MatchKey, Played]) -> bool:
        """Go on as far as whole deals are there, in order; True once it is decided."""
        while not self.decided and self.deals < len(self._deals):
            keys = self._deals[self.deals]
            if not all(key in results for key in keys):
                break
            lines = [line_of(self._schedule, results[key]) for key in keys]
            self.points.append(ahead(lines, "points"))
            self.shares.append(finished_ahead(lines))
            self.differences.append(ahead(lines, self.plan.measure))
            if self.test is not None:
                self.test.add(self.differences[-1])
        return self.decided

    @property
    def interval(self) -> Interval | None:
        """How far A is ahead of B per deal, at 95 %; None before the first deal.

        After an early stop it allows for the stop (`stopped.py`).
        """
        if not self.differences:
            return None
        stopped = after_stop(self.test) if self.test is not None else None
        if stopped is not None or self.plan.measure == "points":
            return stopped or interval(self.differences)
        return place_lead(self.differences, len(self._deals[0]), self.plan.size)

    @property
    def different(self) -> int:
        """The number of deals in which A and B did not do equally well."""
        return sum(difference != 0 for difference in self.differences)


def place_lead(differences: Sequence[float], matches: int, size: int) -> Interval | None:
    """Return the mean difference in places per deal of so many matches, with its interval.

    Places have ends, at which bots of very different strength crowd (`means.py`). They are twice
    as far apart as those of one bot's places, so less of a match is imagined there.
    """
    rows = [(each * matches, matches) for each in differences]
    return mean_of(rows, (1 - size, size - 1), IMAGINED_LEAD)


def hypotheses_of(plan: Plan) -> Hypotheses:
    """Return the claims of a plan with a sequential test."""
    assert plan.sprt is not None
    return Hypotheses(*plan.sprt, in_spreads=plan.sprt_in_spreads)


def deal_matches(schedule: Schedule) -> list[list[MatchKey]]:
    """The matches of each deal, deals in order."""
    deals: dict[int, list[MatchKey]] = {}
    for block in schedule.blocks:
        deals.setdefault(block.deal, []).extend(schedule.matches(block))
    return list(deals.values())


def ahead(lines: Sequence[Line], measure: str) -> float:
    """By how much A did better than B in one deal: in places or in points."""
    values: tuple[list[float], list[float]] = ([], [])
    for line in lines:
        for entrant, points, place2 in zip(line.entrants, line.points, line.places2, strict=True):
            if entrant in (A, B):
                values[entrant].append(points if measure == "points" else -place2 / 2)
    return fmean(values[A]) - fmean(values[B])


def finished_ahead(lines: Sequence[Line]) -> Row:
    """Return in how many comparisons of their places A was ahead of B in one deal, of how many.

    Where each plays alone among others, A's place in one match is compared with B's in the other.
    """
    places: tuple[list[int], list[int]] = ([], [])
    for line in lines:
        for entrant, place2 in zip(line.entrants, line.places2, strict=True):
            if entrant in (A, B):
                places[entrant].append(place2)
    pairs = [(one, other) for one in places[A] for other in places[B]]
    won = sum((1 + (one < other) - (one > other)) / 2 for one, other in pairs)
    matches = len(lines)
    return won / len(pairs) * matches, matches


def verdict(comparison: Comparison) -> str:
    """Return the result of a comparison as text."""
    first, second = comparison.plan.names[:2]
    found = comparison.interval
    if found is None:
        return f"nothing played yet: {first} against {second}"
    if comparison.deals > 1 and not comparison.different:
        return f"all {comparison.deals} deals equal: {first} and {second} play alike"
    if comparison.test is not None:
        return tested(comparison, first, second, found)
    return judged(first, second, found)


def judged(first: str, second: str, found: Interval) -> str:
    """Return what a difference and its interval prove, as text."""
    if found.low is None or found.high is None:
        deals = f"{found.n} deal{'s' * (found.n != 1)}"
        return f"{deals}: too few to say anything about {first} and {second}"
    if found.excludes_zero:
        better, worse = (first, second) if found.mean > 0 else (second, first)
        return f"{better} is better than {worse}"
    return f"no difference between {first} and {second} is proven"


def tested(comparison: Comparison, first: str, second: str, found: Interval) -> str:
    """Return the sequential test's verdict: the result first, then the test."""
    test = comparison.test
    assert test is not None
    claim, unit = test.hypotheses, comparison.plan.measure
    scale = " standard deviations" if claim.in_spreads else ""
    if test.decision == "H1":
        return (
            f"{first} is better than {second} by {with_bounds(found)} {unit} per deal"
            f" (SPRT accepts H1 {claim.h1:g}{scale} against H0 {claim.h0:g},"
            f" alpha = {claim.alpha:.0%}, {test.deals} deals)"
        )
    if test.decision == "H0":
        return (
            f"{first} is not better than {second} by {claim.h1:g}{scale or f' {unit}'}"
            f" (SPRT accepts H0 {claim.h0:g} against H1 {claim.h1:g},"
            f" beta = {claim.beta:.0%}, {test.deals} deals)"
        )
    return f"undecided after {test.deals} deals: play more to compare {first} and {second}"
