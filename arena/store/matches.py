"""Matches: kept step by step while they run, as one compressed log when they are over."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import ColumnElement, Connection, and_, func, or_, select

from arena.store.database import Database, now_ms
from arena.store.idempotent_insert import insert_steps
from arena.store.match_reads import (
    finishes,
    found_matches,
    packed_log,
    running_ids,
    running_match,
    step_lines,
    stored_matches,
)
from arena.store.match_rows import Filter, Finish, NewMatch, RunningMatch, StoredMatch
from arena.store.match_writes import (
    begin_matches,
    finish_matches,
    keep_matches,
    mark_broken,
    rewind_matches,
    set_rooms,
    void_matches,
)
from arena.store.replays import unpack
from arena.store.tables import matches
from arena.store.writer import Then, Writer

if TYPE_CHECKING:
    from arena.match.match import Match

PAGE: Final = 50
EVERYTHING: Final = Filter()


class Matches:
    """The matches of a store. Writes return at once and call `then` after the commit."""

    def __init__(self, database: Database, writer: Writer) -> None:
        self._database = database
        self._writer = writer

    # -- writing

    def begin(self, new: NewMatch, then: Then | None = None) -> None:
        """Save a match that is about to begin; the same match id twice is saved once."""
        self._writer.submit(begin_matches, new, then)

    def append(self, match_id: str, n: int, line: str, then: Then | None = None) -> None:
        """Keep one step, `line` being the log's; the same again is harmless, another an error."""
        self._writer.submit(insert_steps, (match_id, n, line), then)

    def rewind(self, match_id: str, n: int, then: Then | None = None) -> None:
        """Forget the steps of a running match after step `n`."""
        self._writer.submit(rewind_matches, (match_id, n), then)

    def set_room(self, match_id: str, room: dict[str, Any], then: Then | None = None) -> None:
        """Save what the room of a running match needs to be opened again."""
        self._writer.submit(set_rooms, (match_id, room), then)

    def finish(
        self, match_id: str, result: str, then: Then | None = None, *, rated: bool = False
    ) -> None:
        """Close a match by the log's last line, in one transaction.

        The steps become one compressed log, the players get points, ranks, faults and times, the
        room is forgotten. A match that is closed already stays as it is. `rated` only says that
        the commit must outlast a power cut; whether the match counts was said at its beginning.
        """
        self._writer.submit(finish_matches, (match_id, result, now_ms()), then, durable=rated)

    def void(self, match_id: str, reason: str, then: Then | None = None) -> None:
        """Close a match that does not count; its steps stay readable."""
        self._writer.submit(void_matches, (match_id, reason, now_ms()), then)

    def set_aside(self, match_id: str, reason: str, then: Then | None = None) -> None:
        """Mark a running match that cannot be read as broken; all that is kept of it stays."""
        self._writer.submit(mark_broken, (match_id, reason), then)

    def keep(self, match: "Match", new: NewMatch | None = None, then: Then | None = None) -> None:
        """Keep a match that was played elsewhere, from beginning to end in one transaction."""
        from arena.match.log import log_lines

        self.keep_log(new or NewMatch.of(match, room_id=""), log_lines(match), then)

    def keep_log(self, new: NewMatch, lines: list[str], then: Then | None = None) -> None:
        """Keep a match that was played elsewhere by the lines of its log."""
        self._writer.submit(keep_matches, (new, lines, now_ms()), then)

    # -- reading; each call has its own connection and may run in any thread

    def match(self, match_id: str) -> StoredMatch | None:
        """One match, running or over."""
        found = self._database.read(lambda c: stored_matches(c, matches.c.id == match_id, 1))
        return found[0] if found else None

    def find(
        self, wanted: Filter = EVERYTHING, *, limit: int = PAGE, before: str | None = None
    ) -> list[StoredMatch]:
        """Matches from the newest on; `before` is the cursor of the last one seen."""
        return self._database.read(lambda c: found_matches(c, wanted, before, limit))

    def running(self) -> list[RunningMatch]:
        """Every match that is not over, the oldest first."""
        return [self.running_match(match_id) for match_id in self.running_ids()]

    def running_ids(self) -> list[str]:
        """The ids of all matches that are not over, the oldest first."""
        return self._database.read(running_ids)

    def running_match(self, match_id: str) -> RunningMatch:
        """One match that is not over; an error of any kind if its row cannot be read."""
        return self._database.read(lambda c: running_match(c, match_id))

    def replay(self, match_id: str) -> str | None:
        """The log of a match that is over, as its file would be; None if there is none."""
        found = self._database.read(lambda c: c.execute(packed_log(match_id)).first())
        return None if found is None or found.replay is None else unpack(found.replay, found.codec)

    def lines(self, match_id: str) -> list[str]:
        """The steps' lines of a running match in order."""
        return self._database.read(lambda c: step_lines(c, match_id))

    def rated(
        self, ladder: str, after: int = 0, past_id: str = "", limit: int | None = None
    ) -> list[StoredMatch]:
        """Return the matches of a ladder in order of ending, those from `after` on.

        Of those that ended at `after` itself, only those with an id greater than `past_id`.
        """
        # The first condition finds the place in the index, the second leaves out what was seen.
        unseen = or_(matches.c.finished > after, matches.c.id > past_id)
        where = and_(_rated(ladder), matches.c.finished >= after, unseen)
        order = (matches.c.finished, matches.c.id)
        return self._database.read(lambda c: stored_matches(c, where, limit, order))

    def busiest_ladder(self, game: str) -> str:
        """Return the ladder of a game with the most rated matches; the game if it has none."""
        counted = self.ladders()
        own = [name for name in counted if name.partition(":")[0] == game]
        return max(own, key=counted.__getitem__, default=game)

    def newest_rated(self, ladder: str, limit: int) -> list[StoredMatch]:
        """Return the newest matches of a ladder, in order of ending."""
        order = (matches.c.finished.desc(), matches.c.id.desc())
        found = self._database.read(lambda c: stored_matches(c, _rated(ladder), limit, order))
        return found[::-1]

    def rated_ids(self, ladder: str, after: int) -> set[str]:
        """Return the ids of the matches of a ladder that ended at `after` or later."""
        query = select(matches.c.id).where(_rated(ladder), matches.c.finished >= after)
        return set(self._database.read(lambda c: list(c.scalars(query))))

    def ladders(self) -> dict[str, int]:
        """Return the ladders on which matches were finished, and how many."""
        # Two counts that indices answer alone: all that have ended, less those that do not count.
        ended = matches.c.ladder.is_not(None) & matches.c.finished.is_not(None)
        apart = matches.c.status.in_(("void", "broken"))
        found = self._database.read(partial(_by_ladder, where=ended))
        void = self._database.read(partial(_by_ladder, where=ended & apart))
        counted = {ladder: many - void.get(ladder, 0) for ladder, many in found.items()}
        return {ladder: many for ladder, many in counted.items() if many}

    def ladder_names(self) -> list[str]:
        """Return the ladders on which matches were played, however many those are."""
        return self._database.read(_ladder_names)

    def newest_finishes(self, ladder: str, limit: int) -> list[Finish]:
        """Return who finished where in the newest matches of a ladder, in order of ending."""
        return self._database.read(lambda c: finishes(c, _rated(ladder), limit))[::-1]

    def by_ids(self, match_ids: Sequence[str]) -> list[StoredMatch]:
        """Return these matches, the newest first; those that are not there are left out."""
        where = matches.c.id.in_(match_ids)
        return self._database.read(lambda c: stored_matches(c, where, None))


def _rated(ladder: str) -> ColumnElement[bool]:
    return and_(matches.c.ladder == ladder, matches.c.rated, matches.c.status == "finished")


def _by_ladder(connection: Connection, where: Any) -> dict[str, int]:
    query = select(matches.c.ladder, func.count().label("many")).where(where)
    rows = connection.execute(query.group_by(matches.c.ladder)).all()
    return {row.ladder: row.many for row in rows}


def _ladder_names(connection: Connection) -> list[str]:
    """Go from one name to the next in the index: a list of distinct ones would read all rows."""
    names: list[str] = []
    while True:
        after = matches.c.ladder > (names[-1] if names else "")
        name = connection.scalar(select(func.min(matches.c.ladder)).where(after))
        if name is None:
            return names
        names.append(name)
