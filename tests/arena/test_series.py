"""Comparing bots: blocks, rotations, and intervals that mean what they say."""

from random import Random
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

import arena
from arena.errors import TableError, UnknownNameError
from arena.local.intervals import Interval, interval, lead_text, student_975
from arena.local.rotations import rotations
from arena.local.series import Row
from bots.stock import RandomBot
from engine.rng import deal_seed

SHORT = {"target": 1}


def test_every_deal_is_played_in_all_seat_rotations() -> None:
    rows = arena.series("tigerdragon", ["counter", "defender", "random"], 2, seed=1, config=SHORT)
    assert len(rows) == 2 * 3 * 3
    for bot in ("counter", "defender", "random"):
        seats = [(row.block, row.seat) for row in rows if row.bot == bot]
        assert sorted(seats) == [(block, seat) for block in (0, 1) for seat in (0, 1, 2)]


def test_a_match_of_a_series_can_be_played_again_by_its_seed() -> None:
    rows = arena.series("tigerdragon", ["counter", "random"], 2, seed="x")
    again = arena.play("tigerdragon", ["random", "counter"], seed=deal_seed("x", 1))
    points = [row.points for row in rows if (row.block, row.rotation) == (1, 1)]
    assert tuple(points) == again.outcome.points


def test_a_series_is_the_same_again_for_the_same_seed() -> None:
    first, second, other = (
        arena.series("tigerdragon", ["random", "first"], 3, seed=seed) for seed in (1, 1, 2)
    )
    assert first == second
    assert first != other


def test_faults_are_counted_by_seat() -> None:
    class Mute(RandomBot):
        name = "mute"

        def act(self, turn: object) -> str:  # noqa: ARG002
            return ""

    rows = arena.series("tigerdragon", [Mute, "first"], 1, seed=1, config=SHORT)
    assert all((row.faults > 0) == (row.bot == "mute") for row in rows)


def test_a_turn_of_the_table_that_changes_nothing_is_not_played_twice() -> None:
    assert rotations(["a", "b", "c", "d"]) == [0, 1, 2, 3]
    assert rotations(["a", "b", "b", "b"]) == [0, 1, 2, 3]
    assert rotations(["a", "b", "a", "b"]) == [0, 1]
    assert rotations(["a", "a"]) == [0]


def test_a_series_wants_bots_for_a_whole_table_and_at_least_one_deal() -> None:
    with pytest.raises(TableError, match="2, 3, 4 or 5 players; 1 given"):
        arena.series("tigerdragon", ["random"], 1)
    with pytest.raises(TableError, match="at least 1"):
        arena.series("tigerdragon", ["random"] * 2, 0)


# -- intervals


def rows_of(*blocks: dict[str, list[int]]) -> list[Row]:
    return [
        Row(block, 0, seat, bot, points, 1, 0)
        for block, bots in enumerate(blocks)
        for bot, scores in bots.items()
        for seat, points in enumerate(scores)
    ]


def test_the_difference_is_of_block_means() -> None:
    rows = rows_of({"a": [9, 5], "b": [1]}, {"a": [4, 2], "b": [1]})
    found = arena.paired_interval(rows, "a", "b")
    assert (found.mean, found.n) == (4.0, 2)
    assert arena.paired_interval(rows, "b", "a").mean == -4.0


def test_one_block_gives_no_interval() -> None:
    found = arena.paired_interval(rows_of({"a": [3], "b": [1]}), "a", "b")
    assert (found.mean, found.low, found.high, found.n) == (2.0, None, None, 1)
    assert not found.excludes_zero


def test_an_unknown_bot_is_told_with_the_nearest() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'counter'"):
        arena.paired_interval(rows_of({"counter": [3], "b": [1]}), "cuonter", "b")


@pytest.mark.parametrize(
    ("freedom", "point"),
    [(1, 12.706), (4, 2.776), (9, 2.262), (10, 2.228), (15, 2.131), (30, 2.042), (1000, 1.962)],
)
def test_students_points_are_those_of_the_tables(freedom: int, point: float) -> None:
    assert student_975(freedom) == pytest.approx(point, abs=0.001)


@given(st.lists(st.integers(-1000, 1000), min_size=10, max_size=50))
def test_an_interval_is_finite_and_holds_its_mean(differences: list[int]) -> None:
    found = interval(differences)
    assert found.low is not None
    assert found.high is not None
    assert -1e9 < found.low <= found.mean <= found.high < 1e9
    assert found.mean == pytest.approx(fmean(differences))


@pytest.mark.parametrize("n", [10, 20, 100])
def test_intervals_hold_the_truth_19_times_in_20(n: int) -> None:
    rng = Random(n)
    held = 0
    for _ in range(1000):
        found = interval([rng.gauss(2, 5) for _ in range(n)])
        assert found.low is not None
        assert found.high is not None
        held += found.low <= 2 <= found.high
    assert 930 <= held <= 970


def test_a_series_between_equals_finds_no_difference_as_often_as_promised() -> None:
    rng = Random(3)
    held = 0
    for _ in range(1000):
        blocks = [
            {"a": [rng.choice((0, 0, 0, 10))], "b": [rng.choice((0, 0, 0, 10))]} for _ in range(40)
        ]
        held += not arena.paired_interval(rows_of(*blocks), "a", "b").excludes_zero
    assert 930 <= held <= 970


@pytest.mark.parametrize(
    ("found", "text"),
    [
        (
            Interval(0.5, 0.25, 0.75, 9),
            "a is ahead of b by 0.50 [0.25, 0.75] points per deal, 9 deals",
        ),
        (Interval(-0.5, -1.5, 0.5, 9), "a is behind b by 0.5 [-0.5, 1.5] points per deal, 9 deals"),
        (
            Interval(-3, None, None, 1),
            "a is behind b by 3.00 points per deal, 1 deal (too few for an interval)",
        ),
    ],
)
def test_a_lead_is_never_negative(found: Interval, text: str) -> None:
    assert lead_text("a", "b", found, "points") == text
