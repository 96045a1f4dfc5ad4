"""The same tests on both databases."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.store import Store, open_store
from arena.store.database import Database
from arena.store.migrate import upgrade
from arena.store.tables import metadata
from tests.arena.store.cluster import Cluster, running_cluster, server_binaries

TABLES = ", ".join(table.name for table in metadata.sorted_tables)
BACKENDS = ("sqlite", "postgresql")


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """One PostgreSQL for all tests of this process, with a store in it."""
    binaries = server_binaries()
    if binaries is None:
        pytest.skip("PostgreSQL is not installed: no initdb in PATH or /usr/lib/postgresql")
    with running_cluster(binaries) as running:
        running.execute("CREATE DATABASE store")
        made = Database(running.url("store"))
        upgrade(made)
        made.close()
        yield running


@pytest.fixture(scope="session")
def new_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite store without rows, to copy from."""
    file = tmp_path_factory.mktemp("store") / "arena.db"
    open_store(f"sqlite:///{file}", create=True).close()
    return file


@pytest.fixture(params=BACKENDS)
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database without tables."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/arena.db"
    cluster: Cluster = request.getfixturevalue("cluster")
    return cluster.create()


@pytest.fixture(params=BACKENDS)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A store without rows."""
    if request.param == "postgresql":
        cluster: Cluster = request.getfixturevalue("cluster")
        cluster.execute(f"TRUNCATE {TABLES} RESTART IDENTITY", "store")
        return cluster.url("store")
    shutil.copy(request.getfixturevalue("new_file"), tmp_path / "arena.db")
    return f"sqlite:///{tmp_path}/arena.db"


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    """An open store; what a test left queued is written at the end."""
    with open_store(url) as opened:
        yield opened
