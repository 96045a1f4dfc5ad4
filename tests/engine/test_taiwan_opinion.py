"""Random wins scored by the engine and by a second opinion that knows the rules' table alone."""

from random import Random
from typing import Any

import pytest

from engine.mahjong.melds import Meld
from engine.mahjong.shapes import keys_of
from engine.mahjong.tiles import count_kinds
from engine.taiwan.hand import waits
from engine.taiwan.items import ENGLISH
from engine.taiwan.reading import Win
from engine.taiwan.scoring import score
from engine.taiwan.tiles import TILE_OF, names_of
from tests.engine.taiwan_opinion import Opinion, random_hand
from tests.engine.taiwan_table import GAME

HANDS, PARTS = 3000, 2
FLOWER_WINS = {"八仙過海", "七搶一", "配牌花胡"}


def kinds(names: list[str]) -> list[int]:
    return [TILE_OF[name] for name in names]


def by_the_engine(hand: Opinion) -> tuple[dict[str, int], list[str]]:
    """The items, equal ones added up, and the waits."""
    options: dict[str, Any] = {"preset": "gamesofa"} if hand.gamesofa else {}
    config = GAME.config({**options, "migi": hand.migi})
    melds = tuple(Meld(kind, TILE_OF[group[0]]) for kind, group in hand.melds)  # type: ignore[arg-type]  # one of the five words
    counts = count_kinds(kinds(hand.concealed))
    mask = waits(counts, keys_of(counts), melds, migi=hand.migi)
    win = Win(
        counts=count_kinds(kinds([*hand.concealed, hand.tile])),
        melds=melds,
        tile=TILE_OF[hand.tile],
        by=hand.by,  # type: ignore[arg-type]  # one of the three words
        place=TILE_OF[hand.seat_wind] - TILE_OF["1z"],
        round_wind=TILE_OF[hand.round_wind],
        flowers=sum(1 << number - 1 for number in hand.flowers),
        single=mask.bit_count() == 1,
        flags=frozenset(hand.flags),
    )
    value = score(win, config)
    assert value is not None
    found: dict[str, int] = {}
    for name, tai in value.items:
        found[name] = found.get(name, 0) + tai
    assert value.tai == sum(found.values())
    return found, names_of(mask)


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_random_wins_agree_with_a_second_opinion(part: int) -> None:
    rng = Random(f"taiwan {part}")
    seen: set[str] = set()
    wins = 0
    while wins < HANDS // PARTS:
        hand = random_hand(rng)
        if hand is None:
            continue
        wins += 1
        items, ready = by_the_engine(hand)
        assert ready == hand.waits, hand
        best = hand.best()
        assert items == best, (hand, items, best)
        seen |= items.keys()
    assert seen == ENGLISH.keys() - FLOWER_WINS
