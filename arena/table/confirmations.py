"""Confirmations of a round, in rooms whose next round waits for them."""

from collections.abc import Iterable

from arena.table.seat import TableSeat
from engine.game import Seat


class Confirmations:
    """The players who can confirm and have not; house bots and flat clients count as willing."""

    def __init__(self, seats: Iterable[TableSeat]) -> None:
        self._seats = seats
        self._missing: set[Seat] | None = None

    @property
    def awaited(self) -> bool:
        """Whether a round waits to be confirmed."""
        return self._missing is not None

    @property
    def complete(self) -> bool:
        """Whether everybody who can has confirmed the round that waits."""
        return self._missing is not None and not self._missing

    def open(self) -> None:
        """Begin to wait."""
        self._missing = {
            seat.seat
            for seat in self._seats
            if seat.decides is None and seat.peer is not None and seat.peer.full
        }

    def confirm(self, seat: TableSeat) -> bool:
        """Note that a player has confirmed; return whether a round waits."""
        if self._missing is None:
            return False
        self._missing.discard(seat.seat)
        return True

    def close(self) -> None:
        """Wait no more."""
        self._missing = None
