"""Taking a decision back, at tables where nobody else minds."""

from collections.abc import Sequence

from arena.match.match import Match, Record
from arena.table.seat import TableSeat
from arena.table.seats import Seats
from engine.game import RoundResult, Seat
from protocol.errors import NOT_ALLOWED, ProtocolError


def records_to_keep(match: Match, seats: Seats, seat: TableSeat) -> Sequence[Record]:
    """Return the steps before a seat's last decision; a ProtocolError says why there are none."""
    others = [other for other in seats if other is not seat]
    fresh = all(other.house is not None and other.house.make is not None for other in others)
    if seats.spec.rated or not fresh:
        detail = "undo: only at unrated tables where everybody else is a house bot"
        raise ProtocolError(NOT_ALLOWED, detail)
    place = last_decision(match.records, seat.seat)
    if place is None:
        raise ProtocolError(NOT_ALLOWED, "undo: there is no decision of yours to take back")
    return match.records[:place]


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
