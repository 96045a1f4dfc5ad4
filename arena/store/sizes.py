"""How much a store holds, for its operator."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, func, select

from arena.store.database import Database
from arena.store.tables import bot_versions, bots, matches, submissions, tokens


@dataclass(frozen=True, slots=True)
class Sizes:
    """The size of a store."""

    bytes: int = 0
    """Of its files, or of its database."""
    matches: Mapping[str, int] = field(default_factory=dict)
    """Matches by status."""
    archives: Mapping[str, int] = field(default_factory=dict)
    """Bytes of submitted bots by owner, the largest first."""


def store_bytes(database: Database) -> int:
    """Return the bytes of a store's files, or of its database."""
    if database.file is None:
        query = select(func.pg_database_size(func.current_database()))
        return database.read(lambda c: c.scalar(query)) or 0
    files = (database.file, database.file.with_name(f"{database.file.name}-wal"))
    return sum(file.stat().st_size for file in files if file.exists())


def store_sizes(database: Database, owners: int) -> Sizes:
    """Return the size of a store, with this many of the owners whose bots take most of it."""
    return database.read(lambda c: _sizes(c, store_bytes(database), owners))


def _sizes(connection: Connection, size: int, owners: int) -> Sizes:
    states: Any = select(matches.c.status, func.count()).group_by(matches.c.status)
    taken = func.sum(func.length(bot_versions.c.archive))
    kept = select(tokens.c.name, taken).select_from(bot_versions)
    kept = kept.join(bots, bots.c.id == bot_versions.c.bot_id)
    kept = kept.join(tokens, tokens.c.id == bots.c.owner)
    by_owner: Any = kept.group_by(tokens.c.name).order_by(taken.desc()).limit(owners)
    return Sizes(
        size,
        {row[0]: row[1] for row in connection.execute(states)},
        {row[0]: int(row[1]) for row in connection.execute(by_owner)},
    )


def oldest_queued(database: Database) -> tuple[int, int | None]:
    """Return how many versions wait for the gate, and when the oldest of them came."""
    queued = bot_versions.c.status == "queued"
    query = select(func.count(), func.min(bot_versions.c.created)).where(queued)
    number, since = database.read(lambda c: c.execute(query).one())
    return number, since


def waiting_submissions(database: Database) -> int:
    """Return how many submissions of classes wait to be scored."""
    query = select(func.count()).select_from(submissions).where(submissions.c.state == "queued")
    return database.read(lambda c: c.scalar(query)) or 0
