"""A database behind a URL: how it is connected, and what its errors are in plain words."""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from time import time_ns
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.exc import OperationalError as OperationalFault

from arena.errors import DatabaseError, StoreError
from arena.masking import without_secrets
from arena.private_files import make_private

T = TypeVar("T")
BUSY_MS: Final = 5000
"""How long SQLite waits for another process that writes."""
DRIVERS: Final = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg"}
FORMS: Final = "sqlite:///arena.db or postgresql+psycopg://user@host/name"


def now_ms() -> int:
    """The time of day as the store keeps it."""
    return time_ns() // 1_000_000


def read_url(text: str) -> URL:
    """A store's URL with the driver we use; StoreError tells the right form."""
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):  # the latter for a port that is no number
        raise StoreError(f"{without_secrets(text)!r} is no URL of a store; write {FORMS}") from None
    backend = url.get_backend_name()
    if backend not in DRIVERS:
        raise StoreError(f"no store is kept in {backend}; write {FORMS}")
    if backend == "sqlite" and (not url.database or url.database == ":memory:"):
        raise StoreError("a store needs a file that stays; write sqlite:///arena.db")
    return url.set(drivername=DRIVERS[backend])


class Database:
    """An engine with its settings; `read` and `write` run a function in one transaction."""

    def __init__(self, url: str) -> None:
        self.url = read_url(url)
        self.name = self.url.render_as_string(hide_password=True)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self._engine = _sqlite(self.url) if self.is_sqlite else _postgresql(self.url)

    @property
    def file(self) -> Path | None:
        """The file of a SQLite store."""
        return Path(self.url.database or "") if self.is_sqlite else None

    def read(self, work: Callable[[Connection], T]) -> T:
        """What this function reads; a connection that was dropped meanwhile is renewed once."""
        try:
            return self._read(work)
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise self.told(error) from error
        try:
            return self._read(work)
        except DBAPIError as error:
            raise self.told(error) from error

    def _read(self, work: Callable[[Connection], T]) -> T:
        with self._engine.begin() as connection:
            return work(connection)

    def write(self, work: Callable[[Connection], T], *, durable: bool = False) -> T:
        """Run a function in one writing transaction; the driver's own errors come out."""
        with self.writing_connection() as connection:
            return in_transaction(connection, work, durable=durable)

    def writing_connection(self) -> Connection:
        """A connection whose transactions take the lock of the database at once."""
        return self._engine.connect().execution_options(arena_writes=True)

    def session(self) -> Connection:
        """A connection without transactions, never given to anybody else."""
        try:
            connection = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        except DBAPIError as error:
            raise self.told(error) from error
        connection.detach()
        return connection

    def told(self, error: Exception) -> DatabaseError:
        """An error of the database in one line."""
        return DatabaseError(without_secrets(f"{self.name}: {self.words(error)}"))

    @staticmethod
    def words(error: Exception) -> str:
        """Return what the database says, without the place where it is."""
        cause = error.orig if isinstance(error, DBAPIError) else error
        return " ".join(str(cause).split()) or type(cause).__name__

    def driver_connection(self) -> Any:
        """The raw connection, for what only the driver can do; close it after use."""
        return self._engine.raw_connection()

    def close(self) -> None:
        """Give every connection back."""
        self._engine.dispose()


def in_transaction(
    connection: Connection, work: Callable[[Connection], T], *, durable: bool = False
) -> T:
    """Run a function in one transaction of this connection."""
    connection.info["durable"] = durable
    with connection.begin():
        return work(connection)


WAITING_HELPS: Final = (
    sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CANTOPEN,
)  # fmt: skip
"""SQLite's errors of a file that is in use, or of a disk without room or out of order."""
DISK_FULL: Final = "53100"
"""PostgreSQL's code of a disk without room."""


def passes(error: Exception) -> bool:
    """Whether the same write may succeed later: a lost connection, a locked file, a full disk."""
    if not isinstance(error, DBAPIError):
        return False
    if isinstance(error.orig, sqlite3.OperationalError):
        # Python's own errors of this kind have no code.
        return getattr(error.orig, "sqlite_errorcode", 0) & 0xFF in WAITING_HELPS
    return is_full(error) or error.connection_invalidated or _cannot_connect(error)


def is_full(error: Exception) -> bool:
    """Return whether a write failed for want of room on the disk."""
    cause = error.orig if isinstance(error, DBAPIError) else None
    if isinstance(cause, sqlite3.OperationalError):
        return cause.sqlite_errorcode & 0xFF == sqlite3.SQLITE_FULL
    return getattr(cause, "sqlstate", None) == DISK_FULL


def _cannot_connect(error: DBAPIError) -> bool:
    """A statement was never sent: the server is not there, or is just coming up again."""
    return isinstance(error, OperationalFault) and error.statement is None


def _postgresql(url: URL) -> Engine:
    try:
        return create_engine(url)
    except ImportError:
        raise StoreError("PostgreSQL needs its driver: pip install 'psycopg[binary]'") from None
    except SQLAlchemyError as error:
        raise StoreError(without_secrets(str(error))) from None


def _sqlite(url: URL) -> Engine:
    engine = create_engine(url)
    # SQLite gives its -wal and -shm files the mode of the database.
    event.listen(engine, "do_connect", lambda *_: make_private(Path(url.database or "")))
    event.listen(engine, "connect", _set_up_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _set_up_sqlite(connection: sqlite3.Connection, _record: object) -> None:
    connection.isolation_level = None  # transactions begin where we say, see below
    for setting in ("journal_mode=WAL", f"busy_timeout={BUSY_MS}", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {setting}").close()


def _begin_sqlite(connection: Connection) -> None:
    if not connection.get_execution_options().get("arena_writes"):
        connection.exec_driver_sql("BEGIN")
        return
    level = "FULL" if connection.info["durable"] else "NORMAL"
    if connection.info.get("synchronous") != level:
        connection.exec_driver_sql(f"PRAGMA synchronous={level}")
        connection.info["synchronous"] = level
    # A writer takes its lock at once: one that began by reading could not wait for it later.
    connection.exec_driver_sql("BEGIN IMMEDIATE")
