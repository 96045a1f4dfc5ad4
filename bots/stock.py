"""Bots for any game: the yardsticks everybody else is measured by."""

from random import Random

from bots.bot import Bot
from bots.turn import Turn
from engine.game import AnyGame, Seat


class RandomBot(Bot):
    """Any legal choice, each as likely as the next."""

    name = "random"
    level = "beginner"
    quick = True

    def start(self, game: AnyGame, seat: Seat, seats: int, config: object, rng: Random) -> None:  # noqa: ARG002
        """Keep the random numbers."""
        self._random = rng.random

    def act(self, turn: Turn) -> str:
        """One of the legal choices."""
        legal = turn.legal
        return legal[int(self._random() * len(legal))]


class FirstBot(Bot):
    """Always the first choice on offer: predictable, and handy in tests."""

    name = "first"
    quick = True

    def act(self, turn: Turn) -> str:
        """The first legal choice."""
        return turn.legal[0]
