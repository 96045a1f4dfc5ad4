"""When a match ends, and the final points."""

from typing import Any

import pytest

from engine.riichi import Riichi
from engine.riichi.match import (
    final_points,
    finish,
    is_over,
    ranks_of,
    rounded,
    with_leftover_sticks,
)
from engine.rng import Deals

Scores = tuple[int, ...]
HANDS = {"E2": 1, "E4": 3, "S4": 7, "W1": 8, "W4": 11}


def over(name: str, scores: Scores, reason: str = "ron", *, stays: bool, **options: Any) -> bool:
    """Whether the match ends after this round."""
    config = Riichi().config(options)
    return is_over(config, HANDS[name], scores, reason, stays=stays)


@pytest.mark.case("riichi:F91")
def test_agari_yame() -> None:
    assert over("S4", (25_000, 20_000, 20_000, 35_000), stays=True)


@pytest.mark.case("riichi:F92")
def test_no_agari_yame_in_ronin() -> None:
    assert not over("S4", (25_000, 20_000, 20_000, 35_000), stays=True, preset="ronin")


def test_a_dealer_who_is_not_alone_on_top_plays_on() -> None:
    assert not over("S4", (35_000, 15_000, 15_000, 35_000), stays=True)
    assert not over("S4", (45_000, 10_000, 10_000, 35_000), stays=True)
    assert not over("S4", (23_000, 24_000, 24_000, 29_000), stays=True)


@pytest.mark.case("riichi:F96")
def test_tenpai_yame() -> None:
    scores = (24_000, 20_000, 20_000, 36_000)
    assert over("S4", scores, "exhaustive", stays=True)
    assert not over("S4", scores, "exhaustive", stays=True, tenpai_yame=False)


@pytest.mark.case("riichi:F97")
def test_an_abort_in_the_last_round_never_ends_the_match() -> None:
    assert not over("S4", (19_000, 19_000, 19_000, 39_000), "suucha", stays=True)


def test_the_last_round_ends_the_match_once_the_target_is_reached() -> None:
    assert over("S4", (31_000, 23_000, 23_000, 23_000), stays=False)
    assert not over("S4", (29_000, 27_000, 22_000, 22_000), stays=False)
    assert over("S4", (29_000, 27_000, 22_000, 22_000), stays=False, enchousen=False)


@pytest.mark.case("riichi:F100")
def test_the_extension_is_sudden_death() -> None:
    scores = (24_000, 20_000, 31_000, 25_000)
    assert over("W1", scores, stays=False)
    assert not over("W1", scores, stays=True)
    assert over("W1", scores, stays=True, preset="ronin")


@pytest.mark.case("riichi:F102")
def test_the_extension_ends_after_its_fourth_round_at_the_latest() -> None:
    assert over("W4", (29_000, 28_000, 22_000, 21_000), stays=False)


@pytest.mark.case("riichi:F103")
def test_the_last_round_of_a_tonpuu_is_e4() -> None:
    scores = (29_000, 28_000, 22_000, 21_000)
    assert not over("E4", scores, stays=False, length="tonpuu")
    assert over("E4", (31_000, 26_000, 22_000, 21_000), stays=False, length="tonpuu")
    assert not over("E4", (31_000, 26_000, 22_000, 21_000), stays=False)


@pytest.mark.case("riichi:F104")
def test_exactly_0_plays_on() -> None:
    assert not over("E2", (0, 50_000, 25_000, 25_000), stays=False)


@pytest.mark.case("riichi:F105")
def test_below_0_ends_the_match() -> None:
    scores = (-100, 50_100, 25_000, 25_000)
    assert over("E2", scores, stays=False)
    assert not over("E2", scores, stays=False, tobi=False)


