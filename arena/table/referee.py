"""The referee of a running match: asks its seats, takes their answers, keeps their clocks."""

from collections.abc import Sequence
from typing import Any

from arena.match.clock import NEVER
from arena.match.faults import checked_info, crash, illegal
from arena.match.match import Advance, Fault, Match, Refusal, Request, normal
from arena.table.acknowledgements import Acknowledgements
from arena.table.announcements import Announcements
from arena.table.answers import Choice, Crash, Refused, Stale, TooLate, Unwanted, read_answer
from arena.table.audience import Audience
from arena.table.confirmations import Confirmations
from arena.table.effects import (
    Announced,
    AskBot,
    Close,
    DismissBot,
    EndBot,
    HouseBot,
    Outbox,
    Save,
    StepTaken,
)
from arena.table.fault_notes import FaultNotes
from arena.table.player_frames import PlayerFrames
from arena.table.seat import TableSeat
from arena.table.seats import Seats
from arena.table.spec import RoomSpec
from arena.table.takeover import Takeovers, alarm, tell_bot
from bots import TableTurn
from engine.game import Event, RoundResult
from protocol.codec import encode
from protocol.errors import (
    ILLEGAL_ACTION,
    INVALID_CHOICE,
    NOT_YOUR_TURN,
    STALE_ACTION,
    TAKEN_OVER,
    ProtocolError,
)

BETWEEN_STEPS = 0.01
"""Seconds after which to look again, when a step is applied but not yet announced."""
ANNOUNCED = Announced()
CLOCKS, COMPLETE, CONFIRM, ABSENT = "clocks", "complete", "confirm", "absent"


