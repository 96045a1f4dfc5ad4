"""The referee: asks the seats of a running match, keeps their clocks, and tells everybody.

It never waits for anybody: answers, timers and bots' replies call it, and it calls the match.
"""

import asyncio
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any

from arena.broadcast import Broadcast
from arena.chair import Chair
from arena.clock import NEVER
from arena.frames import Frames, event_rows
from arena.judge import Judge
from arena.ledger import Ledger
from arena.match import Advance, Fault, Match, Request
from arena.peer import Peer
from arena.substitutes import Substitutes
from engine.game import Event, RoundResult, Seat, Viewer
from protocol.codec import encode


class Referee:
    """Runs one match in one room, from the first state to game_over."""

    def __init__(
        self,
        match: Match,
        chairs: Sequence[Chair],
        broadcast: Broadcast,
        frames: Frames,
        rounds: list[RoundResult],
        substitutes: Substitutes,
        *,
        finished: Callable[[], None],
        broken: Callable[[Exception], None],
        unwatched: Callable[[Exception], None],
        tell_seats: Callable[[str], None],
        ledger: Ledger | None = None,
        watch: Callable[[Advance], None] | None = None,
        timed: Callable[[float], None] | None = None,
        confirm_ms: int | None = None,
    ) -> None:
        self.match = match
        self.chairs = chairs
        self.broadcast = broadcast
        self.frames = frames
        self.substitutes = substitutes
        self.judge = Judge(match, substitutes, show=self.show, complete=self._complete)
        self.tell_seats = tell_seats
        self.rounds = rounds
        floors = [chair.clock.rules.claim_floor_ms for chair in chairs if chair.clock.rules]
        self._floor = max(floors, default=0) / 1000
        self._ledger = ledger
        self._watch = watch
        self._timed = timed
        self._finished = finished
        self._broken = broken
        self._unwatched = unwatched
        self._confirm_ms = confirm_ms
        self._unconfirmed: set[Seat] = set()
        self._confirm_timer: asyncio.TimerHandle | None = None
        self._go_on: Callable[[], None] | None = None
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        self._timer_at = 0.0
        self._step_at = 0.0
        self._stopped = False
        match.hold = True
        substitutes.table = self

    def open(self) -> None:
        """Show the first state and ask."""
        self._tell(self.match.opening)

    def resume(self) -> None:
        """Show a match that was interrupted as it stands, and ask."""
        if self.match.over:
            self._end()
        else:
            self._show_and_ask(())

    # -- after a step

    def _advance(self) -> None:
        try:
            advance = self.match.advance()
        except Exception as error:  # a game that fails must not leave its room stuck
            self._broken(error)
            return
        self.judge.new_step()
        if self._ledger is None:
            self._tell(advance)
        else:
            # What is told has been kept: a step is shown when its commit is reported.
            self._ledger.step(self.match, lambda: self._tell(advance))

    def _tell(self, advance: Advance) -> None:
        if self._stopped:
            return
        self.judge.step_saved()
        if advance.results:
            self._tell_results(advance.results)
        if self._watch is not None and not self._watched(self._watch, advance):
            return
        if advance.over:
            self._tell_end(advance.events)
            self._end()
        elif advance.results and advance.n and self._confirm_ms is not None:
            self._await_confirmations(lambda: self._show_and_ask(advance.events))
        else:
            self._show_and_ask(advance.events)

    def _watched(self, watch: Callable[[Advance], None], advance: Advance) -> bool:
        """Whether the one who plays this match here can still be told of it."""
        try:
            watch(advance)
        except Exception as error:  # a closed pipe, say: the caller is told, nobody waits for ever
            self._unwatched(error)
            return False
        return True

    def _tell_results(self, results: Sequence[RoundResult]) -> None:
        self.rounds += results
        for chair in self.chairs:
            chair.clock.round_over()
            if chair.peer is not None:
                self._show_results(chair.peer, results)
        self.broadcast.results(self.frames, results)
        self.substitutes.announce(round_over=True)

    def _show_results(self, peer: Peer, results: Sequence[RoundResult]) -> None:
        for result in results:
            peer.send(encode(self.frames.round_result(result, full=peer.full)))

    def _tell_end(self, events: Sequence[Event]) -> None:
        for chair in self.chairs:
            if (mind := chair.mind) is not None:
                mind.tell(events)
            self.show_end(chair, events)
        self.broadcast.over(self.frames, events)

    def _show_and_ask(self, events: Sequence[Event]) -> None:
        if self._stopped:
            return
        self._step_at = self._loop.time()
        self.judge.asking = True
        self.substitutes.announce(round_over=False)
        for chair in self.chairs:
            if (mind := chair.mind) is not None:
                mind.tell(events)
            if chair.peer is not None:
                self.show(chair, events)
        self.broadcast.step(self.frames, events)
        if self._timed is not None and self.judge.read_at:
            self._timed(perf_counter() - self.judge.read_at)
            self.judge.read_at = 0.0
        if self.match.pending:
            self._ask()
        else:
            self._complete()

    def show(self, chair: Chair, events: Sequence[Event] = ()) -> None:
        """Send the state to one player."""
        peer = chair.peer
        if peer is None:
            return
        viewer = Viewer.player(chair.seat)
        if not peer.full:
            peer.send(encode(self.frames.flat_state(viewer)))
            return
        clock = chair.clock
        bank = clock.bank_ms if clock.rules else None
        rows = event_rows(events, viewer)
        peer.send(encode(self.frames.asked_state(chair.seat, rows, clock.deadline_ms(), bank)))

    def show_end(self, chair: Chair, events: Sequence[Event] = ()) -> None:
        """Send the end to one player, also to one who comes after it."""
        if chair.peer is not None:
            full = chair.peer.full
            rows = event_rows(events, Viewer.player(chair.seat)) if full else []
            chair.peer.send(encode(self.frames.game_over(full=full, events=rows)))

    def _complete(self) -> None:
        """Everybody has answered: go on, but never so soon that it tells who could claim."""
        if self._floor and self.match.game.asking(self.match.state) == "claim":
            left = self._step_at + self._floor - self._loop.time()
            if left > 0:
                self._loop.call_later(left, self._advance_unless_stopped)
                return
        if not self.match.pending:
            self._advance()

    def _advance_unless_stopped(self) -> None:
        if not self._stopped:
            self._advance()

    # -- between rounds

    def _await_confirmations(self, go_on: Callable[[], None]) -> None:
        """Wait for the players who can confirm; house bots and flat clients count as willing."""
        assert self._confirm_ms is not None
        self._go_on = go_on
        self._unconfirmed = {
            chair.seat
            for chair in self.chairs
            if chair.mind is None and chair.peer is not None and chair.peer.full
        }
        self._confirm_timer = self._loop.call_later(self._confirm_ms / 1000, self._confirmed)
        self._confirmed_if_all()

    def confirm(self, chair: Chair) -> None:
        """A player is ready for the next round."""
        self._unconfirmed.discard(chair.seat)
        self._confirmed_if_all()

    def _confirmed_if_all(self) -> None:
        if not self._unconfirmed:
            self._confirmed()

    def _confirmed(self) -> None:
        go_on, self._go_on = self._go_on, None
        self._unconfirmed.clear()
        if self._confirm_timer is not None:
            self._confirm_timer.cancel()
        if go_on is not None:
            go_on()

    # -- asking

    @property
    def asking(self) -> bool:
        """Whether the last step has been told."""
        return self.judge.asking

    def _ask(self) -> None:
        now = self._loop.time()
        soonest = NEVER
        for seat, request in self.match.pending.items():
            due = self._ask_seat(self.chairs[seat], request, now)
            if due < soonest:
                soonest = due
        if soonest < NEVER:
            self._arm(soonest)

    def _ask_seat(self, chair: Chair, request: Request, now: float) -> float:
        due = chair.clock.start(now)
        if chair.mind is not None:
            self._put_to_bot(chair, request)
        elif chair.peer is None and chair.clock.rules is None:
            self._loop.call_soon(self._absent, chair, request.id)
        return due

    def _put_to_bot(self, chair: Chair, request: Request) -> None:
        limit = chair.clock.deadline_ms()
        seconds = None if limit is None else limit / 1000
        mind = chair.mind
        assert mind is not None

        def reply(answer: Any, error: BaseException | None) -> None:
            if chair.mind is mind and not self._stopped:
                self.judge.bot_replied(chair, request, answer, error)

        mind.ask(self.match, seconds, reply)

    def ask_again(self, chair: Chair) -> None:
        """Put the open request of a seat, if it has one, to whoever plays it now."""
        request = self.match.pending.get(chair.seat)
        if request is not None and self.judge.asking:
            due = self._ask_seat(chair, request, self._loop.time())
            if due < NEVER:
                self._arm(due)

    # -- players who go and come back

    def gone(self, chair: Chair) -> None:
        """A player's connection is gone; without a clock its requests are played at once."""
        self.confirm(chair)
        self.substitutes.gone(chair)
        request = self.match.pending.get(chair.seat)
        if request is not None and chair.clock.rules is None:
            self._loop.call_soon(self._absent, chair, request.id)

    def back(self, chair: Chair) -> None:
        """A player is here again; a house bot in its place goes."""
        taken_over = chair.substitute is not None
        self.substitutes.back(chair)
        if taken_over:
            self.ask_again(chair)

    def _absent(self, chair: Chair, request_id: int) -> None:
        absent = chair.peer is None and chair.substitute is None
        if absent and self.judge.is_open(chair.seat, request_id) and not self._stopped:
            self.judge.default(chair, self._missing(chair))

    # -- clocks

    def _arm(self, due: float) -> None:
        if self._timer is not None:
            if self._timer_at <= due:
                return
            self._timer.cancel()
        self._timer_at = due
        self._timer = self._loop.call_at(due, self.check_clocks)

    def check_clocks(self) -> None:
        """Play the default for every seat whose time is up, and look again when the next is."""
        self._stop_timer()
        now = self._loop.time()
        for seat, request in tuple(self.match.pending.items()):
            if self.judge.is_open(seat, request.id) and self.chairs[seat].clock.overdue(now) >= 0:
                self._timeout(self.chairs[seat])
        if self.match.pending and self.judge.asking and not self.match.over:
            now = self._loop.time()
            left = min(-self.chairs[seat].clock.overdue(now) for seat in self.match.pending)
            if left < NEVER:
                self._arm(now + max(left, 0.0))

    def _timeout(self, chair: Chair) -> None:
        if chair.peer is None and chair.mind is None:
            self.judge.default(chair, self._missing(chair))
            return
        limit = chair.clock.deadline_ms()
        legal = self.match.pending[chair.seat].legal
        chair.late = chair.substitute is None
        reason = f"no answer within {limit} ms"
        self.judge.default(chair, Fault(chair.seat, "timeout", reason, legal=legal))

    def _missing(self, chair: Chair) -> Fault:
        kind, reason = chair.lost
        return Fault(chair.seat, kind, reason, legal=self.match.pending[chair.seat].legal)

    # -- the end

    def _end(self) -> None:
        self.stop()
        for chair in self.chairs:
            if chair.thinker is not None:
                chair.thinker.end(self.match.outcome)
        self._finished()

    def stop(self) -> None:
        """Leave the match where it stands."""
        self._stopped = True
        self._stop_timer()
        self.substitutes.stop()
        if self._confirm_timer is not None:
            self._confirm_timer.cancel()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
