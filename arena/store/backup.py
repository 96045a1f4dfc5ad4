"""Copying a store while it is in use."""

import sqlite3
from contextlib import closing
from pathlib import Path

from arena.errors import StoreError
from arena.private_files import make_private
from arena.store.store import Store


def backup(store: Store, file: Path) -> None:
    """Copy a SQLite store to a new file while others read and write it."""
    if not store.database.is_sqlite:
        raise StoreError(f"{store.database.name}: PostgreSQL is saved by its own pg_dump")
    if file.exists():
        raise StoreError(f"{file} exists already; name a new file")
    part = file.with_name(f"{file.name}.part")
    part.unlink(missing_ok=True)
    make_private(part)
    source = store.database.driver_connection()
    try:
        with closing(sqlite3.connect(part)) as copy:
            source.driver_connection.backup(copy)
    except sqlite3.Error as error:
        part.unlink(missing_ok=True)
        raise StoreError(f"{file}: {error}") from None
    finally:
        source.close()
    part.rename(file)
