"""Events: what their directors decided, saved together with the plan and results it changes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from arena.errors import StoreError
from arena.store.database import Database, now_ms
from arena.store.tables import events, matches, tournament_results, tournaments
from arena.store.tournaments import TournamentState
from arena.store.writer import Writer


@dataclass(frozen=True, slots=True)
class EventRow:
    """An event as it is saved: its state, and the plan of the tournament that it is."""

    id: str
    data: dict[str, Any]
    plan: dict[str, Any]
    hash: str
    state: TournamentState = "running"
    name: str = ""
    owner: int | None = None
    report: dict[str, Any] | None = None


class Events:
    """The events of a store; every call waits for the database."""

    def __init__(self, database: Database, writer: Writer) -> None:
        self._database = database
        self._writer = writer

    def create(self, new: EventRow) -> None:
        """Save a new event; StoreError if its id is taken."""
        self._writer.run(lambda c: _create(c, new), durable=True)

    def save(
        self, row: EventRow, *, dropped: Sequence[int] = (), voided: Sequence[str] = ()
    ) -> None:
        """Save what was decided, drop the results of these blocks and void these matches."""
        self._writer.run(lambda c: _save(c, row, dropped, voided), durable=True)

    def event(self, event_id: str) -> dict[str, Any] | None:
        """Return the data of one event."""
        query = select(events.c.data).where(events.c.id == event_id)
        found: dict[str, Any] | None = self._database.read(lambda c: c.scalar(query))
        return found

    def open(self) -> list[tuple[str, dict[str, Any]]]:
        """Return id and data of every event that is not over."""
        query = (
            select(events.c.id, events.c.data)
            .join(tournaments, tournaments.c.id == events.c.id)
            .where(tournaments.c.state == "running")
            .order_by(tournaments.c.created)
        )
        return self._database.read(lambda c: [(row.id, row.data) for row in c.execute(query)])

    def all(self, limit: int) -> list[tuple[str, dict[str, Any]]]:
        """Return id and data of the newest events."""
        query = (
            select(events.c.id, events.c.data)
            .join(tournaments, tournaments.c.id == events.c.id)
            .order_by(tournaments.c.created.desc())
            .limit(limit)
        )
        return self._database.read(lambda c: [(row.id, row.data) for row in c.execute(query)])


def _create(connection: Connection, new: EventRow) -> None:
    taken = select(tournaments.c.id).where(tournaments.c.id == new.id)
    if connection.scalar(taken) is not None:
        raise StoreError(f"id: there is a tournament or event {new.id} already; choose another")
    now = now_ms()
    connection.execute(
        insert(tournaments).values(
            id=new.id, name=new.name or new.id, owner=new.owner, spec=new.plan,
            schedule_hash=new.hash, state=new.state, created=now,
        )
    )  # fmt: skip
    connection.execute(insert(events).values(id=new.id, data=new.data, saved=now))


def _save(
    connection: Connection, row: EventRow, dropped: Sequence[int], voided: Sequence[str]
) -> None:
    now = now_ms()
    connection.execute(update(events).where(events.c.id == row.id).values(data=row.data, saved=now))
    over = now if row.state != "running" else None
    connection.execute(
        update(tournaments)
        .where(tournaments.c.id == row.id)
        .values(
            spec=row.plan, schedule_hash=row.hash, state=row.state, report=row.report, finished=over
        )
    )
    if dropped:
        mine = tournament_results.c.tournament_id == row.id
        blocks = tournament_results.c.block.in_(dropped)
        connection.execute(delete(tournament_results).where(mine, blocks))
    if voided:
        closed = (matches.c.id.in_(voided)) & (matches.c.status == "finished")
        values = {"status": "void", "reason": "voided by a director of the event"}
        connection.execute(update(matches).where(closed).values(**values))
