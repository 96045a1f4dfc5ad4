"""Inserting rows so that a write that runs twice does no harm."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from sqlalchemy import Connection, Insert, Table, and_, select
from sqlalchemy.dialects import postgresql, sqlite

from arena.errors import StoreError
from arena.store.tables import steps

Step = tuple[str, int, str]
"""Match id, number, line."""
INSERT_STEP: Final = {
    name: f"INSERT INTO steps (match_id, n, line) VALUES ({places}) ON CONFLICT DO NOTHING"
    for name, places in {"sqlite": "?, ?, ?", "postgresql": "%s, %s, %s"}.items()
}


def insert_new(connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> int:
    """Insert the rows whose keys are not there yet; how many they were."""
    if not rows:
        return 0
    return connection.execute(_insert(connection, table), rows).rowcount


def _insert(connection: Connection, table: Table) -> Insert:
    if connection.dialect.name == "postgresql":
        return postgresql.insert(table).on_conflict_do_nothing()
    return sqlite.insert(table).on_conflict_do_nothing()


def insert_steps(connection: Connection, rows: list[Step]) -> None:
    """Keep steps; a step that is there already must be the same."""
    # Every move of every match comes by here, so it goes straight to the driver.
    statement = INSERT_STEP[connection.dialect.name]
    if connection.exec_driver_sql(statement, rows).rowcount != len(rows):
        for row in rows:
            _check_same(connection, row)


def _check_same(connection: Connection, row: Step) -> None:
    match_id, n, line = row
    place = and_(steps.c.match_id == match_id, steps.c.n == n)
    if connection.scalar(select(steps.c.line).where(place)) != line:
        raise StoreError(f"match {match_id}: another step {n} is kept already")
