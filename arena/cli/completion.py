"""What a shell offers for a value: names that this machine knows, found without a server.

A word that looks like a path is left to the shell, which completes files.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

import typer

if TYPE_CHECKING:
    from engine.game import AnyGame

PATH_STARTS: Final = (".", "/", "~")
PREFIXES: Final = ("cmd:", "flat:", "box:", "mjai:")


def offered(names: Iterable[str], incomplete: str) -> list[str]:
    """Return the names that begin as typed; none where a path or a program is being typed."""
    if incomplete.startswith((*PATH_STARTS, *PREFIXES)):
        return []
    return [name for name in names if name.startswith(incomplete)]


def games(incomplete: str) -> list[str]:
    """Return games."""
    from arena.plugins.manager import load_plugins

    return offered(load_plugins().games, incomplete)


def bots(context: typer.Context, incomplete: str) -> list[str]:
    """Return house bots, those of the game if the command line names one."""
    from arena.plugins.manager import load_plugins

    plugins = load_plugins()
    game = context.params.get("game")
    found = plugins.bots_of(game) if game in plugins.games else plugins.bots
    return offered(found, incomplete)


def variants(context: typer.Context, incomplete: str) -> list[str]:
    """Return the variants of the command line's game, of all games if it names none."""
    from engine.variants import variants_of

    return offered((name for game in meant(context) for name in variants_of(game)), incomplete)


def settings(context: typer.Context, incomplete: str) -> list[str]:
    """Return the presets of the command line's game, of all games if it names none."""
    found = (f"preset={name}" for game in meant(context) for name in game.presets)
    return offered(dict.fromkeys(found), incomplete)


def meant(context: typer.Context) -> "Iterator[AnyGame]":
    """Yield the game that the command line names, else all."""
    from arena.plugins.manager import load_plugins

    games = load_plugins().games
    wanted = context.params.get("game")
    yield from [games[wanted]] if wanted in games else games.values()
