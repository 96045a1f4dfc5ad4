"""Attack a server, without a store and with one, with everything but what it asks for."""

import asyncio
import sys
from tempfile import TemporaryDirectory

from tests.arena.hostile import attack_for

SECONDS = 30
MOST_MB = 10


def main() -> int:
    """Print a line each; 1 if the server grew, complained, or answered wrongly."""
    with TemporaryDirectory() as folder:
        stores = {"without a store": "", "with a store": f"sqlite:///{folder}/arena.db"}
        return max([attack(words, db) for words, db in stores.items()])


def attack(words: str, db: str) -> int:
    """Attack one server; 1 if it did not bear it."""
    report = asyncio.run(attack_for(SECONDS, db))
    for line in report.loud[:20]:
        sys.stdout.write(f"{line}\n")
    sys.stdout.write(
        f"hostile: {SECONDS} s {words}, {report.frames} frames, rss {report.grown_mb:+.1f} MB,"
        f" {len(report.loud)} log lines above warning\n"
    )
    return 1 if report.loud or report.grown_mb >= MOST_MB else 0


if __name__ == "__main__":
    sys.exit(main())
