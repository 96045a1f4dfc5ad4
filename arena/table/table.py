"""A table from its first player to its end, without I/O.

Every method that can change something takes `now`. What is to be done about it stands in
`out.effects` afterwards, and `out.due` says when `wake` must be called at the latest.
"""

from collections.abc import Sequence
from secrets import token_hex
from typing import Any, Literal

from arena.match.faults import reason
from arena.match.match import Fault, Record
from arena.match.visibility import VISITOR, Account, late
from arena.table.audience import ALARM
from arena.table.base import BaseTable
from arena.table.effects import (
    CallHook,
    Close,
    DismissBot,
    EndKnown,
    Full,
    HouseBot,
    MatchOver,
    MatchVoid,
    Save,
    SaveEnd,
    StartBot,
    Unseat,
)
from arena.table.participant import Participant
from arena.table.referee import COMPLETE, Referee
from arena.table.seat import TableSeat
from arena.table.takeover import Takeovers, inform
from arena.table.takeover import alarm as takeover_alarm
from arena.table.undo import check_nobody_minds, repeat_all
from arena.table.warm_up import READY, renew_bots
from engine.game import Seat
from engine.rng import Deals, stream
from protocol.codec import encode
from protocol.errors import (
    GAME_NOT_STARTED,
    GAME_OVER,
    MATCH_VOID,
    NOT_ALLOWED,
    ROOM_FULL,
    SPECTATOR_CANNOT_ACT,
    ProtocolError,
)
from protocol.messages import Join

RETURN = "return"


