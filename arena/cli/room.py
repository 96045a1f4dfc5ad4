"""`arena room`: open a room at a server, and control who sits in it."""

from typing import Annotated, Any
from urllib.parse import quote

import typer

from arena.cli.options import Json
from arena.cli.output import say, say_json
from arena.cli.remote import Server, TokenOption, ask
from arena.cli.rooms import cells

room = typer.Typer(no_args_is_help=True, help="Open a room at a server and control its seats.")
RoomId = Annotated[str, typer.Argument(metavar="ROOM", help="The room.")]
SeatNumber = Annotated[int, typer.Argument(metavar="SEAT", min=0, help="The seat, from 0.")]


def path(room_id: str, seat: int | None = None) -> str:
    """Return the address of a room or of one of its seats."""
    place = f"/rooms/{quote(room_id, safe='')}"
    return place if seat is None else f"{place}/seats/{seat}"


@room.command("open")
def open_room(
    room_id: RoomId,
    server: Server,
    game: Annotated[str | None, typer.Option(help="The game.")] = None,
    seats: Annotated[int | None, typer.Option(help="The number of seats.")] = None,
    entrant: Annotated[
        list[str] | None, typer.Option(help="An account for which a seat is reserved; repeatable.")
    ] = None,
    bot: Annotated[list[str] | None, typer.Option(help="A house bot; repeatable.")] = None,
    on_absent: Annotated[
        str, typer.Option(help="bot or forfeit: what a player gets whom a house bot replaced.")
    ] = "bot",
    rated: Annotated[bool, typer.Option("--rated", help="Rate the match; for organisers.")] = False,
    token: TokenOption = None,
    as_json: Json = False,
) -> None:
    """Open a room, with seats reserved for accounts.

    Example: arena room open final --game riichi --entrant anna --entrant ben --bot riichi-guard
    """
    body: dict[str, Any] = {
        "room_id": room_id, "bots": bot or [], "entrants": entrant or [], "on_absent": on_absent,
        "rated": rated,
    }  # fmt: skip
    body |= {key: value for key, value in (("game", game), ("seats", seats)) if value is not None}
    tell(ask(server, "POST", "/rooms", token, body), as_json=as_json)


@room.command("close")
def close(room_id: RoomId, server: Server, token: TokenOption = None) -> None:
    """Close a room; a match that is played in it ends without a result.

    Example: arena room close final
    """
    ask(server, "DELETE", path(room_id), token)
    say(f"{room_id} is closed")


@room.command("kick")
def kick(room_id: RoomId, seat: SeatNumber, server: Server, token: TokenOption = None) -> None:
    """Send the player of a seat away; in a running match a house bot plays on.

    Example: arena room kick final 2
    """
    ask(server, "DELETE", path(room_id, seat), token)
    say(f"the player of seat {seat} was sent away")


@room.command("fill")
def fill(
    room_id: RoomId,
    seat: SeatNumber,
    bot: Annotated[str, typer.Argument(metavar="BOT", help="A house bot; see `arena bots`.")],
    server: Server,
    token: TokenOption = None,
    as_json: Json = False,
) -> None:
    """Give a free seat to a house bot.

    Example: arena room fill final 3 random
    """
    tell(ask(server, "PUT", path(room_id, seat), token, {"bot": bot}), as_json=as_json)


@room.command("hand")
def hand(
    room_id: RoomId,
    seat: SeatNumber,
    account: Annotated[str, typer.Argument(metavar="ACCOUNT", help="Who gets the seat.")],
    server: Server,
    token: TokenOption = None,
    as_json: Json = False,
) -> None:
    """Give a seat to another account; who sits there is sent away.

    Example: arena room hand final 2 cara
    """
    tell(ask(server, "PUT", path(room_id, seat), token, {"account": account}), as_json=as_json)


def tell(row: dict[str, Any], *, as_json: bool) -> None:
    """Print a room."""
    if as_json:
        say_json(row)
    else:
        name, game, state, players, _ = cells(row)
        say(f"{name}: {game}, {state}: {players}")
