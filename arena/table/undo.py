"""Decisions taken back and made again, at tables where nobody else minds."""

from collections.abc import Sequence

from arena.match.match import Match, Record
from arena.table.seat import TableSeat
from arena.table.seats import Seats
from engine.game import RoundResult, Seat
from protocol.errors import NOT_ALLOWED, ProtocolError


class Undone:
    """The steps that a player has taken back, latest last, until another way is taken."""

    def __init__(self) -> None:
        self._parts: list[Sequence[Record]] = []

    def take_back(self, match: Match, seat: TableSeat) -> Sequence[Record]:
        """Return the steps before a seat's last decision, and remember the rest."""
        place = last_decision(match.records, seat.seat)
        if place is None:
            raise ProtocolError(NOT_ALLOWED, "undo: there is no decision of yours to take back")
        self._parts.append(match.records[place:])
        return match.records[:place]

    def make_again(self, match: Match) -> Sequence[Record]:
        """Return all steps up to the next decision that was taken back and not replaced."""
        if not self._parts:
            raise ProtocolError(NOT_ALLOWED, "redo: there is no undone decision to make again")
        return [*match.records, *self._parts.pop()]

    def forget(self) -> None:
        """Another way is taken: what was taken back does not fit any more."""
        self._parts.clear()


def check_nobody_minds(seats: Seats, seat: TableSeat, verb: str) -> None:
    """Raise ProtocolError unless everybody else is a house bot that can begin anew."""
    others = [other for other in seats if other is not seat]
    fresh = all(other.house is not None and other.house.make is not None for other in others)
    if seats.spec.rated or not fresh:
        detail = f"{verb}: only at unrated tables where everybody else is a house bot"
        raise ProtocolError(NOT_ALLOWED, detail)


def last_decision(records: Sequence[Record], seat: Seat) -> int | None:
    """Return the place of the last step in which a seat chose for itself."""
    for place in range(len(records) - 1, -1, -1):
        record = records[place]
        if seat in record.moves and seat not in (*record.passed, *record.defaulted, *record.house):
            return place
    return None


def repeat_all(match: Match, records: Sequence[Record]) -> list[RoundResult]:
    """Play saved steps again; return the rounds they closed."""
    return [result for record in records if record.n for result in match.repeat(record).results]