class Table(BaseTable):
    """One table: who sits there, the match they play, and what everybody sees of it."""

    # -- coming and going

    def join(
        self,
        peer: Participant,
        join: Join,
        now: float,
        seat: Seat | None = None,
        account: Account = VISITOR,
    ) -> None:
        """Seat a player or let a spectator in; a ProtocolError says why not."""
        if peer.seat >= 0:
            self._join_again(peer, join, now)
            return
        own = None
        if seat is not None:
            own = self.seats[seat]
        elif join.role != "spectator":
            own = self.seats.find(join, account, self.state)
        viewpoint = None if own else self._viewpoint(join, account)
        self.audience.remove(peer)
        peer.detail = join.detail
        peer.at_once = join.pace == "live"
        peer.player_id = join.player_id
        peer.bot = join.bot or ""
        peer.display = "" if self.spec.rated else join.display or ""
        if own is not None:
            self._sit(peer, own, join, account, now)
        elif viewpoint is not None:
            self._watch(peer, join, viewpoint, late=late(account, self.exhibit))

    def _join_again(self, peer: Participant, join: Join, now: float) -> None:
        """The same connection once more: show the table to those who can use it."""
        seat = self.seats[peer.seat]
        taken_over = seat.substitute is not None
        if join.role == "spectator" or not (peer.full or taken_over):
            raise ProtocolError(ROOM_FULL, f"you are seated here already, at seat {peer.seat}")
        self._let_in(peer, join, seat)
        self._come_back(seat, now, announce=taken_over)

    def _sit(
        self, peer: Participant, seat: TableSeat, join: Join, account: Account, now: float
    ) -> None:
        if seat.peer is not None:
            seat.peer.seat = -1
            self.out.add(Unseat(seat.peer, "the seat was taken over by another connection"))
        if seat.house is not None:
            self.out.add(DismissBot(seat.rest_bot()))
        if seat.free or (seat.entrant and seat.owner is None):
            seat.owner = account.id or None
        elif join.token and seat.token_hash:
            seat.token = join.token
        seat.seat_peer(peer)
        self._let_in(peer, join, seat)
        if self.state == "waiting":
            self.announcements.seats("player_joined", now, but=peer)
            self.start_if_full(now)
        elif self.state == "paused":
            self.announcements.seats("seat_returned", now)
            self._resume_if_complete(now)
        else:
            self._come_back(seat, now, announce=True)

    def _come_back(self, seat: TableSeat, now: float, *, announce: bool) -> None:
        """Show the table to a player who has come back or lost the way."""
        if self.referee is None:
            return
        if self.state == "running":
            self.referee.back(seat, now)
        if announce:
            self.announcements.seats("seat_returned", now)
        if self.state == "over":
            self.referee.frames.show_end(seat)
        elif self.referee.announced:
            self.referee.frames.show(seat)

    def kick(self, seat: TableSeat, reason: str, now: float) -> None:
        """Send a player away for good: the seat becomes free, or a house bot plays it."""
        peer = seat.peer
        if peer is None:
            return
        self.out.add(Unseat(peer, reason))
        peer.can_return = False
        seat.lock_out()
        self.leave(peer, now, said=True)
        if self.state == "running":
            self.out.wake(takeover_alarm(seat.seat), now)

    def hand_over(self, seat: TableSeat, name: str, now: float) -> None:
        """Give a seat to another account; until it comes, a house bot plays a running match."""
        self.kick(seat, "the seat was given to somebody else", now)
        if seat.house is not None:
            self.out.add(DismissBot(seat.house))
        seat.give_to(name, free=self.state == "waiting")
        self.announcements.seats("player_left", now)

    def leave(self, peer: Participant, now: float, *, said: bool = False) -> None:
        """Remove a participant: free its seat before the start, keep it afterwards.

        Who says so leaves also a match that is about to begin; a lost connection may come back.
        """
        self.audience.remove(peer)
        if peer.seat < 0:
            facts = {"room_id": self.spec.room_id, "name": peer.player_id}
            self.out.add(CallHook("arena_spectator_left", facts))
            return
        seat, peer.seat = self.seats[peer.seat], -1
        if seat.peer is not peer:
            return
        if said and self.state == "starting":
            self._take_start_back()
        if self.state == "waiting":
            seat.empty()
        elif seat.resting is not None and self.referee is not None:
            self.referee.hand_back(seat, now)
        else:
            self._lose(seat, peer, now)
        self.announcements.seats("player_left", now)
        self._close_if_empty(now)

    def _lose(self, seat: TableSeat, peer: Participant, now: float) -> None:
        seat.peer = None
        seat.lost = peer.lost
        seat.gone_for_good = not peer.can_return
        if self.warm_up.active:
            self.set_ready(seat, now)
        if self.referee is not None and self.state == "running":
            self.referee.gone(seat, now)
            self._follow(now)

    def _close_if_empty(self, now: float) -> None:
        empty = self.spec.when_empty == "close" and not self.seats.connected
        if empty and self.state in ("starting", "running"):
            self.abandon("every player has left", now)

    def close(self) -> None:
        """Send everybody away; leave a running match where it stands."""
        self.stop()
        for seat in self.seats:
            if seat.peer is not None:
                self.out.add(Close(seat.peer, 1001, "the room is closing"))
            if seat.house is not None:
                self.out.add(DismissBot(seat.house))
        self.audience.close()

    # -- starting

    def start_if_full(self, now: float) -> None:
        """Begin once every seat is taken, and at some tables once everybody is ready."""
        if self.state != "waiting" or not self.seats.full:
            return
        if self.held:
            self.out.add(Full())
            return
        if self.spec.require_ready and not all(seat.ready for seat in self.seats.remote):
            return
        self.state = "starting"
        if self._started_before:  # another match than the one whose start was taken back
            self.match_id = token_hex(8)
            self.deals = self.spec.deals or Deals.seed(token_hex(32))
        self.match = self._given_match or self._first_match()
        self._begun = True
        if self._saves:
            self._save("begin")
        else:
            self._warm_up(now)

    def _save(self, what: Literal["begin", "rewind"], kept: int = 0) -> None:
        self._ticket -= 1  # never one of the referee's, which count upwards
        self.out.add(Save(what, self._ticket, kept))

    def saved(self, ticket: int, now: float) -> None:
        """Go on with what waited for a commit that is now reported."""
        if ticket == self._ticket:
            if self.state == "starting":
                self._warm_up(now)
            elif self.state == "running":
                self._start_anew(now)
        elif self.referee is not None and self.state == "running":
            self.referee.saved(ticket, now)
            self._follow(now)

    def _warm_up(self, now: float) -> None:
        self.warm_up.start(self.spec, self.bot_seed, self.seed_hash, now)
        self._begin_if_ready(now)

    def bot_started(
        self, seat: Seat, bot: HouseBot, error: BaseException | None, now: float
    ) -> None:
        """A bot of this process is loaded, or failed to."""
        own = self.seats[seat]
        if own.house is bot and self.warm_up.active:
            if error is not None:
                self.match.note(Fault(seat, "crash", f"start failed: {reason(error)}"))
            self.set_ready(own, now)

    def set_ready(self, seat: TableSeat, now: float, *, ready: bool = True) -> None:
        """A seat says whether it is loaded and willing."""
        if self.state in ("waiting", "starting") and self.warm_up.set_ready(seat, now, ready=ready):
            self._begin_if_ready(now)
            self.start_if_full(now)

    def _begin_if_ready(self, now: float) -> None:
        if self.warm_up.active and self.warm_up.complete:
            self._begin(now)

    def _not_ready_in_time(self, now: float) -> None:
        for fault in self.warm_up.late():
            self.match.note(fault)
        self._begin(now)

    def _take_start_back(self) -> None:
        """Wait for players again: somebody left before the deal."""
        self.warm_up.take_back()
        if self._saves:
            self.out.add(SaveEnd("a player left before the deal"))
        self._ticket -= 1  # the commit of a start that was taken back begins nothing
        self._started_before = True
        self._begun = False
        self.state = "waiting"

    def _begin(self, now: float) -> None:
        self.warm_up.stop()
        self.state = "running"
        self.audience.begin(self.seats.rows())
        self.out.add(CallHook("arena_match_started", {"header": self.match.header}))
        self.referee = self._new_referee()
        if self.spec.moves:
            for seat in self.seats:
                if seat.house is not None:
                    inform(seat.house, seat.seat, self.match, self.out)
            self.referee.resume(now)
        else:
            self.referee.open(now)
        self._note_absent(now)

    def _new_referee(self) -> Referee:
        takeovers = Takeovers(self.spec, self._new_substitute, self.bot_seed, self.out)
        return Referee(
            self.match,
            self.seats,
            self.spec,
            self.audience,
            self.announcements,
            takeovers,
            self.out,
            saves=self._saves,
        )

    def _note_absent(self, now: float) -> None:
        """Start the wait for players who left while the match was not running."""
        assert self.referee is not None
        for seat in self.seats.remote:
            if seat.peer is None and not self.referee.over:
                self.referee.gone(seat, now)
                if seat.no_show:
                    self.out.wake(takeover_alarm(seat.seat), now)
        self._follow(now)

    # -- a match that a stopped server left behind, or that was taken back

    def pause(self, seconds: float, now: float) -> None:
        """Wait for the players of an interrupted match, its clocks standing still."""
        self.state = "paused"
        self._begun = True
        self.referee = self._new_referee()
        if self.audience.begin(self.seats.rows()):
            self.audience.stand_up(self.match, now)
        self.out.wake(RETURN, now + seconds)
        for seat in self.seats:
            if seat.house is not None:
                rng = stream(self.bot_seed, "bot", seat.seat, self.match.n)
                self.out.add(StartBot(seat.seat, seat.house, rng))
                inform(seat.house, seat.seat, self.match, self.out)
        self._resume_if_complete(now)

    def _resume_if_complete(self, now: float) -> None:
        if self.match.over or all(seat.peer or seat.no_show for seat in self.seats.remote):
            self._resume(now)

    def _resume(self, now: float) -> None:
        assert self.referee is not None
        self.out.cancel(RETURN)
        self.state = "running"
        self.referee.resume(now)
        self._note_absent(now)

    def undo(self, peer: Participant, now: float) -> None:
        """Take a player's last decision back; a ProtocolError says why not."""
        self._check_rewinds(peer, "undo")
        kept = self._undone.take_back(self.match, self.seats[peer.seat])
        self._play_instead(kept, kept[-1].n if kept else 0, now)

    def redo(self, peer: Participant, now: float) -> None:
        """Make a decision again that was taken back; a ProtocolError says why not."""
        self._check_rewinds(peer, "redo")
        kept = self.match.n
        self._play_instead(self._undone.make_again(self.match), kept, now)

    def _check_rewinds(self, peer: Participant, verb: str) -> None:
        """Raise ProtocolError unless a player may go back and forth in this match now."""
        if peer.seat < 0:
            raise ProtocolError(NOT_ALLOWED, f"{verb}: players only")
        if self.referee is None or not self.referee.announced:
            raise ProtocolError(NOT_ALLOWED, f"{verb}: only while the match waits for an answer")
        if self.state != "running":
            raise ProtocolError(NOT_ALLOWED, f"{verb}: the match is over")
        check_nobody_minds(self.seats, self.seats[peer.seat], verb)

    def _play_instead(self, records: Sequence[Record], kept: int, now: float) -> None:
        """Put these steps in the place of the match's own, which they share up to step `kept`."""
        assert self.referee is not None
        self.referee.stop()
        self.referee.announced = False  # nobody answers what is being replaced
        self.restore(self.match.header.players)
        self.results[:] = repeat_all(self.match, records)
        if self._saves:
            self._save("rewind", kept)
        else:
            self._start_anew(now)

    def _start_anew(self, now: float) -> None:
        """Show the table as it is now, with house bots that know no more than it shows."""
        renew_bots(self.seats, self.out)
        self.pause(0.0, now)

    # -- what peers ask

    def act(self, peer: Participant, data: dict[str, Any], now: float) -> None:
        """Take an action frame; the checks stand in the wire's order."""
        if self.referee is None:
            raise ProtocolError(GAME_NOT_STARTED)
        state = self.state if peer.seat >= 0 else self.shown_state
        if state in ("over", "void"):
            raise ProtocolError(GAME_OVER)
        if peer.seat < 0:
            raise ProtocolError(SPECTATOR_CANNOT_ACT)
        try:
            self.referee.act(self.seats[peer.seat], data, now)
            self._undone.forget()
        finally:
            self._follow(now)

    def bot_replied(
        self,
        seat: Seat,
        bot: HouseBot,
        request_id: int,
        answer: Any,
        error: BaseException | None,
        now: float,
    ) -> None:
        """Take what a bot of this process answered, or the error it raised."""
        if self.referee is not None and self.state == "running":
            own = self.seats[seat]
            self.referee.bot_replied(own, bot, request_id, answer, error, now)
            self._follow(now)

    def confirm(self, peer: Participant, now: float) -> None:
        """A player is ready for the next round."""
        if self.referee is not None and peer.seat >= 0:
            self.referee.confirm(self.seats[peer.seat], now)

    # -- time

    def go_on(self, now: float) -> bool:
        """Take the next step if it waits for nobody; return whether there was one."""
        ready = self.state == "running" and self.out.take_alarm(COMPLETE, now)
        if ready and self.referee is not None:
            self.referee.wake(COMPLETE, now)
            self._follow(now)
        return ready

    def wake(self, now: float) -> None:
        """Do what is due: the earliest alarm alone, so that its effects come before the next."""
        alarm = self.out.ringing(now)
        if alarm is None:
            return
        if alarm == READY:
            self._not_ready_in_time(now)
        elif alarm == RETURN:
            self._resume(now)
        elif alarm == ALARM:
            self.audience.wake(now)
            self._end_if_known()
        elif self.referee is not None and self.state == "running":
            self.referee.wake(alarm, now)
            self._follow(now)

    # -- ending

    def _follow(self, now: float) -> None:
        """Follow the referee: count closed rounds, and end with the match."""
        referee = self.referee
        if referee is None or self.state != "running":
            return
        if referee.closed:
            self.results += referee.closed
            referee.closed.clear()
        if referee.failed is not None:
            error, referee.failed = referee.failed, None
            self.abandon("the game failed; the operator's log says why", now, error)
        elif referee.over:
            self.state = "over"
            self.out.add(MatchOver())
            facts = {"header": self.match.header, "result": self.result}
            self.out.add(CallHook("arena_match_finished", facts))
            # What is saved as finished is shown to everybody: so only once everybody may know.
            self.audience.end(now)
            self._end_if_known()

    def abandon(self, reason: str, now: float, error: Exception | None = None) -> None:
        """End a match without a result."""
        if self.state == "void":
            return
        self.stop()
        self.state = "void"
        self.announcements.tell({"type": "closing", "reason": reason}, now)
        for seat in self.seats:
            if seat.peer is not None and not seat.peer.full:
                # The flat level has no word for it, and a client would wait for ever.
                self.out.send(seat.peer, encode(ProtocolError(MATCH_VOID).as_flat()))
                self.out.add(Close(seat.peer, 1001, reason))
        self.out.add(MatchVoid(reason, error))
        self.audience.end(now, void=reason)
        self._end_if_known()

    def _end_if_known(self) -> None:
        if self.audience.ended is not None and not self.told:
            if self._begun:
                self.out.add(SaveEnd(self.audience.ended.void))
            self.told = True
            self.out.add(EndKnown())

    def stop(self) -> None:
        """Leave the match where it stands."""
        self.warm_up.stop()
        self.out.cancel(RETURN)
        self._ticket -= 1
        if self.referee is not None:
            self.referee.stop()
