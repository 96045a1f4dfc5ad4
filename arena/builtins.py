"""The games and bots that ship, registered as any plugin registers its own."""

from arena.hookspecs import hookimpl
from bots import Bot
from bots.sichuan import GreedyBot, ValueBot
from bots.stock import FirstBot, RandomBot
from bots.tigerdragon import CounterBot, DefenderBot
from engine.game import AnyGame
from engine.sichuan import Sichuan
from engine.tigerdragon import TigerDragon


@hookimpl
def arena_register_games() -> list[AnyGame]:
    """The games in this distribution."""
    return [TigerDragon(), Sichuan()]


@hookimpl
def arena_register_bots() -> list[type[Bot]]:
    """The stock bots and each game's house bots."""
    return [RandomBot, FirstBot, DefenderBot, CounterBot, GreedyBot, ValueBot]
