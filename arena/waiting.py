"""Waiting for players, but not for ever."""

import asyncio
from collections.abc import Callable


class Waiting:
    """Ends by itself after some seconds, or before that when somebody says so; `done` is called."""

    def __init__(self, seconds: float, done: Callable[[], None]) -> None:
        self._done = done
        self._over = False
        self._timer = asyncio.get_running_loop().call_later(seconds, self._time_is_up)

    def _time_is_up(self) -> None:
        self._end()

    def _end(self) -> None:
        if not self._over:
            self.stop()
            self._done()

    def stop(self) -> None:
        """Wait no more, and do nothing."""
        self._over = True
        self._timer.cancel()
