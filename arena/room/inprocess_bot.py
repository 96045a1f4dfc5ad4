"""A bot of this process at a room's table: quick ones run in place, others in a thread."""

import asyncio
import threading
from collections.abc import Callable
from inspect import isawaitable, iscoroutinefunction
from queue import SimpleQueue
from typing import Any

from bots import Bot

Reply = Callable[[Any, BaseException | None], None]


def ignore(_answer: Any, _error: BaseException | None) -> None:
    """Drop a reply."""


class InprocessBot:
    """Calls a bot without ever holding up the table; replies arrive in the event loop."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self._jobs: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._tasks: set[asyncio.Future[Any]] = set()
        self._dismissed = False
        self._in_place = bot.quick or iscoroutinefunction(bot.act)

    def call(self, function: Callable[[], Any], reply: Reply = ignore) -> None:
        """Run one of the bot's methods after all that it was given before."""
        loop = asyncio.get_running_loop()

        def deliver(answer: Any, error: BaseException | None) -> None:
            if not self._dismissed:
                reply(answer, error)

        if self._in_place:
            loop.call_soon(self._run_in_place, function, deliver)
            return
        if self._thread is None:
            # A daemon: a bot that sleeps for ever must not keep the process alive.
            self._thread = threading.Thread(target=self._work, daemon=True)
            self._thread.start()

        def job() -> None:
            answer, error = _outcome_of(function)
            if not loop.is_closed():
                loop.call_soon_threadsafe(deliver, answer, error)

        self._jobs.put(job)

    def stop(self) -> None:
        """Let its thread go once it has done what it was given."""
        self._jobs.put(None)

    def dismiss(self) -> None:
        """Let the bot go: it begins nothing more in place, and what it still answers is dropped."""
        self._dismissed = True
        self.stop()

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            job()

    def _run_in_place(self, function: Callable[[], Any], reply: Reply) -> None:
        if self._dismissed:
            return  # a task begun now might outlive the loop of a server that stops
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
