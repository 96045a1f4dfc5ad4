import random

import pytest

from engine.mahjong.hands import (
    decompositions,
    helpers,
    is_orphans,
    is_seven_pairs,
    kinds_in,
    useful,
    waits,
)
from engine.mahjong.shapes import COMPLETE, five, four, keys_of
from engine.mahjong.tiles import KIND_NAMES, YAOCHU, count_faces, read_tiles
from tests.engine.reference import reference


def counts_of(text: str) -> bytearray:
    return count_faces(read_tiles(text))


def waits_of(text: str, need: int = 4) -> list[str]:
    counts = counts_of(text)
    mask = waits(four(), counts, keys_of(counts), need)
    return [KIND_NAMES[kind] for kind in kinds_in(mask)]


@pytest.mark.parametrize("name", ["normal", "honitsu"])
def test_distances_equal_the_published_ones(name: str) -> None:
    shapes = four()
    rows = reference(f"riichi/shanten-{name}.txt").read_text().splitlines()
    assert len(rows) == 10_000
    for row in rows:
        *kinds, standard, orphans, pairs = map(int, row.split())
        keys = keys_of([kinds.count(kind) for kind in range(34)])
        assert shapes.standard(*keys, 4) == standard, row
        assert shapes.orphans(*keys) == orphans, row
        assert shapes.seven_pairs(*keys) == pairs, row
        assert shapes.nearest(*keys, 4) == min(standard, orphans, pairs), row


@pytest.mark.parametrize(
    ("hand", "need", "expected"),
    [
        ("123m 456p 789s 111z 22z", 4, -1),
        ("123m 456p 789s 111z 2z", 4, 0),
        ("123m 456p 22z", 2, -1),
        ("5m", 0, 0),
        ("55m", 0, -1),
        ("1111m 234p 567p 789s", 4, 1),
    ],
)
def test_distance_of_hands_with_melds_on_the_table(hand: str, need: int, expected: int) -> None:
    keys = keys_of(counts_of(hand))
    assert four().standard(*keys, need) == expected


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("123m 456m 789m 123p 456p 77z", -1),
        ("123m 456m 789m 123p 45p 77z", 0),
        ("123m 456m 789m 14p 258s 1234z", 4),
    ],
)
def test_five_meld_hands_have_their_own_table(hand: str, expected: int) -> None:
    assert five().standard(*keys_of(counts_of(hand)), 5) == expected


def test_four_and_five_meld_tables_agree_where_both_speak() -> None:
    rng = random.Random(5)
    for _ in range(2000):
        tiles = rng.sample(range(136), rng.choice([4, 7, 10, 13, 14]))
        keys = keys_of([sum(tile // 4 == kind for tile in tiles) for kind in range(34)])
        need = (len(tiles) - 1) // 3
        assert four().standard(*keys, need) == five().standard(*keys, need)


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("123m 678m 345p 45s 99s", ["3s", "6s"]),
        ("1112345678999m", [f"{n}m" for n in range(1, 10)]),
        ("19m 19p 19s 1234567z", [KIND_NAMES[kind] for kind in YAOCHU]),
        ("19m 19p 199s 234567z", ["1z"]),
        ("1122m 3344p 5566s 7z", ["7z"]),
        ("3334m 456p 789s 777z", ["2m", "4m", "5m"]),
    ],
)
def test_waits(hand: str, expected: list[str]) -> None:
    assert waits_of(hand) == expected


def test_useful_tiles_shorten_the_distance() -> None:
    distance, mask = useful(four(), counts_of("123m 678m 345p 4s 99s 1z"), 4)
    assert distance == 1
    assert [KIND_NAMES[kind] for kind in kinds_in(mask)] == [
        "2s",
        "3s",
        "4s",
        "5s",
        "6s",
        "9s",
        "1z",
    ]


def test_every_reading_is_found_once() -> None:
    readings = decompositions(counts_of("222333444m 567p 99s"))
    assert len(readings) == 2
    assert len(decompositions(counts_of("11123m 444p 555p 666p"))) == 2
    assert decompositions(counts_of("123m 456p 789s 111z 23z")) == []


def test_a_hand_has_a_reading_exactly_when_it_is_complete() -> None:
    rng = random.Random(7)
    complete = 0
    for _ in range(3000):
        counts = [0] * 34
        while sum(counts) < 14:
            kind = rng.choice([0, 1, 2, 3, 4, 5, 6, 30])
            counts[kind] += counts[kind] < 4
        has_reading = bool(decompositions(counts)) or is_seven_pairs(counts) or is_orphans(counts)
        assert has_reading == (four().nearest(*keys_of(counts), 4) == COMPLETE)
        complete += has_reading
    assert complete > 50


def test_the_kinds_that_bring_nearer_are_those_that_do_so_one_by_one() -> None:
    rng = random.Random(9)
    for size, need in ((16, 5), (13, 4), (4, 1)):
        for _ in range(150):
            tiles = rng.sample(range(136), size)
            counts = [sum(tile // 4 == kind for tile in tiles) for kind in range(34)]
            keys = keys_of(counts)
            now = five().standard(*keys, need)
            mask = five().nearer(counts, keys, need, now - 1)
            assert mask == helpers(five().standard, counts, keys, need, now - 1)


def test_pairs_and_orphans_count_among_the_kinds_that_bring_nearer() -> None:
    rng = random.Random(11)
    hands = ["19m 19p 19s 1234567z", "1122m 3344p 5566s 7z", "19m 19p 1s 1234z 2256p"]
    rows = [counts_of(text) for text in hands]
    for _ in range(200):
        tiles = rng.sample(range(136), 13)
        rows.append(bytearray([sum(tile // 4 == kind for tile in tiles) for kind in range(34)]))
    for counts in rows:
        keys = keys_of(counts)
        now = four().nearest(*keys, 4)
        mask = four().nearer_any(counts, keys, 4, now - 1)
        assert mask == helpers(four().nearest, counts, keys, 4, now - 1)
