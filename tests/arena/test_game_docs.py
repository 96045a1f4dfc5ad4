"""Every game's page and the page of house bots name what the code has: options, events, bots."""

from dataclasses import fields
from pathlib import Path

import pytest

from arena.plugins.manager import load_plugins

DOCS = Path(__file__).parents[2] / "docs"
PLUGINS = load_plugins()
BOTS_PAGE = (DOCS / "bots.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", PLUGINS.games)
def test_a_game_s_page_names_all_that_its_players_can_meet(name: str) -> None:
    game, page = PLUGINS.games[name], (DOCS / "games" / f"{name}.md").read_text(encoding="utf-8")
    wanted = [
        *(option.name for option in fields(game.config_type)),
        *game.presets,
        *game.variants,
        *(kind.type for kind in game.event_types),
        *PLUGINS.bots_of(name),
    ]
    assert [word for word in wanted if f"`{word}`" not in page] == []


@pytest.mark.parametrize("name", PLUGINS.games)
def test_the_page_of_house_bots_leads_to_the_game_s_page(name: str) -> None:
    assert f"(games/{name}.md#house-bots)" in BOTS_PAGE
