"""The time between a full table and its first deal, in which bots load and players get ready."""

from typing import TYPE_CHECKING

from arena.match.match import Fault
from arena.table.effects import DismissBot, Outbox, StartBot
from arena.table.seat import TableSeat
from arena.table.seats import Seats
from arena.table.spec import RoomSpec
from engine.rng import stream

if TYPE_CHECKING:
    from arena.table.announcements import Announcements

READY_SECONDS = 30.0
"""How long players may load at a table without a clock."""
READY = "ready"


class WarmUp:
    """Starts the house bots, and notes who is ready to begin."""

    def __init__(self, seats: Seats, announcements: "Announcements", out: Outbox) -> None:
        self._seats = seats
        self._announcements = announcements
        self._out = out

    @property
    def active(self) -> bool:
        """Whether bots load and players get ready for a match that is about to begin."""
        return self._out.is_set(READY)

    @property
    def complete(self) -> bool:
        """Whether every seat is ready."""
        return all(seat.ready for seat in self._seats)

    def start(self, spec: RoomSpec, bot_seed: str, seed_hash: str | None, now: float) -> None:
        """Announce the match and let everybody load, for as long as the clock allows."""
        self._announcements.seats("game_starting", now, seed_hash=seed_hash)
        clock = spec.clock
        self._out.wake(READY, now + (clock.ready_ms / 1000 if clock else READY_SECONDS))
        for seat in self._seats:
            if seat.house is not None:
                rng = stream(bot_seed, "bot", seat.seat)
                self._out.add(StartBot(seat.seat, seat.house, rng))

    def set_ready(self, seat: TableSeat, now: float, *, ready: bool) -> bool:
        """Note and announce whether a seat is ready; return whether that is new."""
        if seat.ready == ready:
            return False
        seat.ready = ready
        self._announcements.seats("ready_changed", now)
        return True

    def late(self) -> list[Fault]:
        """Return a fault for each seat that was not ready in time."""
        return [
            Fault(seat.seat, "timeout", "not ready in time")
            for seat in self._seats
            if not seat.ready
        ]

    def stop(self) -> None:
        """Stop waiting for anybody."""
        self._out.cancel(READY)

    def take_back(self) -> None:
        """Undo the start of a match whose table is not full any more."""
        self.stop()
        renew_bots(self._seats, self._out)
        for seat in self._seats.remote:
            if seat.peer is not None and seat.peer.full:
                seat.ready = False


def renew_bots(seats: Seats, out: Outbox) -> None:
    """Put new house bots, which know nothing of the match so far, in the place of the old."""
    for seat in seats:
        if seat.house is not None and seat.house.make is not None:
            out.add(DismissBot(seat.house))
            seat.seat_bot(seat.house.make(), seat.player_id, seat.house.make)
