"""The games and bots that ship, registered as any plugin registers its own."""

from arena.plugins.drawings import Drawing
from arena.plugins.guides import GameGuide, own_guides
from arena.plugins.hookspecs import hookimpl
from bots import (
    Bot,
    careless,
    learned,
    riichi,
    searchers,
    sichuan,
    stock,
    taiwan,
    taiwan_guard,
    texas42,
    tigerdragon,
)
from engine.game import AnyGame
from engine.riichi import Riichi
from engine.sichuan import Sichuan
from engine.taiwan import Taiwan
from engine.texas42 import Texas42
from engine.tigerdragon import TigerDragon


@hookimpl
def arena_register_games() -> list[AnyGame]:
    """The games in this distribution."""
    return [TigerDragon(), Riichi(), Taiwan(), Sichuan(), Texas42()]


@hookimpl
def arena_register_drawings() -> dict[str, Drawing]:
    """Return the tables drawn by the arena's own scripts."""
    return {game.name: Drawing(f"app/games/{game.name}.js") for game in arena_register_games()}


@hookimpl
def arena_register_guides() -> dict[str, GameGuide]:
    """Return the games in words."""
    return own_guides()


@hookimpl
def arena_register_bots() -> list[type[Bot]]:
    """The stock bots, and each game's house bots from the weakest to the strongest."""
    return [
        stock.RandomBot,
        stock.FirstBot,
        tigerdragon.DefenderBot,
        tigerdragon.CounterBot,
        learned.LearnedBot,
        searchers.TigerDragonSearch,
        careless.CarelessRiichi,
        riichi.RiichiGreedy,
        riichi.RiichiGuard,
        searchers.RiichiSearch,
        careless.CarelessTaiwan,
        taiwan.GreedyBot,
        taiwan.ValueBot,
        taiwan_guard.GuardBot,
        searchers.TaiwanSearch,
        careless.CarelessSichuan,
        sichuan.GreedyBot,
        sichuan.ValueBot,
        searchers.SichuanSearch,
        careless.CarelessTexas42,
        texas42.CountBot,
        texas42.SampleBot,
        searchers.Texas42Search,
    ]
