"""`arena admin`: moderate a server over its API."""

from collections.abc import Mapping
from typing import Annotated, Any
from urllib.parse import quote

import typer

from arena.cli.db import day
from arena.cli.options import Json
from arena.cli.output import say, say_columns, say_json
from arena.cli.remote import Server, TokenOption, ask

admin = typer.Typer(help="Moderate a server: its state, bans, void matches, seasons.")
PATH = "/api/admin"
Account = Annotated[str, typer.Argument(metavar="NAME", help="The name of the account.")]
Reason = Annotated[str, typer.Option(help="Why; those whom it concerns may read it.")]


def path(*parts: str) -> str:
    """Return an address of moderation."""
    return "/".join([PATH, *(quote(part, safe="") for part in parts)])


@admin.command("status")
def show_status(server: Server, token: TokenOption = None, as_json: Json = False) -> None:
    """Show what is wrong, who is connected, what is played and what waits.

    Example: arena admin status
    """
    seen = ask(server, "GET", PATH, token)
    if as_json:
        say_json(seen)
        return
    for text in (*seen["problems"], *seen["warnings"]):
        say(f"problem: {text}", style="bold red")
    if not seen["problems"] and not seen["warnings"]:
        say("everything works")
    if seen["notices"]["maintenance"]:
        drained = "; no match is running" if seen["drained"] else "; matches are still running"
        say(f"maintenance: {seen['notices']['maintenance']}{drained}")
    if seen["connections"]:
        heading = ("account", "name", "address", "room", "seat")
        say_columns([heading, *map(connection_cells, seen["connections"])])
    say_columns([("queue", "waiting", "limit"), *map(queue_cells, seen["queues"])])
    if seen["storage"]:
        say(f"store: {seen['storage']['bytes'] / 1e6:.1f} MB")


def connection_cells(row: Mapping[str, Any]) -> tuple[str, ...]:
    """Return a connection as the cells of its line."""
    seat = "" if row["seat"] is None else str(row["seat"])
    return row["account"] or "-", row["name"], row["address"] or "", row["room"], seat


def queue_cells(row: Mapping[str, Any]) -> tuple[str, ...]:
    """Return a queue as the cells of its line."""
    return row["name"], str(row["waiting"]), str(row["limit"]) if row["limit"] else "-"


@admin.command("audit")
def show_audit(
    server: Server,
    limit: Annotated[int, typer.Option(min=1, max=200, help="How many acts.")] = 50,
    token: TokenOption = None,
    as_json: Json = False,
) -> None:
    """List acts of moderation, newest first.

    Example: arena admin audit --limit 20
    """
    acts = ask(server, "GET", f"{PATH}/audit?limit={limit}", token)["acts"]
    if as_json:
        for act in acts:
            say_json(act)
    elif acts:
        rows = [(day(a["created"]), a["actor"], a["act"], a["target"], why(a)) for a in acts]
        say_columns([("when", "who", "act", "target", "why"), *rows])
    else:
        say("no acts of moderation yet")


def why(act: Mapping[str, Any]) -> str:
    """Return the reason of an act, or its text."""
    return str(act["detail"].get("reason") or act["detail"].get("text") or "")


@admin.command("ban")
def ban_account(name: Account, reason: Reason, server: Server, token: TokenOption = None) -> None:
    """Shut an account out at once: its token, connections, seats and bots.

    Example: arena admin ban eve --reason "insults in chat"
    """
    ask(server, "POST", path("accounts", name, "ban"), token, {"reason": reason})
    say(f"{name} is banned")


@admin.command("unban")
def unban_account(name: Account, server: Server, token: TokenOption = None) -> None:
    """Let a banned account in again, with its token and bots.

    Example: arena admin unban eve
    """
    ask(server, "DELETE", path("accounts", name, "ban"), token)
    say(f"{name} is back")


@admin.command("message")
def send_message(
    name: Account,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="The message.")],
    server: Server,
    token: TokenOption = None,
) -> None:
    """Leave a message for an account; its pages show that there is one.

    Example: arena admin message ann "Your bot times out; please have a look."
    """
    ask(server, "POST", path("accounts", name, "messages"), token, {"text": text})
    say(f"{name} has a new message")


@admin.command("void")
def void_match(
    match: Annotated[str, typer.Argument(metavar="MATCH", help="The id of the match.")],
    reason: Reason,
    server: Server,
    token: TokenOption = None,
) -> None:
    """Take a match out of all counts; one that is running ends.

    Example: arena admin void 3f2a9c0d --reason "a cable"
    """
    ask(server, "POST", path("matches", match, "void"), token, {"reason": reason})
    say(f"{match} is void; ratings follow")


@admin.command("restore")
def restore_bot(
    name: Annotated[str, typer.Argument(metavar="BOT", help="A retired bot.")],
    server: Server,
    token: TokenOption = None,
) -> None:
    """Take a retired bot back onto the ladder.

    Example: arena admin restore tiger-fan
    """
    ask(server, "POST", path("bots", name, "restore"), token)
    say(f"{name} plays again")


@admin.command("announce")
def announce(
    server: Server,
    text: Annotated[
        str, typer.Argument(metavar="TEXT", help="The line; without one, it is withdrawn.")
    ] = "",
    token: TokenOption = None,
) -> None:
    """Show a line on every page, or withdraw it.

    Example: arena admin announce "The cup begins at noon."
    """
    if text:
        ask(server, "POST", path("announcement"), token, {"text": text})
    else:
        ask(server, "DELETE", path("announcement"), token)
    say("announced" if text else "withdrawn")


@admin.command("maintenance")
def maintain(
    server: Server,
    reason: Annotated[str, typer.Option(help="Why no new matches begin.")] = "",
    end: Annotated[bool, typer.Option("--end", help="Begin new matches again.")] = False,
    token: TokenOption = None,
) -> None:
    """Begin no new matches while those that run go on; --end begins them again.

    Example: arena admin maintenance --reason "new disk, back at 18:00 UTC"
    """
    if bool(reason) == end:
        raise typer.BadParameter("give --reason TEXT to begin, or --end.")
    if end:
        ask(server, "DELETE", path("maintenance"), token)
        say("new matches begin again")
        return
    ask(server, "POST", path("maintenance"), token, {"reason": reason})
    say("no new matches begin")
    say("next: see when the last match has ended")
    say("  arena admin status")


@admin.command("close-season")
def close_season(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The season that ends.")],
    server: Server,
    prize: Annotated[
        list[str] | None, typer.Option(help="A prize, the first one's first; may be repeated.")
    ] = None,
    token: TokenOption = None,
) -> None:
    """Archive the tables of all games and start a new season.

    Example: arena admin close-season "Autumn 2026" --prize "a cup" --prize "a spoon"
    """
    body = {"name": name, "prizes": prize or []}
    season = ask(server, "POST", path("seasons"), token, body)
    for board in season["boards"]:
        for won in board["prizes"]:
            say(f"{board['title']}: {won['prize']} for {won['name']}")
    say(f"{name} is archived: {server}/seasons/{season['id']}")
