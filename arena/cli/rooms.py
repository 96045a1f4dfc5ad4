"""`arena rooms`: the rooms of a server, and the lines that watch them."""

from collections.abc import Mapping
from typing import Any

from arena.cli.options import Json
from arena.cli.output import say, say_columns, say_json
from arena.cli.remote import Server, ask, options, usual_server
from arena.cli.saved_logins import same_form

OVER = ("over", "void")
HEADING = ("room", "game", "state", "players", "watching")


def rooms(server: Server, as_json: Json = False) -> None:
    """List the rooms of a server.

    Example: arena rooms --server http://127.0.0.1:8001
    """
    rows = list_rooms(server)
    if as_json:
        for row in rows:
            say_json(row)
    elif not rows:
        say("no room is open")
        say("next: play a match there with a bot of yours")
        say(f"  arena connect{address(server)} --bot random --room mine --fill")
    else:
        say_columns([HEADING, *map(cells, rows)])
        say_next(server, rows[0])


def say_next(server: str, row: Mapping[str, Any]) -> None:
    """Print the line that watches a room, or shows its match if that is over."""
    if row["state"] in OVER:
        say("next: look at a match that is over")
        say(f"  arena replay show {row['match_id']}{options(server, None)}")
    else:
        say("next: watch one")
        say(f"  arena watch{address(server)} {row['room_id']}")


def list_rooms(server: str) -> list[dict[str, Any]]:
    """Return the server's rooms, those whose matches are over last."""
    rows: list[dict[str, Any]] = ask(server, "GET", "/rooms")
    return sorted(rows, key=lambda row: row["state"] in OVER)


def cells(row: Mapping[str, Any]) -> tuple[str, ...]:
    """Return a room as the cells of its line."""
    players = ", ".join(seat["name"] or "(free)" for seat in row["seats"])
    return row["room_id"], row["game"], row["state"], players, str(row["spectators"])


def address(server: str) -> str:
    """Return the URL that `watch` and `connect` need next; nothing if it is saved."""
    return "" if same_form(server) == same_form(usual_server()) else f" {server}"
