"""`arena challenge`: an unrated series at a server against any active bot."""

import sys
from typing import Annotated, Any

import typer

from arena.cli.options import Json
from arena.cli.output import remark, say, say_json
from arena.cli.remote import Server, TokenOption, ask, left_behind, look, options
from arena.errors import ServerError
from arena.local.intervals import Interval

PATH = "/api/challenges"
OPEN = ("queued", "running")


def challenge(
    server: Server,
    bot: Annotated[
        str | None, typer.Argument(metavar="BOT", help="An active bot, or a house bot.")
    ] = None,
    mine: Annotated[
        str | None,
        typer.Option("--with", metavar="BOT", help="Who plays for you; else your only bot."),
    ] = None,
    deals: Annotated[int, typer.Option(min=1, max=200, help="Deals, in all seatings each.")] = 20,
    game: Annotated[
        str | None, typer.Option(metavar="GAME", help="What is played; else what BOT plays.")
    ] = None,
    follow: Annotated[
        str | None, typer.Option(metavar="ID", help="Look at a challenge made before.")
    ] = None,
    withdraw: Annotated[
        str | None, typer.Option(metavar="ID", help="Take one of yours out of the queue.")
    ] = None,
    token: TokenOption = None,
    as_json: Json = False,
) -> None:
    """Play an unrated series at a server and say who is ahead."""
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
        raise ServerError(f"the challenge failed: {row['reason'] or 'the operator knows why'}")
    if as_json:
        say_json(row)
    else:
        say_result(row)


def opening(row: Any) -> str:
    """Who plays whom, and who comes before."""
    waiting = row["ahead_in_queue"]
    queued = f", {waiting} before it in the queue" if waiting else ""
    return f"{row['game']}: {row['mine']} challenges {row['bot']}, {row['deals']} deals{queued}"


def wait_for(server: str, made: Any) -> Any:
    """Look until a challenge is over, and tell how far it is."""
    told = made["played"]

    def seen(row: Any) -> bool:
        nonlocal told
        if row["played"] // 10 != told // 10:
            remark(f"{row['played']} of {row['deals']} deals played")
        told = row["played"]
        return row["state"] not in OPEN

    return look(server, f"{PATH}/{made['id']}", None, seen)


def say_result(row: Any) -> None:
    """How it came out, whoever is ahead first."""
    from arena.tournament.text_tables import ahead_line

    for unit in ("places", "points"):
        found = Interval(**row[unit])
        pair = (row["mine"], row["bot"])
        if found.mean < 0:
            pair, found = pair[::-1], turned(found)
        say(ahead_line(*pair, found, unit))
    say(row["verdict"])
    if row["faults"]:
        say(f"{row['mine']} made {row['faults']} faults")


def turned(found: Interval) -> Interval:
    """The same difference seen from the other side."""
    low, high = (None if end is None else -end for end in (found.high, found.low))
    return Interval(-found.mean, low, high, found.n)
