"""Complete hands and their scores, by our rules and by those of other packages."""

from functools import cache
from types import ModuleType
from typing import Any, Final

from arena.bench.rivals import peer
from engine.mahjong.tiles import EAST, KINDS, RED_ID_FACES
from engine.riichi.config import RiichiConfig
from engine.riichi.reading import Win
from engine.riichi.scoring import Score, best_score
from engine.rng import shuffle, stream

HANDS: Final = 200
DORA: Final = 0
"""The tile id of the one indicator."""
FLAGS: Final = frozenset(("riichi",))
CONFIG: Final = RiichiConfig()


@cache
def complete_hands() -> list[list[int]]:
    """Tile ids of closed complete hands, the winning one last; always the same."""
    rng = stream("bench", "wins")
    hands: list[list[int]] = []
    while len(hands) < HANDS:
        kinds = [int(rng.random() * KINDS)] * 2
        for _ in range(4):
            if rng.random() < 0.25:
                kinds += [int(rng.random() * KINDS)] * 3
            else:
                low = 9 * int(rng.random() * 3) + int(rng.random() * 7)
                kinds += [low, low + 1, low + 2]
        if max(kinds.count(kind) for kind in kinds) > 4:
            continue
        shuffle(kinds, rng)
        hands.append([4 * kind + kinds[:at].count(kind) for at, kind in enumerate(kinds)])
    return hands


def our_score(tiles: list[int]) -> Score | None:
    """The hand won by tsumo after riichi, by the dealer of east 1."""
    faces = tuple([RED_ID_FACES[tile] for tile in tiles])
    win = Win(faces, (), faces[-1], True, EAST, EAST, FLAGS, (RED_ID_FACES[DORA],))
    return best_score(win, CONFIG)


def our_scores(_number: int) -> int:
    """Score every hand."""
    hands = complete_hands()
    for tiles in hands:
        our_score(tiles)
    return len(hands)


def score_by_riichienv(riichienv: ModuleType, conditions: Any, tiles: list[int]) -> Any:
    """The same win by riichienv."""
    return riichienv.HandEvaluator(tiles, []).calc(tiles[-1], [DORA], conditions)


def scores_by_riichienv(riichienv: ModuleType, _number: int) -> int:
    """Score every hand by riichienv."""
    conditions = riichienv.Conditions(tsumo=True, riichi=True)
    hands = complete_hands()
    for tiles in hands:
        score_by_riichienv(riichienv, conditions, tiles)
    return len(hands)


@cache
def _calculator() -> tuple[Any, Any]:
    config = peer("mahjong.hand_calculating.hand_config")
    rules = config.OptionalRules(has_aka_dora=True, has_open_tanyao=True)
    win = config.HandConfig(
        is_tsumo=True, is_riichi=True, player_wind=EAST, round_wind=EAST, options=rules
    )
    return peer("mahjong.hand_calculating.hand").HandCalculator(), win


def score_by_mahjong(tiles: list[int]) -> Any:
    """The same win by mahjong."""
    calculator, win = _calculator()
    return calculator.estimate_hand_value(tiles, tiles[-1], dora_indicators=[DORA], config=win)


def scores_by_mahjong(_number: int) -> int:
    """Score every hand by mahjong."""
    hands = complete_hands()
    for tiles in hands:
        score_by_mahjong(tiles)
    return len(hands)
