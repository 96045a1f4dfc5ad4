"""The match of a room: how it starts, is interrupted, taken back, goes on and ends."""

import asyncio
from collections.abc import Callable, Sequence
from secrets import token_hex
from typing import Any, Literal

import structlog

from arena.broadcast import Broadcast
from arena.chair import Chair
from arena.clock import LagMeter
from arena.errors import MatchError
from arena.event_log import logged
from arena.frames import Frames
from arena.ledger import Ledger
from arena.match import Advance, Match
from arena.notices import Notices
from arena.play import MatchResult
from arena.referee import Referee
from arena.resumption import Resumption
from arena.room_spec import RoomSpec
from arena.seating import Seating
from arena.specs import Player
from arena.substitutes import Substitutes
from arena.undo import records_to_keep, repeat_all
from arena.warm_up import WarmUp
from bots import Bot
from engine.game import AnyGame, RoundResult
from engine.rng import Deals, seed_hash
from protocol.codec import encode
from protocol.errors import NOT_ALLOWED, ProtocolError

RoomState = Literal["waiting", "starting", "running", "paused", "over", "void"]
log = structlog.get_logger()


def _tell_nobody(hook: str, **facts: Any) -> None:
    """What a room without plugins does with its news."""


class Course:
    """A match at its chairs, from full seats to the end; a Room adds the people around it."""

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
        ledger: Ledger | None = None,
        new_substitute: Callable[[], Bot] | None = None,
    ) -> None:
        self.spec = spec.for_play()
        self.room_id = spec.room_id
        self.game = game
        self.seats = len(players)
        self.deals = spec.deals or Deals.seed(token_hex(32))
        self.match_id = spec.match_id or token_hex(8)
        self.bot_seed = spec.bot_seed or token_hex(16)
        self.chairs = Seating(self.spec, players, lag)
        self.broadcast = Broadcast(spec.spectator_delay or 0.0)
        self.notices = Notices(self.chairs, self.broadcast)
        self.state: RoomState = "waiting"
        self.opener = ""
        """The player, or the address of one without a token, who opened it; else nobody."""
        self.opened_at = asyncio.get_running_loop().time()
        self.told = False
        """Whether everybody may know that the match has come to its end."""
        # The options and deals are tried at once, so that a bad room is refused, not stuck.
        self._given_match = match
        self.match = match or self._new_match()
        self.referee: Referee | None = None
        self.results: list[RoundResult] = []
        self.finished: asyncio.Future[MatchResult] = asyncio.get_running_loop().create_future()
        self._on_over = on_over
        self._watch_steps = watch
        self._timed = timed
        self.tell_plugins = tell
        self._ledger = ledger
        self._new_substitute = new_substitute
        self._warm_up: WarmUp | None = None
        self._resumption: Resumption | None = None

    def _new_match(self, players: Sequence[str] = ()) -> Match:
        return Match(
            self.game,
            players or [chair.player_id for chair in self.chairs],
            self.deals,
            config=self.spec.config,
            variants=self.spec.variants,
            match_id=self.match_id,
            clock=self.spec.clock.as_json() if self.spec.clock else None,
        )

    @property
    def seed_hash(self) -> str | None:
        """What is published of the seed before the end; nothing where deals are given."""
        return seed_hash(self.match_id, self.deals.root) if self.deals.root else None

    # -- starting

    def start_if_full(self) -> None:
        """Begin once every seat is taken, and in some rooms once everybody is ready."""
        if self.state != "waiting" or not self.chairs.full:
            return
        if self.spec.require_ready and not all(c.ready for c in self.chairs.remote):
            return
        self.state = "starting"
        self.match = self._given_match or self._new_match()
        if self._ledger is None:
            self._start()
        else:
            self._ledger.begin(self, self._start)

    def _start(self) -> None:
        if self.state != "starting":
            return
        self.notices.seats("game_starting", seed_hash=self.seed_hash)
        self._warm_up = WarmUp(
            self.match,
            self.chairs.chairs,
            self.bot_seed,
            self.spec.clock,
            changed=lambda: self.notices.seats("ready_changed"),
            done=self._open,
        )
        self._warm_up.begin()

    def set_ready(self, chair: Chair, *, ready: bool = True) -> None:
        """A seat says whether it is loaded and willing."""
        if self._warm_up is not None:
            self._warm_up.set_ready(chair, ready=ready)
        elif self.state in ("waiting", "starting") and chair.ready != ready:
            chair.ready = ready
            self.notices.seats("ready_changed")
            self.start_if_full()

    def _open(self) -> None:
        self._warm_up = None
        self.state = "running"
        self.broadcast.begin(self.chairs.rows())
        self.tell_plugins("arena_match_started", header=self.match.header)
        self.referee = self._new_referee()
        self.referee.open()
        self._note_absent()

    def _note_absent(self) -> None:
        """Let the waiting begin for players who left while the match was not running."""
        assert self.referee is not None
        for chair in self.chairs.remote:
            if chair.peer is None:
                self.referee.gone(chair)

    def _new_referee(self) -> Referee:
        match, chairs = self.match, self.chairs.chairs
        return Referee(
            match,
            chairs,
            self.broadcast,
            Frames(match, self.room_id),
            self.results,
            Substitutes(match, chairs, self.spec, self._new_substitute, self.bot_seed),
            finished=self._over,
            broken=self._broken,
            unwatched=self._unwatched,
            tell_seats=self.notices.seats,
            ledger=self._ledger,
            watch=logged(match, self._watch_steps),
            timed=self._timed,
            confirm_ms=self.spec.confirm_ms if self.spec.confirm_rounds else None,
        )

    # -- a match that a stopped server left behind

    def restore(self, players: Sequence[str]) -> None:
        """Lay out the match of these players anew, for its kept steps to be repeated."""
        self.match = self._new_match(players)

    def pause(self, seconds: float) -> None:
        """Wait for the players of an interrupted match."""
        self.state = "paused"
        self.referee = self._new_referee()
        if self.broadcast.begin(self.chairs.rows()):
            self.broadcast.stand_up(self.referee.frames)
        self._resumption = Resumption(
            self.match, self.chairs, self.bot_seed, seconds, done=self._resume
        )
        self._resumption.begin()

    def _resume(self) -> None:
        assert self.referee is not None
        self._resumption = None
        self.state = "running"
        self.referee.resume()
        self._note_absent()

    # -- a decision taken back

    def take_back(self, chair: Chair) -> None:
        """Go back before a seat's last decision; a ProtocolError says why not."""
        if self.referee is None or not self.referee.asking:
            raise ProtocolError(NOT_ALLOWED, "undo: only while the match waits for an answer")
        kept = records_to_keep(self, chair)
        self.referee.stop()
        self.restore(self.match.header.players)
        self.results[:] = repeat_all(self.match, kept)
        if self._ledger is None:
            self._go_on()
        else:
            self._ledger.rewind(self, self._go_on)

    def _go_on(self) -> None:
        """Show the table as it is now, with house bots that know no more than it shows."""
        for chair in self.chairs:
            if chair.thinker is not None and chair.fresh is not None:
                chair.thinker.stop()
                chair.seat_bot(chair.fresh(), chair.player_id, chair.fresh)
        self.pause(0.0)

    # -- what late spectators know

    def shown_to(self, *, late: bool) -> Match | None:
        """The match as it is, or as late spectators know it: None before they know of any."""
        return self.broadcast.match if late and self.spec.spectator_delay else self.match

    @property
    def shown_state(self) -> RoomState:
        """The state that everybody may know of."""
        if self.told or self.state == "paused" or not self.broadcast.behind:
            return self.state
        shown = self.broadcast.match
        if shown is None:
            return "starting"
        return "over" if shown.over else "running"

    # -- ending

    def _over(self) -> None:
        assert self.referee is not None
        self.state = "over"
        result = MatchResult(self.match, tuple(self.results))
        if not self.finished.done():
            self.finished.set_result(result)
        self.tell_plugins("arena_match_finished", header=self.match.header, result=result)
        # What is kept as finished is shown to everybody: it is, once everybody may know.
        self.broadcast.later(self._finish)

    def _finish(self) -> None:
        if self._ledger is not None:
            self._ledger.finish(self)
        self._end()

    def _end(self) -> None:
        self.told = True
        if self._on_over is not None:
            self._on_over(self)

    def _broken(self, error: Exception) -> None:
        log.error("game_failed", room=self.room_id, match=self.match_id, exc_info=error)
        self.abandon(f"the game failed: {type(error).__name__}: {error}")

    def _unwatched(self, error: Exception) -> None:
        """Whoever plays this match here wants no more of it, and is told why."""
        self.stop()
        self.finished.set_exception(error)

    def abandon(self, reason: str) -> None:
        """End a match that nobody can finish; it has no result."""
        if self.state == "void":
            return
        self.stop()
        self.state = "void"
        log.warning("match_abandoned", room=self.room_id, match=self.match_id, reason=reason)
        self.notices.tell(encode({"type": "closing", "reason": reason}))
        if not self.finished.done():
            self.finished.set_exception(MatchError(reason))
            self.finished.exception()  # it may be that nobody asks
        self.broadcast.later(lambda: self._void(reason))

    def _void(self, reason: str) -> None:
        if self._ledger is not None:
            self._ledger.void(self, reason)
        self._end()

    def stop(self) -> None:
        """Leave the match where it stands."""
        if self._warm_up is not None:
            self._warm_up.stop()
        if self._resumption is not None:
            self._resumption.stop()
        if self.referee is not None:
            self.referee.stop()
