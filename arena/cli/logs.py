"""`arena logs`: what your bots wrote to stderr in a match at a server."""

from typing import Annotated

import typer

from arena.cli.options import Json
from arena.cli.output import remark, say, say_json
from arena.cli.remote import Server, TokenOption, ask


def logs(
    match: Annotated[str, typer.Argument(metavar="MATCH", help="The id of a match at the server.")],
    server: Server,
    token: TokenOption = None,
    as_json: Json = False,
) -> None:
    """Show the stderr of your bots in a match at a server."""
    told = ask(server, "GET", f"/api/matches/{match}/logs", token)
    for log in told["logs"]:
        who = {"seat": log["seat"], "name": log["name"]}
        for line in log["lines"]:
            if as_json:
                say_json({**who, **line})
            else:
                say(f"{who['seat']} {who['name']}, step {line['seq']}: {printable(line['text'])}")
        if not log["lines"]:
            remark(f"{who['seat']} {who['name']} wrote nothing")


def printable(text: str) -> str:
    """A bot's text without what could steer a terminal."""
    return "".join(sign if sign.isprintable() or sign == "\t" else "�" for sign in text)
