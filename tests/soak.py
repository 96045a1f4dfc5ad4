"""How a soak goes: matches one after the other, what is wrong told at once, a sum at the end."""

import sys
from typing import Protocol


class Soak(Protocol):
    """What was played, and what was found wrong."""

    violations: int

    def play(self, number: int) -> None:
        """Play one match and look at it."""


def play_all(soak: Soak, matches: int) -> int:
    """Play them all; the last line sums up, and the exit code says whether all was well."""
    for number in range(matches):
        soak.play(number)
    sys.stdout.write(f"{soak}\n")
    return 1 if soak.violations else 0
