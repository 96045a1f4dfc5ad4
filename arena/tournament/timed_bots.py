"""Bots looked at from outside: how long they think, and who was asked last."""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from bots import Answer, Bot, Turn, watches
from engine.game import AnyGame, Event, Outcome, Seat


class TimedBot(Bot):
    """A bot whose thinking is timed; what it does is its own."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.decisions = 0
        self.seconds = 0.0
        self._act = bot.act

    def start(self, game: AnyGame, seat: Seat, seats: int, config: Any, rng: Random) -> None:
        """Let the bot get ready."""
        self.bot.variants = self.variants
        self.bot.start(game, seat, seats, config, rng)

    def act(self, turn: Turn) -> Answer:
        """The bot's own answer, timed."""
        self.decisions += 1
        begin = perf_counter()
        try:
            return self._act(turn)  # type: ignore[return-value]  # see `timed`: not a coroutine
        finally:
            self.seconds += perf_counter() - begin

    def end(self, outcome: Outcome) -> None:
        """Let the bot know."""
        self.bot.end(outcome)


class WatchingTimedBot(TimedBot):
    """The same for a bot that wants to be told of every step."""

    def watch(self, events: Sequence[Event]) -> None:
        """Let the bot watch."""
        self.bot.watch(events)


def timed(bot: Bot) -> TimedBot:
    """A bot with its time taken; not for one that answers asynchronously."""
    return WatchingTimedBot(bot) if watches(bot) else TimedBot(bot)


class TracedBot(Bot):
    """Notes in a file that this bot is being called, so that the note outlives the process."""

    def __init__(self, bot: Bot, file: str, who: tuple[int, int, int]) -> None:
        self._bot = bot
        self._file = Path(file)
        self._note = " ".join(map(str, who))

    def _noted(self) -> Bot:
        self._file.write_text(self._note, encoding="ascii")
        return self._bot

    def start(self, game: AnyGame, seat: Seat, seats: int, config: Any, rng: Random) -> None:
        """Note it, and let the bot get ready."""
        self._bot.variants = self.variants
        self._noted().start(game, seat, seats, config, rng)

    def watch(self, events: Sequence[Event]) -> None:
        """Note it, and let the bot watch."""
        self._noted().watch(events)

    def act(self, turn: Turn) -> Any:
        """Note it, and give the bot's own answer."""
        return self._noted().act(turn)

    def end(self, outcome: Outcome) -> None:
        """Note it, and let the bot know."""
        self._noted().end(outcome)
