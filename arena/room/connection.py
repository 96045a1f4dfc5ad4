"""One connection's conversation: reads its frames in order and passes them to the right place."""

import asyncio
from typing import Any, Protocol

from arena.match.visibility import Sight, gate
from arena.room.peer import Peer, PeersRoom
from arena.settings import Settings
from protocol import messages
from protocol.codec import decode, encode, quoted, read, read_join
from protocol.errors import (
    GAME_NOT_STARTED,
    MISSING_ROOM_ID,
    MISSING_TYPE,
    NOT_ALLOWED,
    NOT_JOINED,
    RATE_LIMITED,
    ROOM_NOT_FOUND,
    TOO_LARGE,
    UNKNOWN_TYPE,
    ProtocolError,
)

PONG = encode({"type": "pong"})
FULL_ONLY = ("chat", "ping", "undo", "redo")
NOT_FOR_BOTS = ("chat", "undo", "redo")


class Front(Protocol):
    """The receiver of a connection's frames: a lobby, or a single room."""

    def join(self, peer: Peer, join: messages.Join, path_room: str) -> None:
        """Bring a peer to its room."""

    def find(self, room_id: str) -> PeersRoom:
        """The room of this id."""

    def leave(self, peer: Peer, *, said: bool = False) -> None:
        """A peer has gone: by saying so, or because its connection is."""


