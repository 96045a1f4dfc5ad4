"""From full seats to the first deal: bots load, players say that they are ready."""

from collections.abc import Callable, Sequence
from typing import Any

from arena.chair import Chair
from arena.clock import ClockRules
from arena.match import Fault, Match
from arena.play import reason
from arena.waiting import Waiting
from engine.rng import stream

READY_SECONDS = 30.0
"""How long players may load in a room without a clock."""


class WarmUp(Waiting):
    """Waits until every seat is ready, or its time is up."""

    def __init__(
        self,
        match: Match,
        chairs: Sequence[Chair],
        bot_seed: str,
        clock: ClockRules | None,
        *,
        changed: Callable[[], None],
        done: Callable[[], None],
    ) -> None:
        super().__init__(clock.ready_ms / 1000 if clock else READY_SECONDS, done)
        self._match = match
        self._chairs = chairs
        self._bot_seed = bot_seed
        self._changed = changed

    def begin(self) -> None:
        """Let the house bots load; the match may begin within this call."""
        for chair in self._chairs:
            self._start_bot(chair)
        self._end_if_ready()

    def _start_bot(self, chair: Chair) -> None:
        if chair.thinker is None:
            return

        def reply(_answer: Any, error: BaseException | None) -> None:
            if error is not None:
                self._match.note(Fault(chair.seat, "crash", f"start failed: {reason(error)}"))
            self.set_ready(chair)

        rng = stream(self._bot_seed, "bot", chair.seat)
        chair.thinker.start(self._match, rng, reply)

    def set_ready(self, chair: Chair, *, ready: bool = True) -> None:
        """A seat says whether it is loaded and willing."""
        if chair.ready != ready and not self._over:
            chair.ready = ready
            self._changed()
            self._end_if_ready()

    def _end_if_ready(self) -> None:
        if all(chair.ready for chair in self._chairs):
            self._end()

    def _time_is_up(self) -> None:
        for chair in self._chairs:
            if not chair.ready:
                self._match.note(Fault(chair.seat, "timeout", "not ready in time"))
        self._end()
