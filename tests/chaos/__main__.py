"""python -m tests.chaos [--seconds 60] [--rooms 50] [--restarts 3]: the last line says all."""

import argparse
import asyncio
import sys

from tests.chaos.run import chaos

MOST_MB = 20


def main() -> int:
    """Print one line; 1 if a match was lost, is stuck, or cannot be replayed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--rooms", type=int, default=50)
    parser.add_argument("--restarts", type=int, default=3)
    asked = parser.parse_args()
    report = asyncio.run(chaos(asked.seconds, asked.rooms, asked.restarts))
    for line in report.loud[:20]:
        sys.stdout.write(f"{line}\n")
    sys.stdout.write(f"{report}\n")
    return 0 if report.sound and report.grown_mb <= MOST_MB else 1


if __name__ == "__main__":
    sys.exit(main())
