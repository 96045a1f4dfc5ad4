"""A room: seats, spectators, and the match that is played there."""

import asyncio
from collections.abc import Callable, Sequence
from secrets import token_hex
from typing import Any, Literal

import structlog

from arena.access import VISITOR, Account, Exhibit, Sight, gate
from arena.chair import Chair
from arena.clock import LagMeter
from arena.errors import MatchError
from arena.event_log import logged
from arena.frames import Frames, discards_frame
from arena.gallery import Gallery
from arena.ledger import Ledger
from arena.match import Advance, Match
from arena.notices import Notices
from arena.peer import Peer
from arena.play import MatchResult
from arena.referee import Referee
from arena.resumption import Resumption
from arena.room_spec import RoomSpec
from arena.seating import Seating, unseat
from arena.specs import Player
from arena.substitutes import Substitutes
from arena.undo import records_to_keep, repeat_all
from arena.warm_up import WarmUp
from bots import Bot
from engine.game import ALL_HANDS, PUBLIC, AnyGame, RoundResult, Seat, Viewer
from engine.rng import Deals, seed_hash
from protocol import messages
from protocol.codec import encode
from protocol.errors import (
    GAME_NOT_STARTED,
    GAME_OVER,
    NOT_ALLOWED,
    ROOM_FULL,
    SPECTATOR_CANNOT_ACT,
    ProtocolError,
)

RoomState = Literal["waiting", "starting", "running", "paused", "over", "void"]
log = structlog.get_logger()


def _tell_nobody(hook: str, **facts: Any) -> None:
    """What a room without plugins does with its news."""


