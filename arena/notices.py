"""What a room tells its people besides the table itself."""

from typing import Any

from arena.chair import Chair
from arena.gallery import Gallery
from arena.match import MatchHeader
from arena.peer import Peer
from arena.room_spec import RoomSpec
from arena.seating import Seating
from protocol import messages
from protocol.codec import encode


class Notices:
    """Frames for everybody at the full level, and the answer to a join."""

    def __init__(self, chairs: Seating, gallery: Gallery) -> None:
        self._chairs = chairs
        self._gallery = gallery

    def tell(self, frame: bytes, but: Peer | None = None) -> None:
        """The same frame for everybody at the full level."""
        for chair in self._chairs:
            if chair.peer is not None and chair.peer.full and chair.peer is not but:
                chair.peer.send(frame)
        self._gallery.tell(frame, full_only=True)

    def seats(self, kind: str, but: Peer | None = None, **more: Any) -> None:
        """Who sits where now, and what has changed it."""
        self.tell(encode({"type": kind, "seats": self._chairs.rows(), **more}), but)

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
                "seats": self._chairs.rows(),
            }
        peer.send(encode(ack))
