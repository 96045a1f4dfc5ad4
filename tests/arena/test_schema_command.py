"""`arena schema`: one document of everything, AsyncAPI, and types of other languages."""

import json

import pytest

from arena.plugins.manager import load_plugins
from protocol.schema import asyncapi, bundle
from tests.arena.conftest import Arena

GAMES = load_plugins(entry_points=False).games


def test_the_command_prints_them(arena: Arena) -> None:
    assert json.loads(arena("schema", "--asyncapi")[1]) == asyncapi()
    printed = json.loads(arena("schema", "--bundle")[1])
    assert set(printed["$defs"]) >= set(
        bundle({name: game.schemas for name, game in GAMES.items()})["$defs"]
    )
    only = json.loads(arena("schema", "riichi", "--bundle")[1])["$defs"]
    assert "RiichiView" in only
    assert "TaiwanView" not in only
    code, _, err = arena("schema", "riichi", "--asyncapi")
    assert (code, err) == (
        2, "arena schema: Invalid value: --asyncapi is of the protocol; leave out riichi. "
        "(see arena schema --help)\n",
    )  # fmt: skip


@pytest.mark.parametrize("language", ["typescript", "go", "java", "cpp", "rust"])
def test_the_command_prints_a_game_s_types(language: str, arena: Arena) -> None:
    code, out, _ = arena("schema", "riichi", "--types", language)
    assert code == 0
    assert "RiichiView" in out
    assert "TaiwanView" not in out