class Referee:
    """Runs one match at its seats, from the first state to game_over."""

    def __init__(
        self,
        match: Match,
        seats: Seats,
        spec: RoomSpec,
        audience: Audience,
        announcements: Announcements,
        takeovers: Takeovers,
        out: Outbox,
        *,
        saves: bool,
    ) -> None:
        match.hold = True
        self.match = match
        self.seats = seats
        self.spec = spec
        self.frames = PlayerFrames(match, spec, out)
        self.takeovers = takeovers
        self.announced = False
        """Whether the last step has been announced: only then can its requests be answered."""
        self.closed: list[RoundResult] = []
        """Rounds closed since they were last collected."""
        self.failed: Exception | None = None
        """The game's failure, after which nobody can play on."""
        self.over = False
        """Whether the end has been announced."""
        self._audience = audience
        self._announcements = announcements
        self._out = out
        self._saves = saves
        self._ticket = 0
        """The number of the last step that was handed over to be saved."""
        self._unsaved: Advance | None = None
        self._acks = Acknowledgements(out)
        self.notes = FaultNotes(match)
        floors = [seat.clock.rules.claim_floor_ms for seat in seats if seat.clock.rules]
        self._floor = max(floors, default=0) / 1000
        self._asked_at = 0.0
        self._confirmations = Confirmations(seats)
        self._after_confirming: Sequence[Event] = ()

    # -- one step after the other

    def open(self, now: float) -> None:
        """Show the first state and ask."""
        self._announce(self.match.opening, now)

    def resume(self, now: float) -> None:
        """Show a match that was interrupted as it stands, and ask."""
        if self.match.over:
            self._end()
        else:
            self._show_and_ask((), now)

    def _advance(self, now: float) -> None:
        try:
            advance = self.match.advance()
        except Exception as error:  # a game that fails must not leave its table stuck
            self.failed = error
            return
        self.announced = False
        self.notes.next_step()
        if not self._saves:
            self._announce(advance, now)
            return
        # Whatever is announced has been saved: the step is shown when its commit is reported.
        self._ticket += 1
        self._unsaved = advance
        self._out.add(Save("step", self._ticket))

    def saved(self, ticket: int, now: float) -> None:
        """Announce the step whose commit is reported."""
        if ticket == self._ticket and self._unsaved is not None:
            advance, self._unsaved = self._unsaved, None
            self._announce(advance, now)

    def _announce(self, advance: Advance, now: float) -> None:
        self._acks.step_saved()
        if advance.results:
            self._announce_results(advance.results, now)
        self._out.add(StepTaken(advance))
        if advance.over:
            self._announce_end(advance.events, now)
        elif advance.results and advance.n and self.spec.confirm_rounds:
            self._await_confirmations(advance.events, now)
        else:
            self._show_and_ask(advance.events, now)

    def _announce_results(self, results: Sequence[RoundResult], now: float) -> None:
        self.closed += results
        self.seats.clocks.round_over()
        for seat in self.seats:
            if seat.peer is not None:
                self.frames.show_results(seat, results)
        self._audience.results(self.match, results, now)
        self._announce_takeovers(now, round_over=True)

    def _announce_end(self, events: Sequence[Event], now: float) -> None:
        for seat in self.seats:
            self._tell_bot(seat, events)
            self.frames.show_end(seat, events)
        self._audience.step(self.match, events, now)
        self._end()

    def _end(self) -> None:
        self.stop()
        for seat in self.seats:
            if seat.house is not None:
                self._out.add(EndBot(seat.house, self.match.outcome))
        self.over = True

    def _show_and_ask(self, events: Sequence[Event], now: float) -> None:
        self._asked_at = now
        self.announced = True
        pending = self.match.pending
        for number, request in pending.items():
            self.seats[number].clock.claim = request.kind == "claim"
        if self.takeovers.unannounced:
            self._announce_takeovers(now, round_over=False)
        for seat in self.seats:
            if seat.substitute is not None or seat.house is not None:
                self._tell_bot(seat, events)
            if seat.peer is not None:
                self.frames.show(seat, events)
        self._audience.step(self.match, events, now)
        self._out.add(ANNOUNCED)
        if pending:
            for number, request in pending.items():
                self._ask(self.seats[number], request, now)
        else:
            self._complete(now)

    def _tell_bot(self, seat: TableSeat, events: Sequence[Event]) -> None:
        if (bot := seat.decides) is not None:
            tell_bot(bot, seat.seat, events, self._out)

    def _complete(self, now: float) -> None:
        """Go on once all have answered, but never so soon that it tells who could claim."""
        at = now
        if self._floor and self.match.game.asking(self.match.state) == "claim":
            at = max(now, self._asked_at + self._floor)
        self._out.wake(COMPLETE, at)

    # -- between rounds

    def _await_confirmations(self, events: Sequence[Event], now: float) -> None:
        self._after_confirming = events
        self._confirmations.open()
        self._out.wake(CONFIRM, now + self.spec.confirm_ms / 1000)
        self._go_on_if_confirmed(now)

    def confirm(self, seat: TableSeat, now: float) -> None:
        """Note that a player is ready for the next round."""
        if self._confirmations.confirm(seat):
            self._go_on_if_confirmed(now)

    def _go_on_if_confirmed(self, now: float) -> None:
        if self._confirmations.complete:
            self._confirmed(now)

    def _confirmed(self, now: float) -> None:
        self._out.cancel(CONFIRM)
        self._confirmations.close()
        self._show_and_ask(self._after_confirming, now)

    @property
    def awaits_confirmation(self) -> bool:
        """Whether the match waits between two rounds."""
        return self._confirmations.awaited

    # -- asking

    def _ask(self, seat: TableSeat, request: Request, now: float) -> None:
        due = seat.clock.start(now)
        if due < NEVER:
            self._out.wake_by(CLOCKS, due)
        if (bot := seat.decides) is not None:
            self._ask_bot(seat, bot, request)
        elif seat.peer is None and not seat.waits:
            self._out.wake(ABSENT, now)

    def _ask_bot(self, seat: TableSeat, bot: HouseBot, request: Request) -> None:
        limit = seat.clock.deadline_ms()
        unread, bot.unread = bot.unread, []
        match = self.match
        turn = TableTurn(
            seat.seat, request.legal, match.rules, match.state, unread,
            None if limit is None else limit / 1000,
        )  # fmt: skip
        self._out.add(AskBot(seat.seat, bot, request.id, turn))

    def _ask_again(self, seat: TableSeat, now: float) -> None:
        """Put the open request of a seat, if it has one, to whoever plays it now."""
        request = self.match.pending.get(seat.seat)
        if request is not None and self.announced:
            self._ask(seat, request, now)

    def _is_open(self, seat: TableSeat, request_id: int) -> bool:
        request = self.match.pending.get(seat.seat)
        return self.announced and request is not None and request.id == request_id

    # -- answers

    def bot_replied(
        self,
        seat: TableSeat,
        bot: HouseBot,
        request_id: int,
        answer: Any,
        error: BaseException | None,
        now: float,
    ) -> None:
        """Take what a bot of this process answered, or the error it raised."""
        if seat.decides is not bot:
            return  # another plays the seat by now
        if not self._is_open(seat, request_id):
            if not seat.was_outranked(request_id):
                self.notes.late(seat, answer)
            return
        seat.late = False
        request = self.match.pending[seat.seat]
        if error is not None:
            self._default(seat, crash(seat.seat, request.legal, error), now)
            return
        choice, info = answer if isinstance(answer, tuple) and len(answer) == 2 else (answer, None)
        if not isinstance(choice, str) or request.find(choice) is None:
            self._default(seat, illegal(seat.seat, request.legal, choice), now)
            return
        self._take(seat, choice, info, now)

    def act(self, seat: TableSeat, data: dict[str, Any], now: float) -> None:
        """Take a player's action frame; a ProtocolError says why not."""
        match read_answer(self.match, seat, data, announced=self.announced):
            case Choice(request, choice, info):
                if self._take(seat, choice, info, now) is not None:
                    self._refuse_illegal(seat, request, choice, now)
            case Crash(request, reason):
                self._default(seat, Fault(seat.seat, "crash", reason, legal=request.legal), now)
            case TooLate(choice):
                self._refuse_late(seat, choice)
            case Unwanted():
                # A flat client answers every state that asks it, in order: it has the next one.
                seat.unwanted -= 1
                raise ProtocolError(NOT_YOUR_TURN, "others' claims came first")
            case Stale(choice, error):
                seat.late = False
                if not seat.was_outranked(data["request_id"]):
                    self.notes.late(seat, choice)
                self._out_of_step(seat)
                raise error
            case Refused(error, fault, choice, legal):
                if fault and not seat.was_outranked(data.get("request_id")):
                    self.notes.illegal(seat, fault, choice, legal)
                raise error

    def _take(self, seat: TableSeat, choice: str, info: Any, now: float) -> Refusal | None:
        elapsed_ms, lag_ms = seat.clock.read(now)
        request_id = self.match.n + 1
        house = seat.substitute is not None
        if info is not None:
            info = checked_info(info)
        elif seat.resting is not None and not house:
            info = {"guest": seat.player_id}  # the log's header names the house bot
        taken = self.match.answer(
            seat.seat, choice, info, ms=elapsed_ms, lag_ms=lag_ms, house=house
        )
        if isinstance(taken, Refusal):
            return taken
        if not house:
            seat.clock.charge(elapsed_ms)
            seat.late = False
            seat.outranked, seat.unwanted = None, 0
            seat.strikes = 0
            self._acks.move(seat, request_id, "accepted", "", elapsed_ms, lag_ms)
        self._complete_if_answered(now)
        return None

    def _complete_if_answered(self, now: float) -> None:
        if self.match.pending:
            return
        for number in self.match.outranked:
            seat = self.seats[number]
            seat.outranked = self.match.n + 1
            if seat.decides is None:
                # Its answer may still come, and must not be taken for the one to its next request.
                seat.unwanted += 1
        self._complete(now)

    def _default(self, seat: TableSeat, fault: Fault, now: float) -> None:
        """Play the default move for a seat that gave none."""
        request = self.match.pending[seat.seat]
        elapsed_ms, lag_ms = seat.clock.read(now)
        if seat.substitute is None:
            seat.clock.charge(elapsed_ms)
        self.match.fault(seat.seat, fault, ms=elapsed_ms, lag_ms=lag_ms)
        self._acks.move(seat, request.id, "defaulted", fault.reason, elapsed_ms, lag_ms)
        if fault.kind in ("timeout", "crash") and self.takeovers.strike(seat):
            self._take_over(seat, now)
        self._complete_if_answered(now)

    # -- refusals

    def _refuse_late(self, seat: TableSeat, choice: Any) -> None:
        seat.late = False
        self.notes.late(seat, choice)
        if seat.peer is not None:
            detail = "the default move was played; here is the table now"
            error = ProtocolError(STALE_ACTION, detail, flat=NOT_YOUR_TURN)
            frame = error.as_full() if seat.peer.full else error.as_flat()
            self._out.send(seat.peer, encode(frame))
        if self.announced:
            self.frames.show(seat)

    def _out_of_step(self, seat: TableSeat) -> None:
        self._acks.refuse(seat, None, "stale", STALE_ACTION.message)

    def _refuse_illegal(self, seat: TableSeat, request: Request, choice: str, now: float) -> None:
        fault = illegal(seat.seat, request.legal, choice)
        self.notes.illegal(seat, fault.reason, choice, request.legal)
        known = self.match.game.known(normal(choice))
        sentence = ILLEGAL_ACTION if known else INVALID_CHOICE
        self._acks.refuse(seat, request.id, "rejected", sentence.message)
        if self.spec.on_illegal == "close" and seat.peer is not None:
            self._out.add(Close(seat.peer, 1008, f"{sentence.message}: {fault.reason}"))
        elif self.spec.on_illegal == "strike" and self.takeovers.strike(seat):
            self._take_over(seat, now)
        raise ProtocolError(sentence, fault.reason)

    # -- players who go and come back

    def gone(self, seat: TableSeat, now: float) -> None:
        """A player's connection is gone; where nobody waits, its requests are played at once."""
        self.confirm(seat, now)
        self.takeovers.wait_for(seat, now)
        if seat.seat in self.match.pending and not seat.waits:
            self._out.wake(ABSENT, now)

    def back(self, seat: TableSeat, now: float) -> None:
        """A player is here again; a house bot in its place goes."""
        new_player = seat.substitute is not None or seat.resting is not None
        self.takeovers.give_back(seat)
        if new_player:
            self._ask_again(seat, now)

    def hand_back(self, seat: TableSeat, now: float) -> None:
        """A guest has gone: the house bot plays its seat again, knowing what it has seen."""
        self.takeovers.give_back(seat)
        self.takeovers.start(seat.seat, seat.wake_bot(), self.match)
        self._ask_again(seat, now)

    def _take_over(self, seat: TableSeat, now: float) -> None:
        if not self.takeovers.possible:
            return
        if not self.announced:
            self._out.wake(alarm(seat.seat), now + BETWEEN_STEPS)
            return
        self._out.cancel(alarm(seat.seat))
        if not self.takeovers.take_over(seat, self.match):
            return
        # In a claim step this would tell that the seat had been asked.
        if self.match.game.asking(self.match.state) != "claim" or seat.peer is None:
            self._announce_takeover(seat, now)
        self._ask_again(seat, now)

    def _announce_takeovers(self, now: float, *, round_over: bool) -> None:
        for number in self.takeovers.to_announce(self.match, round_over=round_over):
            self._announce_takeover(self.seats[number], now)

    def _announce_takeover(self, seat: TableSeat, now: float) -> None:
        self.takeovers.unannounced.discard(seat.seat)
        self._announcements.seats("seat_taken_over", now)
        if seat.peer is None:
            return
        if self.spec.rated:
            reason = "too many faults in a row; a house bot plays this seat"
            self._out.add(Close(seat.peer, 1008, reason))
        elif not seat.peer.full:  # the full level reads it in the announcement
            self._out.send(seat.peer, encode(ProtocolError(TAKEN_OVER).as_flat()))

    # -- time

    def wake(self, alarm_name: str, now: float) -> None:
        """Do what an alarm was set for."""
        if alarm_name == COMPLETE:
            if not self.match.pending and self.announced:
                self._advance(now)
        elif alarm_name == CLOCKS:
            self.check_clocks(now)
        elif alarm_name == CONFIRM:
            self._confirmed(now)
        elif alarm_name == ABSENT:
            self._play_for_absent(now)
        else:
            for seat in self.seats:
                if alarm_name == alarm(seat.seat):
                    self._take_over(seat, now)

    def check_clocks(self, now: float) -> None:
        """Play the default for every seat whose time is up, and set the alarm for the next."""
        for number, request in tuple(self.match.pending.items()):
            seat = self.seats[number]
            if self._is_open(seat, request.id) and seat.clock.overdue(now) >= 0:
                self._timeout(seat, now)
        if self.match.pending and self.announced and not self.match.over:
            left = min(-self.seats[number].clock.overdue(now) for number in self.match.pending)
            if left < NEVER:
                self._out.wake(CLOCKS, now + max(left, 0.0))

    def _timeout(self, seat: TableSeat, now: float) -> None:
        if seat.peer is None and seat.decides is None:
            self._default(seat, self._missing(seat), now)
            return
        limit = seat.clock.deadline_ms()
        legal = self.match.pending[seat.seat].legal
        seat.late = seat.substitute is None
        fault = Fault(seat.seat, "timeout", f"no answer within {limit} ms", legal=legal)
        self._default(seat, fault, now)

    def _play_for_absent(self, now: float) -> None:
        """Play the default for those who have gone and for whom nobody waits."""
        for number in tuple(self.match.pending):
            seat = self.seats[number]
            absent = seat.peer is None and seat.decides is None and not seat.waits
            if absent and self.announced:
                self._default(seat, self._missing(seat), now)

    def _missing(self, seat: TableSeat) -> Fault:
        kind, reason = seat.lost
        return Fault(seat.seat, kind, reason, legal=self.match.pending[seat.seat].legal)

    # -- the end

    def stop(self) -> None:
        """Leave the match where it stands."""
        self._out.cancel(CLOCKS, COMPLETE, CONFIRM, ABSENT)
        self._unsaved = None
        self._ticket += 1
        for seat in self.seats:
            self._out.cancel(alarm(seat.seat))
            if seat.substitute is not None:
                self._out.add(DismissBot(seat.substitute))
