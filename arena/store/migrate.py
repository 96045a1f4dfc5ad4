"""Migrations: which version a database has, and how it gets to ours."""

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text
from sqlalchemy.exc import SQLAlchemyError

from arena.errors import StoreError
from arena.store.database import Database

MIGRATIONS: Final = Path(__file__).parent / "migrations"
UPGRADE_LOCK: Final = 7_246_001
"""Any number of our own, so that two upgrades of one PostgreSQL do not meet."""


def newest() -> str:
    """The version this arena works with."""
    return ScriptDirectory(str(MIGRATIONS)).get_current_head() or ""


def version(database: Database) -> str | None:
    """The version of a database; None if there is no store in it yet."""
    if database.file is not None and not database.file.exists():
        return None
    return database.read(_version)


def _version(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def upgrade(database: Database) -> tuple[str | None, str]:
    """Bring a database to our version, all or nothing; from which, to which."""
    if database.file is not None and not database.file.parent.is_dir():
        raise StoreError(f"{database.name}: there is no folder {database.file.parent}")
    before = version(database)
    known(database, before)
    try:
        database.write(_upgrade, durable=True)
    except SQLAlchemyError as error:
        raise database.told(error) from error
    return before, newest()


def _upgrade(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": UPGRADE_LOCK})
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def check_version(database: Database) -> None:
    """Raise StoreError unless the database has exactly our version."""
    found = version(database)
    if found is None:
        raise StoreError(
            f"there is no store at {database.name}; make one: arena db upgrade --db {database.name}"
        )
    known(database, found)
    if found != newest():
        raise StoreError(
            f"{database.name} has version {found}, this arena needs {newest()}; "
            f"bring it up: arena db upgrade --db {database.name}"
        )


def known(database: Database, found: str | None) -> None:
    """Raise StoreError if a database comes from a newer arena, or is somebody else's."""
    versions = {script.revision for script in ScriptDirectory(str(MIGRATIONS)).walk_revisions()}
    if found is not None and found not in versions:
        raise StoreError(
            f"{database.name} has version {found}, which this arena does not know; "
            "it was made by a newer one"
        )
    if found is None and database.file is not None and not database.file.exists():
        return
    if found is None and (tables := database.read(lambda c: inspect(c).get_table_names())):
        raise StoreError(
            f"{database.name} is no store of ours, it has other tables: {', '.join(sorted(tables))}"
        )
