"""House bots that play for seats whose players have gone or do not answer."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Protocol

from arena.chair import Chair
from arena.match import Match
from arena.room_spec import RoomSpec
from arena.thinker import Thinker
from bots import Bot
from engine.rng import stream

BETWEEN_STEPS = 0.01
"""Seconds after which to look again, when a step is applied but not yet told."""


class Table(Protocol):
    """What a substitute has to do with the table it is called to."""

    @property
    def asking(self) -> bool:
        """Whether the last step has been told, so that nothing is seen twice."""

    def ask_again(self, chair: Chair) -> None:
        """Put the open request of a seat, if it has one, to whoever plays it now."""

    def tell_seats(self, kind: str) -> None:
        """Tell everybody who sits where."""


class Substitutes:
    """Counts strikes, waits for those who have gone, and calls a house bot when it is time."""

    def __init__(
        self,
        match: Match,
        chairs: Sequence[Chair],
        spec: RoomSpec,
        new_bot: Callable[[], Bot] | None,
        bot_seed: str,
    ) -> None:
        self.match = match
        self.chairs = chairs
        self.spec = spec
        self.table: Table
        self._new_bot = new_bot
        self._bot_seed = bot_seed
        self._timers: dict[Chair, asyncio.TimerHandle] = {}
        self._unannounced: set[Chair] = set()

    # -- why a seat is taken over

    def gone(self, chair: Chair) -> None:
        """A player's connection is gone: its seat waits a while."""
        if self._new_bot is not None and chair.substitute is None:
            self._wait(chair, self.spec.takeover_ms / 1000)

    def _wait(self, chair: Chair, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        self._timers[chair] = loop.call_later(seconds, self._take_over, chair)

    def strike(self, chair: Chair) -> None:
        """A timeout or a crash; so many in a row, and somebody else plays the seat."""
        if chair.thinker is not None or chair.substitute is not None:
            return
        chair.strikes += 1
        if 0 < self.spec.strikes <= chair.strikes and chair.peer is not None:
            self._take_over(chair)

    def illegal(self, chair: Chair) -> None:
        """An answer that was not on offer: a strike where it counts."""
        if self.spec.rated:
            self.strike(chair)

    # -- taking over, and going

    def _take_over(self, chair: Chair) -> None:
        self._cancel_timer(chair)
        if self._new_bot is None or chair.substitute is not None or self.match.over:
            return
        if not self.table.asking:
            self._wait(chair, BETWEEN_STEPS)
            return
        chair.strikes = 0
        chair.late = False
        chair.substitute = self._informed(chair)
        self._unannounced.add(chair)
        # In a claim step this would tell that the seat had been asked.
        if self.match.game.asking(self.match.state) != "claim" or chair.peer is None:
            self._announce(chair)
        self.table.ask_again(chair)

    def _informed(self, chair: Chair) -> Thinker:
        """A bot that has seen all that the seat has seen."""
        assert self._new_bot is not None
        thinker = Thinker(self._new_bot(), chair.seat)
        rng = stream(self._bot_seed, "substitute", chair.seat, self.match.n)
        thinker.start(self.match, rng, lambda _answer, _error: None)
        for events in self.match.past():
            thinker.tell(events)
        return thinker

    def back(self, chair: Chair) -> None:
        """The player is here again: a house bot in its place goes."""
        self._cancel_timer(chair)
        chair.strikes = 0
        if chair.substitute is not None:
            chair.substitute.stop()
            chair.substitute = None
            self._unannounced.discard(chair)

    def _cancel_timer(self, chair: Chair) -> None:
        timer = self._timers.pop(chair, None)
        if timer is not None:
            timer.cancel()

    def stop(self) -> None:
        """The match is over, or left where it stands."""
        for chair in self.chairs:
            self._cancel_timer(chair)
            if chair.substitute is not None:
                chair.substitute.stop()

    # -- telling

    def announce(self, *, round_over: bool) -> None:
        """Tell of takeovers that were kept back, now that they show nothing any more."""
        if not self._unannounced:
            return
        claim = self.match.game.asking(self.match.state) == "claim"
        for chair in tuple(self._unannounced):
            if round_over or (not claim and chair.seat in self.match.pending):
                self._announce(chair)

    def _announce(self, chair: Chair) -> None:
        self._unannounced.discard(chair)
        self.table.tell_seats("seat_taken_over")
        if self.spec.rated and chair.peer is not None:
            chair.peer.close(1008, "too many faults in a row; a house bot plays this seat")
