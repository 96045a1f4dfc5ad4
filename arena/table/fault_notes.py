"""Faults that play no move: noted in the log of the running step, and bounded."""

from typing import Any

from arena.match.match import Fault, Match
from arena.table.seat import TableSeat

NOTES_PER_STEP = 16
"""Faults noted for one step; a flood must not fill the log."""


class FaultNotes:
    """Notes frames that were no answer, answers that were not legal, and those that came late."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._noted = 0

    def next_step(self) -> None:
        """Begin to count anew."""
        self._noted = 0

    def illegal(
        self, seat: TableSeat, reason: str, received: Any, legal: tuple[str, ...] = ()
    ) -> None:
        """Note what a seat sent that it may not."""
        text = received if isinstance(received, str) else repr(received)
        fault = Fault(seat.seat, "illegal", reason[:300], received=text[:200], legal=legal)
        self._note(fault)

    def unreadable(self, seat: TableSeat, reason: str, received: str) -> None:
        """Note a frame that was no answer at all."""
        request = self._match.pending.get(seat.seat)
        self.illegal(seat, reason, received, request.legal if request else ())

    def late(self, seat: TableSeat, answer: Any) -> None:
        """Note an answer that came after its request was closed."""
        text = str(answer)[:200]
        reason = f"answered {text!r} too late"
        self._note(Fault(seat.seat, "timeout", reason, received=text))

    def _note(self, fault: Fault) -> None:
        if self._noted < NOTES_PER_STEP and not self._match.over:
            self._noted += 1
            self._match.note(fault)
