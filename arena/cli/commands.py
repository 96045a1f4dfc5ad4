"""The subcommands of `arena`: the module of each, and its line in the list."""

from collections.abc import Callable
from importlib import import_module
from typing import Any, Final, NamedTuple

import typer


class Command(NamedTuple):
    """A module of this package that has the command under its name, and what it does."""

    module: str
    line: str


COMMANDS: Final = {
    "demo": Command("server", "Run a server with house bots playing."),
    "play": Command("play", "Play one match and print what happens."),
    "series": Command("series", "Compare bots over many deals."),
    "compare": Command("compare", "Test whether A is better than B; stop as soon as it is clear."),
    "strength": Command("strength", "Measure the differences in strength between a game's bots."),
    "games": Command("catalogue", "List the games."),
    "bots": Command("catalogue", "List the bots."),
    "schema": Command("catalogue", "Print JSON Schemas, or types generated from them."),
    "examples": Command("catalogue", "Copy the examples to a folder."),
    "man": Command("man", "Write man pages of all commands to a folder."),
    "new-bot": Command("new_bot", "Create a small working bot with a test."),
    "new-game": Command("new_game", "Create a small working game as a package."),
    "dev": Command("dev", "Work on a bot: see after each save what changed in its losses."),
    "check": Command(
        "check", "Play whole matches with a bot and report whether it is fit to play."
    ),
    "dataset": Command("dataset", "Convert logged matches to rows, one per decision."),
    "conformance": Command("conformance", "Run every conformance check on a game."),
    "packages": Command(
        "packages", "List the packages that submissions may require, or install them."
    ),
    "doctor": Command("doctor", "Report what this machine offers and what is missing."),
    "serve": Command("server", "Run a server; ARENA_ variables and arena.toml set the rest."),
    "connect": Command("connect", "Play a match, or a whole event, at a server with your bot."),
    "mcp": Command("mcp", "Let a language model play: an MCP server on stdin and stdout."),
    "rooms": Command("rooms", "List the rooms of a server."),
    "room": Command("room", "Open a room at a server and control its seats."),
    "event": Command("event", "Set up and direct events at a server."),
    "watch": Command("watch", "Watch a match at a server as text."),
    "login": Command("login", "Save a server and your token there; all commands use them."),
    "logout": Command("login", "Delete the saved token of a server."),
    "sign-up": Command("sign_up", "Create an account at a server that allows it."),
    "submit": Command("submit", "Send a bot to a server and follow its check."),
    "bot": Command("bot", "Show a bot's versions, where it stands, and its last losses."),
    "notes": Command("submit", "Write the notes on the page of one of your bots."),
    "retire": Command("submit", "Remove one of your bots from a server's ladder."),
    "leaderboard": Command("leaderboard", "Print the leaderboard of a game."),
    "collusion": Command(
        "collusion", "Report pairs that do better against others when both are at the table."
    ),
    "challenge": Command(
        "challenge", "Play an unrated series at a server and report who is ahead."
    ),
    "logs": Command("logs", "Show the stderr of your bots in a match at a server."),
    "tournament": Command("tournament", "Run tournaments and show their results."),
    "certify": Command("certify", "Sign the results of a tournament or season."),
    "verify": Command("certify", "Check a certificate of results."),
    "luck": Command("luck", "Take the luck out of results."),
    "replay": Command("replay", "Show a match log, verify it, or pack it into a link."),
    "bench": Command("bench", "Measure the speed of the engine, the server and more."),
    "account": Command("account", "Look after your account: token, name, messages, data."),
    "classroom": Command("classroom", "Run a class: accounts, assignments, submissions, grades."),
    "admin": Command("admin", "Moderate a server: its state, bans, void matches, seasons."),
    "db": Command("db", "Manage a store: upgrade, check, back up, prune."),
    "token": Command("db", "Manage access to a server: create, list, revoke tokens."),
}


def load(name: str) -> Callable[..., Any] | typer.Typer:
    """The function of a command, or the group of those below it."""
    module = import_module(f"arena.cli.{COMMANDS[name].module}")
    found: Callable[..., Any] | typer.Typer = getattr(module, name.replace("-", "_"))
    return found


def add_commands(app: typer.Typer, wanted: str) -> None:
    """Add all commands by name and line, but load only the wanted one.

    Help and mistyped names must not wait for a server to be imported.
    """
    for name, command in COMMANDS.items():
        found = load(name) if name == wanted else _listed
        if isinstance(found, typer.Typer):
            app.add_typer(found, name=name)
        else:
            app.command(name, short_help=command.line)(found)


def _listed() -> None:
    """Stand in the list for a command that is not loaded."""
