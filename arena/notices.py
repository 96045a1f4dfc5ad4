"""What a room tells its people besides the table itself."""

from typing import Any

from arena.broadcast import Broadcast
from arena.chair import Chair
from arena.match import MatchHeader
from arena.peer import Peer
from arena.room_spec import RoomSpec
from arena.seating import Seating
from protocol import messages
from protocol.codec import encode


class Notices:
    """Frames for everybody at the full level, and the answer to a join."""

    def __init__(self, chairs: Seating, broadcast: Broadcast) -> None:
        self._chairs = chairs
        self._broadcast = broadcast

    def tell(self, frame: bytes, but: Peer | None = None, *, at_once: bool = False) -> None:
        """The same frame for everybody at the full level; for late spectators late, or at once."""
        for chair in self._chairs:
            if chair.peer is not None and chair.peer.full and chair.peer is not but:
                chair.peer.send(frame)
        self._broadcast.tell(frame, at_once=at_once)

    def seats(self, kind: str, but: Peer | None = None, **more: Any) -> None:
        """Who sits where now, and what has changed it."""
        rows = self._chairs.rows()
        self.tell(encode({"type": kind, "seats": rows, **more}), but)
        self._broadcast.reseat(rows)

    def rows(self, *, late: bool) -> list[dict[str, Any]]:
        """Who sits where, as late spectators know or as it is."""
        known = self._broadcast.seats if late else None
        return self._chairs.rows() if known is None else known

    def join_ack(
        self,
        peer: Peer,
        room_id: str,
        chair: Chair | None,
        *,
        spec: RoomSpec,
        header: MatchHeader,
        seed_hash: str | None,
    ) -> None:
        """Tell a peer that it is in; `room_id` is the one it named."""
        ack: dict[str, Any] = {
            "type": "join_ack",
            "room_id": room_id,
            "player_id": peer.player_id,
            "seat": chair.seat if chair else -1,
            "players": len(self._chairs),
        }
        if peer.full:
            ack |= {
                "protocol": messages.VERSION,
                "game": header.game,
                "config": header.config,
                "variants": list(header.variants),
                "token": chair.token or None if chair else None,
                "seed_hash": seed_hash,
                "time": spec.clock.as_json() if spec.clock else None,
                "seats": self.rows(late=peer in self._broadcast.late),
            }
        peer.send(encode(ack))
