"""A room: seats, spectators, and the match that is played there."""

from typing import Any

from arena.access import VISITOR, Account, Exhibit, Sight, gate, late
from arena.chair import Chair
from arena.course import Course
from arena.frames import Frames, discards_frame
from arena.match import Match
from arena.peer import Peer
from arena.seating import unseat
from engine.game import ALL_HANDS, PUBLIC, Seat, Viewer
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


class Room(Course):
    """Seats players, lets spectators in, and passes on what they ask and are told."""

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
        self.broadcast.remove(peer)
        peer.detail = join.detail
        peer.player_id = join.player_id
        peer.bot = join.bot or ""
        peer.room = self
        if chair is not None:
            self._sit(peer, chair, join, account)
        elif viewpoint is not None:
            self._watch(peer, join, viewpoint, late=late(account, self.exhibit))

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

    def _watch(
        self, peer: Peer, join: messages.Join, viewpoint: tuple[Viewer, Sight], *, late: bool
    ) -> None:
        viewer, sight = viewpoint
        late = late and viewer.seat < 0
        self.broadcast.add(peer, viewer, held=sight is not Sight.LIVE, late=late)
        self.tell_plugins("arena_spectator_joined", room_id=self.room_id, name=peer.player_id)
        self._let_in(peer, join, None)
        if self.referee is not None:
            self.broadcast.snapshot(peer, self.referee.frames)

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
        return Exhibit(
            self.spec.rated,
            self.state == "over",
            self.spec.spectators,
            owners,
            delay=self.spec.spectator_delay or 0.0,
            told=self.shown_state == self.state,
        )

    def seen_by(self, account: Account) -> Match | None:
        """The match as far as the time has come for somebody to see it; None if not at all."""
        return self.shown_to(late=late(account, self.exhibit))

    def leave(self, peer: Peer) -> None:
        """A connection is gone: the seat is freed before the start, kept afterwards."""
        peer.room = None
        self.broadcast.remove(peer)
        if peer.seat < 0:
            self.tell_plugins("arena_spectator_left", room_id=self.room_id, name=peer.player_id)
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

    def close(self) -> None:
        """Send everybody away; a running match is left where it stands."""
        self.stop()
        for chair in self.chairs:
            if chair.peer is not None:
                chair.peer.close(1001, "the room is closing")
            if chair.thinker is not None:
                chair.thinker.stop()
        self.broadcast.close()
        if not self.finished.done():
            self.finished.cancel()

    # -- what peers ask

    def undo(self, peer: Peer) -> None:
        """Take a player's last decision back; a ProtocolError says why not."""
        if peer.seat < 0:
            raise ProtocolError(NOT_ALLOWED, "undo: players only")
        self.take_back(self.chairs[peer.seat])

    def act(self, peer: Peer, data: dict[str, Any]) -> None:
        """Take an action frame; the checks stand in the wire's order."""
        if self.referee is None:
            raise ProtocolError(GAME_NOT_STARTED)
        state = self.state if peer.seat >= 0 else self.shown_state
        if state in ("over", "void"):
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

    def discards(self, peer: Peer) -> bytes:
        """This round's discards, as far as somebody may know them."""
        at_once = peer.seat >= 0 or peer in self.broadcast.gallery
        match = self.shown_to(late=not at_once)
        if self.referee is None or match is None:
            return discards_frame(self.room_id, [""] * self.seats)
        return Frames(match, self.room_id).discards()

    def chat(self, peer: Peer, text: str) -> None:
        """Pass on what somebody says, to everybody who reads the full level."""
        if self.spec.rated and peer.seat >= 0:
            raise ProtocolError(NOT_ALLOWED, "players of a rated room cannot chat")
        frame = encode({"type": "chat", "player_id": peer.player_id, "text": text})
        # Who sees the table late can tell nothing new of it.
        self.notices.tell(frame, at_once=peer in self.broadcast.late)

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
    def peers(self) -> int:
        """Connections in this room."""
        return len(self.broadcast) + self.chairs.connected

    def as_json(self) -> dict[str, Any]:
        """The room as GET /rooms lists it."""
        return {
            "room_id": self.room_id,
            "game": self.game.name,
            "seats": self.notices.rows(late=True),
            "state": self.shown_state,
            "spectators": len(self.broadcast),
            "match_id": self.match_id,
            "rated": self.spec.rated,
            "spectator_delay": self.spec.spectator_delay or 0.0,
        }
