"""得点 What the closing tile is worth on the battlefield card in force."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Final

from engine.tigerdragon.tiles import NUMBERS

ONE_POINTS: Final = 10
WILD_POINTS: Final = 1


@dataclass(frozen=True, slots=True)
class Battlefield:
    """戦場 A score card: points by closing number, and the factor for face-down tiles."""

    key: str
    name_ja: str
    name_en: str
    points: Mapping[str, int]
    bonus: int
    bonus_of: str
    rule: str = ""
    foretold_points: int = 0


def load() -> dict[str, Battlefield]:
    """All cards of the data file, by key."""
    text = files("engine.tigerdragon").joinpath("battlefields.json").read_text(encoding="utf-8")
    cards: dict[str, dict[str, Any]] = json.loads(text)["cards"]
    return {key: Battlefield(key=key, **card) for key, card in cards.items()}


BATTLEFIELDS: Final = load()


def round_points(
    card: str,
    last_tile: str,
    own_bonus: int,
    all_bonus: int,
    *,
    prev_attack: str = "",
    foretold: bool = False,
) -> int:
    """Points for closing with `last_tile`; the bonus counts are of face-down tiles.

    `foretold` is Cliff's declaration, for which there is no message: in play it is never made.
    """
    if last_tile == "1":
        return ONE_POINTS
    if last_tile not in NUMBERS:
        return WILD_POINTS
    field = BATTLEFIELDS[card]
    points = field.points[last_tile]
    if field.rule == "foretold" and foretold:
        points = field.foretold_points
    if field.rule == "difference" and prev_attack:
        if prev_attack not in NUMBERS:
            return WILD_POINTS
        points = abs(int(prev_attack) - int(last_tile))
    return points + field.bonus * (all_bonus if field.bonus_of == "all" else own_bonus)
