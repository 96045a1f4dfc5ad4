"""`arena conformance`: the checks every game is held to, for outside authors too."""

from collections.abc import Callable

import typer

from arena.cli.options import GameName, Plugin, Seed
from arena.cli.output import say
from arena.match.result import fresh_seed
from arena.plugins.manager import load_plugins
from engine.game import AnyGame


def conformance(game: GameName, plugin: Plugin = None, seed: Seed = None) -> None:
    """Run every conformance check on a game.

    Example: arena conformance riichi
    """
    from arena import testing as frames
    from engine import testing as rules

    table = load_plugins(plugin or ()).game(game)
    root = fresh_seed() if seed is None else seed
    say(f"seed {root}")
    checks = {**rules.CHECKS, **frames.CHECKS}
    failed = [name for name, check in checks.items() if not holds(name, check, table, root)]
    say(f"conformance {game}: {len(checks)} checks, {len(failed)} failed")
    if failed:
        raise typer.Exit(1)


def holds(name: str, check: Callable[[AnyGame, str], None], game: AnyGame, seed: str) -> bool:
    """Run one check and say how it went."""
    try:
        check(game, seed)
    except Exception as error:  # a game under test may fail in any way
        say(f"FAILED {name}: {type(error).__name__}: {error}", style="red")
        return False
    say(f"ok     {name}")
    return True