class Connection:
    """One connection's conversation: decoding, limits, and who answers what."""

    def __init__(self, peer: Peer, front: Front, settings: Settings, path_room: str = "") -> None:
        self.peer = peer
        self.front = front
        self.settings = settings
        self.path_room = path_room
        self._loop = asyncio.get_running_loop()
        self._tokens = float(settings.burst)
        self._filled_at = self._loop.time()
        self._free_discards = True
        self._warned = False
        self._undecodable = 0
        self._binary = 0
        self._join_timer: asyncio.TimerHandle | None = None
        self._join_restarts = 1

    def expect_join(self) -> None:
        """Give the peer its time to join; a valid message restarts it once."""
        seconds = self.settings.join_seconds
        self._join_timer = self._loop.call_later(seconds, self._never_joined)

    def _never_joined(self) -> None:
        if self.peer.room is None:
            self.peer.close(1008, "no join in time")

    # -- frames

    def text(self, frame: bytes | str) -> None:
        """Handle a text frame completely before the next one is read."""
        self._binary = 0
        if self.peer.closing or not self._within_rate():
            return
        try:
            data = decode(frame)
        except ProtocolError as error:
            self._unreadable(error, quoted(frame))
            return
        self._undecodable = 0
        try:
            self._dispatch(data)
        except ProtocolError as error:
            self.peer.refuse(error)

    def _unreadable(self, error: ProtocolError, received: str) -> None:
        if self.peer.room is not None:
            self.peer.room.note_unreadable(self.peer, error, received)
        self.peer.refuse(error)
        if error.sentence is not MISSING_TYPE:
            self._undecodable = 0
            return
        self._undecodable += 1
        if self._undecodable >= self.settings.undecodable_frames:
            self.peer.close(1008, "too many frames that are not JSON objects")

    def binary(self) -> None:
        """Refuse a binary frame; a second in a row ends the connection."""
        self._binary += 1
        if self.peer.closing or not self._within_rate():
            return
        error = ProtocolError(MISSING_TYPE, "binary frames are not read; send JSON as text")
        self._unreadable(error, "a binary frame")
        if self._binary >= 2:
            self.peer.close(1003, "text frames only")

    def too_large(self, size: int) -> None:
        """Refuse a frame over the limit and end the connection."""
        detail = f"{size} bytes; the limit is {self.settings.max_frame}"
        self.peer.refuse(ProtocolError(TOO_LARGE, detail))
        self.peer.close(1009, TOO_LARGE.message)

    def gone(self) -> None:
        """The connection has ended."""
        if self._join_timer is not None:
            self._join_timer.cancel()
        if self.peer.room is not None:
            self.front.leave(self.peer)

    # -- limits

    def _within_rate(self) -> bool:
        now, limit = self._loop.time(), self.settings
        self._tokens += (now - self._filled_at) * limit.messages_a_second
        if self._tokens > limit.burst:
            self._tokens = float(limit.burst)
        self._filled_at = now
        self._tokens -= 1.0
        if self._tokens >= 0:
            self._warned = False
            return True
        self._tokens = 0.0
        if self._warned:
            self.peer.close(1008, RATE_LIMITED.message)
        else:
            self._warned = True
            self.peer.refuse(ProtocolError(RATE_LIMITED, f"{limit.messages_a_second:g} a second"))
        return False

    # -- who answers what

    def _dispatch(self, data: dict[str, Any]) -> None:
        kind = data["type"]
        if kind == "action":
            self._action(data)
        elif kind == "join":
            self._join(data)
        elif kind == "discards_request":
            self._discards(data)
        elif self.peer.room is None:
            raise ProtocolError(NOT_JOINED, f"{kind}: join a room first")
        elif kind == "leave":
            self._leave(self.peer.room.room_id)
        elif not self.peer.full:
            if kind in FULL_ONLY:
                raise ProtocolError(UNKNOWN_TYPE, f"{kind}: full level only")
            read(messages.CLIENT[kind], data)
        else:
            self._full_level(kind, data)

    def _action(self, data: dict[str, Any]) -> None:
        self._room_of_action().act(self.peer, data)
        self._tokens += 1.0
        self._free_discards = True

    def _room_of_action(self) -> PeersRoom:
        """Return the peer's room, or the room in the URL if it has not joined."""
        if self.peer.room is not None:
            return self.peer.room
        try:
            return self.front.find(self.path_room)
        except ProtocolError:
            raise ProtocolError(NOT_JOINED, flat=GAME_NOT_STARTED) from None

    def _join(self, data: dict[str, Any]) -> None:
        if data.get("detail") == "full" and self.peer.room is None:
            self.peer.detail = "full"  # so that a refusal is told in full
        join = read_join(data)
        self.front.join(self.peer, join, self.path_room)
        if self._join_timer is not None:
            self._join_timer.cancel()

    def _leave(self, room_id: str) -> None:
        """Leave the room; the connection stays, and may join another."""
        if self.peer.only_plays:
            self.peer.close(1000, "left")
            return
        self.front.leave(self.peer, said=True)
        self.path_room = ""  # the next join names its room
        self.peer.send(encode({"type": "left", "room_id": room_id}))
        self._join_restarts = 1
        self.expect_join()

    def _discards(self, data: dict[str, Any]) -> None:
        named = data.get("room_id")
        if not isinstance(named, str):
            raise ProtocolError(MISSING_ROOM_ID, "room_id: expected a string")
        room = self.peer.room or self._watchable(self.path_room or named)
        self.peer.send(room.discards(self.peer))
        if self._free_discards:
            self._free_discards = False
            self._tokens += 1.0
        self._restart_join_timer()

    def _watchable(self, room_id: str) -> PeersRoom:
        room = self.front.find(room_id)
        if gate(self.peer.account, room.exhibit, "public") is Sight.NOTHING:
            raise ProtocolError(ROOM_NOT_FOUND, f"there is no room {room_id[:64]!r}")
        return room

    def _restart_join_timer(self) -> None:
        if self.peer.room is None and self._join_restarts and self._join_timer is not None:
            self._join_restarts -= 1
            self._join_timer.cancel()
            self.expect_join()

    def _full_level(self, kind: str, data: dict[str, Any]) -> None:
        room, peer = self.peer.room, self.peer
        assert room is not None
        if kind in NOT_FOR_BOTS and peer.only_plays:
            raise ProtocolError(NOT_ALLOWED, f"{kind}: a bot that the server started only plays")
        if kind == "ping":
            peer.send(PONG)
        elif kind == "chat":
            room.chat(peer, read(messages.ChatSaid, data).text)
        elif kind == "confirm_round":
            room.confirm(peer)
        elif kind == "undo":
            room.undo(peer)
        elif kind == "redo":
            room.redo(peer)
        elif kind == "ready" and peer.seat >= 0:
            room.set_ready(room.seats[peer.seat], ready=read(messages.Ready, data).ready)
