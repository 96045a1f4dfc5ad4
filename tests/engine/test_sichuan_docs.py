"""The page about Sichuan names everything that players, bots and clients can meet."""

from dataclasses import fields
from pathlib import Path
from typing import get_type_hints

from engine.game import PUBLIC, BaseView
from engine.rng import Deals
from engine.sichuan.config import SichuanConfig
from engine.sichuan.events import EVENT_TYPES
from engine.sichuan.moves import WORDS
from engine.sichuan.rules import ASKING
from engine.sichuan.views import SichuanView
from tests.engine.sichuan_table import GAME

PAGE = (Path(__file__).parents[2] / "docs/games/sichuan.md").read_text(encoding="utf-8")


def missing(names: list[str]) -> list[str]:
    return [name for name in names if f"`{name}`" not in PAGE]


def test_every_option_is_explained() -> None:
    assert missing([option.name for option in fields(SichuanConfig)]) == []
    assert missing(list(GAME.presets)) == []
    assert missing(list(GAME.variants)) == []


def test_every_key_of_the_view_is_explained() -> None:
    own = [key for key in get_type_hints(SichuanView) if key not in get_type_hints(BaseView)]
    assert missing(own) == []


def test_every_event_and_phase_is_named() -> None:
    assert missing([kind.type for kind in EVENT_TYPES]) == []
    assert missing(list(ASKING)) == []


def test_every_flat_key_is_listed_in_its_order() -> None:
    state = GAME.start(GAME.config(), Deals.seed(1), 4).state
    keys = list(GAME.flat(GAME.view(state, PUBLIC)))
    assert ", ".join(f"`{key}`" for key in keys) in PAGE


def test_every_kind_of_choice_is_explained() -> None:
    verbs = {word.split(":")[0] for word in WORDS}
    assert [verb for verb in verbs if f"`{verb}" not in PAGE] == []
