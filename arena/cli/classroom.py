"""`arena classroom`: run a class at a server, or submit to one."""

import csv
import sys
import tomllib
from base64 import b64encode
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import quote

import typer

from arena.cli.db import day
from arena.cli.options import Json
from arena.cli.output import remark, say, say_columns, say_json
from arena.cli.packing import packed
from arena.cli.remote import Server, TokenOption, ask, ask_bytes, ask_text

classroom = typer.Typer(help="Run a class: accounts, assignments, submissions, grades.")
ClassId = Annotated[str, typer.Argument(metavar="CLASS", help="The id of a class.")]
Work = Annotated[str, typer.Argument(metavar="ASSIGNMENT", help="The id of an assignment.")]


def class_path(class_id: str, *parts: str) -> str:
    """Return the address of a class, or of a part of it."""
    return "/".join(["/api/classes", quote(class_id, safe=""), *parts])


def work_path(number: str, *parts: str) -> str:
    """Return the address of an assignment, or of a part of it."""
    return "/".join(["/api/assignments", quote(number, safe=""), *parts])


@classroom.command("create")
def create(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name of the class.")],
    server: Server,
    token: TokenOption = None,
) -> None:
    """Create a class; for organisers.

    Example: arena classroom create "AI 101"
    """
    made = ask(server, "POST", "/api/classes", token, {"name": name})
    say(f"{made['name']} has the id {made['id']}")
    say("next: add accounts from a CSV file with lines of name,label,group")
    say(f"  arena classroom add {made['id']} class.csv > tokens.csv")


@classroom.command("list")
def list_classes(server: Server, token: TokenOption = None, as_json: Json = False) -> None:
    """List the classes that you look after or are in, with their assignments.

    Example: arena classroom list
    """
    for row in ask(server, "GET", "/api/classes", token):
        found = ask(server, "GET", class_path(row["id"]), token)
        if as_json:
            say_json(found)
            continue
        say(f"{row['id']} {row['name']}")
        for work in found["assignments"]:
            state = "until" if work["open"] else "closed since"
            say(f"  {work['id']} {work['name']} ({work['game']}), {state} {day(work['deadline'])}")


@classroom.command("add")
def add(
    class_id: ClassId,
    file: Annotated[Path, typer.Argument(metavar="FILE.csv", help="Lines of name,label,group.")],
    server: Server,
    token: TokenOption = None,
) -> None:
    """Add accounts from a CSV file; prints the tokens of new ones as CSV, once.

    Example: arena classroom add 3f2a9c0d class.csv > tokens.csv
    """
    try:
        text = file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise typer.BadParameter(f"{file}: {error}.") from None
    members = ask(server, "POST", class_path(class_id, "members"), token, {"csv": text})
    table = csv.writer(sys.stdout, lineterminator="\n")
    table.writerow(("name", "label", "group", "token"))
    for one in members:
        table.writerow((one["name"], one["label"], one["group"], one["token"] or ""))
    made = sum(one["token"] is not None for one in members)
    remark(f"{len(members)} members, {made} of them new; their tokens are shown only now")


@classroom.command("assign")
def assign(
    class_id: ClassId,
    file: Annotated[Path, typer.Argument(metavar="FILE.toml", help="The assignment.")],
    server: Server,
    token: TokenOption = None,
) -> None:
    """Give a class an assignment from a TOML file.

    Example: arena classroom assign 3f2a9c0d first-bot.toml
    """
    made = ask(server, "POST", class_path(class_id, "assignments"), token, read_assignment(file))
    say(f"{made['name']} has the id {made['id']}; it is open until {day(made['deadline'])} UTC")
    say("next: members submit with")
    say(f"  arena classroom submit {made['id']} ./bot.py")


def read_assignment(file: Path) -> dict[str, Any]:
    """Return an assignment as the API takes it: its deadline is a date in the file."""
    try:
        wanted = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise typer.BadParameter(f"{file}: {error}.") from None
    wanted["deadline"] = deadline_ms(wanted.get("deadline"))
    return wanted


