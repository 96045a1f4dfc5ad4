"""Does a 95 % interval hold the truth in 95 of 100 tournaments, and does the test keep its word."""

from collections.abc import Sequence
from itertools import islice
from math import isfinite
from random import Random
from statistics import fmean, median

import pytest

from arena.tournament.sequential import EQUAL_DEALS, Hypotheses, SequentialTest, run_test
from arena.tournament.stopped import after_stop
from tests import calibration
from tests.arena import simulated

TRIALS = 400


def within(cells: Sequence[calibration.Cell], least: float, most: float) -> None:
    """All shares lie between two bounds; the figures are printed for `pytest -s`."""
    for cell in cells:
        print(cell)  # noqa: T201  # the figures are what a reader comes for
    shown = [cell.share for cell in cells if cell.share is not None]
    assert shown
    assert [str(cell) for cell in cells if not least <= (cell.share or least) <= most] == []


@pytest.mark.parametrize("deals", [10, 16])
def test_the_intervals_of_an_even_field_hold_the_truth(deals: int) -> None:
    within(calibration.tournament_cells("even", deals, TRIALS, 20), 0.925, 0.98)


@pytest.mark.parametrize(("field", "deals"), [("near sweep", 20), ("skewed points", 10)])
def test_the_intervals_of_other_fields_hold_the_truth(field: str, deals: int) -> None:
    within(calibration.tournament_cells(field, deals, TRIALS // 2, 20), 0.915, 0.99)


def test_partners_and_ties_are_no_exception() -> None:
    within(calibration.tournament_cells("partners", 10, TRIALS, 21), 0.915, 0.99)
    within(calibration.tournament_cells("ties", 10, TRIALS // 2, 21), 0.92, 0.985)


def test_what_blocks_save_holds_the_truth() -> None:
    within(calibration.saving_cells("skewed points", 100, 150, 22), 0.915, 0.99)


def test_nine_deals_are_too_few_for_any_interval() -> None:
    cells = calibration.tournament_cells("even", 9, 5, 1)
    assert {cell.share for cell in cells} == {None}


@pytest.mark.parametrize("case", ["lumpy", "skewed", "95 % zero", "in spreads"])
def test_a_sequential_test_keeps_its_error_rates_and_is_honest_after_the_stop(case: str) -> None:
    cells = calibration.sequential_cells(case, TRIALS, 5)
    within([cell for cell in cells if "sequential" in cell.what], 0.0, 0.065)
    within([cell for cell in cells if cell.what == "after the stop"], 0.92, 0.985)


def test_the_plain_mean_of_a_test_that_stopped_is_too_large_and_the_corrected_one_is_not() -> None:
    rng, plain, corrected = Random(2), [], []
    for _ in range(TRIALS):
        test = SequentialTest(Hypotheses(0, 0.25))
        for difference in simulated.place_gaps(0.25, rng):
            if test.add(difference):
                break
        plain.append(test.mean)
        found = after_stop(test)
        corrected.append(test.mean if found is None else found.mean)
    assert fmean(plain) > 0.28
    assert median(corrected) == pytest.approx(0.25, abs=0.02)


def test_ratings_of_the_ladder_hold_the_truth_with_and_without_accomplices() -> None:
    for colluding in (False, True):
        rated, *met = calibration.ladder_cells(100, 6, 11, colluding=colluding)
        within([rated], 0.915, 0.99)
        if met:
            within(met, 0.0, 1.3)


@pytest.mark.parametrize("gap", [0.75, -0.5])
def test_a_large_difference_is_told_soon(gap: float) -> None:
    rng = Random(3)
    verdict = run_test(simulated.place_gaps(gap, rng), Hypotheses(0, 0.25))
    assert verdict.decision == ("H1" if gap > 0 else "H0")
    assert verdict.deals < 60


def test_few_deals_that_differ_decide_nothing() -> None:
    rare = [0.0] * 19 + [1.0]
    early = run_test(rare * 15, Hypotheses(0, 0.1))
    assert (early.decision, early.deals) == ("", 300)
    assert run_test(rare * 40, Hypotheses(0, 0.01)).decision == "H1"


def test_nothing_is_decided_by_a_handful_of_deals() -> None:
    assert run_test([1.0] * 23, Hypotheses(0, 0.1)).decision == ""
    assert run_test([1.0] * 40, Hypotheses(0, 0.1)).decision == "H1"


def test_bots_that_play_alike_end_the_test_without_infinities() -> None:
    assert run_test([0.0] * (EQUAL_DEALS - 1), Hypotheses(0, 0.1)).decision == ""
    verdict = run_test([0.0] * 999, Hypotheses(0, 0.1))
    assert (verdict.decision, verdict.deals) == ("H0", EQUAL_DEALS)
    assert isfinite(verdict.llr)


def test_a_test_that_runs_out_of_deals_is_undecided() -> None:
    gaps = islice(simulated.place_gaps(0.05, Random(1)), 30)
    assert run_test(gaps, Hypotheses(0, 0.1)).decision == ""
