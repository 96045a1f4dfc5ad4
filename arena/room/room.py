"""A room: drives its table with an event loop, and carries out what the table asks for."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from time import perf_counter
from typing import Any, Protocol

import structlog

from arena.errors import MatchError
from arena.match.clock import NEVER, LagMeter
from arena.match.match import Advance, Match
from arena.match.result import MatchResult
from arena.match.visibility import VISITOR, Account, Exhibit, late
from arena.plugins.bot_specs import Player
from arena.room.broadcast import Broadcast
from arena.room.inprocess_bot import InprocessBot
from arena.room.mailbox import Mailbox
from arena.room.peer import Peer, peer_of
from arena.table import effects
from arena.table.effects import HouseBot
from arena.table.seat import TableSeat
from arena.table.seats import Seats
from arena.table.spec import Phase, RoomSpec
from arena.table.table import Table
from bots import Bot
from engine.game import AnyGame, Event, Seat
from protocol.errors import ProtocolError
from protocol.messages import Join

log = structlog.get_logger()
Then = Callable[[], None]
STEPS_IN_A_ROW = 16
"""Steps that follow by themselves before other tables get their turn."""


class Journal(Protocol):
    """Saves matches; each call returns at once, and `then` is called after the commit."""

    def begin(self, room: "Room", then: Then) -> None:
        """Save a match that is about to be played, with all that is needed to resume it."""

    def step(self, match: Match, then: Then) -> None:
        """Save the last step of a match."""

    def rewind(self, room: "Room", kept: int, then: Then) -> None:
        """Save a match's steps after step `kept` in the place of those saved before."""

    def reseat(self, room: "Room") -> None:
        """Save who may come back to which seat of a running match."""

    def finish(self, room: "Room") -> None:
        """Save the result of a match that is over."""

    def void(self, room: "Room", reason: str) -> None:
        """Mark a match that will not be finished."""


class NoWatcherError(Exception):
    """Whoever plays this match here wants no more of it."""

    def __init__(self, error: Exception) -> None:
        super().__init__()
        self.error = error


def _tell_nobody(hook: str, **facts: Any) -> None:
    """Ignore the news of a room without plugins."""


