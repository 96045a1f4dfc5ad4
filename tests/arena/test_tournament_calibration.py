"""Does a 95 % interval hold the truth in 95 of 100 tournaments, and does the test keep its word."""

from collections.abc import Sequence
from itertools import islice
from random import Random

import pytest

from arena.local.intervals import Interval
from arena.tournament.bootstrap import ratios
from arena.tournament.ratings import MIDDLE, SCALE, rate
from arena.tournament.sequential import Hypotheses, run_test
from arena.tournament.standings import score_rows
from tests.arena import simulated

TOURNAMENTS = 1000
DEALS = 16
STRENGTHS = (0.3, 0.1, -0.1, -0.3)


def held(found: Sequence[Interval | None], truth: Sequence[float]) -> list[bool]:
    return [
        each is not None
        and each.low is not None
        and each.high is not None
        and each.low <= true <= each.high
        for each, true in zip(found, truth, strict=True)
    ]


def coverages() -> dict[str, float]:
    """How often the truth was within the interval, for each of the three figures of a table."""
    rng = Random(20)
    places, points = simulated.true_places(STRENGTHS), simulated.true_points(STRENGTHS)
    ratings = [MIDDLE + SCALE * strength for strength in STRENGTHS]
    hits: dict[str, list[bool]] = {"place": [], "points": [], "rating": []}
    for number in range(TOURNAMENTS):
        lines = simulated.blocks(STRENGTHS, DEALS, rng)
        means = ratios(score_rows(lines, len(STRENGTHS)), resamples=200, seed=number)
        hits["place"] += held(means[::2], places)
        hits["points"] += held(means[1::2], points)
        hits["rating"] += held(rate(lines, len(STRENGTHS)).intervals, ratings)
    return {name: sum(each) / len(each) for name, each in hits.items()}


def test_intervals_hold_the_truth_and_the_test_keeps_its_error_rates() -> None:
    claim = Hypotheses(0, 0.25, alpha=0.05, beta=0.05)
    rng = Random(9)

    def verdicts(gap: float) -> list[str]:
        return [
            run_test(simulated.place_gaps(gap, rng), claim).decision for _ in range(TOURNAMENTS)
        ]

    accepted = verdicts(claim.h0).count("H1") / TOURNAMENTS
    rejected = verdicts(claim.h1).count("H0") / TOURNAMENTS
    covered = coverages()
    mean = sum(covered.values()) / len(covered)
    print(  # noqa: T201  # the figures are what a reader comes for: pytest -s
        f"coverage {mean:.3f} (n={TOURNAMENTS}), false accept {accepted}, false reject {rejected};"
        f" {', '.join(f'{name} {share:.3f}' for name, share in covered.items())}"
    )
    for share in covered.values():
        assert 0.93 <= share <= 0.97
    assert 0.01 < accepted <= claim.alpha
    assert 0.01 < rejected <= claim.beta


@pytest.mark.parametrize("gap", [0.75, -0.5])
def test_a_large_difference_is_told_soon(gap: float) -> None:
    rng = Random(3)
    verdict = run_test(simulated.place_gaps(gap, rng), Hypotheses(0, 0.25))
    assert verdict.decision == ("H1" if gap > 0 else "H0")
    assert verdict.deals < 60


def test_nothing_is_decided_by_a_handful_of_deals() -> None:
    assert run_test([1.0] * 23, Hypotheses(0, 0.1)).decision == ""
    assert run_test([1.0] * 40, Hypotheses(0, 0.1)).decision == "H1"


def test_bots_that_play_alike_end_the_test_without_infinities() -> None:
    verdict = run_test([0.0] * 200, Hypotheses(0, 0.1))
    assert verdict.decision == "H0"
    assert verdict.llr == pytest.approx(-2.95, abs=0.3)


def test_a_test_that_runs_out_of_deals_is_undecided() -> None:
    gaps = islice(simulated.place_gaps(0.05, Random(1)), 30)
    assert run_test(gaps, Hypotheses(0, 0.1)).decision == ""
