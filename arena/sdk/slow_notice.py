"""A watch on bots that think for long: it says who does, and stops one that never answers."""

import os
import signal
import threading
from collections.abc import Callable, Sequence
from time import monotonic
from types import TracebackType
from typing import Any, Final

from arena.match.clock import ClockRules
from arena.match.match import Match

SLOW_SECONDS: Final = float(os.environ.get("ARENA_SLOW_SECONDS", "10"))
"""After this long without a move it is said who thinks."""
FULL_SECONDS: Final = (ClockRules().decision_ms + ClockRules().bank_ms) / 1000
STUCK_SECONDS: Final = float(os.environ.get("ARENA_STUCK_SECONDS", str(2 * FULL_SECONDS)))
"""After this long, two full times of a room, a bot of this process is stopped."""
LOOK_SECONDS: Final = 0.1


class StuckError(BaseException):
    """A bot that does not answer. No Exception: nothing that the bot catches may swallow it."""


class SlowNotice:
    """Watches a match that this process plays; used as a context around it."""

    def __init__(
        self,
        match: Match,
        names: Sequence[str],
        say: Callable[[str], None],
        *,
        stops: bool = True,
    ) -> None:
        self._match, self._names, self._say = match, names, say
        # A signal reaches only the main thread, and interrupts even what waits in C.
        main = threading.current_thread() is threading.main_thread()
        self._stops = stops and main and hasattr(signal, "pthread_kill")
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._handler: Any = None

    def __enter__(self) -> "SlowNotice":
        if self._stops:
            self._handler = signal.signal(signal.SIGALRM, self._stop)
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self._done.set()
        self._thread.join()
        if self._stops:
            signal.signal(signal.SIGALRM, self._handler)
        if isinstance(error, KeyboardInterrupt) and not self._match.over:
            self._say(f"{self._who()} was thinking, at step {self._match.n + 1}")

    def _who(self) -> str:
        """Return the seats that are asked now, by the names that the output shows."""
        seats = [f"{seat} {self._names[seat]}" for seat in self._match.pending]
        return " or ".join(seats) or "nobody"

    def _watch(self) -> None:
        step, since, noticed = -1, monotonic(), False
        while not self._done.wait(LOOK_SECONDS):
            now = monotonic()
            if self._match.n != step:
                step, since, noticed = self._match.n, now, False
            elif not noticed and now - since >= SLOW_SECONDS:
                noticed = True
                self._say(
                    f"{self._who()} has been thinking for {SLOW_SECONDS:g} s, "
                    f"at step {step + 1} (Ctrl-C stops)"
                )
            elif self._stops and now - since >= STUCK_SECONDS:
                signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGALRM)
                return

    def _stop(self, *_: object) -> None:
        raise StuckError(
            f"{self._who()} gave no answer within {STUCK_SECONDS:g} s, at step "
            f"{self._match.n + 1}; is there an endless loop in act? "
            "arena play ... --step shows the decision before it"
        )