class Room:
    """One table on the event loop: its timer, its bots, its journal and its connections."""

    def __init__(
        self,
        spec: RoomSpec,
        game: AnyGame,
        players: Sequence[Player | None],
        lag: LagMeter,
        *,
        match: Match | None = None,
        on_over: Callable[[Any], None] | None = None,
        watch: Callable[[Advance], None] | None = None,
        timed: Callable[[float], None] | None = None,
        tell: Callable[..., None] = _tell_nobody,
        journal: Journal | None = None,
        new_substitute: Callable[[], Bot] | None = None,
        timed_bots: bool = True,
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self.table = Table(
            spec,
            game,
            players,
            lag,
            match=match,
            saves=journal is not None,
            new_substitute=new_substitute,
            timed_bots=timed_bots,
        )
        self.game = game
        self.opener = ""
        """The player, or the address of one without a token, who opened it; else nobody."""
        self.finished: asyncio.Future[MatchResult] = self._loop.create_future()
        self._journal = journal
        self._on_over = on_over
        self._watch = watch
        self._timed = timed
        self._tell_plugins = tell
        self._logs_events = any(kind.log is not Event.log for kind in game.event_types)
        self._bots: dict[HouseBot, InprocessBot] = {}
        self._broadcast = Broadcast(self._is_watched_by)
        self._timer: asyncio.TimerHandle | None = None
        self._timer_at = NEVER
        self._settling = False
        self._read_at = 0.0
        """When the last answer was read; 0 if the next step owes nothing to one."""
        self._carry_out: dict[type, Callable[[Any], None]] = {
            effects.Send: self._send,
            effects.Close: self._close,
            effects.Unseat: self._unseat,
            effects.Post: self._post,
            effects.AddSpectator: self._add_spectator,
            effects.RemoveSpectator: self._remove_spectator,
            effects.StartBot: self._start_bot,
            effects.InformBot: self._inform_bot,
            effects.AskBot: self._ask_bot,
            effects.EndBot: self._end_bot,
            effects.DismissBot: self._dismiss_bot,
            effects.Save: self._save,
            effects.SaveEnd: self._save_end,
            effects.CallHook: self._call_hook,
            effects.StepTaken: self._step_taken,
            effects.Announced: self._announced,
            effects.Full: self._full,
            effects.MatchOver: self._match_over,
            effects.MatchVoid: self._match_void,
            effects.EndKnown: self._end_known,
        }

    # -- what others look at

    @property
    def spec(self) -> RoomSpec:
        """The room's set-up."""
        return self.table.spec

    @property
    def room_id(self) -> str:
        """The room's id."""
        return self.table.spec.room_id

    @property
    def match_id(self) -> str:
        """The id of the match that is played here."""
        return self.table.match_id

    @property
    def match(self) -> Match:
        """The match that is played here."""
        return self.table.match

    @property
    def seats(self) -> Seats:
        """The seats."""
        return self.table.seats

    @property
    def state(self) -> Phase:
        """The phase of the match."""
        return self.table.state

    @property
    def shown_state(self) -> Phase:
        """The phase of the match as everybody may know it."""
        return self.table.shown_state

    @property
    def told(self) -> bool:
        """Whether everybody may know that the match has ended."""
        return self.table.told

    @property
    def exhibit(self) -> Exhibit:
        """The facts that decide who may see the match."""
        return self.table.exhibit

    @property
    def spectators(self) -> int:
        """The number of spectators."""
        return len(self.table.audience)

    @property
    def peers(self) -> int:
        """Connections in this room."""
        return self.spectators + self.seats.connected

    def seen_by(self, account: Account) -> Match | None:
        """Return the match as far as an account may see it by now; None if not at all."""
        return self.table.shown_to(late=late(account, self.exhibit))

    def as_json(self) -> dict[str, Any]:
        """Return the room as GET /rooms lists it."""
        return {
            "room_id": self.room_id,
            "game": self.game.name,
            "seats": self.table.announcements.rows(late=True),
            "state": self.shown_state,
            "spectators": self.spectators,
            "match_id": self.match_id,
            "rated": self.spec.rated,
            "spectator_delay": self.spec.spectator_delay or 0.0,
            "entrants": [seat.entrant for seat in self.seats],
        }

    # -- what happens

    def join(
        self, peer: Peer, join: Join, seat: Seat | None = None, account: Account = VISITOR
    ) -> None:
        """Seat a player or let a spectator in; a ProtocolError says why not."""
        try:
            self.table.join(peer, join, self._loop.time(), seat, account)
            peer.room = self  # before its first frames go out
        finally:
            self._settle()

    def leave(self, peer: Peer, *, said: bool = False) -> None:
        """Remove a peer: it said so, or its connection is gone."""
        peer.room = None
        self.table.leave(peer, self._loop.time(), said=said)
        self._settle()

    def kick(self, seat: Seat, reason: str) -> None:
        """Send the player of a seat away for good."""
        self.table.kick(self.seats[seat], reason, self._loop.time())
        self._settle()
        self._save_seats()

    def hand_over(self, seat: Seat, name: str) -> None:
        """Give a seat to another account."""
        self.table.hand_over(self.seats[seat], name, self._loop.time())
        self._settle()
        self._save_seats()

    def _save_seats(self) -> None:
        if self._journal is not None and self.state in ("starting", "running", "paused"):
            self._journal.reseat(self)

    def act(self, peer: Peer, data: dict[str, Any]) -> None:
        """Take an action frame; a ProtocolError says why not."""
        self._read_at = perf_counter()
        try:
            self.table.act(peer, data, self._loop.time())
        finally:
            self._settle()

    def note_unreadable(self, peer: Peer, error: ProtocolError, received: str) -> None:
        """Note that a seated player sent what cannot be read."""
        self.table.note_unreadable(peer, str(error), received)

    def set_ready(self, seat: TableSeat, *, ready: bool = True) -> None:
        """A seat says whether it is loaded and willing."""
        self.table.set_ready(seat, self._loop.time(), ready=ready)
        self._settle()

    def confirm(self, peer: Peer) -> None:
        """A player is ready for the next round."""
        self.table.confirm(peer, self._loop.time())
        self._settle()

    def undo(self, peer: Peer) -> None:
        """Take a player's last decision back; a ProtocolError says why not."""
        self.table.undo(peer, self._loop.time())
        self._settle()

    def redo(self, peer: Peer) -> None:
        """Make a decision again that was taken back; a ProtocolError says why not."""
        self.table.redo(peer, self._loop.time())
        self._settle()

    def chat(self, peer: Peer, text: str) -> None:
        """Send a peer's text to the room."""
        self.table.chat(peer, text, self._loop.time())
        self._settle()

    def discards(self, peer: Peer) -> bytes:
        """Return this round's discards, as far as this peer may know them."""
        return self.table.discards(peer)

    def seat_bot(self, seat: Seat, bot: Bot, name: str) -> None:
        """Give a free seat to a bot of this process."""
        self.table.seat_bot(seat, bot, name, self._loop.time())
        self._settle()

    def start_if_full(self) -> None:
        """Begin once every seat is taken."""
        self.table.start_if_full(self._loop.time())
        self._settle()

    def restore(self, players: Sequence[str]) -> None:
        """Lay out the match of these players anew, for its saved steps to be repeated."""
        self.table.restore(players)

    def pause(self, seconds: float) -> None:
        """Wait for the players of an interrupted match."""
        self.table.pause(seconds, self._loop.time())
        self._settle()

    def abandon(self, reason: str) -> None:
        """End a match without a result."""
        self.table.abandon(reason, self._loop.time())
        self._settle()

    def close(self) -> None:
        """Send everybody away; leave a running match where it stands."""
        self._broadcast.flush()
        self.table.close()
        self._settle()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if not self.finished.done():
            self.finished.cancel()

    # -- carrying out

    def _settle(self) -> None:
        """Carry out what the table asks for, and all steps that follow by themselves."""
        if self._settling:
            return  # the outer call goes on with it
        self._settling = True
        try:
            self._carry_out_all()
            for _ in range(STEPS_IN_A_ROW):
                if not self.table.go_on(self._loop.time()):
                    break
                self._carry_out_all()
        except NoWatcherError as gone:
            self.table.stop()
            self.table.out.take()
            self.finished.set_exception(gone.error)
        finally:
            self._settling = False
        self._arm()

    def _carry_out_all(self) -> None:
        out, carry_out = self.table.out, self._carry_out
        while out.effects:
            for effect in out.take():
                carry_out[effect.__class__](effect)

    def _arm(self) -> None:
        """Set the timer for the table's next alarm; one that rings early looks again."""
        due = self.table.out.due
        if due == NEVER or (self._timer is not None and self._timer_at <= due):
            return
        if self._timer is not None:
            self._timer.cancel()
        self._timer_at = due
        self._timer = self._loop.call_at(due, self.wake)

    def wake(self) -> None:
        """Look which of the table's alarms are due."""
        self._timer = None
        self._read_at = 0.0
        self.table.wake(self._loop.time())
        self._settle()

    # -- connections

    def _send(self, effect: effects.Send) -> None:
        to: Any = effect.to  # a peer; nine effects in ten are these, so no call to say so
        to.send(effect.frame)

    def _close(self, effect: effects.Close) -> None:
        peer_of(effect.whom).close(effect.code, effect.reason)

    def _unseat(self, effect: effects.Unseat) -> None:
        peer = peer_of(effect.whom)
        peer.room = None
        peer.close(1008, effect.reason)

    def _post(self, effect: effects.Post) -> None:
        self._broadcast.post(effect.to, effect.item, at_once=effect.at_once)

    def _is_watched_by(self, peer: Peer) -> bool:
        return peer.room is self and peer.seat < 0

    def _add_spectator(self, effect: effects.AddSpectator) -> None:
        peer = peer_of(effect.whom)
        peer.mailbox = Mailbox(peer.write, merge=peer.full)

    def _remove_spectator(self, effect: effects.RemoveSpectator) -> None:
        peer = peer_of(effect.whom)
        if peer.mailbox is not None:
            peer.mailbox.close()
            peer.mailbox = None

    # -- bots of this process

    def _runner(self, house: HouseBot) -> InprocessBot:
        runner = self._bots.get(house)
        if runner is None:
            runner = self._bots[house] = InprocessBot(house.bot)
        return runner

    def _start_bot(self, effect: effects.StartBot) -> None:
        match, bot, seat = self.match, effect.house.bot, effect.seat
        bot.variants = match.rules.variants
        self._runner(effect.house).call(
            partial(bot.start, match.game, seat, match.seats, match.config, effect.rng),
            partial(self._bot_started, seat, effect.house),
        )

    def _bot_started(
        self, seat: Seat, house: HouseBot, _answer: Any, error: BaseException | None
    ) -> None:
        self.table.bot_started(seat, house, error, self._loop.time())
        self._settle()

    def _inform_bot(self, effect: effects.InformBot) -> None:
        self._runner(effect.house).call(partial(effect.house.bot.watch, effect.events))

    def _ask_bot(self, effect: effects.AskBot) -> None:
        self._runner(effect.house).call(
            partial(effect.house.bot.act, effect.turn),
            partial(self._bot_replied, effect.seat, effect.house, effect.request_id),
        )

    def _bot_replied(
        self,
        seat: Seat,
        house: HouseBot,
        request_id: int,
        answer: Any,
        error: BaseException | None,
    ) -> None:
        self.table.bot_replied(seat, house, request_id, answer, error, self._loop.time())
        self._settle()

    def _end_bot(self, effect: effects.EndBot) -> None:
        self._runner(effect.house).call(partial(effect.house.bot.end, effect.outcome))
        self._bots.pop(effect.house).stop()

    def _dismiss_bot(self, effect: effects.DismissBot) -> None:
        runner = self._bots.pop(effect.house, None)
        if runner is not None:
            runner.dismiss()

    # -- the journal

    def _save(self, effect: effects.Save) -> None:
        assert self._journal is not None
        then = partial(self._saved, effect.ticket)
        if effect.what == "step":
            self._journal.step(self.match, then)
        elif effect.what == "begin":
            self._journal.begin(self, then)
        else:
            self._journal.rewind(self, effect.kept, then)

    def _saved(self, ticket: int) -> None:
        self.table.saved(ticket, self._loop.time())
        self._settle()

    def _save_end(self, effect: effects.SaveEnd) -> None:
        if self._journal is None:
            return
        if effect.void is None:
            self._journal.finish(self)
        else:
            self._journal.void(self, effect.void)

    # -- news

    def _call_hook(self, effect: effects.CallHook) -> None:
        self._tell_plugins(effect.hook, **effect.facts)

    def _step_taken(self, effect: effects.StepTaken) -> None:
        if self._logs_events:
            self._log_events(effect.advance)
        if self._watch is None:
            return
        try:
            self._watch(effect.advance)
        except Exception as error:  # a closed pipe, say: the caller is told, nobody waits for ever
            raise NoWatcherError(error) from None

    def _log_events(self, advance: Advance) -> None:
        for event in advance.events:
            if (entry := event.log()) is not None:
                level, line = entry
                # The operator's log has one line per match: a game's own news are for debugging.
                getattr(log, "debug" if level == "info" else level)(line, match=self.match_id)

    def _announced(self, _effect: effects.Announced) -> None:
        if self._timed is not None and self._read_at:
            self._timed(perf_counter() - self._read_at)
            self._read_at = 0.0

    def _full(self, _effect: effects.Full) -> None:
        """Nobody holds an ordinary room back."""

    def _match_over(self, _effect: effects.MatchOver) -> None:
        if not self.finished.done():
            self.finished.set_result(self.table.result)

    def _match_void(self, effect: effects.MatchVoid) -> None:
        about = {"room": self.room_id, "match": self.match_id}
        if effect.error is not None:
            log.error("game_failed", **about, exc_info=effect.error)
        log.warning("match_abandoned", **about, reason=effect.reason)
        if not self.finished.done():
            self.finished.set_exception(MatchError(effect.reason))
            self.finished.exception()  # it may be that nobody asks

    def _end_known(self, _effect: effects.EndKnown) -> None:
        if self._on_over is not None:
            self._on_over(self)
