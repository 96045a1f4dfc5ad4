"""A comparison for experts: likelihood, effect, rating points, deals left, histogram."""

from random import Random
from statistics import fmean

import pytest

from arena.local.intervals import Interval
from arena.tournament.details import (
    bar_lines,
    elo_meaning,
    elo_of,
    expected_deals,
    histogram,
    superiority,
)
from arena.tournament.sequential import Hypotheses, SequentialTest
from arena.tournament.stopped import after_stop, superiority_after_stop
from tests.arena import simulated


def test_the_likelihood_of_superiority_is_that_of_students_t() -> None:
    assert superiority([1.0, -1.0] * 10) == 0.5
    assert superiority([1.0] * 9) is None  # too few
    assert superiority([1.0] * 20) is None  # no spread to compare with
    better = superiority([0.0, 1.0] * 10)
    assert better is not None
    # t = 0.5 * sqrt(20) / 0.51299 = 4.36 with 19 degrees of freedom
    assert better == pytest.approx(1 - 0.00017, abs=2e-5)


def test_after_a_stop_equals_are_called_superior_as_often_as_promised() -> None:
    """At 95 % likelihood, one of twenty tests between equals may say so on either side."""
    rng, high, low, trials = Random(4), 0, 0, 400
    for _ in range(trials):
        test = SequentialTest(Hypotheses(-0.15, 0.15))
        for difference in simulated.place_gaps(0.0, rng):
            if test.add(difference):
                break
        if after_stop(test) is not None:
            likely = superiority_after_stop(test)
            high += likely > 0.95
            low += likely < 0.05
    assert high / trials < 0.08
    assert low / trials < 0.08


def test_rating_points_follow_from_the_share_of_meetings_won() -> None:
    found = elo_of(Interval(0.64, 0.5, 10 / 11, 30))
    assert found is not None
    assert found.mean == pytest.approx(100, abs=0.1)
    assert found.low == 0.0
    assert found.high == pytest.approx(400)
    assert elo_of(Interval(0.5, None, None, 3)) is None
    swept = elo_of(Interval(1.0, 0.9, 1.0, 30))
    assert swept is not None
    assert swept.high == swept.mean == pytest.approx(920, abs=1)
    assert elo_meaning(100) == (
        "ahead of the other in 64 % of matches; mean place 1.36 at a table of two,"
        " 2.08 at one of four with three of the other's strength"
    )


@pytest.mark.parametrize("gap", [0.0, 0.12, 0.3])
def test_the_deals_left_are_about_those_it_takes(gap: float) -> None:
    claim, rng = Hypotheses(0, 0.25), Random(6)
    promised, taken = [], []
    for _ in range(60):
        test, told = SequentialTest(claim), None
        for difference in simulated.place_gaps(gap, rng):
            test.add(difference)
            if test.deals == 60 and not test.decision:
                # As if the difference were known: the figure is for the difference so far.
                test._sum = test._sum + 60 * gap - test._sum
                told = expected_deals(test)
            if test.decision:
                break
        if told is not None:
            promised.append(told)
            taken.append(test.deals - 60)
    assert 0.5 < fmean(promised) / fmean(taken) < 1.7
    decided = SequentialTest(claim)
    for _ in range(40):
        decided.add(1.0)
    assert (decided.decision, expected_deals(decided)) == ("H1", None)
    assert expected_deals(SequentialTest(claim)) is None


def test_the_histogram_counts_every_deal_once_around_zero() -> None:
    differences = [-2.0, -1.0, 0.0, 0.0, 0.1, 1.0, 2.0]
    bars = list(histogram(differences))
    assert sum(bar.deals for bar in bars) == len(differences)
    middle = bars[len(bars) // 2]
    assert middle.low == pytest.approx(-middle.high)
    assert middle.deals == 3
    assert list(histogram([0.0] * 9)) == []
    lines = list(bar_lines(bars))
    assert lines[0].split() == ["-2.0", "█" * 13, "1"]
    assert len(lines) == len(bars)
