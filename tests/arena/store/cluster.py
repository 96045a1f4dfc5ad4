"""A PostgreSQL of our own: started by the tests, seen through a socket file, gone at the end."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from pwd import getpwnam
from signal import SIGQUIT
from tempfile import mkdtemp
from time import monotonic, sleep
from typing import Any

import psycopg

START_SECONDS = 30.0
QUICK = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=40")
"""A crash of the machine may take the tests' data with it."""


def server_binaries() -> Path | None:
    """The folder with `initdb` and `postgres`; Debian keeps it out of PATH."""
    if found := shutil.which("initdb"):
        return Path(found).parent
    found_by_version = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return found_by_version[-1].parent if found_by_version else None


def unprivileged() -> dict[str, Any]:
    """As whom the server runs: it refuses to be root."""
    if os.getuid() != 0:
        return {}
    nobody = getpwnam("nobody")
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


class Cluster:
    """A running server; `create` gives the URL of a new database."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._count = 0

    def url(self, name: str) -> str:
        """The URL of a database, for a store."""
        return f"postgresql+psycopg://arena@/{name}?host={self.folder}"

    def create(self) -> str:
        """A new database, empty."""
        self._count += 1
        name = f"test{self._count}"
        self.execute(f"CREATE DATABASE {name}")
        return self.url(name)

    def execute(self, statement: str, name: str = "postgres") -> list[Any]:
        """Run a statement in a database as the server's owner."""
        address = f"host={self.folder} user=arena dbname={name}"
        with psycopg.connect(address, autocommit=True) as connection:
            cursor = connection.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []

    def answers(self) -> bool:
        """Whether the server takes connections."""
        try:
            self.execute("SELECT 1")
        except psycopg.OperationalError:
            return False
        return True


@contextmanager
def running_cluster(binaries: Path) -> Iterator[Cluster]:
    """Make a cluster in a folder of its own, run it, and take it away again."""
    folder = Path(mkdtemp(prefix="arena-pg-"))
    owner = unprivileged()
    if owner:
        shutil.chown(folder, owner["user"], owner["group"])
    try:
        data = folder / "data"
        options = ["-U", "arena", "-A", "trust", "-N", "--locale=C", "-E", "UTF8"]
        command = [str(binaries / "initdb"), "-D", str(data), *options]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=folder, **owner)
        with _server(binaries, folder, data, owner) as cluster:
            yield cluster
    finally:
        shutil.rmtree(folder)


@contextmanager
def _server(binaries: Path, folder: Path, data: Path, owner: dict[str, Any]) -> Iterator[Cluster]:
    settings = [word for setting in QUICK for word in ("-c", setting)]
    places = ["-D", str(data), "-k", str(folder), "-h", ""]
    command = [str(binaries / "postgres"), *places, *settings]
    with (folder / "log").open("w") as log:
        server = subprocess.Popen(command, stdout=log, stderr=log, cwd=folder, **owner)
    try:
        cluster = Cluster(folder)
        end = monotonic() + START_SECONDS
        while not cluster.answers():
            assert server.poll() is None, (folder / "log").read_text()
            assert monotonic() < end, (folder / "log").read_text()
            sleep(0.05)
        yield cluster
    finally:
        server.send_signal(SIGQUIT)  # at once, without writing anything more to the disk
        server.wait(timeout=30)
