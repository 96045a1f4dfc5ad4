"""Levels for people: every game of the house has a bot of each, and careless bots slip."""

import pytest

import arena
from arena.plugins.manager import load_plugins
from bots.bot import LEVELS
from bots.careless import CarelessBot

PLUGINS = load_plugins(entry_points=False)
CARELESS = [bot for bot in PLUGINS.bots.values() if issubclass(bot, CarelessBot)]


def test_every_game_has_a_bot_of_every_level() -> None:
    for game in PLUGINS.games.values():
        own = [bot for bot in PLUGINS.bots.values() if not bot.games or game.name in bot.games]
        assert sorted(bot.level for bot in own if bot.level) == sorted(LEVELS), game.name


@pytest.mark.parametrize("kind", CARELESS)
def test_a_careless_bot_slips_now_and_then(kind: type[CarelessBot]) -> None:
    game = PLUGINS.games[kind.games[0]]
    table = [kind.name, *[kind.careful.name] * (game.default_seats - 1)]
    result = arena.play(game, table, seed=3, config=game.short, plugins=PLUGINS)
    careful = [kind.careful.name] * game.default_seats
    other = arena.play(game, careful, seed=3, config=game.short, plugins=PLUGINS)
    assert result.faults == ()
    assert [record.moves for record in result.match.records] != [
        record.moves for record in other.match.records
    ]
