"""Taking old matches out of a store."""

from typing import Final

from sqlalchemy import Connection, delete, select

from arena.store.store import Store
from arena.store.tables import bot_logs, matches, players, steps

AT_ONCE: Final = 200
"""Matches a transaction, so that a running server never waits long."""


def prune(store: Store, before: int, *, keep_rated: bool) -> int:
    """Take out matches that were over before this time, with players and logs; how many."""
    condition = (matches.c.status != "running") & (matches.c.finished < before)
    if keep_rated:
        condition &= ~matches.c.rated
    old = select(matches.c.id).where(condition).order_by(matches.c.id).limit(AT_ONCE)
    total = 0
    while count := store.writer.run(lambda c: _remove(c, list(c.scalars(old)))):
        total += count
    return total


def _remove(connection: Connection, match_ids: list[str]) -> int:
    for table in (steps, players, bot_logs):
        connection.execute(delete(table).where(table.c.match_id.in_(match_ids)))
    connection.execute(delete(matches).where(matches.c.id.in_(match_ids)))
    return len(match_ids)
