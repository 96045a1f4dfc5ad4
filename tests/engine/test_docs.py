"""The pages on games and variants say what the code says."""

import re
from dataclasses import fields
from pathlib import Path
from typing import Any, get_type_hints

import pytest

from engine.game import BaseView
from engine.rng import Deals
from engine.testing import CHECKS
from engine.tigerdragon import TigerDragon
from engine.tigerdragon.scoring import BATTLEFIELDS
from engine.tigerdragon.tiles import TILES
from engine.tigerdragon.views import TigerDragonView
from engine.variants import STAGES, Rules
from tests.engine.tigerdragon_table import table

ROOT = Path(__file__).parents[2]
GAME_PAGE = (ROOT / "docs" / "games" / "tigerdragon.md").read_text(encoding="utf-8")
ADD_A_GAME = (ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8")
ADD_A_VARIANT = (ROOT / "docs" / "add-a-variant.md").read_text(encoding="utf-8")


def code_blocks(page: str) -> list[str]:
    return re.findall(r"^```python\n(.*?)^```", page, re.DOTALL | re.MULTILINE)


def first_cells(page: str) -> set[str]:
    """The code words in the first cells of all tables."""
    cells = re.findall(r"^\| (`[^|]*) \|", page, re.MULTILINE)
    return {word for cell in cells for word in re.findall(r"`([^`]+)`", cell)}


@pytest.mark.parametrize("block", code_blocks(ADD_A_GAME), ids=lambda block: block.split("\n")[0])
def test_code_on_adding_a_game_is_the_code_of_the_example(block: str) -> None:
    example = (ROOT / "examples" / "higher_card.py").read_text(encoding="utf-8")
    tests = (ROOT / "tests" / "engine" / "test_conformance.py").read_text(encoding="utf-8")
    bots = (ROOT / "examples" / "goita" / "goita" / "bots.py").read_text(encoding="utf-8")
    assert block in example or block in tests or block in bots


def test_every_check_of_the_kit_is_explained() -> None:
    assert set(CHECKS) <= first_cells(ADD_A_GAME)


def test_code_on_adding_a_variant_runs() -> None:
    variant, hook, options, example = code_blocks(ADD_A_VARIANT)
    names: dict[str, Any] = {}
    for block in (example, variant, hook, options):
        exec(block, names)
    chosen = names["VARIANT"]
    assert names["arena_register_variants"]() == {"tigerdragon": [chosen]}
    kind = type("WithVariant", (TigerDragon,), {"variants": {chosen.name: chosen}})
    legal = Rules(kind(), (chosen.name,)).legal
    assert [move.choice for move in legal(table("T8D", "5"))[0]] == ["8"]
    assert [move.choice for move in legal(table("TD", "5"))[0]] == ["D", "T"]
    assert set(legal(kind().start(kind().config(), Deals.seed(1), 3).state)) == {0}
    game = TigerDragon()
    game.added_variants["keep-wild"] = names["KEEP"]
    for kept, left in (("T", ["8", "D"]), ("D", ["8", "T"])):
        keeping = Rules(game, {"type": "keep-wild", "config": {"kept": kept}}).legal
        assert [move.choice for move in keeping(table("T8D", "5"))[0]] == left


def test_every_stage_is_explained() -> None:
    assert set(STAGES) <= first_cells(ADD_A_VARIANT)


def test_every_option_preset_card_and_variant_of_tigerdragon_is_explained() -> None:
    game = TigerDragon()
    named = first_cells(GAME_PAGE)
    assert {item.name for item in fields(game.config_type)} <= named
    assert set(BATTLEFIELDS) <= named
    assert set(game.variants) <= named
    assert all(f"`{preset}`" in GAME_PAGE for preset in game.presets)


def test_defaults_of_tigerdragon_are_those_of_the_page() -> None:
    game = TigerDragon()
    for item in fields(game.config_type):
        values = [getattr(game.config({"preset": name}), item.name) for name in game.presets]
        standard, upstream = [str(v).lower() if isinstance(v, bool) else str(v) for v in values]
        other = upstream if upstream != standard else ""
        row = rf"^\| `{item.name}` \| `?{standard}`? \| `?{other}`? ?\|"
        assert re.search(row, GAME_PAGE, re.MULTILINE), item.name


def test_every_view_key_and_event_of_tigerdragon_is_explained() -> None:
    own = set(get_type_hints(TigerDragonView)) - set(get_type_hints(BaseView))
    assert own <= first_cells(GAME_PAGE)
    assert all(f"`{kind.type}`" in GAME_PAGE for kind in TigerDragon.event_types)


def test_points_of_every_card_are_those_of_the_page() -> None:
    for key, card in BATTLEFIELDS.items():
        if card.rule != "difference":
            numbers = " | ".join(str(card.points[tile]) for tile in TILES[1:8])
            assert re.search(
                rf"^\| `{key}` \| \S+ \| {re.escape(numbers)} \|", GAME_PAGE, re.MULTILINE
            )