ROUNDINGS = [
    pytest.param(
        (42_300, 28_100, 18_600, 11_000),
        [52.3, 8.1, -21.4, -39.0],
        [52, 8, -21, -39],
        [52, 8, -21, -39],
        id="riichi:F108 uma and oka",
    ),
    pytest.param(
        (36_000, 33_500, 20_000, 10_500),
        [46.0, 13.5, -20.0, -39.5],
        [45, 14, -20, -39],
        [46, 13, -20, -39],
        id="riichi:F109 a half above the target",
    ),
    pytest.param(
        (51_500, 30_000, 20_000, -1500),
        [61.5, 10.0, -20.0, -51.5],
        [62, 10, -20, -52],
        [61, 10, -20, -51],
        id="riichi:F110 a negative score",
    ),
    pytest.param(
        (40_450, 34_550, 25_450, -450),
        [50.45, 14.55, -14.55, -50.45],
        [50, 15, -15, -50],
        [50, 15, -15, -50],
        id="fifty above and below a half",
    ),
    pytest.param(
        (40_500, 34_500, 25_500, -500),
        [50.5, 14.5, -14.5, -50.5],
        [50, 15, -14, -51],
        [50, 14, -14, -50],
        id="exact halves",
    ),
]


@pytest.mark.parametrize(("scores", "one_decimal", "half_away", "goshashonyu"), ROUNDINGS)
def test_the_three_roundings(
    scores: Scores, one_decimal: list[float], half_away: list[float], goshashonyu: list[float]
) -> None:
    expected = {"one_decimal": one_decimal, "half_away": half_away, "goshashonyu": goshashonyu}
    for rounding, points in expected.items():
        found = final_points(Riichi().config({"rounding": rounding}), scores)
        assert [point / 1000 for point in found] == points, rounding


@pytest.mark.case("riichi:F111")
def test_of_equal_scores_the_earlier_seat_ranks_higher() -> None:
    scores = (25_000,) * 4
    assert ranks_of(scores) == (1, 2, 3, 4)
    assert final_points(Riichi().config(), scores) == (35_000, 5000, -15_000, -25_000)


@pytest.mark.case("riichi:F112")
def test_a_tie_for_second() -> None:
    scores = (20_000, 40_000, 20_000, 20_000)
    assert ranks_of(scores) == (2, 1, 3, 4)
    assert final_points(Riichi().config(), scores) == (0, 50_000, -20_000, -30_000)


@pytest.mark.parametrize(
    ("score", "points"),
    [
        (25_450, -5000),
        (25_499, -5000),
        (25_500, -4000),
        (25_400, -5000),
        (34_500, 4000),
        (34_501, 5000),
        (34_550, 5000),
        (34_600, 5000),
    ],
)
def test_goshashonyu_goes_away_from_zero_above_five_hundred(score: int, points: int) -> None:
    assert rounded(Riichi().config({"rounding": "goshashonyu"}), score) == points


@pytest.mark.parametrize(
    ("leftover", "scores", "expected"),
    [
        ("winner", (30_000, 40_000, 20_000, 7000), (30_000, 43_000, 20_000, 7000)),
        ("lost", (30_000, 40_000, 20_000, 7000), (30_000, 40_000, 20_000, 7000)),
        ("shared", (30_000, 40_000, 20_000, 7000), (30_000, 43_000, 20_000, 7000)),
        ("winner", (38_000, 20_000, 38_000, 1000), (41_000, 20_000, 38_000, 1000)),
        ("shared", (38_000, 20_000, 38_000, 1000), (39_500, 20_000, 39_500, 1000)),
        ("shared", (32_000, 32_000, 1000, 32_000), (33_000, 33_000, 1000, 33_000)),
    ],
)
def test_sticks_left_over_go_to_the_winner_or_are_lost_or_shared(
    leftover: str, scores: Scores, expected: Scores
) -> None:
    config = Riichi().config({"leftover_sticks": leftover})
    assert with_leftover_sticks(config, scores, 3) == expected


def test_sticks_that_cannot_be_shared_evenly_go_to_the_earlier_seat() -> None:
    config = Riichi().config({"leftover_sticks": "shared"})
    assert with_leftover_sticks(config, (33_000, 33_000, 33_000, 0), 1) == (
        33_400, 33_300, 33_300, 0,
    )  # fmt: skip


def test_a_finished_match_has_the_sticks_where_the_option_says() -> None:
    for leftover, first, total in (("winner", 28_000, 0), ("lost", 26_000, -2000)):
        game = Riichi()
        state = game.start(game.config({"leftover_sticks": leftover}), Deals.seed(1), 4).state
        state.scores = (23_000, 26_000, 24_000, 25_000)
        state.sticks = 2
        ended, _ = finish(state)
        assert ended.scores == (23_000, first, 24_000, 25_000)
        assert ended.sticks == 0
        assert sum(game.outcome(ended).points) == total
