"""Frames for everybody at the full level, and the answer to a join."""

from typing import Any

from arena.match.match import MatchHeader
from arena.table.audience import Audience, Rows
from arena.table.effects import Outbox
from arena.table.participant import Participant
from arena.table.seat import TableSeat
from arena.table.seats import Seats
from arena.table.spec import RoomSpec
from protocol import messages
from protocol.codec import encode


class Announcements:
    """Announcements of a table besides the game itself: who sits where, and free text."""

    def __init__(self, seats: Seats, audience: Audience, out: Outbox) -> None:
        self._seats = seats
        self._audience = audience
        self._out = out

    def tell(
        self,
        frame: dict[str, Any],
        now: float,
        *,
        but: Participant | None = None,
        at_once: bool = False,
    ) -> None:
        """Send a frame to everybody at the full level; to late spectators late, or at once."""
        encoded = encode(frame)
        for seat in self._seats:
            if seat.peer is not None and seat.peer.full and seat.peer is not but:
                self._out.send(seat.peer, encoded)
        self._audience.tell(encoded, now, at_once=at_once)

    def seats(self, kind: str, now: float, *, but: Participant | None = None, **more: Any) -> None:
        """Announce who sits where now, and what has changed it."""
        rows = self._seats.rows()
        self.tell({"type": kind, "seats": rows, **more}, now, but=but)
        self._audience.reseat(rows, now)

    def rows(self, *, late: bool) -> Rows:
        """Return who sits where, as late spectators know or as it is."""
        known = self._audience.seats if late else None
        return self._seats.rows() if known is None else known

    def join_ack(
        self,
        peer: Participant,
        room_id: str,
        seat: TableSeat | None,
        *,
        spec: RoomSpec,
        header: MatchHeader,
        seed_hash: str | None,
    ) -> bytes:
        """Return the answer to a join; `room_id` is the one it named."""
        ack: dict[str, Any] = {
            "type": "join_ack",
            "room_id": room_id,
            "player_id": peer.player_id,
            "seat": seat.seat if seat else -1,
            "players": len(self._seats),
        }
        if peer.full:
            ack |= {
                "protocol": messages.VERSION,
                "game": header.game,
                "config": header.config,
                "variants": list(header.variants),
                "token": seat.token or None if seat else None,
                "seed_hash": seed_hash,
                "time": spec.clock.as_json() if spec.clock else None,
                "seats": self.rows(late=peer in self._audience.late),
            }
        return encode(ack)
