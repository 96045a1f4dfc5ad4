"""`arena new-game`: a game's package to begin with."""

from pathlib import Path
from typing import Annotated

import typer

from arena.cli.output import say
from arena.sdk.new_game import new_game as write_package


def new_game(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="The name of the game and of its folder.")
    ],
) -> None:
    """Create a small working game as a package.

    Example: arena new-game hello
    """
    for file in write_package(name, Path()):
        say(str(file))
    say(f"next: install it, check it and play it, then change {name}/{name}/game.py")
    say(f"  pip install -e ./{name}")
    say(f"  arena conformance {name}")
    say(f"  arena play {name} {name}-search {name}-greedy random")
