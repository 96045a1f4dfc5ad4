"""Bots for people who begin: a game's simple bot that does something at random now and then."""

from random import Random
from typing import Any, ClassVar

from bots.bot import Answer, Bot
from bots.riichi import RiichiGreedy
from bots.search import told
from bots.sichuan import GreedyBot as SichuanGreedy
from bots.taiwan import GreedyBot as TaiwanGreedy
from bots.texas42 import CountBot
from bots.turn import Turn
from engine.game import AnyGame, Seat


class CarelessBot(Bot):
    """Asks another bot, and does something at random instead now and then."""

    careful: ClassVar[type[Bot]]
    """Who is asked."""
    slips: ClassVar[float] = 0.25
    """The part of the choices that are made at random."""
    level = "casual"
    rank = -1  # below the bot it asks
    quick = True

    def start(self, game: AnyGame, seat: Seat, seats: int, config: Any, rng: Random) -> None:
        """Seat the careful bot."""
        self._random = Random(rng.random()).random
        self._asked = self.careful()
        self._asked.variants = self.variants
        self._asked.start(game, seat, seats, config, rng)

    def act(self, turn: Turn) -> Answer:
        """Any choice now and then, else the careful bot's."""
        if self._random() < self.slips:
            return turn.legal[int(self._random() * len(turn.legal))]
        return told(self._asked, turn)


class CarelessRiichi(CarelessBot):
    """Plays as `riichi-greedy`, but every fourth choice is made at random."""

    name = "riichi-careless"
    games = ("riichi",)
    careful = RiichiGreedy


class CarelessTaiwan(CarelessBot):
    """Plays as `taiwan-greedy`, but every fourth choice is made at random."""

    name = "taiwan-careless"
    games = ("taiwan",)
    careful = TaiwanGreedy


class CarelessSichuan(CarelessBot):
    """Plays as `sichuan-greedy`, but every fourth choice is made at random."""

    name = "sichuan-careless"
    games = ("sichuan",)
    careful = SichuanGreedy


class CarelessTexas42(CarelessBot):
    """Plays as `texas42-count`, but every fourth choice is made at random."""

    name = "texas42-careless"
    games = ("texas42",)
    careful = CountBot
