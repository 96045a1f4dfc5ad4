"""What is done some seconds after it was decided, in its order."""

import asyncio
from collections import deque
from collections.abc import Callable

Then = Callable[[], None]


class Delay:
    """Does everything so many seconds after it was given; at once where there are none."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._line: deque[tuple[float, Then]] = deque()
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None

    def put(self, then: Then) -> None:
        """Do this when its time has come, after all that was given before."""
        if not self.seconds:
            then()
            return
        self._line.append((self._loop.time() + self.seconds, then))
        self._arm()

    def stop(self) -> None:
        """Do nothing of what is left."""
        self._line.clear()
        if self._timer is not None:
            self._timer.cancel()

    def _arm(self) -> None:
        if self._timer is None and self._line:
            self._timer = self._loop.call_at(self._line[0][0], self._run)

    def _run(self) -> None:
        self._timer = None
        try:
            while self._line and self._line[0][0] <= self._loop.time():
                _, then = self._line.popleft()
                then()
        finally:
            self._arm()  # one that fails does not keep the others back
