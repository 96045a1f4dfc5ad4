"""What scores are worth at riichi: places count, and the more the nearer the end is."""

import pytest

from bots.riichi_placement import expected_points, rounds_left
from engine.riichi.config import RiichiConfig

TONPUU = RiichiConfig(length="tonpuu")
LEVEL = (25_000, 25_000, 25_000, 25_000)


def worth(scores: tuple[int, ...], rounds: int, seat: int = 0) -> float:
    return expected_points(TONPUU, scores, seat, rounds)


def test_level_seats_expect_nothing() -> None:
    assert worth(LEVEL, 4) == pytest.approx(0, abs=150)


def test_the_points_of_all_seats_add_up_to_nothing() -> None:
    for rounds in (0, 1, 3):
        scores = (41_000, 30_500, 19_500, 9_000)
        everybody = [expected_points(TONPUU, scores, seat, rounds) for seat in range(4)]
        assert sum(everybody) == pytest.approx(0, abs=2500), rounds


def test_after_the_last_round_places_are_paid_exactly() -> None:
    assert worth((30_100, 30_000, 20_000, 19_900), 0) == 40_100
    assert worth((30_000, 30_100, 20_000, 19_900), 0) == 10_000


def test_a_lead_is_worth_more_the_nearer_the_end_is() -> None:
    ahead = (31_000, 29_000, 20_000, 20_000)
    values = [worth(ahead, rounds) for rounds in (4, 2, 1, 0)]
    assert values == sorted(values)


def test_the_first_place_is_worth_a_risk_in_the_last_round() -> None:
    # 8,000 won or lost with the same chance: harmless for the second, ruinous for the first.
    second = (27_000, 33_000, 25_000, 15_000)
    won, lost = (35_000, 29_000, 23_000, 13_000), (19_000, 36_000, 27_000, 18_000)
    assert (worth(won, 0) + worth(lost, 0)) / 2 > worth(second, 0)
    first = (33_000, 27_000, 25_000, 15_000)
    won, lost = (41_000, 25_000, 22_000, 12_000), (25_000, 35_000, 25_000, 15_000)
    assert (worth(won, 0) + worth(lost, 0)) / 2 < worth(first, 0)


@pytest.mark.parametrize(
    ("hand", "scores", "left"),
    [
        (0, LEVEL, 3),
        (3, (31_000, 29_000, 20_000, 20_000), 0),
        (3, (29_000, 28_000, 22_000, 21_000), 1),  # nobody has reached the target
        (5, (29_000, 28_000, 22_000, 21_000), 1),
        (1, (51_000, 29_000, 21_000, -1_000), 0),  # somebody is bankrupt
    ],
)
def test_rounds_left(hand: int, scores: tuple[int, ...], left: int) -> None:
    assert rounds_left(TONPUU, hand, scores) == left
