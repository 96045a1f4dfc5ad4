from random import Random

import pytest

from engine.errors import DealError
from engine.mahjong import generate as generator
from engine.mahjong.claims import strongest
from engine.mahjong.melds import Meld
from engine.mahjong.shapes import Shapes, four, keys_of
from engine.mahjong.tiles import (
    NAMES,
    RED_ID_FACES,
    check_wall,
    read_tiles,
    write_group,
    write_tiles,
)


def test_text_and_tiles_are_two_forms_of_one_thing() -> None:
    assert write_tiles(read_tiles("7z 505p 321m")) == "123m550p7z"
    assert [NAMES[face] for face in read_tiles("E,C 0s")] == ["1z", "7z", "0s"]
    assert write_group(read_tiles("505p")) == "505p"


@pytest.mark.parametrize("text", ["8z", "12", "x", "1E"])
def test_what_is_no_tile_is_refused_by_name(text: str) -> None:
    with pytest.raises(DealError, match=text):
        read_tiles(text)


def test_one_red_five_a_suit() -> None:
    assert [NAMES[RED_ID_FACES[tile]] for tile in (16, 17, 52, 88, 89)] == [
        "0m", "5m", "0p", "0s", "5s",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "wall", [[1, 2], [*range(135), 0], [str(n) for n in range(136)], "tiles", None]
)
def test_a_wall_has_every_tile_once(wall: object) -> None:
    with pytest.raises(DealError, match="wall"):
        check_wall(wall)


def test_a_meld_says_what_was_called_from_whom() -> None:
    meld = Meld.of_faces("chi", tuple(read_tiles("340m")), read_tiles("0m")[0], 2)
    assert meld.as_json() == {
        "type": "chi", "tiles": ["3m", "4m", "0m"], "called": "0m", "from": 2,
    }  # fmt: skip


def test_ron_beats_pon_beats_chi_and_several_wins_stand_in_turn_order() -> None:
    assert strongest({1: "chi", 2: "pon", 3: "pass"}, source=0) == [2]
    assert strongest({1: "chi", 2: "pon", 3: "ron"}, source=0) == [3]
    assert strongest({0: "ron", 1: "ron", 3: "pass"}, source=2) == [0, 1]
    assert strongest({1: "pass", 2: "pass", 3: "pass"}, source=0) == []
    assert strongest({1: "chi", 2: "kong", 3: "pass"}, source=0) == [2]
    assert strongest({1: "pong", 2: "hu", 3: "hu"}, source=0) == [2, 3]


def test_a_small_generated_table_agrees_with_the_shipped_one() -> None:
    """The whole of both tables is generated again by the soak."""
    small, shipped = Shapes(generator.generate(2)), four()
    rng = Random(8)
    for _ in range(3000):
        tiles = rng.sample(range(136), 8)
        keys = keys_of([sum(tile // 4 == kind for tile in tiles) for kind in range(34)])
        assert small.standard(*keys, 2) == shipped.standard(*keys, 2)
