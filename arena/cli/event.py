"""`arena event`: set up and direct events at a server."""

import tomllib
from pathlib import Path
from typing import Annotated, Any

import typer

from arena.cli.options import Json
from arena.cli.output import say, say_columns, say_json
from arena.cli.remote import Server, TokenOption, ask, options
from arena.errors import ServerError

event = typer.Typer(no_args_is_help=True, help="Set up and direct events at a server.")
EventId = Annotated[str, typer.Argument(metavar="ID", help="The event.")]
PATH = "/api/events"


@event.command("create")
def create(
    file: Annotated[Path, typer.Argument(metavar="FILE.toml", help="The event's settings.")],
    server: Server,
    token: TokenOption = None,
    as_json: Json = False,
) -> None:
    """Set up an event from a file; docs/events.md has its keys.

    Example: arena event create cup.toml
    """
    row = ask(server, "POST", PATH, token, read_event_file(file))
    if as_json:
        say_json(row)
        return
    say(f"event {row['id']} is set up: {row['entrants']} entrants, {row['rounds']} rounds")
    say(f"its page is {server}/t/{row['id']}")
    more = options(server, token)
    say("next: every entrant joins it, then you start it")
    say(f"  arena connect {server} --bot BOT --room event:{row['id']}")
    say(f"  arena event start {row['id']}{more}")


def read_event_file(file: Path) -> dict[str, Any]:
    """Return the settings of an event file as the API takes them."""
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise ServerError(f"{file}: {error.strerror}; give an event file (.toml)") from None
    except ValueError as error:
        raise ServerError(f"{file}: {error}") from None
    if (start := data.get("start")) is not None and not isinstance(start, str):
        data["start"] = start.isoformat()
    return data


@event.command("list")
def list_events(server: Server, as_json: Json = False) -> None:
    """List the events of a server, newest first.

    Example: arena event list
    """
    rows = ask(server, "GET", PATH)["events"]
    if as_json:
        for row in rows:
            say_json(row)
    elif not rows:
        say("there are no events; set one up: arena event create FILE.toml")
    else:
        heading = ("event", "name", "game", "format", "state", "round", "entrants")
        say_columns([heading, *map(list_cells, rows)])


def list_cells(row: dict[str, Any]) -> tuple[str, ...]:
    """Return an event as the cells of its line."""
    rounds = f"{row['round']} of {row['rounds']}"
    shown = (row["id"], row["name"], row["game"], row["format"], row["state"], rounds)
    return (*shown, str(row["entrants"]))


@event.command("show")
def show(event_id: EventId, server: Server, as_json: Json = False) -> None:
    """Show an event: who is there, its tables, and where everybody stands.

    Example: arena event show cup
    """
    row = ask(server, "GET", f"{PATH}/{event_id}")
    if as_json:
        say_json(row)
        return
    say(f"{row['name']}: {row['state']}, round {row['round']} of {row['rounds']}")
    entrants = [
        (one["name"], one["kind"], entrant_state(one))
        for one in row["members"]
        if not one["filler"]
    ]
    say_columns([("entrant", "kind", "state"), *entrants])
    for each in row["played"][-1:]:
        tables = [
            (str(table["table"]), ", ".join(table["entrants"]), table["stopped"] or table["state"])
            for table in each["tables"]
        ]
        say_columns([("table", "players", "state"), *tables])
        if each["byes"]:
            say(f"sitting out: {', '.join(each['byes'])}")
    standings = ask(server, "GET", f"/api/tournaments/{event_id}")["standings"]
    if any(one["matches"] for one in standings):
        from arena.cli.tournament_remote import figures, shown

        rows = [
            [str(one["rank"]), one["bot"], str(one["matches"]), *map(shown, figures(one))]
            for one in standings
        ]
        say_columns([["rank", "entrant", "matches", "place", "points", "rating"], *rows])


def entrant_state(one: dict[str, Any]) -> str:
    """Return where an entrant is, in one word or two."""
    if one["withdrawn"]:
        return "withdrawn"
    if one["here"]:
        return "here"
    return "gone" if one["seen"] else "not checked in"


def direct(server: str, token: str | None, event_id: str, act: str, **more: Any) -> None:
    """Do what a director does, and print what came of it."""
    row = ask(server, "POST", f"{PATH}/{event_id}/acts", token, {"act": act, **more})
    say(f"{event_id}: {row['history'][-1]['what']}; now {row['state']}")


@event.command("start")
def start(event_id: EventId, server: Server, token: TokenOption = None) -> None:
    """Start an event now.

    Example: arena event start cup
    """
    direct(server, token, event_id, "start")


@event.command("pause")
def pause(event_id: EventId, server: Server, token: TokenOption = None) -> None:
    """Begin no new match; those that are played are finished.

    Example: arena event pause cup
    """
    direct(server, token, event_id, "pause")


@event.command("resume")
def resume(event_id: EventId, server: Server, token: TokenOption = None) -> None:
    """Go on with a paused event.

    Example: arena event resume cup
    """
    direct(server, token, event_id, "resume")


@event.command("cancel")
def cancel(event_id: EventId, server: Server, token: TokenOption = None) -> None:
    """End an event for good; its results are kept.

    Example: arena event cancel cup
    """
    direct(server, token, event_id, "cancel")


@event.command("extend")
def extend(
    event_id: EventId,
    rounds: Annotated[int, typer.Argument(metavar="ROUNDS", min=1, help="How many more.")],
    server: Server,
    token: TokenOption = None,
) -> None:
    """Add rounds to a league.

    Example: arena event extend league 3
    """
    direct(server, token, event_id, "extend", rounds=rounds)


@event.command("void-table")
def void_table(
    event_id: EventId,
    round_number: Annotated[int, typer.Argument(metavar="ROUND", min=1)],
    table: Annotated[int, typer.Argument(metavar="TABLE", min=1)],
    server: Server,
    reason: Annotated[str, typer.Option(help="Why, for the event's page.")] = "",
    fresh: Annotated[bool, typer.Option("--fresh", help="Play it again with fresh deals.")] = False,
    token: TokenOption = None,
) -> None:
    """Void the matches of a table and have it played again, by the same deals.

    Example: arena event void-table cup 2 1 --reason "wrong clock"
    """
    more = {"round": round_number, "table": table, "reason": reason, "fresh": fresh}
    direct(server, token, event_id, "void-table", **more)


@event.command("enter")
def enter(
    event_id: EventId,
    name: Annotated[str, typer.Argument(help="An account or a bot.")],
    server: Server,
    token: TokenOption = None,
) -> None:
    """Enter an account or a bot; once the event runs, from the next round on.

    Example: arena event enter cup anna
    """
    ask(server, "POST", f"{PATH}/{event_id}/entrants", token, {"name": name})
    say(f"{name} takes part in {event_id}")


@event.command("withdraw")
def withdraw(
    event_id: EventId,
    name: Annotated[str, typer.Argument(help="An account or a bot.")],
    server: Server,
    token: TokenOption = None,
) -> None:
    """Take an entrant out of the coming rounds.

    Example: arena event withdraw cup anna
    """
    ask(server, "DELETE", f"{PATH}/{event_id}/entrants/{name}", token)
    say(f"{name} does not play in the coming rounds of {event_id}")
