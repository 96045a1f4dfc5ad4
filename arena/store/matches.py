"""Matches: kept step by step while they run, as one compressed log when they are over."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal

from sqlalchemy import Connection, Row, and_, delete, or_, select, update

from arena.errors import StoreError
from arena.log import dump, header_line
from arena.store.database import Database, now_ms
from arena.store.replays import CODEC, pack, unpack
from arena.store.rows import insert_new, insert_steps
from arena.store.seats import Seated, StoredPlayer, finish_players, player_rows
from arena.store.tables import matches, players, steps
from arena.store.writer import Then, Writer

if TYPE_CHECKING:
    from arena.match import Match

Status = Literal["running", "finished", "void"]
PAGE: Final = 50


@dataclass(frozen=True, slots=True)
class NewMatch:
    """A match as it is kept before its first move is told."""

    match_id: str
    room_id: str
    game: str
    game_version: int
    header: str
    """The log's first line."""
    deals: dict[str, Any]
    """Secret until the match is over."""
    seats: Sequence[Seated]
    rated: bool = False
    room: dict[str, Any] | None = None
    """Whatever the room needs to stand up again after a crash; dropped when the match is over."""
    kind: str = "room"
    """What it belongs to: room, ladder, challenge or tournament."""
    tournament_id: str | None = None
    created: int = field(default_factory=now_ms)

    @classmethod
    def of(
        cls,
        match: "Match",
        *,
        room_id: str,
        seats: Sequence[Seated] = (),
        rated: bool = False,
        room: dict[str, Any] | None = None,
        kind: str = "room",
        tournament_id: str | None = None,
    ) -> "NewMatch":
        """A match about to begin; without `seats`, its players by name alone."""
        head = match.header
        seated = seats or [Seated(name) for name in head.players]
        return cls(
            head.match_id, room_id, head.game, head.game_version, dump(header_line(match)),
            match.deals.as_json(), seated, rated, room, kind, tournament_id,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match as lists show it: everything but its moves and its secrets."""

    match_id: str
    room_id: str
    kind: str
    game: str
    game_version: int
    status: Status
    rated: bool
    created: int
    finished: int | None
    header: dict[str, Any]
    result: dict[str, Any] | None
    """The log's last line: `result`, `deals` and `steps`."""
    reason: str | None
    """Why it is void."""
    tournament_id: str | None
    players: Sequence[StoredPlayer]

    @property
    def cursor(self) -> str:
        """Given as `before`, the list goes on after this match."""
        return f"{self.created}-{self.match_id}"


@dataclass(frozen=True, slots=True)
class RunningMatch:
    """A match that was not over when the server stopped, with all it takes to go on."""

    match: StoredMatch
    deals: dict[str, Any]
    room: dict[str, Any] | None
    lines: Sequence[str]
    """The steps' lines in order; the first is step 0 if the rules moved before anybody."""


@dataclass(frozen=True, slots=True)
class Filter:
    """Which matches a list shows; what is None does not matter."""

    game: str | None = None
    status: Status | None = None
    rated: bool | None = None
    kind: str | None = None
    room_id: str | None = None
    tournament_id: str | None = None
    player: str | None = None
    """A name at the table."""
    owner: int | None = None
    identity: str | None = None


EVERYTHING: Final = Filter()


class Matches:
    """The matches of a store. Writes return at once and call `then` after the commit."""

    def __init__(self, database: Database, writer: Writer) -> None:
        self._database = database
        self._writer = writer

    # -- writing

    def begin(self, new: NewMatch, then: Then | None = None) -> None:
        """Keep a match that is about to begin; the same match id twice is kept once."""
        self._writer.submit(_begin, new, then)

    def append(self, match_id: str, n: int, line: str, then: Then | None = None) -> None:
        """Keep one step, `line` being the log's; the same again is harmless, another an error."""
        self._writer.submit(insert_steps, (match_id, n, line), then)

    def set_room(self, match_id: str, room: dict[str, Any], then: Then | None = None) -> None:
        """Keep what a running match's room needs to stand up again, in place of what was kept."""
        self._writer.submit(_set_room, (match_id, room), then)

    def finish(
        self, match_id: str, result: str, then: Then | None = None, *, rated: bool = False
    ) -> None:
        """Close a match by the log's last line, in one transaction.

        The steps become one compressed log, the players get points, ranks, faults and times, the
        room is forgotten. A match that is closed already stays as it is. `rated` only says that
        the commit must outlast a power cut; whether the match counts was said at its beginning.
        """
        self._writer.submit(_finish, (match_id, result, now_ms()), then, durable=rated)

    def void(self, match_id: str, reason: str, then: Then | None = None) -> None:
        """Close a match that does not count; its steps stay readable."""
        self._writer.submit(_void, (match_id, reason, now_ms()), then)

    def keep(self, match: "Match", new: NewMatch | None = None, then: Then | None = None) -> None:
        """Keep a match that was played elsewhere, from beginning to end in one transaction."""
        from arena.log import log_lines

        new = new or NewMatch.of(match, room_id="")
        self._writer.submit(_keep, (new, log_lines(match), now_ms()), then)

    # -- reading; each call has its own connection and may run in any thread

    def match(self, match_id: str) -> StoredMatch | None:
        """One match, running or over."""
        found = self._database.read(lambda c: _stored(c, matches.c.id == match_id, 1))
        return found[0] if found else None

    def find(
        self, wanted: Filter = EVERYTHING, *, limit: int = PAGE, before: str | None = None
    ) -> list[StoredMatch]:
        """Matches from the newest on; `before` is the cursor of the last one seen."""
        where = and_(True, *_conditions(wanted), *_earlier(before))
        return self._database.read(lambda c: _stored(c, where, limit))

    def running(self) -> list[RunningMatch]:
        """Every match that is not over, the oldest first."""
        return self._database.read(_running)

    def replay(self, match_id: str) -> str | None:
        """The log of a match that is over, as its file would be; None if there is none."""
        found = self._database.read(lambda c: c.execute(_replay(match_id)).first())
        return None if found is None or found.replay is None else unpack(found.replay, found.codec)

    def lines(self, match_id: str) -> list[str]:
        """The steps' lines of a running match in order."""
        return self._database.read(lambda c: _lines(c, match_id))

    def rated(self, game: str, after: int = 0) -> list[StoredMatch]:
        """The rated matches of a game finished since `after`, in the order they finished."""
        where = and_(
            matches.c.game == game,
            matches.c.rated,
            matches.c.status == "finished",
            matches.c.finished >= after,
        )
        found = self._database.read(lambda c: _stored(c, where, None))
        return sorted(found, key=lambda match: (match.finished or 0, match.match_id))


# -- writes: each may run twice after a lost connection and must do no harm then


def _begin(connection: Connection, rows: list[NewMatch]) -> None:
    insert_new(connection, matches, [_match_row(new) for new in rows])
    insert_new(
        connection, players, [row for new in rows for row in player_rows(new.match_id, new.seats)]
    )


def _match_row(new: NewMatch) -> dict[str, Any]:
    return {
        "id": new.match_id, "room_id": new.room_id, "kind": new.kind, "game": new.game,
        "game_version": new.game_version, "status": "running", "rated": new.rated,
        "created": new.created, "header": new.header, "deals": new.deals, "room": new.room,
        "tournament_id": new.tournament_id,
    }  # fmt: skip


def _set_room(connection: Connection, rows: list[tuple[str, dict[str, Any]]]) -> None:
    for match_id, room in rows:
        running = (matches.c.id == match_id) & (matches.c.status == "running")
        connection.execute(update(matches).where(running).values(room=room))


def _finish(connection: Connection, rows: list[tuple[str, str, int]]) -> None:
    for match_id, result, now in rows:
        header = _header_of_running(connection, match_id)
        if header is not None:
            lines = _lines(connection, match_id)
            _close(connection, match_id, [header, *lines, result], now)
            connection.execute(delete(steps).where(steps.c.match_id == match_id))


def _close(connection: Connection, match_id: str, log: Sequence[str], now: int) -> None:
    """Put the whole log in place, and what the players made of it."""
    result = json.loads(log[-1])
    finish_players(connection, match_id, log[1:-1], result["result"])
    values = {"status": "finished", "finished": now, "result": log[-1], "room": None}
    blob = {"replay": pack(log), "codec": CODEC}
    connection.execute(update(matches).where(matches.c.id == match_id).values(**values, **blob))


def _void(connection: Connection, rows: list[tuple[str, str, int]]) -> None:
    for match_id, reason, now in rows:
        header = _header_of_running(connection, match_id)
        if header is None:
            continue
        blob = {"replay": pack([header, *_lines(connection, match_id)]), "codec": CODEC}
        values = {"status": "void", "finished": now, "reason": reason, "room": None}
        connection.execute(update(matches).where(matches.c.id == match_id).values(**values, **blob))
        connection.execute(delete(steps).where(steps.c.match_id == match_id))


def _header_of_running(connection: Connection, match_id: str) -> str | None:
    """The header of a match that can still be closed; None if it is over already."""
    query = select(matches.c.header, matches.c.status).where(matches.c.id == match_id)
    found = connection.execute(query).first()
    if found is None:
        raise StoreError(f"no match {match_id} is kept; begin it first")
    return found.header if found.status == "running" else None


def _keep(connection: Connection, rows: list[tuple[NewMatch, list[str], int]]) -> None:
    for new, log, now in rows:
        _begin(connection, [new])
        if _header_of_running(connection, new.match_id) is not None:
            _close(connection, new.match_id, log, now)


# -- reads


def _lines(connection: Connection, match_id: str) -> list[str]:
    query = select(steps.c.line).where(steps.c.match_id == match_id).order_by(steps.c.n)
    return list(connection.scalars(query))


def _replay(match_id: str) -> Any:
    return select(matches.c.replay, matches.c.codec).where(matches.c.id == match_id)


LISTED: Final = [
    column for column in matches.c if column.name not in ("deals", "room", "replay", "codec")
]


def _stored(connection: Connection, where: Any, limit: int | None) -> list[StoredMatch]:
    query = select(*LISTED).where(where).order_by(matches.c.created.desc(), matches.c.id.desc())
    found = connection.execute(query.limit(limit)).all()
    seated = StoredPlayer.by_match(connection, [row.id for row in found])
    return [_stored_match(row, seated.get(row.id, ())) for row in found]


def _stored_match(row: Row[Any], seated: Sequence[StoredPlayer]) -> StoredMatch:
    return StoredMatch(
        match_id=row.id, room_id=row.room_id, kind=row.kind, game=row.game,
        game_version=row.game_version, status=row.status, rated=row.rated, created=row.created,
        finished=row.finished, header=json.loads(row.header),
        result=json.loads(row.result) if row.result else None, reason=row.reason,
        tournament_id=row.tournament_id, players=seated,
    )  # fmt: skip


def _running(connection: Connection) -> list[RunningMatch]:
    secrets = select(matches.c.id, matches.c.deals, matches.c.room)
    rows = {row.id: row for row in connection.execute(secrets.where(matches.c.status == "running"))}
    found = _stored(connection, matches.c.status == "running", None)
    return [
        RunningMatch(match, rows[match.match_id].deals, rows[match.match_id].room, lines)
        for match in reversed(found)
        if (lines := _lines(connection, match.match_id)) is not None
    ]


def _conditions(wanted: Filter) -> list[Any]:
    plain = ("game", "status", "rated", "kind", "room_id", "tournament_id")
    found = [
        matches.c[name] == value for name in plain if (value := getattr(wanted, name)) is not None
    ]
    seat = {"name": wanted.player, "owner": wanted.owner, "identity": wanted.identity}
    for name, value in seat.items():
        if value is not None:
            seats = select(players.c.match_id).where(players.c[name] == value)
            found.append(matches.c.id.in_(seats))
    return found


def _earlier(before: str | None) -> list[Any]:
    if before is None:
        return []
    created, dash, match_id = before.partition("-")
    if not dash or not created.isdigit():
        raise StoreError(f"before: {before!r} is no place in a list of matches")
    earlier = matches.c.created < int(created)
    same = and_(matches.c.created == int(created), matches.c.id < match_id)
    return [or_(earlier, same)]
