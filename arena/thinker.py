"""A bot of this process at a referee's table: quick ones in place, others in a thread."""

import asyncio
import threading
from collections.abc import Callable, Sequence
from inspect import isawaitable, iscoroutinefunction
from queue import SimpleQueue
from random import Random
from typing import Any

from arena.match import Match
from bots import Bot, TableTurn, masked, watches
from engine.game import Event, Outcome, Seat, Viewer

Reply = Callable[[Any, BaseException | None], None]


class Thinker:
    """Calls a bot without ever holding up the table; replies arrive in the event loop."""

    def __init__(self, bot: Bot, seat: Seat) -> None:
        self.bot = bot
        self.seat = seat
        self._steps: list[tuple[Event, ...]] = []
        self._jobs: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._tasks: set[asyncio.Future[Any]] = set()
        self._in_place = bot.quick or iscoroutinefunction(bot.act)

    def start(self, match: Match, rng: Random, reply: Reply) -> None:
        """Let the bot get ready."""
        self._call(
            lambda: self.bot.start(match.game, self.seat, match.seats, match.config, rng), reply
        )

    def tell(self, events: Sequence[Event]) -> None:
        """Hand over a step's events."""
        self._steps.append(tuple(events))
        if watches(self.bot):
            seen = masked(events, Viewer.player(self.seat))
            self._call(lambda: self.bot.watch(seen), lambda _answer, _error: None)

    def ask(self, match: Match, deadline: float | None, reply: Reply) -> None:
        """Put a decision to the bot."""
        legal = match.pending[self.seat].legal
        steps, self._steps = self._steps, []
        turn = TableTurn(self.seat, legal, match.rules, match.state, steps, deadline)
        self._call(lambda: self.bot.act(turn), reply)

    def end(self, outcome: Outcome) -> None:
        """Tell the bot how it ended and let its thread go."""
        self._call(lambda: self.bot.end(outcome), lambda _answer, _error: None)
        self.stop()

    def stop(self) -> None:
        """Let its thread go once it has done what it was told."""
        self._jobs.put(None)

    def _call(self, function: Callable[[], Any], reply: Reply) -> None:
        loop = asyncio.get_running_loop()
        if self._in_place:
            loop.call_soon(self._run_in_place, function, reply)
            return
        if self._thread is None:
            # A daemon: a bot that sleeps for ever must not keep the process alive.
            self._thread = threading.Thread(target=self._work, daemon=True)
            self._thread.start()

        def job() -> None:
            answer, error = _outcome_of(function)
            if not loop.is_closed():
                loop.call_soon_threadsafe(reply, answer, error)

        self._jobs.put(job)

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            job()

    def _run_in_place(self, function: Callable[[], Any], reply: Reply) -> None:
        answer, error = _outcome_of(function)
        if error is None and isawaitable(answer):
            # The answer itself is the task: one that is cancelled early was begun all the same.
            task = asyncio.ensure_future(answer)
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
            task.add_done_callback(lambda done: _hand_over(done, reply))
        else:
            reply(answer, error)


def _outcome_of(function: Callable[[], Any]) -> tuple[Any, BaseException | None]:
    try:
        return function(), None
    except Exception as error:  # a bot may fail in any way: that is its fault, not ours
        return None, error


def _hand_over(done: asyncio.Future[Any], reply: Reply) -> None:
    if done.cancelled():
        return
    error = done.exception()
    reply(None if error else done.result(), error)
