"""Tournaments: what was planned, and every match's rows as they come in."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from sqlalchemy import ColumnElement, Connection, and_, func, or_, select, update

from arena.errors import StoreError
from arena.store.database import Database, now_ms
from arena.store.idempotent_insert import insert_new
from arena.store.tables import tournament_results, tournaments
from arena.store.writer import Then, Writer

TournamentState = Literal["running", "finished", "cancelled"]
CLOSED: Final = ("finished", "cancelled")


@dataclass(frozen=True, slots=True)
class StoredTournament:
    """A tournament; `spec` is all that is needed to make its schedule again."""

    id: str
    name: str
    spec: dict[str, Any]
    schedule_hash: str
    owner: int | None = None
    state: TournamentState = "running"
    report: dict[str, Any] | None = None
    """Whatever is worth keeping of the final table."""
    created: int = field(default_factory=now_ms)
    finished: int | None = None

    @property
    def cursor(self) -> str:
        """Given as `before`, the list goes on after this tournament."""
        return f"{self.created}-{self.id}"


@dataclass(frozen=True, slots=True)
class StoredResult:
    """One match of a tournament; the match id is unique within it."""

    match_id: str
    block: int
    rotation: int
    rows: Any
    """One a seat, as JSON."""
    faults: Any = None
    timing: Any = None


class Tournaments:
    """The tournaments of a store."""

    def __init__(self, database: Database, writer: Writer) -> None:
        self._database = database
        self._writer = writer

    def create(self, new: StoredTournament) -> None:
        """Keep a tournament before its first match; the same id again must be the same plan."""
        self._writer.run(lambda c: _create(c, new))

    def set_owner(self, tournament_id: str, owner: int) -> None:
        """Note whose tournament it is."""
        mine = tournaments.c.id == tournament_id
        self._writer.change(update(tournaments).where(mine).values(owner=owner))

    def add(
        self, tournament_id: str, results: Sequence[StoredResult], then: Then | None = None
    ) -> None:
        """Save results, all or none, and return at once; saved results are not changed."""
        self._writer.submit(_add, (tournament_id, results), then)

    def close(
        self, tournament_id: str, state: TournamentState, report: dict[str, Any] | None = None
    ) -> None:
        """A tournament is over: finished or cancelled ("running" opens it again)."""
        now = now_ms() if state in CLOSED else None
        change = update(tournaments).where(tournaments.c.id == tournament_id)
        values = {"state": state, "finished": now, "report": report}
        self._writer.change(change.values(**values))

    def extend(self, tournament_id: str, spec: dict[str, Any], schedule_hash: str) -> None:
        """A league goes on: its longer plan takes the place of the one it began with."""
        change = update(tournaments).where(tournaments.c.id == tournament_id)
        values = {"spec": spec, "schedule_hash": schedule_hash, "state": "running"}
        again = {**values, "report": None, "finished": None}
        self._writer.change(change.values(**again))

    def tournament(self, tournament_id: str) -> StoredTournament | None:
        """One tournament."""
        found = self._database.read(lambda c: _read(c, tournaments.c.id == tournament_id))
        return found[0] if found else None

    def all(self, state: TournamentState | None = None) -> list[StoredTournament]:
        """All tournaments, or those in one state, the newest first."""
        condition = tournaments.c.id != "" if state is None else tournaments.c.state == state
        return self._database.read(lambda c: _read(c, condition))

    def page(self, limit: int, before: str | None = None) -> list[StoredTournament]:
        """So many tournaments, the newest first, from the start or from a `cursor` on."""
        condition = _after(before)
        return self._database.read(lambda c: _read(c, condition, limit))

    def results(self, tournament_id: str) -> list[StoredResult]:
        """Every result so far, by block and rotation."""
        return self._database.read(lambda c: _results(c, tournament_id))

    def done(self, tournament_id: str) -> set[str]:
        """The ids of the matches whose results are kept, so that resuming skips them."""
        column = tournament_results.c.match_id
        query = select(column).where(tournament_results.c.tournament_id == tournament_id)
        return set(self._database.read(lambda c: list(c.scalars(query))))

    def count(self, tournament_id: str) -> int:
        """Return how many results are kept."""
        mine = tournament_results.c.tournament_id == tournament_id
        query = select(func.count()).select_from(tournament_results).where(mine)
        return self._database.read(lambda c: c.scalar(query)) or 0

    def newest(self, tournament_id: str) -> int:
        """Return when the newest result was kept; 0 if there is none."""
        mine = tournament_results.c.tournament_id == tournament_id
        query = select(func.max(tournament_results.c.created)).where(mine)
        return self._database.read(lambda c: c.scalar(query)) or 0


COLUMNS: Final = [
    tournaments.c[name]
    for name in (
        "id", "name", "spec", "schedule_hash", "owner", "state", "report", "created", "finished",
    )
]  # fmt: skip
RESULT: Final = [
    tournament_results.c[name]
    for name in ("match_id", "block", "rotation", "rows", "faults", "timing")
]


def _read(
    connection: Connection, condition: ColumnElement[bool], limit: int | None = None
) -> list[StoredTournament]:
    order = (tournaments.c.created.desc(), tournaments.c.id.desc())
    query = select(*COLUMNS).where(condition).order_by(*order).limit(limit)
    return [StoredTournament(*row) for row in connection.execute(query)]


def _results(connection: Connection, tournament_id: str) -> list[StoredResult]:
    order = (tournament_results.c.block, tournament_results.c.rotation, RESULT[0])
    query = select(*RESULT).where(tournament_results.c.tournament_id == tournament_id)
    return [StoredResult(*row) for row in connection.execute(query.order_by(*order))]


def _create(connection: Connection, new: StoredTournament) -> None:
    insert_new(connection, tournaments, [{c.name: getattr(new, c.name) for c in COLUMNS}])
    kept = _read(connection, tournaments.c.id == new.id)[0]
    if (kept.spec, kept.schedule_hash) != (new.spec, new.schedule_hash):
        raise StoreError(f"a tournament {new.id} with another plan is kept already")


def _add(connection: Connection, groups: list[tuple[str, Sequence[StoredResult]]]) -> None:
    now = now_ms()
    rows = [
        {
            "tournament_id": tournament_id, "created": now,
            **{column.name: getattr(result, column.name) for column in RESULT},
        }
        for tournament_id, results in groups
        for result in results
    ]  # fmt: skip
    insert_new(connection, tournament_results, rows)


def _after(before: str | None) -> ColumnElement[bool]:
    """Return what stands behind a cursor, as SQL; everything if there is none."""
    if before is None:
        return tournaments.c.id != ""
    created, dash, tournament_id = before.partition("-")
    if not dash or not created.isdigit():
        raise StoreError(f"before: {before!r} is no place in a list of tournaments")
    same = and_(tournaments.c.created == int(created), tournaments.c.id < tournament_id)
    return or_(tournaments.c.created < int(created), same)
