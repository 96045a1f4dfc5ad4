"""Fuzz every reader of what strangers send: an hour, or as many seconds as are named."""

import random
import sys
from time import monotonic

from tests.fuzz.readers import READERS, fuzz

SECONDS = 3600.0
EXAMPLES = 500


def main(seconds: float = SECONDS) -> int:
    """Give the readers new inputs in turn until the time is up; what fails raises."""
    tried = dict.fromkeys((reader.name for reader in READERS), 0)
    end = monotonic() + seconds
    while monotonic() < end:
        number = random.getrandbits(32)
        for reader in READERS:
            try:
                tried[reader.name] += fuzz(reader, EXAMPLES, number)
            except BaseException:
                sys.stdout.write(f"{reader.name}: failed with seed {number}\n")
                raise
    counts = ", ".join(f"{name} {count}" for name, count in tried.items())
    sys.stdout.write(f"fuzz: {sum(tried.values())} inputs ({counts}), 0 failed\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(*map(float, sys.argv[1:2])))
