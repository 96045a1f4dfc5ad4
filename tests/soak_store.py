"""Kill a process that writes a store again and again; nothing acknowledged may be lost."""

import sys
from random import Random
from tempfile import TemporaryDirectory

from arena.store import open_store
from arena.store.database import Database
from arena.store.migrate import upgrade
from tests.arena.store.cluster import running_cluster, server_binaries
from tests.arena.store.killed_writer import kill_and_look

KILLS = 24


def tried(name: str, url: str) -> bool:
    """Kill on one database and say how it went."""
    count, gone, wrong = kill_and_look(url, KILLS, Random(11))
    sys.stdout.write(
        f"store {name}: {KILLS} kills, {count} acknowledged, {len(gone)} lost, {len(wrong)} wrong\n"
    )
    return not gone and not wrong


def main() -> int:
    """Exit code 0 if nothing was lost."""
    with TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/arena.db"
        open_store(url, create=True).close()
        well = tried("sqlite", url)
    binaries = server_binaries()
    if binaries is None:
        sys.stdout.write("store postgresql: skipped, PostgreSQL is not installed\n")
        return int(not well)
    with running_cluster(binaries) as cluster:
        url = cluster.create()
        database = Database(url)
        upgrade(database)
        database.close()
        return int(not (tried("postgresql", url) and well))


if __name__ == "__main__":
    sys.exit(main())