def deadline_ms(value: Any) -> int:
    """Return a moment as the API takes it; without a zone it is UTC."""
    if isinstance(value, str):
        with suppress(ValueError):
            value = datetime.fromisoformat(value)
    if not isinstance(value, datetime):
        raise typer.BadParameter("deadline: expected a moment such as 2026-12-01T18:00:00Z.")
    moment = value if value.tzinfo else value.replace(tzinfo=UTC)
    return round(moment.timestamp() * 1000)


@classroom.command("submit")
def submit(
    number: Work,
    bot: Annotated[str, typer.Argument(metavar="BOT", help="A .py file, a folder or a zip.")],
    server: Server,
    token: TokenOption = None,
) -> None:
    """Submit a version to an assignment.

    Example: arena classroom submit 9c0d3f2a ./mine/bot.py
    """
    filename, content = packed(bot)
    body = {"filename": filename, "archive": b64encode(content).decode()}
    kept = ask(server, "POST", work_path(number, "submissions"), token, body)
    say(f"version {kept['version']} is {kept['state']}")
    say("next: see what it scored")
    say(f"  arena classroom board {number}")


@classroom.command("board")
def board(number: Work, server: Server, token: TokenOption = None, as_json: Json = False) -> None:
    """Show the private leaderboard of an assignment.

    Example: arena classroom board 9c0d3f2a
    """
    rows = ask(server, "GET", work_path(number, "board"), token)
    if as_json:
        for row in rows:
            say_json(row)
    elif rows:
        say_columns([("rank", "name", "places", "points", "faults", "hidden"), *map(cells, rows)])
    else:
        say("nothing is scored yet")


def cells(row: Mapping[str, Any]) -> tuple[str, ...]:
    """Return a member's line of the leaderboard."""
    public, hidden = row["public"], row["hidden"]
    return (
        str(row["rank"]), row["name"], f"{public['places']:+.3f}", f"{public['points']:+.2f}",
        str(public["faults"]), f"{hidden['places']:+.3f}" if hidden else "",
    )  # fmt: skip


@classroom.command("gradebook")
def gradebook(number: Work, server: Server, token: TokenOption = None) -> None:
    """Print the gradebook of an assignment as CSV.

    Example: arena classroom gradebook 9c0d3f2a > grades.csv
    """
    say(ask_text(server, work_path(number, "gradebook.csv"), token).rstrip("\n"))


@classroom.command("similar")
def similar(number: Work, server: Server, token: TokenOption = None) -> None:
    """List submissions that are alike, the most alike first.

    Example: arena classroom similar 9c0d3f2a
    """
    pairs = ask(server, "GET", work_path(number, "similar"), token)
    for pair in pairs:
        say(f"{pair['one']} and {pair['other']} share {pair['share']:.0%}")
    if not pairs:
        say("no two submissions are alike")


@classroom.command("files")
def files(
    number: Work,
    file: Annotated[Path, typer.Argument(metavar="FILE.zip", help="A new zip file.")],
    server: Server,
    token: TokenOption = None,
) -> None:
    """Save the submissions that count as a zip file, a folder per member.

    Example: arena classroom files 9c0d3f2a submissions.zip
    """
    if file.exists():
        raise typer.BadParameter(f"{file} exists already; name a new file.")
    file.write_bytes(ask_bytes(server, work_path(number, "files.zip"), token))
    say(f"{file}: {file.stat().st_size} bytes")


@classroom.command("deadline")
def deadline(
    number: Work,
    moment: Annotated[str, typer.Argument(metavar="MOMENT", help="2026-12-01T18:00:00Z.")],
    server: Server,
    token: TokenOption = None,
) -> None:
    """Move the deadline of an assignment.

    Example: arena classroom deadline 9c0d3f2a 2026-12-08T18:00:00Z
    """
    body = {"deadline": deadline_ms(moment)}
    made = ask(server, "PATCH", work_path(number), token, body)
    say(f"{made['name']} is open until {day(made['deadline'])} UTC")


@classroom.command("release")
def release(number: Work, server: Server, token: TokenOption = None) -> None:
    """Show members their scores in the hidden test set; after the deadline.

    Example: arena classroom release 9c0d3f2a
    """
    ask(server, "PATCH", work_path(number), token, {"released": True})
    say("members see their hidden scores")
