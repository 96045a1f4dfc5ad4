"""`arena submit` and `arena retire`: a bot onto a server's ladder, and off it again."""

from base64 import b64encode
from typing import Annotated, Any
from urllib.parse import quote

import typer

from arena.cli.output import say
from arena.cli.packing import bot_name, mb, packed
from arena.cli.packing_protocol import Protocol, with_protocol
from arena.cli.remote import Server, TokenOption, ask, left_behind, look, options
from arena.cli.rooms import address

WAITING = ("queued", "checking")


def submit(
    path: Annotated[
        str,
        typer.Argument(
            metavar="BOT",
            help="A .py file, a folder or zip, a program, or cmd:, flat: or mjai:PROGRAM.",
        ),
    ],
    server: Server,
    game: Annotated[
        str | None,
        typer.Option(metavar="GAME", help="The game it plays; the server's default if left out."),
    ] = None,
    name: Annotated[
        str | None, typer.Option(help="The bot's name; that of its folder or file if left out.")
    ] = None,
    notes: Annotated[
        str, typer.Option(help="Notes for its page; the start of its README if left out.")
    ] = "",
    protocol: Annotated[
        Protocol | None,
        typer.Option(help="What a riichi bot of another arena speaks; written to its bot.toml."),
    ] = None,
    token: TokenOption = None,
) -> None:
    """Send a bot to a server and follow its check.

    A .py file brings the files beside it that it imports or names.

    Examples:

      arena submit ./mine/bot.py --game riichi

      arena submit flat:./cbot/bot --name cbot

      arena submit bot.zip --game riichi --protocol mjai-batch
    """
    filename, content = packed(path)
    if protocol is not None:
        filename, content = with_protocol(path, filename, content, protocol)
    body = {
        "name": name or bot_name(path), "filename": filename, "game": game, "notes": notes,
        "archive": b64encode(content).decode(),
    }  # fmt: skip
    say(f"sending {filename}, {mb(len(content))}")
    kept = ask(server, "POST", "/api/bots", token, body)
    own, number, played = kept["name"], kept["version"], kept["game"]
    if kept["again"] and kept["status"] not in WAITING:
        say(f"{own} version {number} for {played} has the same files and is {kept['status']}")
    else:
        again = ", sent before" if kept["again"] else ""
        say(f"{own} version {number} for {played}{again}: {kept['status']}")
        status = follow(server, token, f"/api/bots/{own}/versions/{number}")["status"]
        if status != "active":
            say(f"not on the ladder: version {number} is {status}")
            say("next: make it pass here, then submit it again")
            say(f"  arena check {boxed(path)} --game {played}")
            raise typer.Exit(1)
    say("next: watch its next match, see where it stands, or challenge another bot")
    say(f"  arena watch{address(server)} --bot {own}")
    say(f"  arena bot {own}{options(server, token)}")
    say(f"  arena leaderboard {played}{options(server, None)}")
    say(f"  arena challenge {rival(server, own, played)} --with {own}{options(server, token)}")


def boxed(path: str) -> str:
    """Return a bot as `arena check` runs it in the sandbox, fit for a shell."""
    kind, colon, rest = path.partition(":")
    target = rest if colon and kind in ("cmd", "flat", "box") else path
    # box: reads the full level, and the program of a bot.toml
    spec = path if colon and kind in ("flat", "mjai") else f"box:{target}"
    return f'"{spec}"' if " " in spec else spec


def rival(server: str, own: str, game: str) -> str:
    """Return the best other bot of a game's leaderboard, to challenge it."""
    rows = ask(server, "GET", f"/api/leaderboard?game={quote(game)}")["rows"]
    return next((str(row["name"]) for row in rows if row["name"] != own), "random")


def follow(server: str, token: str | None, path: str) -> Any:
    """Print the gate's log as it grows, until the version has passed or failed."""
    told = 0

    def seen(version: Any) -> bool:
        nonlocal told
        if version["status"] == "queued":
            return False  # its log is still that of an earlier check
        for line in version["log"][told:].splitlines():
            say(f"  {line}".rstrip())
        told = len(version["log"])
        return version["status"] not in WAITING

    with left_behind(f"{server.rstrip('/')}{path}"):
        return look(server, path, token, seen)


def notes(
    bot: Annotated[str, typer.Argument(metavar="BOT", help="One of your bots.")],
    text: Annotated[str, typer.Argument(metavar="TEXT", help="The text for its page.")],
    server: Server,
    token: TokenOption = None,
) -> None:
    """Write the notes on the page of one of your bots.

    Example: arena notes mine "counts tiles"
    """
    ask(server, "PATCH", f"/api/bots/{bot}", token, {"notes": text})
    say(f"the notes of {bot} are saved")


def retire(
    bot: Annotated[str, typer.Argument(metavar="BOT", help="One of your bots.")],
    server: Server,
    token: TokenOption = None,
) -> None:
    """Remove one of your bots from a server's ladder.

    Example: arena retire mine
    """
    ask(server, "DELETE", f"/api/bots/{bot}", token)
    say(f"{bot} is retired; its matches remain")
