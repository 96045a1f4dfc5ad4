"""The referee: asks the seats of a running match, keeps their clocks, and tells everybody.

It never waits for anybody: answers, timers and bots' replies call it, and it calls the match.
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

from arena.chair import Chair
from arena.clock import NEVER
from arena.frames import Frames, event_rows
from arena.gallery import Gallery
from arena.match import Advance, Fault, Match, Refusal, Request, normal
from arena.peer import Peer
from arena.play import checked_info, crash, illegal
from engine.game import Event, RoundResult, Seat, Viewer
from protocol.codec import encode
from protocol.errors import (
    GAME_OVER,
    ILLEGAL_ACTION,
    INVALID_CHOICE,
    MISSING_CHOICE,
    NOT_YOUR_TURN,
    STALE_ACTION,
    ProtocolError,
)

NOTES_A_STEP = 16
"""Faults kept for one step; a flood must not fill the log."""


class Referee:
    """Runs one match in one room, from the first state to game_over."""

    def __init__(
        self,
        match: Match,
        chairs: Sequence[Chair],
        gallery: Gallery,
        frames: Frames,
        finished: Callable[[], None],
        watch: Callable[[Advance], None] | None = None,
    ) -> None:
        self.match = match
        self.chairs = chairs
        self.gallery = gallery
        self.frames = frames
        self.rounds: list[RoundResult] = []
        floors = [chair.clock.rules.claim_floor_ms for chair in chairs if chair.clock.rules]
        self._floor = max(floors, default=0) / 1000
        self._watch = watch
        self._finished = finished
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        self._timer_at = 0.0
        self._step_at = 0.0
        self._notes = 0
        match.hold = True

    def open(self) -> None:
        """Show the first state and ask."""
        self._follow(self.match.opening)

    # -- after a step

    def _follow(self, advance: Advance) -> None:
        self._notes = 0
        if advance.results:
            for chair in self.chairs:
                chair.clock.round_over()
        self._publish(advance)
        if self._watch is not None:
            self._watch(advance)
        if advance.over:
            self._end()
            return
        self._step_at = self._loop.time()
        if self.match.pending:
            self._ask()
        else:
            self._complete()

    def _complete(self) -> None:
        """Everybody has answered: go on, but never so soon that it tells who could claim."""
        if self._floor and self.match.game.asking(self.match.state) == "claim":
            left = self._step_at + self._floor - self._loop.time()
            if left > 0:
                self._loop.call_later(left, self._advance)
                return
        if self.match.pending:
            return
        self._advance()

    def _advance(self) -> None:
        self._follow(self.match.advance())

    def _publish(self, advance: Advance) -> None:
        results, events = advance.results, advance.events
        self.rounds += results
        for chair in self.chairs:
            if chair.thinker is not None:
                chair.thinker.tell(events)
            if chair.peer is None:
                continue
            if results:
                self._show_results(chair.peer, results)
            if advance.over:
                self._show_end(chair, events)
            else:
                self.show(chair, events)
        if len(self.gallery):
            self.gallery.step(self.frames, events, results)

    def _show_results(self, peer: Peer, results: Sequence[RoundResult]) -> None:
        for result in results:
            peer.send(encode(self.frames.round_result(result, full=peer.full)))

    def _show_end(self, chair: Chair, events: Sequence[Event]) -> None:
        assert chair.peer is not None
        full = chair.peer.full
        rows = event_rows(events, Viewer.player(chair.seat)) if full else []
        chair.peer.send(encode(self.frames.game_over(full=full, events=rows)))

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

    # -- asking

    def _ask(self) -> None:
        now = self._loop.time()
        soonest = NEVER
        for seat, request in self.match.pending.items():
            chair = self.chairs[seat]
            due = chair.clock.start(now)
            if due < soonest:
                soonest = due
            if chair.thinker is not None:
                self._put_to_bot(chair, request)
            elif chair.peer is None and chair.clock.rules is None:
                self._loop.call_soon(self._absent, seat, request.id)
        if soonest < NEVER:
            self._arm(soonest)

    def _put_to_bot(self, chair: Chair, request: Request) -> None:
        limit = chair.clock.deadline_ms()
        seconds = None if limit is None else limit / 1000
        assert chair.thinker is not None

        def reply(answer: Any, error: BaseException | None) -> None:
            self._bot_replied(chair, request, answer, error)

        chair.thinker.ask(self.match, seconds, reply)

    def gone(self, chair: Chair) -> None:
        """A player's connection is gone; without a clock its requests are played at once."""
        request = self.match.pending.get(chair.seat)
        if request is not None and chair.clock.rules is None:
            self._loop.call_soon(self._absent, chair.seat, request.id)

    def _absent(self, seat: Seat, request_id: int) -> None:
        if self._is_open(seat, request_id) and self.chairs[seat].peer is None:
            self._default(seat, self._missing(seat))

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
            if self._is_open(seat, request.id) and self.chairs[seat].clock.overdue(now) >= 0:
                self._timeout(seat)
        if self.match.pending and not self.match.over:
            now = self._loop.time()
            left = min(-self.chairs[seat].clock.overdue(now) for seat in self.match.pending)
            if left < NEVER:
                self._arm(now + max(left, 0.0))

    def _timeout(self, seat: Seat) -> None:
        chair = self.chairs[seat]
        if chair.peer is None and chair.thinker is None:
            self._default(seat, self._missing(seat))
            return
        limit = chair.clock.deadline_ms()
        legal = self.match.pending[seat].legal
        chair.late = True
        self._default(seat, Fault(seat, "timeout", f"no answer within {limit} ms", legal=legal))

    def _missing(self, seat: Seat) -> Fault:
        kind, reason = self.chairs[seat].lost
        return Fault(seat, kind, reason, legal=self.match.pending[seat].legal)

    def _default(self, seat: Seat, fault: Fault) -> None:
        chair, request = self.chairs[seat], self.match.pending[seat]
        elapsed_ms, lag_ms = chair.clock.read(self._loop.time())
        chair.clock.charge(elapsed_ms)
        self.match.fault(seat, fault)
        self._acknowledge(chair, request.id, "defaulted", fault.reason, elapsed_ms, lag_ms)
        if not self.match.pending:
            self._complete()

    def _is_open(self, seat: Seat, request_id: int) -> bool:
        request = self.match.pending.get(seat)
        return request is not None and request.id == request_id

    # -- answers

    def _bot_replied(
        self, chair: Chair, request: Request, answer: Any, error: BaseException | None
    ) -> None:
        seat = chair.seat
        if not self._is_open(seat, request.id):
            self._note_late(chair, answer)
            return
        chair.late = False
        if error is not None:
            self._default(seat, crash(request, error))
            return
        choice, info = answer if isinstance(answer, tuple) and len(answer) == 2 else (answer, None)
        if not isinstance(choice, str) or request.find(choice) is None:
            self._default(seat, illegal(request, choice))
            return
        self._take(chair, choice, info)

    def act(self, chair: Chair, data: dict[str, Any]) -> None:
        """Take a player's action frame; a ProtocolError says why not."""
        if self.match.over:
            raise ProtocolError(GAME_OVER)
        choice, request_id = data.get("choice"), data.get("request_id")
        if chair.late and request_id is None:
            self._too_late(chair, choice)
            return
        request = self.match.pending.get(chair.seat)
        if request is None:
            self._note(chair, f"answered {choice!r} out of turn", choice)
            raise ProtocolError(NOT_YOUR_TURN, f"seat {chair.seat} has nothing to decide now")
        if request_id is not None and request_id != request.id:
            self._refuse_stale(chair, request_id, choice)
        if not isinstance(choice, str):
            self._note(chair, "answered without a choice", choice, request.legal)
            raise ProtocolError(MISSING_CHOICE, "choice: expected a string")
        refusal = self._take(chair, choice, data.get("info"))
        if refusal is not None:
            self._refuse_illegal(chair, request, choice)

    def _take(self, chair: Chair, choice: str, info: Any) -> Refusal | None:
        elapsed_ms, lag_ms = chair.clock.read(self._loop.time())
        request_id = self.match.n + 1
        if info is not None:
            info = checked_info(info)
        taken = self.match.answer(chair.seat, choice, info, ms=elapsed_ms, lag_ms=lag_ms)
        if isinstance(taken, Refusal):
            return taken
        chair.clock.charge(elapsed_ms)
        chair.late = False
        self._acknowledge(chair, request_id, "accepted", "", elapsed_ms, lag_ms)
        if not self.match.pending:
            self._complete()
        return None

    def _too_late(self, chair: Chair, choice: Any) -> None:
        chair.late = False
        self._note_late(chair, choice)
        detail = "the default move was played; here is the table now"
        if chair.peer is not None:
            chair.peer.refuse(ProtocolError(STALE_ACTION, detail, flat=NOT_YOUR_TURN))
        self.show(chair)

    def _refuse_stale(self, chair: Chair, request_id: Any, choice: Any) -> None:
        chair.late = False
        self._note_late(chair, choice)
        self._acknowledge(chair, None, "stale", STALE_ACTION.message, 0, 0)
        raise ProtocolError(
            STALE_ACTION,
            f"request_id {request_id!r}; the open one is {self.match.n + 1}",
            flat=NOT_YOUR_TURN,
        )

    def _refuse_illegal(self, chair: Chair, request: Request, choice: str) -> None:
        fault = illegal(request, choice)
        self._note(chair, fault.reason, choice, request.legal)
        known = self.match.game.known(normal(choice))
        sentence = ILLEGAL_ACTION if known else INVALID_CHOICE
        self._acknowledge(chair, request.id, "rejected", sentence.message, 0, 0)
        raise ProtocolError(sentence, fault.reason)

    def _acknowledge(
        self,
        chair: Chair,
        request_id: int | None,
        status: str,
        reason: str,
        elapsed_ms: int,
        lag_ms: int,
    ) -> None:
        if chair.peer is None or not chair.peer.full:
            return
        ack = {
            "type": "action_ack",
            "request_id": request_id,
            "status": status,
            "reason": reason,
            "elapsed_ms": elapsed_ms,
            "lag_ms": lag_ms,
        }
        chair.peer.send(encode(ack))

    # -- faults that play no move

    def garbage(self, chair: Chair, reason: str, received: str) -> None:
        """Note a frame that was no answer at all."""
        request = self.match.pending.get(chair.seat)
        self._note(chair, reason, received, request.legal if request else ())

    def _note_late(self, chair: Chair, answer: Any) -> None:
        text = str(answer)[:200]
        fault = Fault(chair.seat, "timeout", f"answered {text!r} too late", received=text)
        self._keep(fault)

    def _note(self, chair: Chair, reason: str, received: Any, legal: tuple[str, ...] = ()) -> None:
        text = received if isinstance(received, str) else repr(received)
        self._keep(Fault(chair.seat, "illegal", reason[:300], received=text[:200], legal=legal))

    def _keep(self, fault: Fault) -> None:
        if self._notes < NOTES_A_STEP and not self.match.over:
            self._notes += 1
            self.match.note(fault)

    # -- the end

    def _end(self) -> None:
        self._stop_timer()
        for chair in self.chairs:
            if chair.thinker is not None:
                chair.thinker.end(self.match.outcome)
        self._finished()

    def stop(self) -> None:
        """Leave the match where it stands."""
        self._stop_timer()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
