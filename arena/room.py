"""A room: seats, spectators, and the match that is played there."""

import asyncio
from collections.abc import Callable, Sequence
from secrets import token_hex
from typing import Any, Literal

from arena.chair import Chair
from arena.clock import LagMeter
from arena.event_log import logged
from arena.frames import Frames, discards_frame
from arena.gallery import Gallery
from arena.match import Advance, Fault, Match
from arena.peer import Peer
from arena.play import MatchResult
from arena.referee import Referee
from arena.room_spec import RoomSpec
from arena.specs import Player
from engine.game import AnyGame, Seat
from engine.rng import Deals, seed_hash, stream
from protocol import messages
from protocol.codec import encode
from protocol.errors import (
    GAME_NOT_STARTED,
    GAME_OVER,
    NAME_TAKEN,
    ROOM_FULL,
    SPECTATOR_CANNOT_ACT,
    ProtocolError,
)

RoomState = Literal["waiting", "starting", "running", "over"]
READY_SECONDS = 30.0
"""How long players may load in a room without a clock."""


def _tell_nobody(hook: str, **facts: Any) -> None:
    """What a room without plugins does with its news."""


class Room:
    """Seats players in join order, starts the match when all seats are taken, and shows it."""

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
        tell: Callable[..., None] = _tell_nobody,
    ) -> None:
        self.spec = spec
        self.room_id = spec.room_id
        self.game = game
        self.seats = len(players)
        self.deals = spec.deals or Deals.seed(token_hex(32))
        self.match_id = spec.match_id or token_hex(8)
        self.bot_seed = spec.bot_seed or token_hex(16)
        self.chairs = [Chair(seat, spec.clock, lag) for seat in range(self.seats)]
        for chair, player in zip(self.chairs, players, strict=True):
            if player is not None and player.bot is not None:
                chair.seat_bot(player.bot, player.name)
        self.gallery = Gallery()
        self.state: RoomState = "waiting"
        # The options and deals are tried at once, so that a bad room is refused, not stuck.
        self._given_match = match
        self.match = match or self._new_match()
        self.referee: Referee | None = None
        self.finished: asyncio.Future[MatchResult] = asyncio.get_running_loop().create_future()
        self._on_over = on_over
        self._watch_steps = watch
        self._tell_plugins = tell
        self._ready_timer: asyncio.TimerHandle | None = None
        self._start_if_full()

    def _new_match(self) -> Match:
        return Match(
            self.game,
            [chair.player_id for chair in self.chairs],
            self.deals,
            config=self.spec.config,
            variants=self.spec.variants,
            match_id=self.match_id,
            clock=self.spec.clock.as_json() if self.spec.clock else None,
        )

    # -- coming and going

    def join(self, peer: Peer, join: messages.Join, seat: Seat | None = None) -> None:
        """Seat a player or let a spectator in; a ProtocolError says why not."""
        if peer.seat >= 0:
            self._join_again(peer, join)
            return
        chair = None if join.role == "spectator" else self._find_chair(join)
        if seat is not None:
            chair = self.chairs[seat]
        self.gallery.remove(peer)
        peer.detail = join.detail
        peer.player_id = join.player_id
        peer.bot = join.bot or ""
        peer.room = self
        if chair is None:
            self._watch(peer, join)
        else:
            self._sit(peer, chair, join)

    def _join_again(self, peer: Peer, join: messages.Join) -> None:
        """The same connection once more: a snapshot for those who can use it."""
        if not peer.full or join.role == "spectator":
            raise ProtocolError(ROOM_FULL, f"you are seated here already, at seat {peer.seat}")
        chair = self.chairs[peer.seat]
        peer.send(encode(self._join_ack(peer, join, chair)))
        if self.referee is not None:
            self._snapshot(chair)

    def _find_chair(self, join: messages.Join) -> Chair:
        for chair in self.chairs:
            if chair.player_id == join.player_id and self._may_return(chair, join):
                return chair
        for chair in self.chairs:
            if chair.free:
                return chair
        raise ProtocolError(ROOM_FULL, f"all {self.seats} seats of {self.room_id} are taken")

    def _may_return(self, chair: Chair, join: messages.Join) -> bool:
        """A seat is reclaimed when its connection is gone, or taken over with its token."""
        if chair.thinker is not None or chair.free:
            return False
        gone, known = chair.peer is None, (join.token or "") == chair.token
        if not known and (gone or join.token is not None):
            raise ProtocolError(NAME_TAKEN, f"{join.player_id} sits here with another token")
        return gone or (join.takeover and chair.token != "" and known)

    def _sit(self, peer: Peer, chair: Chair, join: messages.Join) -> None:
        before = chair.peer
        if before is not None:
            before.room, before.seat = None, -1
            before.close(1008, "the seat was taken over by another connection")
        chair.seat_peer(peer)
        peer.send(encode(self._join_ack(peer, join, chair)))
        if self.referee is not None:
            self._tell_seats("seat_returned")
            self._snapshot(chair)
        elif self.state == "waiting":
            self._tell_seats("player_joined", but=peer)
            self._start_if_full()

    def _snapshot(self, chair: Chair) -> None:
        """The table as it is, for a player who has come back or lost the way."""
        assert self.referee is not None
        self.referee.show(chair)

    def _watch(self, peer: Peer, join: messages.Join) -> None:
        self.gallery.add(peer)
        self._tell_plugins("arena_spectator_joined", room_id=self.room_id, name=peer.player_id)
        peer.send(encode(self._join_ack(peer, join, None)))
        if self.referee is not None:
            self.gallery.snapshot(peer, self.referee.frames)

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
            if self.state == "starting":
                self.set_ready(chair)
            elif self.referee is not None and self.state == "running":
                self.referee.gone(chair)
        self._tell_seats("player_left")

    # -- starting

    def _start_if_full(self) -> None:
        if any(chair.free for chair in self.chairs):
            return
        self.state = "starting"
        self.match = self._given_match or self._new_match()
        self._tell_seats("game_starting")
        seconds = self.spec.clock.ready_ms / 1000 if self.spec.clock else READY_SECONDS
        self._ready_timer = asyncio.get_running_loop().call_later(seconds, self._start_anyway)
        for chair in self.chairs:
            self._start_bot(chair)
        self._open_if_ready()

    def _start_bot(self, chair: Chair) -> None:
        if chair.thinker is None:
            return

        def reply(_answer: Any, error: BaseException | None) -> None:
            if error is not None:
                reason = f"start failed: {type(error).__name__}: {error}"
                self.match.note(Fault(chair.seat, "crash", reason))
            self.set_ready(chair)

        rng = stream(self.bot_seed, "bot", chair.seat)
        chair.thinker.start(self.match, rng, reply)

    def set_ready(self, chair: Chair, *, ready: bool = True) -> None:
        """A seat says whether it is loaded and willing."""
        if chair.ready != ready and self.state in ("waiting", "starting"):
            chair.ready = ready
            self._tell_seats("ready_changed")
            self._open_if_ready()

    def _open_if_ready(self) -> None:
        if self.state == "starting" and all(chair.ready for chair in self.chairs):
            self._open()

    def _start_anyway(self) -> None:
        for chair in self.chairs:
            if not chair.ready:
                self.match.note(Fault(chair.seat, "timeout", "not ready in time"))
        self._open()

    def _open(self) -> None:
        if self._ready_timer is not None:
            self._ready_timer.cancel()
        self.state = "running"
        self._tell_plugins("arena_match_started", header=self.match.header)
        frames = Frames(self.match, self.room_id)
        watch = logged(self.match, self._watch_steps)
        self.referee = Referee(self.match, self.chairs, self.gallery, frames, self._over, watch)
        self.referee.open()

    def _over(self) -> None:
        assert self.referee is not None
        self.state = "over"
        result = MatchResult(self.match, tuple(self.referee.rounds))
        if not self.finished.done():
            self.finished.set_result(result)
        self._tell_plugins("arena_match_finished", header=self.match.header, result=result)
        if self._on_over is not None:
            self._on_over(self)

    def close(self) -> None:
        """Send everybody away; a running match is left where it stands."""
        if self._ready_timer is not None:
            self._ready_timer.cancel()
        if self.referee is not None:
            self.referee.stop()
        for chair in self.chairs:
            if chair.peer is not None:
                chair.peer.close(1001, "the room is closing")
            if chair.thinker is not None:
                chair.thinker.stop()
        self.gallery.close()
        if not self.finished.done():
            self.finished.cancel()

    # -- what peers ask

    def act(self, peer: Peer, data: dict[str, Any]) -> None:
        """Take an action frame; the checks stand in the wire's order."""
        if self.referee is None:
            raise ProtocolError(GAME_NOT_STARTED)
        if self.state == "over":
            raise ProtocolError(GAME_OVER)
        if peer.seat < 0:
            raise ProtocolError(SPECTATOR_CANNOT_ACT)
        self.referee.act(self.chairs[peer.seat], data)

    def garbage(self, peer: Peer, error: ProtocolError, received: str) -> None:
        """Note that a seated player sent what cannot be read."""
        if self.referee is not None and peer.seat >= 0:
            self.referee.garbage(self.chairs[peer.seat], str(error), received)

    def discards(self) -> bytes:
        """This round's discards."""
        if self.referee is None:
            return discards_frame(self.room_id, [""] * self.seats)
        return self.referee.frames.discards()

    def chat(self, peer: Peer, text: str) -> None:
        """Pass on what somebody says, to everybody who reads the full level."""
        frame = encode({"type": "chat", "player_id": peer.player_id, "text": text})
        self._tell_full(frame)

    # -- what peers are told

    def _join_ack(self, peer: Peer, join: messages.Join, chair: Chair | None) -> dict[str, Any]:
        ack: dict[str, Any] = {
            "type": "join_ack",
            "room_id": join.room_id,
            "player_id": peer.player_id,
            "seat": chair.seat if chair else -1,
            "players": self.seats,
        }
        if peer.full:
            header, clock = self.match.header, self.spec.clock
            ack |= {
                "protocol": messages.VERSION,
                "game": self.game.name,
                "config": header.config,
                "variants": list(header.variants),
                "token": chair.token or None if chair else None,
                "seed_hash": self.seed_hash,
                "time": clock.as_json() if clock else None,
                "seats": self.seat_rows(),
            }
        return ack

    @property
    def seed_hash(self) -> str | None:
        """What is published of the seed before the end; nothing where deals are given."""
        return seed_hash(self.match_id, self.deals.root) if self.deals.root else None

    def seat_rows(self) -> list[dict[str, Any]]:
        """Who sits where."""
        return [chair.as_json() for chair in self.chairs]

    def _tell_seats(self, kind: str, but: Peer | None = None) -> None:
        self._tell_full(encode({"type": kind, "seats": self.seat_rows()}), but)

    def _tell_full(self, frame: bytes, but: Peer | None = None) -> None:
        for chair in self.chairs:
            if chair.peer is not None and chair.peer.full and chair.peer is not but:
                chair.peer.send(frame)
        self.gallery.tell(frame, full_only=True)

    @property
    def peers(self) -> int:
        """Connections in this room."""
        return len(self.gallery) + sum(chair.peer is not None for chair in self.chairs)

    def as_json(self) -> dict[str, Any]:
        """The room as GET /rooms lists it."""
        return {
            "room_id": self.room_id,
            "game": self.game.name,
            "seats": self.seat_rows(),
            "state": self.state,
            "spectators": len(self.gallery),
        }
