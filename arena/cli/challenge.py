"""`arena challenge`: an unrated series at a server against any active bot."""

import time
from dataclasses import asdict
from typing import Annotated, Any

import typer

from arena.cli.options import Json
from arena.cli.output import remark, say, say_json
from arena.cli.remote import POLL_SECONDS, Server, TokenOption, ask
from arena.cli.series import sentence
from arena.errors import ServerError
from arena.series import Interval


def challenge(
    bot: Annotated[str, typer.Argument(metavar="BOT", help="An active bot, or a house bot.")],
    server: Server,
    mine: Annotated[
        str | None,
        typer.Option("--with", metavar="BOT", help="Who plays for you; else your only bot."),
    ] = None,
    deals: Annotated[int, typer.Option(min=1, max=200, help="Deals, in all seatings each.")] = 20,
    game: Annotated[
        str | None, typer.Option(metavar="GAME", help="What is played; else what BOT plays.")
    ] = None,
    token: TokenOption = None,
    as_json: Json = False,
) -> None:
    """Play an unrated series at a server and say who is ahead."""
    body = {"bot": bot, "mine": mine, "deals": deals, "game": game}
    made = ask(server, "POST", "/api/challenges", token, body)
    if not as_json:
        waiting = made["ahead_in_queue"]
        queued = f", {waiting} before it in the queue" if waiting else ""
        say(f"{made['game']}: {made['mine']} challenges {bot}, {deals} deals{queued}")
    row = wait_for(server, token, made)
    if row["state"] == "failed":
        raise ServerError(f"the challenge failed: {row['reason'] or 'the operator knows why'}")
    found = Interval(row["mean"], row["low"], row["high"], row["played"])
    if as_json:
        say_json({"a": row["mine"], "b": row["bot"], **asdict(found), "game": row["game"]})
        return
    say(in_words(row["mine"], row["bot"], found))
    if row["faults"]:
        say(f"{row['mine']} made {row['faults']} faults")


def in_words(mine: str, bot: str, found: Interval) -> str:
    """The result, whoever is ahead first."""
    if found.mean >= 0:
        return sentence(mine, bot, found)
    turned = Interval(-found.mean, negative(found.high), negative(found.low), found.n)
    return sentence(bot, mine, turned)


def negative(value: float | None) -> float | None:
    """The other way round, if there is a value."""
    return None if value is None else -value


def wait_for(server: str, token: str | None, row: Any) -> Any:
    """Ask until a challenge is over, and tell how far it is."""
    played = 0
    while row["state"] in ("queued", "running"):
        time.sleep(POLL_SECONDS)
        row = ask(server, "GET", f"/api/challenges/{row['id']}", token)
        if row["played"] // 10 != played // 10:
            remark(f"{row['played']} of {row['deals']} deals played")
        played = row["played"]
    return row
