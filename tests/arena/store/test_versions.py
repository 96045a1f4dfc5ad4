"""Opening stores: new ones, old ones, newer ones, and those of somebody else."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text

from arena.errors import StoreError
from arena.store import Store, open_store
from arena.store.database import Database
from arena.store.migrate import newest, upgrade, version
from arena.store.tables import metadata


@pytest.fixture
def database(empty_url: str) -> Iterator[Database]:
    with closing(Database(empty_url)) as opened:
        yield opened


def test_migrations_lead_to_the_tables(store: Store) -> None:
    def differences(connection: object) -> list[object]:
        context = MigrationContext.configure(connection)  # type: ignore[arg-type]  # a Connection
        return list(compare_metadata(context, metadata))

    assert store.database.read(differences) == []


def test_an_upgrade_makes_a_store_and_then_changes_nothing(
    empty_url: str, database: Database
) -> None:
    assert version(database) is None
    assert upgrade(database) == (None, newest())
    assert upgrade(database) == (newest(), newest())
    open_store(empty_url).close()


def test_a_store_of_the_first_arena_keeps_its_bots(
    empty_url: str, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    from alembic import command

    to_head = command.upgrade
    with monkeypatch.context() as long_ago:
        long_ago.setattr(command, "upgrade", lambda config, _head: to_head(config, "0001"))
        upgrade(database)
    assert version(database) == "0001"
    row = text("INSERT INTO bots (id, name, created) VALUES (7, 'brave', 1)")
    database.write(lambda c: c.execute(row).close())
    assert upgrade(database) == ("0001", newest())
    with open_store(empty_url) as store:
        assert [(bot.id, bot.name, bot.notes) for bot in store.bots.all()] == [(7, "brave", "")]
        assert store.challenges.latest("brave", 1) == []
        assert store.bot_logs.of_bot(7) == []


def test_an_empty_database_is_no_store(empty_url: str) -> None:
    with pytest.raises(StoreError, match=r"there is no store at .*: arena db upgrade --db"):
        open_store(empty_url)


def test_a_store_that_is_behind_names_the_command(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = newest()
    monkeypatch.setattr("arena.store.migrate.newest", lambda: "9998")
    with pytest.raises(StoreError, match=f"has version {now}, this arena needs 9998; bring it up"):
        open_store(url, create=True)


def test_a_store_that_is_ahead_is_refused(empty_url: str, database: Database) -> None:
    upgrade(database)
    ahead = text("UPDATE alembic_version SET version_num = '9999'")
    database.write(lambda c: c.execute(ahead).close())
    with pytest.raises(StoreError, match="has version 9999, which this arena does not know"):
        open_store(empty_url)
    with pytest.raises(StoreError, match="made by a newer one"):
        upgrade(database)


def test_a_database_of_somebody_else_is_left_alone(database: Database) -> None:
    database.write(lambda c: c.execute(text("CREATE TABLE recipes (id INTEGER)")).close())
    with pytest.raises(StoreError, match="is no store of ours, it has other tables: recipes"):
        upgrade(database)


def test_an_upgrade_that_fails_leaves_nothing_behind(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    from alembic.operations import Operations

    create_index = Operations.create_index

    def fail(self: Operations, name: str, *args: object, **kwargs: object) -> None:
        if name == "ix_players_owner":
            raise RuntimeError("out of order")
        create_index(self, name, *args, **kwargs)  # type: ignore[arg-type]

    with monkeypatch.context() as broken:
        broken.setattr(Operations, "create_index", fail)
        with pytest.raises(RuntimeError):
            upgrade(database)
    assert version(database) is None
    upgrade(database)


def test_a_new_file_is_made_only_when_asked(tmp_path: Path) -> None:
    file = tmp_path / "arena.db"
    with pytest.raises(StoreError, match="there is no store at"):
        open_store(f"sqlite:///{file}")
    assert not file.exists()
    open_store(f"sqlite:///{file}", create=True).close()
    assert file.exists()


BAD_URLS = {
    "arena.db": "'arena.db' is no URL of a store; write sqlite:///arena.db or postgresql",
    "mysql://x/y": "no store is kept in mysql; write sqlite:///arena.db",
    "sqlite://": "a store needs a file that stays",
    "sqlite:///:memory:": "a store needs a file that stays",
    "sqlite:////nowhere/arena.db": "there is no folder /nowhere",
    "postgresql://u:secret@127.0.0.1:1/x": r"postgresql\+psycopg://u:\*\*\*@127.0.0.1:1/x: conn",
}


@pytest.mark.parametrize("url", BAD_URLS)
def test_a_bad_url_is_told_in_a_sentence(url: str) -> None:
    with pytest.raises(StoreError, match=BAD_URLS[url]):
        open_store(url, create=True)


def test_a_file_that_is_no_database_is_told_in_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "arena.db"
    file.write_text("these are my notes\n" * 100)
    with pytest.raises(StoreError, match="file is not a database"):
        open_store(f"sqlite:///{file}")


def test_sqlite_is_set_up_for_a_server(tmp_path: Path) -> None:
    with open_store(f"sqlite:///{tmp_path}/arena.db", create=True) as store:
        settings = {
            name: store.database.read(lambda c, name=name: c.scalar(text(f"PRAGMA {name}")))  # type: ignore[misc]
            for name in ("journal_mode", "busy_timeout", "foreign_keys")
        }
        durable = [
            store.writer.run(lambda c: c.scalar(text("PRAGMA synchronous")), durable=durable)
            for durable in (False, True, False)
        ]
    assert settings == {"journal_mode": "wal", "busy_timeout": 5000, "foreign_keys": 1}
    assert durable == [1, 2, 1]  # NORMAL, FULL
