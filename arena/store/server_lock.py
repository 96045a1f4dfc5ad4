"""One server a store: two would both go on with the same matches."""

import sqlite3
from contextlib import suppress
from time import monotonic, sleep
from typing import Any, Final

from sqlalchemy import Connection, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.sql import func

from arena.errors import StoreError
from arena.private_files import make_private
from arena.store.database import Database

PATIENCE: Final = 3.0
"""Seconds to wait for a server that is just stopping, or whose end the database has not seen."""
PAUSE: Final = 0.05
KEY: Final = 0x7461626C65
"""The number of our advisory lock; PostgreSQL keeps them apart by database."""


class StoreInUseError(StoreError):
    """Another server has the store."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"{name}: another server uses this store, and would play the same matches;"
            " stop it, or give each server a store of its own"
        )


class Tenancy:
    """The right to serve a store, until `end`; it ends with the process, however that ends."""

    def __init__(self, database: Database) -> None:
        self._held: Any = None
        latest = monotonic() + PATIENCE
        while self._held is None:
            self._held = _file_lock(database) if database.is_sqlite else _advisory_lock(database)
            if self._held is None and monotonic() >= latest:
                raise StoreInUseError(database.name)
            if self._held is None:
                sleep(PAUSE)

    def end(self) -> None:
        """Let another server have the store."""
        with suppress(SQLAlchemyError):  # a connection that broke holds nothing any more
            if isinstance(self._held, Connection):  # PostgreSQL sees a closed one some time later
                self._held.execute(select(func.pg_advisory_unlock(KEY)))
            self._held.close()


def _file_lock(database: Database) -> sqlite3.Connection | None:
    """An exclusive transaction in a file beside the store's: SQLite locks on every system."""
    assert database.file is not None
    beside = database.file.with_name(f"{database.file.name}.server")
    make_private(beside)
    try:
        lock = sqlite3.connect(beside, timeout=0, isolation_level=None, check_same_thread=False)
    except sqlite3.Error as error:
        raise StoreError(f"{beside}: {error}") from None
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        lock.close()
        if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
            raise StoreError(f"{beside}: {error}") from None
        return None
    return lock


def _advisory_lock(database: Database) -> Connection | None:
    """A session of its own, which holds the lock as long as it lives."""
    connection = database.session()
    try:
        held = connection.scalar(select(func.pg_try_advisory_lock(KEY)))
    except SQLAlchemyError as error:
        connection.close()
        raise database.told(error) from None
    if held:
        return connection
    connection.close()
    return None
