"""Kill a server that plays 12 tables: 100 times on SQLite, 40 times on PostgreSQL."""

import asyncio
import sys

from arena.store.database import Database
from arena.store.migrate import upgrade
from tests.arena.store.cluster import running_cluster, server_binaries
from tests.chaos.kills import Report, kill_run

SQLITE_KILLS = 100
POSTGRESQL_KILLS = 40
TABLES = 12
MOST_SECONDS = 1800


def tried(name: str, kills: int, db: str = "") -> Report:
    """Kill on one database and say how it went."""
    report = asyncio.run(asyncio.wait_for(kill_run(kills, TABLES, db), MOST_SECONDS))
    for line in [*map(str, report.lost), *report.stuck, *report.loud][:20]:
        sys.stdout.write(f"{line}\n")
    sys.stdout.write(f"{name}, {kills} kills: {report}\n")
    sys.stdout.flush()
    return report


def on_postgresql() -> Report | None:
    """Kill on a PostgreSQL of our own; None where it is not installed."""
    binaries = server_binaries()
    if binaries is None:
        sys.stdout.write("postgresql: skipped, PostgreSQL is not installed\n")
        return None
    with running_cluster(binaries) as cluster:
        url = cluster.create()
        database = Database(url)
        upgrade(database)
        database.close()
        return tried("postgresql", POSTGRESQL_KILLS, url)


def main() -> int:
    """Exit code 0 if nothing was lost and nothing is stuck."""
    reports = [report for report in (tried("sqlite", SQLITE_KILLS), on_postgresql()) if report]
    whole = Report()
    for report in reports:
        whole.acknowledged += report.acknowledged
        whole.lost += report.lost
        whole.stuck += report.stuck
    sys.stdout.write(f"{whole}\n")
    return 0 if all(report.sound for report in reports) else 1


if __name__ == "__main__":
    sys.exit(main())
