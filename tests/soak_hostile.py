"""Attack a server for a minute with everything but what it asks for."""

import asyncio
import sys

from tests.arena.hostile import attack_for

SECONDS = 60
MOST_MB = 10


def main() -> int:
    """Print one line; 1 if the server grew, complained, or answered wrongly."""
    report = asyncio.run(attack_for(SECONDS))
    for line in report.loud[:20]:
        sys.stdout.write(f"{line}\n")
    sys.stdout.write(
        f"hostile: {SECONDS} s, {report.frames} frames, rss {report.grown_mb:+.1f} MB,"
        f" {len(report.loud)} log lines above warning\n"
    )
    return 1 if report.loud or report.grown_mb >= MOST_MB else 0


if __name__ == "__main__":
    sys.exit(main())
