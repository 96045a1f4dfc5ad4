"""`arena new-bot`: a project to begin with."""

from pathlib import Path
from typing import Annotated

import typer

from arena.cli import completion
from arena.cli.options import Plugin
from arena.cli.output import say
from arena.plugins.manager import load_plugins
from arena.sdk.new_bot import Language
from arena.sdk.new_bot import new_bot as write_project


def new_bot(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="The name of the bot and of its folder.")
    ],
    game: Annotated[
        str,
        typer.Option(metavar="GAME", help="The game it plays.", autocompletion=completion.games),
    ] = "tigerdragon",
    language: Annotated[Language, typer.Option(help="The language of the bot.")] = Language.PYTHON,
    plugin: Plugin = None,
) -> None:
    """Create a small working bot with a test.

    Example: arena new-bot mine --game riichi --language javascript
    """
    table = load_plugins(plugin or ()).game(game)
    project = write_project(name, table, language, Path())
    for file in project.files:
        say(str(file))
    say(f"next: edit the two lines near the top of {project.edit}, then check it")
    if project.build:
        say(f"  {project.build}")
    options = "".join(f" --plugin {file}" for file in plugin or ())
    say(f"  arena check {project.spec} --game {game}{options}")
