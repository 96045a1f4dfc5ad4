"""Acknowledgements of answers: when players at the full level receive them."""

from arena.table.effects import Outbox, Send
from arena.table.seat import TableSeat
from protocol.codec import encode


class Acknowledgements:
    """Acknowledges answers: refused ones at once, moves when their step is saved.

    An earlier acknowledgement of a move would be broken by a crash, and in a claim step its moment
    would depend on who else can claim.
    """

    def __init__(self, out: Outbox) -> None:
        self._out = out
        self._moves: list[tuple[TableSeat, Send]] = []
        """Moves to acknowledge once their step is saved."""

    def refuse(self, seat: TableSeat, request_id: int | None, status: str, reason: str) -> None:
        """Say at once that an answer was not taken."""
        send = self._send(seat, request_id, status, reason, 0, 0)
        if send is not None:
            self._out.add(send)

    def move(
        self,
        seat: TableSeat,
        request_id: int,
        status: str,
        reason: str,
        elapsed_ms: int,
        lag_ms: int,
    ) -> None:
        """Say that a move was made, once its step is saved."""
        send = self._send(seat, request_id, status, reason, elapsed_ms, lag_ms)
        if send is not None:
            self._moves.append((seat, send))

    def step_saved(self) -> None:
        """Send what waited for the step."""
        moves, self._moves = self._moves, []
        for seat, send in moves:
            if seat.peer is send.to:  # one that came back is shown the table instead
                self._out.add(send)

    def _send(
        self,
        seat: TableSeat,
        request_id: int | None,
        status: str,
        reason: str,
        elapsed_ms: int,
        lag_ms: int,
    ) -> Send | None:
        if seat.peer is None or not seat.peer.full:
            return None
        ack = {
            "type": "action_ack",
            "request_id": request_id,
            "status": status,
            "reason": reason,
            "elapsed_ms": elapsed_ms,
            "lag_ms": lag_ms,
        }
        return Send(seat.peer, encode(ack))
