"""The subcommands of `arena`: where each lives, and its line in the list."""

from collections.abc import Callable
from importlib import import_module
from typing import Any, Final, NamedTuple

import typer


class Command(NamedTuple):
    """A module of this package that has the command under its name, and what it does."""

    module: str
    line: str


COMMANDS: Final = {
    "demo": Command("server", "House bots playing, to look at."),
    "play": Command("play", "Play one match and tell what happened."),
    "series": Command("series", "Compare bots over many deals."),
    "compare": Command("compare", "Tell whether A is better than B; stop as soon as it is clear."),
    "strength": Command("strength", "Tell how far a game's bots are apart."),
    "games": Command("catalogue", "List the games."),
    "bots": Command("catalogue", "List the bots."),
    "schema": Command("catalogue", "Print JSON Schemas."),
    "examples": Command("catalogue", "Copy the examples, to start from."),
    "new-bot": Command("new_bot", "Write a small bot that runs, with a test."),
    "check": Command("check", "Play whole matches with a bot and say if it is fit to play."),
    "dataset": Command("dataset", "Write every decision of logged matches as a row."),
    "conformance": Command("conformance", "Run every conformance check on a game."),
    "doctor": Command("doctor", "Say what this machine offers, and what is missing."),
    "serve": Command("server", "Run a server; ARENA_ variables and arena.toml set the rest."),
    "connect": Command("server", "Play a match at a server with your bot."),
    "watch": Command("server", "Watch a match at a server, told in words."),
    "sign-up": Command("sign_up", "Make an account at a server that allows it."),
    "submit": Command("submit", "Send a bot to a server and follow its check."),
    "notes": Command("submit", "Write what a bot of yours has on its page."),
    "retire": Command("submit", "Take a bot of yours off a server's ladder."),
    "leaderboard": Command("leaderboard", "Print the leaderboard of a game."),
    "challenge": Command("challenge", "Play an unrated series at a server and say who is ahead."),
    "logs": Command("logs", "Show what your bots wrote in a match at a server."),
    "tournament": Command("tournament", "Run tournaments, and look at them."),
    "replay": Command("replay", "Look at a match log, check it, or put it into a link."),
    "bench": Command("bench", "Measure how fast things are."),
    "db": Command("db", "Look after a store: upgrade, check, back up, prune."),
    "token": Command("db", "Who may do what at a server: create, list, revoke."),
}


def load(name: str) -> Callable[..., Any] | typer.Typer:
    """The function of a command, or the group of those below it."""
    module = import_module(f"arena.cli.{COMMANDS[name].module}")
    found: Callable[..., Any] | typer.Typer = getattr(module, name.replace("-", "_"))
    return found


def add_commands(app: typer.Typer, wanted: str) -> None:
    """All commands by name and line, but only the wanted one with what it needs.

    Nobody who asks for the help, or mistypes a name, shall wait for a server to be imported.
    """
    for name, command in COMMANDS.items():
        found = load(name) if name == wanted else _listed
        if isinstance(found, typer.Typer):
            app.add_typer(found, name=name)
        else:
            app.command(name, short_help=command.line)(found)


def _listed() -> None:
    """Stands in the list for a command that was not asked for."""
