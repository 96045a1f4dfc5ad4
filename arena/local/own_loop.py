"""An event loop of its own for a local match, also where one runs already."""

import asyncio
from collections.abc import Coroutine
from threading import Thread
from typing import Any, TypeVar

from arena.event_loop import new_event_loop

T = TypeVar("T")


def run(main: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine to its end, in a thread where this one has a running loop.

    That is so in every notebook: its cells run inside a loop, and no loop runs inside another.
    """
    runner = asyncio.Runner(loop_factory=new_event_loop)
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        with runner:
            return runner.run(main)
    return _run_in_thread(runner, main)


def _run_in_thread(runner: asyncio.Runner, main: Coroutine[Any, Any, T]) -> T:
    loop = runner.get_loop()

    def serve() -> None:
        with runner:  # cancels what still runs, and waits until it has put things in order
            loop.run_forever()

    thread = Thread(target=serve, name="arena match")
    thread.start()
    try:
        return asyncio.run_coroutine_threadsafe(main, loop).result()
    finally:  # also at an interrupt
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
