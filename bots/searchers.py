"""The search at each game: who advises it, who plays its playouts, how many it can afford."""

from random import Random
from typing import Any

from bots import mahjong_playouts as playouts
from bots.riichi import RiichiGreedy, RiichiGuard
from bots.search import Play, SearchBot, asking
from bots.sichuan import GreedyBot as SichuanGreedy
from bots.sichuan import ValueBot as SichuanValue
from bots.taiwan import GreedyBot as TaiwanGreedy
from bots.taiwan import ValueBot as TaiwanValue
from bots.texas42 import CountBot, SampleBot, by_rule
from bots.tigerdragon import CounterBot, play_out
from engine.game import AnyGame


class TigerDragonSearch(SearchBot):
    """Plays rounds out in imagination, everybody counting tiles, and takes what scores most."""

    name = "tigerdragon-search"
    games = ("tigerdragon",)
    advisers = (CounterBot,)
    playouts = 60

    def player(self, game: AnyGame, seats: int, config: Any, rng: Random) -> Play:  # noqa: ARG002
        """Everybody counts tiles."""
        return play_out


class RiichiSearch(SearchBot):
    """Plays hands out in imagination, everybody hurrying, and departs from the guard if it pays."""

    name = "riichi-search"
    games = ("riichi",)
    advisers = (RiichiGuard, RiichiGreedy)
    playouts = 40
    width = 2
    sure = frozenset({"ron", "tsumo"})

    def player(self, game: AnyGame, seats: int, config: Any, rng: Random) -> Play:  # noqa: ARG002
        """Hurried players."""
        return playouts.riichi


class TaiwanSearch(SearchBot):
    """Plays hands out in imagination, everybody hurrying, and departs from `value` if it pays."""

    name = "taiwan-search"
    games = ("taiwan",)
    advisers = (TaiwanValue, TaiwanGreedy)
    playouts = 40
    width = 2
    sure = frozenset({"win"})

    def player(self, game: AnyGame, seats: int, config: Any, rng: Random) -> Play:  # noqa: ARG002
        """Hurried players."""
        return playouts.taiwan


class SichuanSearch(SearchBot):
    """Plays deals out in imagination, everybody hurrying, and departs from `value` if it pays."""

    name = "sichuan-search"
    games = ("sichuan",)
    advisers = (SichuanValue, SichuanGreedy)
    playouts = 40
    width = 2
    sure = frozenset({"hu"})

    def player(self, game: AnyGame, seats: int, config: Any, rng: Random) -> Play:  # noqa: ARG002
        """Hurried players."""
        return playouts.sichuan


class Texas42Search(SearchBot):
    """Plays hands out in imagination by rules of thumb: bids, trumps and dominoes alike."""

    name = "texas42-search"
    games = ("texas42",)
    advisers = (SampleBot, CountBot)
    playouts = 60
    caution = 2.0  # the sampling bot plays the last tricks exactly, the playouts do not

    def player(self, game: AnyGame, seats: int, config: Any, rng: Random) -> Play:
        """Dominoes by thumb from the state itself, calls as the counting bot makes them."""
        return by_rule(asking(CountBot, game, seats, config, rng))
