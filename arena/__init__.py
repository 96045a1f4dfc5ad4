"""The house: plugins, matches, the referee, the server and the command line.

In scripts and notebooks:

    import arena
    result = arena.play("tigerdragon", ["counter", "defender"], seed=7)
    rows = arena.series("tigerdragon", ["counter", "defender"], deals=200, seed=7)
    print(arena.paired_interval(rows, "counter", "defender"))
    table = arena.env("riichi", seat=0, opponents=["riichi-greedy"] * 3, seed=7)
"""

import arena.early  # noqa: F401  # before all else: see there

# isort: split
from arena.hookspecs import hookimpl
from arena.match import Match
from arena.play import MatchResult, play
from arena.series import Interval, paired_interval, series
from arena.training import env

__all__ = [
    "Interval",
    "Match",
    "MatchResult",
    "env",
    "hookimpl",
    "paired_interval",
    "play",
    "series",
]
