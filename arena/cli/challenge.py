"""`arena challenge`: an unrated series at a server against any active bot."""

import sys
from typing import Annotated, Any

import typer

from arena.cli.options import Json
from arena.cli.output import remark, say, say_json
from arena.cli.remote import Server, TokenOption, ask, left_behind, look, options
from arena.errors import ServerError
from arena.local.intervals import Interval, lead_text

PATH = "/api/challenges"
OPEN = ("queued", "running")


def challenge(
    server: Server,
    bot: Annotated[
        str | None, typer.Argument(metavar="BOT", help="An active bot, or a house bot.")
    ] = None,
    mine: Annotated[
        str | None,
        typer.Option(
            "--with", metavar="BOT", help="The bot that plays for you; your only bot if left out."
        ),
    ] = None,
    deals: Annotated[
        int, typer.Option(min=1, max=200, help="Number of deals, each in all seatings.")
    ] = 20,
    game: Annotated[
        str | None,
        typer.Option(metavar="GAME", help="The game; the one that BOT plays if left out."),
    ] = None,
    follow: Annotated[
        str | None, typer.Option(metavar="ID", help="Follow a challenge made before.")
    ] = None,
    withdraw: Annotated[
        str | None, typer.Option(metavar="ID", help="Withdraw a challenge of yours that waits.")
    ] = None,
    token: TokenOption = None,
    as_json: Json = False,
) -> None:
    """Play an unrated series at a server and report who is ahead.

    Example: arena challenge counter --with mine --deals 50
    """
    if [bot, follow, withdraw].count(None) != 2:
        raise typer.BadParameter("say BOT, or --follow ID, or --withdraw ID.")
    if withdraw is not None:
        ask(server, "DELETE", f"{PATH}/{withdraw}", token)
        say(f"challenge {withdraw} is withdrawn")
        return
    if follow is None:
        body = {"bot": bot, "mine": mine, "deals": deals, "game": game}
        made = ask(server, "POST", PATH, token, body)
    else:
        made = ask(server, "GET", f"{PATH}/{follow}")
    with left_behind(f"arena challenge --follow {made['id']}{options(server, None)}"):
        if not as_json:
            say(opening(made))
            sys.stdout.flush()  # in a pipe too it is told before it is played
        row = made if made["state"] not in OPEN else wait_for(server, made)
    if row["state"] == "failed":
        raise ServerError(
            f"the challenge failed: {row['reason'] or 'ask the operator for the reason'}"
        )
    if as_json:
        say_json(row)
    else:
        say_result(row)


def opening(row: Any) -> str:
    """Return who plays whom, and how many challenges wait before it."""
    waiting = row["ahead_in_queue"]
    queued = f", {waiting} before it in the queue" if waiting else ""
    return f"{row['game']}: {row['mine']} challenges {row['bot']}, {row['deals']} deals{queued}"


def wait_for(server: str, made: Any) -> Any:
    """Follow a challenge to its end and print its progress."""
    told = made["played"]

    def seen(row: Any) -> bool:
        nonlocal told
        if row["played"] // 10 != told // 10:
            remark(f"{row['played']} of {row['deals']} deals played")
        told = row["played"]
        return row["state"] not in OPEN

    return look(server, f"{PATH}/{made['id']}", None, seen)


def say_result(row: Any) -> None:
    """Print the result, the bot that is ahead first."""
    for unit in ("places", "points"):
        found = Interval(**row[unit])
        pair = (row["mine"], row["bot"])
        if found.mean < 0:
            pair, found = pair[::-1], found.turned
        say(lead_text(*pair, found, unit))
    say(row["verdict"])
    if row["faults"]:
        say(f"{row['mine']} made {row['faults']} faults")
