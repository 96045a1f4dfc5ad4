"""Suits, ranks, counts, and when a contract is decided."""

import pytest

from engine.texas42.contract import Contract
from engine.texas42.scoring import is_over, pay, trick_points, verdict
from engine.texas42.suits import suits
from engine.texas42.tiles import COUNT, INDEX, TILES, names
from tests.engine.texas42_table import HANDS, contract_position, tiles


def terms(bid: str, trump: str = "5", bidder: int = 0) -> Contract:
    made = contract_position(HANDS, bidder, bid, trump).contract
    assert made is not None
    return made


def test_five_count_dominoes_and_seven_tricks_are_42() -> None:
    counts = {TILES[tile]: count for tile, count in enumerate(COUNT) if count}
    assert counts == {"4-1": 5, "3-2": 5, "5-0": 5, "5-5": 10, "6-4": 10}
    assert sum(counts.values()) + 7 == 42


def test_a_trick_is_one_and_its_count() -> None:
    assert trick_points([INDEX["5-5"], INDEX["5-0"], INDEX["6-6"]]) == 16
    assert trick_points([INDEX["6-6"]]) == 1


def test_a_led_domino_calls_its_higher_pip_or_the_trumps() -> None:
    table = suits(1, "high", "suit", power=True)
    assert names(table.follow[INDEX["6-4"]]) == ["6-0", "6-2", "6-3", "6-4", "6-5", "6-6"]
    assert names(table.follow[INDEX["6-1"]]) == ["1-0", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1"]


def test_doubles_as_trumps_leave_their_pips() -> None:
    table = suits("doubles", "own", "suit", power=True)
    assert "6-6" not in names(table.follow[INDEX["6-4"]])
    row = table.strength[INDEX["3-3"]]
    assert row[INDEX["6-6"]] > row[INDEX["5-5"]] > row[INDEX["0-0"]] > row[INDEX["6-3"]] == 0


def test_the_double_is_the_highest_of_its_suit_and_then_the_other_pip() -> None:
    row = suits(None, "high", "suit", power=True).strength[INDEX["4-0"]]
    ranked = sorted((tile for tile in range(28) if row[tile]), key=lambda tile: -row[tile])
    assert [TILES[tile] for tile in ranked] == ["4-4", "6-4", "5-4", "4-3", "4-2", "4-1", "4-0"]


def test_trumps_beat_everything_and_off_suit_dominoes_nothing() -> None:
    row = suits(2, "high", "suit", power=True).strength[INDEX["6-6"]]
    assert min(row[tile] for tile in range(28) if "2" in TILES[tile]) > row[INDEX["6-6"]]
    assert row[INDEX["5-5"]] == 0


def test_a_hand_that_did_not_follow_holds_none_of_the_suit() -> None:
    table = suits(1, "high", "suit", power=True)
    assert table.excluded(INDEX["5-5"], INDEX["6-4"]) == tiles("6-0 6-2 6-3 6-4 6-5 6-6")
    assert table.excluded(INDEX["6-5"], INDEX["6-4"]) == 0
    assert table.excluded(INDEX["5-5"], -1) == 0
    near = suits(None, "high", "near7", power=True)
    assert names(near.excluded(INDEX["5-3"], INDEX["6-6"])) == ["4-3", "5-2", "6-1"]


@pytest.mark.parametrize(
    ("bid", "points", "expected"),
    [
        ("30", (29, 12), None), ("30", (30, 0), True), ("30", (10, 13), False),
        ("30", (10, 12), None), ("41", (40, 1), None), ("41", (39, 2), False),
    ],
)  # fmt: skip
def test_points_are_decided_when_they_cannot_change_any_more(
    bid: str, points: tuple[int, int], expected: bool | None
) -> None:
    assert verdict(terms(bid), points, (1, 1)) is expected


@pytest.mark.parametrize(
    ("trump", "taken", "expected"),
    [
        ("5", (6, 0), None), ("5", (7, 0), True), ("5", (6, 1), False),
        ("nello", (0, 6), None), ("nello", (0, 7), True), ("nello", (1, 3), False),
        ("sevens", (7, 0), True), ("sevens", (0, 1), False),
    ],
)  # fmt: skip
def test_marks_are_decided_by_tricks(
    trump: str, taken: tuple[int, int], expected: bool | None
) -> None:
    assert verdict(terms("1m", trump), (20, 20), taken) is expected


def test_the_stake_is_paid_to_one_side() -> None:
    assert pay((1, 2), terms("2m"), made=True) == (3, 2)
    assert pay((1, 2), terms("2m"), made=False) == (1, 4)
    assert pay((1, 2), terms("35", bidder=3), made=True) == (1, 3)


def test_a_match_is_over_at_the_target() -> None:
    assert not is_over((6, 6), 7)
    assert is_over((0, 7), 7)
    assert is_over((8, 3), 7)
