"""The games and bots that ship, registered as any plugin registers its own."""

from arena.hookspecs import hookimpl
from bots import Bot, riichi, sichuan, stock, taiwan, texas42, tigerdragon
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
def arena_register_bots() -> list[type[Bot]]:
    """The stock bots, and each game's house bots from the weakest to the strongest."""
    return [
        stock.RandomBot,
        stock.FirstBot,
        tigerdragon.DefenderBot,
        tigerdragon.CounterBot,
        riichi.RiichiGreedy,
        riichi.RiichiGuard,
        taiwan.GreedyBot,
        taiwan.ValueBot,
        sichuan.GreedyBot,
        sichuan.ValueBot,
        texas42.CountBot,
        texas42.SampleBot,
    ]
