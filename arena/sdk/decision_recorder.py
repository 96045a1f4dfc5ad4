"""What one seat was asked and answered, whoever drives the match."""

from collections.abc import Awaitable, Sequence
from dataclasses import dataclass
from random import Random
from time import perf_counter
from typing import Any

from arena.match.match import Advance, Fault, Match, Request
from arena.sdk.hints import NO_ANSWER
from bots import Answer, Bot, Turn, watches
from engine.game import AnyGame, Event, Outcome, Seat


@dataclass(frozen=True, slots=True)
class Decision:
    """One answer of a seat: `n` is the step it belongs to."""

    n: int
    legal: tuple[str, ...]
    choice: str
    defaulted: bool = False


class DecisionRecorder:
    """Keeps the decisions of a seat; handed to a driver as its `watch`."""

    def __init__(self, match: Match, seat: Seat) -> None:
        self.decisions: list[Decision] = []
        self.defaults = 0
        """Answers that the default move stood in for."""
        self.timeouts = 0
        """Of these, the ones that never came."""
        self._match = match
        self._seat = seat
        self._asked: Request | None = None

    def __call__(self, _advance: Advance) -> None:
        """A step was told: what was asked before it has been answered by it."""
        if self._asked is not None:
            record, legal = self._match.records[-1], self._asked.legal
            choice = record.moves[self._seat].choice
            defaulted = self._seat in record.defaulted
            self.defaults += defaulted
            self.timeouts += any(is_timeout(f) for f in record.faults if f.seat == self._seat)
            self.decisions.append(Decision(record.n, legal, choice, defaulted))
        self._asked = self._match.pending.get(self._seat)


def is_timeout(fault: Fault) -> bool:
    """Return whether a fault is an answer that never came."""
    return fault.kind == "timeout" and fault.reason.startswith(NO_ANSWER)


class TimedBot(Bot):
    """Another bot, with the time of each of its answers kept in milliseconds."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.times_ms: list[float] = []

    def start(self, game: AnyGame, seat: Seat, seats: int, config: Any, rng: Random) -> None:
        """Start the bot."""
        self.bot.variants = self.variants
        self.bot.start(game, seat, seats, config, rng)

    def watch(self, events: Sequence[Event]) -> None:
        """Let the bot watch, if it wants to."""
        if watches(self.bot):
            self.bot.watch(events)

    def act(self, turn: Turn) -> Answer | Awaitable[Answer]:
        """Ask the bot, and look at the clock before and after."""
        asked_at = perf_counter()
        try:
            return self.bot.act(turn)
        finally:
            self.times_ms.append((perf_counter() - asked_at) * 1000)

    def end(self, outcome: Outcome) -> None:
        """Tell the bot how it ended."""
        self.bot.end(outcome)


def seat_times(match: Match, seat: Seat) -> list[float]:
    """Milliseconds of each answer as the referee's clock had them."""
    return [float(record.ms[seat]) for record in match.records if seat in record.ms]
