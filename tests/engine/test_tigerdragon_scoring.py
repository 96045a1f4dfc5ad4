"""What closing tiles are worth, card by card."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.tigerdragon.scoring import BATTLEFIELDS, round_points
from engine.tigerdragon.tiles import NUMBERS

CARDS = {
    "dojo": (2, 2, 3, 3, 3, 4, 4),
    "bamboo": (2, 3, 4, 4, 4, 3, 2),
    "volcano": (4, 4, 3, 3, 3, 2, 2),
    "beach": (3, 4, 3, 4, 3, 4, 3),
    "meadow": (4, 3, 4, 3, 4, 3, 4),
    "cliff": (3, 3, 3, 3, 3, 3, 3),
    "storm": (2, 5, 2, 2, 5, 2, 2),
    "swamp": (2, 2, 5, 2, 2, 2, 5),
    "fog": (2, 3, 4, 5, 6, 7, 8),
    "cave": (2, 2, 2, 2, 2, 2, 2),
    "gamemarket": (0, 0, 0, 0, 0, 0, 0),
}


@pytest.mark.parametrize(("card", "points"), CARDS.items(), ids=list(CARDS))
def test_points_by_closing_number(card: str, points: tuple[int, ...]) -> None:
    assert tuple(round_points(card, tile, 0, 0) for tile in "2345678") == points


def test_there_are_ten_cards_and_the_promo() -> None:
    assert set(BATTLEFIELDS) == set(CARDS)


@pytest.mark.parametrize("card", CARDS)
def test_bonus_counts_own_face_down_tiles_but_everybodys_in_the_cave(card: str) -> None:
    bonus = round_points(card, "4", 2, 5) - round_points(card, "4", 0, 0)
    assert bonus == {"volcano": 4, "cave": 5}.get(card, 2)


@pytest.mark.parametrize("card", CARDS)
def test_closing_one_is_ten_flat(card: str) -> None:
    assert round_points(card, "1", 3, 6, prev_attack="8", foretold=True) == 10


@pytest.mark.parametrize("card", CARDS)
@pytest.mark.parametrize("tile", ["T", "D"])
def test_closing_wild_tile_is_one_flat(card: str, tile: str) -> None:
    assert round_points(card, tile, 3, 6, prev_attack="8", foretold=True) == 1


def test_cliff_pays_double_when_foretold() -> None:
    assert round_points("cliff", "7", 2, 2, foretold=True) == 8
    assert round_points("dojo", "7", 2, 2, foretold=True) == 6


def test_game_market_pays_the_difference_to_the_last_attack() -> None:
    assert round_points("gamemarket", "7", 2, 2, prev_attack="3") == 6
    assert round_points("gamemarket", "3", 0, 0, prev_attack="7") == 4
    assert round_points("dojo", "3", 0, 0, prev_attack="7") == 2


@pytest.mark.parametrize("attack", ["T", "D"])
def test_game_market_pays_one_after_a_wild_attack(attack: str) -> None:
    assert round_points("gamemarket", "7", 2, 2, prev_attack=attack) == 1


@given(
    card=st.sampled_from(sorted(CARDS)),
    tile=st.sampled_from(NUMBERS[1:]),
    own=st.integers(0, 7),
    others=st.integers(0, 20),
)
def test_one_more_face_down_tile_never_pays_less(
    card: str, tile: str, own: int, others: int
) -> None:
    less, more = (round_points(card, tile, n, n + others) for n in (own, own + 1))
    assert less < more
