"""The journal of a server: every step is saved in the store before it is announced."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import structlog

from arena.errors import StoreError
from arena.match.log import dump, result_line, step_line
from arena.match.match import Match, Record
from arena.store import NewMatch, Seated, Store, UnwrittenError
from arena.table.seat import TableSeat

if TYPE_CHECKING:
    from arena.room.room import Room, Then

log = structlog.get_logger()


class StoreJournal:
    """Saves what rooms play; a room whose match cannot be saved is given up."""

    def __init__(self, store: Store) -> None:
        self._matches = store.matches
        self._rooms: dict[str, Room] = {}
        """The rooms whose matches are being kept, by match id."""

    def begin(self, room: "Room", then: "Then") -> None:
        """Keep a match that is about to be played, with all that is needed to resume it."""
        self.adopt(room)
        new = self.new_match(room)
        records = room.match.records  # what the rules moved before anybody, or an earlier match
        done = self._checked(room.match_id, then)
        self._matches.begin(new, self._checked(room.match_id, nothing) if records else done)
        self._append(room.match_id, records, done)

    def new_match(self, room: "Room") -> NewMatch:
        """A room's match as the store will have it."""
        return NewMatch.of(
            room.match,
            room_id=room.room_id,
            seats=[seated(seat) for seat in room.seats],
            rated=room.spec.rated,
            room=kept_room(room),
        )

    def adopt(self, room: "Room") -> None:
        """Continue a match that was saved before."""
        self._rooms[room.match_id] = room

    def step(self, match: Match, then: "Then") -> None:
        """Keep the last step of a match."""
        record, match_id = match.records[-1], match.header.match_id
        line = dump(step_line(record))
        self._matches.append(match_id, record.n, line, self._checked(match_id, then))

    def rewind(self, room: "Room", kept: int, then: "Then") -> None:
        """Save a match's steps after step `kept` in the place of those saved before."""
        more = [record for record in room.match.records if record.n > kept]
        done = self._checked(room.match_id, then)
        self._matches.rewind(
            room.match_id, kept, self._checked(room.match_id, nothing) if more else done
        )
        self._append(room.match_id, more, done)

    def _append(
        self, match_id: str, records: Sequence[Record], then: Callable[[StoreError | None], None]
    ) -> None:
        """Save steps in their order, and go on after the last."""
        for record in records:
            last = record is records[-1]
            done = then if last else self._checked(match_id, nothing)
            self._matches.append(match_id, record.n, dump(step_line(record)), done)

    def reseat(self, room: "Room") -> None:
        """Keep who may come back to which seat of a running match."""
        self._matches.set_room(room.match_id, kept_room(room), _logged)

    def finish(self, room: "Room") -> None:
        """Keep the result of a match that is over."""
        done = self._checked(room.match_id, lambda: self._forget(room))
        line = dump(result_line(room.match, room.table.forfeits))
        self._matches.finish(room.match_id, line, done, rated=room.spec.rated)

    def void(self, room: "Room", reason: str) -> None:
        """Mark a match that will not be finished."""
        self._forget(room)
        self._matches.void(room.match_id, reason, _logged)

    def _forget(self, room: "Room") -> None:
        self._rooms.pop(room.match_id, None)

    def _checked(self, match_id: str, then: "Then") -> Callable[[StoreError | None], None]:
        def done(error: StoreError | None) -> None:
            room = self._rooms.get(match_id)
            if error is None:
                then()
            elif isinstance(error, UnwrittenError):
                return  # the server stops meanwhile: the next one goes on from the last saved step
            elif room is not None:
                room.abandon(f"the match cannot be kept: {error.public}")

        return done


def nothing() -> None:
    """Wait for the commit that follows."""


def _logged(error: StoreError | None) -> None:
    if error is not None and not isinstance(error, UnwrittenError):
        log.error("match_not_closed", reason=str(error))


def seated(seat: TableSeat) -> Seated:
    """Return who sits at a seat, and who is rated for it."""
    if seat.house is not None:
        return Seated(seat.player_id, f"house:{seat.bot}")
    identity = f"token:{seat.owner}" if seat.owner is not None else ""
    return Seated(seat.player_id, identity, seat.owner)


def kept_room(room: "Room") -> dict[str, Any]:
    """All that a room needs to stand up again: its rules, its secrets, and who sits where."""
    spec = {
        **room.spec.as_json(),
        "deals": room.table.deals.as_json(),
        "match_id": room.match_id,
        "bot_seed": room.table.bot_seed,
    }
    return {"spec": spec, "chairs": [kept_seat(seat) for seat in room.seats]}


def kept_seat(seat: TableSeat) -> dict[str, Any]:
    """Return who may come back to a seat."""
    return {
        "name": seat.player_id,
        "display": seat.display,
        "bot": seat.bot,
        "house": seat.house is not None,
        "token_hash": seat.token_hash,
        "owner": seat.owner,
        "entrant": seat.entrant,
        "no_show": seat.no_show,
        "forfeited": seat.forfeited,
    }
