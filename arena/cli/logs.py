"""`arena logs`: what your bots wrote to stderr in matches at a server."""

import sys
import time
from collections import Counter
from typing import Annotated, Any
from urllib.parse import quote

import typer

from arena.cli.options import Json
from arena.cli.output import remark, say, say_json
from arena.cli.remote import Server, TokenOption, ask
from arena.errors import ServerError

FOLLOW_SECONDS = 1.0


def logs(
    server: Server,
    match: Annotated[
        str | None, typer.Argument(metavar="[MATCH]", help="The id of a match at the server.")
    ] = None,
    bot: Annotated[
        str | None, typer.Option(metavar="NAME", help="The newest match of this bot.")
    ] = None,
    follow: Annotated[
        bool, typer.Option("--follow", help="Go on with new lines and, with --bot, new matches.")
    ] = False,
    token: TokenOption = None,
    as_json: Json = False,
) -> None:
    """Show the stderr of your bots in a match at a server.

    Examples:

      arena logs 3f2a61c09be7d584

      arena logs --bot mine --follow
    """
    if (match is None) == (bot is None):
        raise ServerError("which match? write arena logs MATCH, or arena logs --bot NAME")
    printed: Counter[tuple[str, int]] = Counter()
    while True:
        name = match or newest(server, str(bot))
        running = print_new(server, name, token, printed, as_json=as_json) if name else True
        if not follow or (bot is None and not running):
            break
        sys.stdout.flush()
        time.sleep(FOLLOW_SECONDS)
    if not name:
        wait = f"arena logs --bot {bot} --follow"
        raise ServerError(f"{bot} has not played here yet; wait with: {wait}")


def newest(server: str, bot: str) -> str:
    """Return the id of a bot's newest match, empty if it has none."""
    found = ask(server, "GET", f"/api/matches?player={quote(bot)}&limit=1")["matches"]
    return str(found[0]["match_id"]) if found else ""


def print_new(
    server: str, match: str, token: str | None, printed: Counter[tuple[str, int]], *, as_json: bool
) -> bool:
    """Print the lines that were not printed before; return whether the match still runs."""
    running = bool(ask(server, "GET", f"/api/matches/{quote(match)}")["status"] == "running")
    for log in ask(server, "GET", f"/api/matches/{quote(match)}/logs", token)["logs"]:
        key = (match, log["seat"])
        for line in log["lines"][printed[key] :]:
            print_line(log, line, as_json=as_json)
        if not log["lines"] and not running and key not in printed:
            remark(f"{log['seat']} {log['name']} wrote nothing")
        printed[key] = len(log["lines"])
    return running


def print_line(log: Any, line: Any, *, as_json: bool) -> None:
    """Print one line of a bot's stderr with its seat and step."""
    if as_json:
        say_json({"seat": log["seat"], "name": log["name"], **line})
    else:
        say(f"{log['seat']} {log['name']}, step {line['seq']}: {printable(line['text'])}")


def printable(text: str) -> str:
    """Return a bot's text without what could steer a terminal."""
    return "".join(sign if sign.isprintable() or sign == "\t" else "�" for sign in text)
