"""The games and bots that ship, registered as any plugin registers its own."""

from arena.hookspecs import hookimpl
from bots import Bot
from bots.stock import FirstBot, RandomBot
from bots.texas42 import CountBot, SampleBot
from bots.tigerdragon import CounterBot, DefenderBot
from engine.game import AnyGame
from engine.texas42 import Texas42
from engine.tigerdragon import TigerDragon


@hookimpl
def arena_register_games() -> list[AnyGame]:
    """The games in this distribution."""
    return [TigerDragon(), Texas42()]


@hookimpl
def arena_register_bots() -> list[type[Bot]]:
    """The stock bots and each game's house bots."""
    return [RandomBot, FirstBot, DefenderBot, CounterBot, CountBot, SampleBot]
