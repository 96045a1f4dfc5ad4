"""Table Arena: matches, rooms, tournaments, ladder, server and command line.

In scripts and notebooks:

    import arena
    result = arena.play("tigerdragon", ["counter", "defender"], seed=7)
    rows = arena.series("tigerdragon", ["counter", "defender"], deals=200, seed=7)
    print(arena.paired_interval(rows, "counter", "defender"))
    table = arena.env("riichi", seat=0, opponents=["riichi-greedy"] * 3, seed=7)

These names are loaded when they are first used: a command that needs none of them starts sooner.
"""

import importlib
from typing import TYPE_CHECKING, Any, Final

import arena._ctrl_c  # before all else: see there
import arena._own_packages  # noqa: F401

if TYPE_CHECKING:
    from .local.encoder import encoder
    from .local.env import env
    from .local.intervals import Interval
    from .local.loop import play
    from .local.rl_doors import gymnasium, pettingzoo
    from .local.series import paired_interval, series
    from .local.table_env import table_env
    from .local.tables import tables
    from .match.match import Match
    from .match.result import MatchResult
    from .plugins.drawings import Drawing
    from .plugins.guides import GameGuide
    from .plugins.hookspecs import hookimpl
    from .tournament.compare_bots import compare

__all__ = [
    "Drawing",
    "GameGuide",
    "Interval",
    "Match",
    "MatchResult",
    "compare",
    "encoder",
    "env",
    "gymnasium",
    "hookimpl",
    "paired_interval",
    "pettingzoo",
    "play",
    "series",
    "table_env",
    "tables",
]
HOMES: Final = {
    "Drawing": "arena.plugins.drawings",
    "GameGuide": "arena.plugins.guides",
    "Interval": "arena.local.intervals",
    "Match": "arena.match.match",
    "MatchResult": "arena.match.result",
    "compare": "arena.tournament.compare_bots",
    "encoder": "arena.local.encoder",
    "env": "arena.local.env",
    "gymnasium": "arena.local.rl_doors",
    "hookimpl": "arena.plugins.hookspecs",
    "paired_interval": "arena.local.series",
    "pettingzoo": "arena.local.rl_doors",
    "play": "arena.local.loop",
    "series": "arena.local.series",
    "table_env": "arena.local.table_env",
    "tables": "arena.local.tables",
}
"""The module of each public name."""


def __getattr__(name: str) -> Any:
    """Load a public name from its module."""
    if name not in HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(HOMES[name]), name)
