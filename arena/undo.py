"""Taking a decision back, at tables where nobody else minds."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from arena.chair import Chair
from arena.match import Match, Record
from engine.game import RoundResult, Seat
from protocol.errors import NOT_ALLOWED, ProtocolError

if TYPE_CHECKING:
    from arena.course import Course


def records_to_keep(room: "Course", chair: Chair) -> Sequence[Record]:
    """The steps before a seat's last decision; a ProtocolError where it may not be taken back."""
    others = [other for other in room.chairs if other is not chair]
    if room.spec.rated or not all(other.fresh for other in others):
        detail = "undo: only at unrated tables where everybody else is a house bot"
        raise ProtocolError(NOT_ALLOWED, detail)
    place = last_decision(room.match.records, chair.seat)
    if room.state != "running" or place is None:
        raise ProtocolError(NOT_ALLOWED, "undo: there is no decision of yours to take back")
    return room.match.records[:place]


def last_decision(records: Sequence[Record], seat: Seat) -> int | None:
    """The place of the last step in which a seat chose for itself."""
    for place in range(len(records) - 1, -1, -1):
        record = records[place]
        if seat in record.moves and seat not in (*record.passed, *record.defaulted, *record.house):
            return place
    return None


def repeat_all(match: Match, records: Sequence[Record]) -> list[RoundResult]:
    """Play kept steps again; the rounds they closed."""
    return [result for record in records if record.n for result in match.repeat(record).results]