class Room:
    """Seats players, starts the match when all seats are taken, and shows it."""

    def __init__(
        self,
        spec: RoomSpec,
        game: AnyGame,
        players: Sequence[Player | None],
        lag: LagMeter,
        *,
        match: Match | None = None,
        on_over: Callable[["Room"], None] | None = None,
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
        self.gallery = Gallery()
        self.notices = Notices(self.chairs, self.gallery)
        self.state: RoomState = "waiting"
        # The options and deals are tried at once, so that a bad room is refused, not stuck.
        self._given_match = match
        self.match = match or self._new_match()
        self.referee: Referee | None = None
        self.results: list[RoundResult] = []
        self.finished: asyncio.Future[MatchResult] = asyncio.get_running_loop().create_future()
        self._on_over = on_over
        self._watch_steps = watch
        self._timed = timed
        self._tell_plugins = tell
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

    # -- coming and going

    def join(
        self,
        peer: Peer,
        join: messages.Join,
        seat: Seat | None = None,
        account: Account = VISITOR,
    ) -> None:
        """Seat a player or let a spectator in; a ProtocolError says why not."""
        if peer.seat >= 0:
            self._join_again(peer, join)
            return
        chair = None
        if seat is not None:
            chair = self.chairs[seat]
        elif join.role != "spectator":
            chair = self.chairs.find(join, account, begun=self.state != "waiting")
        viewpoint = None if chair else self._viewpoint(join, account)
        self.gallery.remove(peer)
        peer.detail = join.detail
        peer.player_id = join.player_id
        peer.bot = join.bot or ""
        peer.room = self
        if chair is not None:
            self._sit(peer, chair, join, account)
        elif viewpoint is not None:
            self._watch(peer, join, viewpoint)

    def _join_again(self, peer: Peer, join: messages.Join) -> None:
        """The same connection once more: a snapshot for those who can use it."""
        chair = self.chairs[peer.seat]
        taken_over = chair.substitute is not None
        if join.role == "spectator" or not (peer.full or taken_over):
            raise ProtocolError(ROOM_FULL, f"you are seated here already, at seat {peer.seat}")
        self._let_in(peer, join, chair)
        self._come_back(chair, announce=taken_over)

    def _sit(self, peer: Peer, chair: Chair, join: messages.Join, account: Account) -> None:
        if chair.peer is not None:
            unseat(chair.peer)
        if chair.free:
            chair.owner = account.id or None
        elif join.token and chair.token_hash:
            chair.token = join.token
        chair.seat_peer(peer)
        self._let_in(peer, join, chair)
        if self.state == "waiting":
            self.notices.seats("player_joined", but=peer)
            self.start_if_full()
        elif self._resumption is not None:
            self.notices.seats("seat_returned")
            self._resumption.end_if_complete()
        else:
            self._come_back(chair, announce=True)

    def _come_back(self, chair: Chair, *, announce: bool) -> None:
        """The table as it is, for a player who has come back or lost the way."""
        if self.referee is None:
            return
        if self.state == "running":
            self.referee.back(chair)
        if announce:
            self.notices.seats("seat_returned")
        if self.state == "over":
            self.referee.show_end(chair)
        elif self.referee.asking:
            self.referee.show(chair)

    def _watch(self, peer: Peer, join: messages.Join, viewpoint: tuple[Viewer, Sight]) -> None:
        viewer, sight = viewpoint
        self.gallery.add(peer, viewer, held=sight is not Sight.LIVE)
        self._tell_plugins("arena_spectator_joined", room_id=self.room_id, name=peer.player_id)
        self._let_in(peer, join, None)
        if self.referee is not None:
            self.gallery.snapshot(peer, self.referee.frames)

    def _viewpoint(self, join: messages.Join, account: Account) -> tuple[Viewer, Sight]:
        """Whose eyes a spectator gets, and how soon; a ProtocolError if nobody's."""
        seat = self.chairs.seat_of(join.token, account)
        if seat is not None:
            return Viewer.player(seat), Sight.LIVE
        sight = gate(account, self.exhibit, join.view)
        if sight is Sight.NOTHING:
            raise ProtocolError(NOT_ALLOWED, f"{self.room_id} may not be watched")
        return ALL_HANDS if join.view == "all" else PUBLIC, sight

    @property
    def exhibit(self) -> Exhibit:
        """What the gate must know of this room's match."""
        owners = {chair.seat: chair.owner for chair in self.chairs if chair.owner is not None}
        return Exhibit(self.spec.rated, self.state == "over", self.spec.spectators, owners)

    def leave(self, peer: Peer) -> None:
        """A connection is gone: the seat is freed before the start, kept afterwards."""
        peer.room = None
        self.gallery.remove(peer)
        if peer.seat < 0:
            self._tell_plugins("arena_spectator_left", room_id=self.room_id, name=peer.player_id)
            return
        chair, peer.seat = self.chairs[peer.seat], -1
        if chair.peer is not peer:
            return
        if self.state == "waiting":
            chair.empty()
        else:
            chair.peer = None
            chair.lost = peer.lost
            if self._warm_up is not None:
                self._warm_up.set_ready(chair)
            if self.referee is not None and self.state == "running":
                self.referee.gone(chair)
        self.notices.seats("player_left")
        self._close_if_empty()

    def _close_if_empty(self) -> None:
        empty = self.spec.when_empty == "close" and not self.chairs.connected
        if empty and self.state in ("starting", "running"):
            self.abandon("every player has left")

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
        self._tell_plugins("arena_match_started", header=self.match.header)
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
            self.gallery,
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

    def undo(self, peer: Peer) -> None:
        """Go back before a player's last decision; a ProtocolError says why not."""
        if peer.seat < 0 or self.referee is None or not self.referee.asking:
            raise ProtocolError(NOT_ALLOWED, "undo: players only, while the match waits for them")
        kept = records_to_keep(self, self.chairs[peer.seat])
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

    # -- ending

    def _over(self) -> None:
        assert self.referee is not None
        self.state = "over"
        result = MatchResult(self.match, tuple(self.results))
        if self._ledger is not None:
            self._ledger.finish(self)
        if not self.finished.done():
            self.finished.set_result(result)
        self._tell_plugins("arena_match_finished", header=self.match.header, result=result)
        if self._on_over is not None:
            self._on_over(self)

    def _broken(self, error: Exception) -> None:
        log.error("game_failed", room=self.room_id, match=self.match_id, exc_info=error)
        self.abandon(f"the game failed: {type(error).__name__}: {error}")

    def _unwatched(self, error: Exception) -> None:
        """Whoever plays this match here wants no more of it, and is told why."""
        self._stop()
        self.finished.set_exception(error)

    def abandon(self, reason: str) -> None:
        """End a match that nobody can finish; it has no result."""
        self._stop()
        self.state = "void"
        log.warning("match_abandoned", room=self.room_id, match=self.match_id, reason=reason)
        if self._ledger is not None:
            self._ledger.void(self, reason)
        self.notices.tell(encode({"type": "closing", "reason": reason}))
        if not self.finished.done():
            self.finished.set_exception(MatchError(reason))
            self.finished.exception()  # it may be that nobody asks
        if self._on_over is not None:
            self._on_over(self)

    def close(self) -> None:
        """Send everybody away; a running match is left where it stands."""
        self._stop()
        for chair in self.chairs:
            if chair.peer is not None:
                chair.peer.close(1001, "the room is closing")
            if chair.thinker is not None:
                chair.thinker.stop()
        self.gallery.close()
        if not self.finished.done():
            self.finished.cancel()

    def _stop(self) -> None:
        if self._warm_up is not None:
            self._warm_up.stop()
        if self._resumption is not None:
            self._resumption.stop()
        if self.referee is not None:
            self.referee.stop()

    # -- what peers ask

    def act(self, peer: Peer, data: dict[str, Any]) -> None:
        """Take an action frame; the checks stand in the wire's order."""
        if self.referee is None:
            raise ProtocolError(GAME_NOT_STARTED)
        if self.state in ("over", "void"):
            raise ProtocolError(GAME_OVER)
        if peer.seat < 0:
            raise ProtocolError(SPECTATOR_CANNOT_ACT)
        self.referee.judge.act(self.chairs[peer.seat], data)

    def garbage(self, peer: Peer, error: ProtocolError, received: str) -> None:
        """Note that a seated player sent what cannot be read."""
        if self.referee is not None and peer.seat >= 0:
            self.referee.judge.garbage(self.chairs[peer.seat], str(error), received)

    def confirm(self, peer: Peer) -> None:
        """A player is ready for the next round."""
        if self.referee is not None and peer.seat >= 0:
            self.referee.confirm(self.chairs[peer.seat])

    def discards(self) -> bytes:
        """This round's discards."""
        if self.referee is None:
            return discards_frame(self.room_id, [""] * self.seats)
        return self.referee.frames.discards()

    def chat(self, peer: Peer, text: str) -> None:
        """Pass on what somebody says, to everybody who reads the full level."""
        if self.spec.rated and peer.seat >= 0:
            raise ProtocolError(NOT_ALLOWED, "players of a rated room cannot chat")
        self.notices.tell(encode({"type": "chat", "player_id": peer.player_id, "text": text}))

    # -- what peers are told

    def _let_in(self, peer: Peer, join: messages.Join, chair: Chair | None) -> None:
        self.notices.join_ack(
            peer,
            join.room_id,
            chair,
            spec=self.spec,
            header=self.match.header,
            seed_hash=self.seed_hash,
        )

    @property
    def seed_hash(self) -> str | None:
        """What is published of the seed before the end; nothing where deals are given."""
        return seed_hash(self.match_id, self.deals.root) if self.deals.root else None

    @property
    def peers(self) -> int:
        """Connections in this room."""
        return len(self.gallery) + self.chairs.connected

    def as_json(self) -> dict[str, Any]:
        """The room as GET /rooms lists it."""
        return {
            "room_id": self.room_id,
            "game": self.game.name,
            "seats": self.chairs.rows(),
            "state": self.state,
            "spectators": len(self.gallery),
            "match_id": self.match_id,
            "rated": self.spec.rated,
        }
