"""`arena conformance`: the checks every game is held to, for outside authors too."""

from collections.abc import Callable
from traceback import format_exception
from typing import Annotated

import typer

from arena.cli.options import GameName, Plugin, Seed
from arena.cli.output import say
from arena.match.result import fresh_seed
from arena.plugins.manager import load_plugins
from engine.game import AnyGame
from engine.testing import ConformanceError


def conformance(
    game: GameName,
    plugin: Plugin = None,
    seed: Seed = None,
    traceback: Annotated[
        bool, typer.Option("--traceback", help="Show where the game's code fails.")
    ] = False,
) -> None:
    """Run every conformance check on a game.

    Example: arena conformance riichi
    """
    from arena import testing as frames
    from engine import testing as rules

    table = load_plugins(plugin or ()).game(game)
    root = fresh_seed() if seed is None else seed
    say(f"seed {root}")
    checks = {**rules.CHECKS, **frames.CHECKS}
    failed = [
        name
        for name, check in checks.items()
        if not holds(name, check, table, root, traceback=traceback)
    ]
    say(f"conformance {game}: {len(checks)} checks, {len(failed)} failed")
    if failed:
        raise typer.Exit(1)


def holds(
    name: str,
    check: Callable[[AnyGame, str], None],
    game: AnyGame,
    seed: str,
    *,
    traceback: bool = False,
) -> bool:
    """Run one check and report how it went."""
    try:
        check(game, seed)
    except Exception as error:  # a game under test may fail in any way
        kind = "" if isinstance(error, ConformanceError) else f"{type(error).__name__}: "
        say(f"FAILED {name}: {kind}{error}", style="red")
        if traceback:
            say("".join(format_exception(error.__cause__ or error)).rstrip())
        return False
    say(f"ok     {name}")
    return True
