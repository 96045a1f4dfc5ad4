"""`arena watch`: a match at a server as text, from a room that is named, chosen or waited for."""

import asyncio
import sys
import time
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Annotated, Any
from urllib.parse import quote

import aiohttp
import typer

from arena.cli.log_text import say_log
from arena.cli.match_source import fetch_log
from arena.cli.match_text import Account
from arena.cli.options import Plugin
from arena.cli.output import say, say_columns
from arena.cli.remote import NO_SERVER, POLL_SECONDS, ask, is_address, options, usual_server
from arena.cli.rooms import address, cells, list_rooms
from arena.errors import ServerError
from arena.plugins.manager import Plugins, load_plugins
from engine.game import AnyGame, RoundResult, commas
from protocol.codec import encode

PACE = 0.25
"""Seconds between two lines at a terminal: quick, and yet one can follow."""


def watch(
    url: Annotated[
        str | None, typer.Argument(metavar="[URL]", help="A server; that of `arena login`.")
    ] = None,
    room: Annotated[
        str | None, typer.Argument(metavar="[ROOM]", help="The room; choose one if left out.")
    ] = None,
    bot: Annotated[
        str | None, typer.Option(metavar="NAME", help="Wait for the next match of this player.")
    ] = None,
    pace: Annotated[
        float | None,
        typer.Option(min=0.0, help="Seconds per step; 0.25 at a terminal, 0 in a pipe."),
    ] = None,
    plugin: Plugin = None,
) -> None:
    """Watch a match at a server as text.

    Examples:

      arena watch http://127.0.0.1:8001 mine

      arena watch --bot mine     the next match of your bot
    """
    if url is not None and room is None and not is_address(url):
        url, room = None, url
    server = url or usual_server()
    if not server:
        raise ServerError(NO_SERVER.replace("add --server URL", "write it before the room"))
    if pace is None:
        pace = PACE if sys.stdout.isatty() else 0.0
    plugins = load_plugins(plugin or ())
    if bot is not None:
        watch_next(server, bot, plugins, pace)
        return
    rooms = list_rooms(server)
    if room is None:
        room = chosen_room(server, rooms)
    else:
        check_room(server, room, rooms)
    row = next(row for row in rooms if row["room_id"] == room)
    if row["state"] == "over":
        say_over(server, row["match_id"], plugins, pace)
        return
    from arena.cli.server import run

    run(watch_room(server, room, plugins, pace))


def watch_next(server: str, player: str, plugins: Plugins, pace: float) -> None:
    """Watch the next match of a player; one that is over before it can be joined is replayed."""
    from arena.cli.server import run

    row = next_match(server, player)
    if row["status"] == "running":
        try:
            run(watch_room(server, row["room_id"], plugins, pace))
        except ServerError:
            if newest_match(server, player, row["match_id"])["status"] != "finished":
                raise
        else:
            return
    say_over(server, row["match_id"], plugins, pace)


def say_over(server: str, match: str, plugins: Plugins, pace: float) -> None:
    """Print a match that is over already, at a pace that people can follow."""
    say(f"{match} is over already; this is its log")
    log = fetch_log(server, match)
    say_log(log, plugins.game(log.header["game"]), {}, pace=pace)


def check_room(server: str, room: str, rooms: Sequence[Mapping[str, Any]]) -> None:
    """ServerError unless the server has this room: joining would wait for it for ever."""
    names = [row["room_id"] for row in rooms]
    if room in names:
        return
    near = get_close_matches(room, names, n=1)
    hint = f"did you mean {near[0]!r}? " if near else ""
    lists = f"arena rooms{options(server, None)} lists them"
    raise ServerError(f"no room {room!r} at {server}; {hint}{lists}")


def chosen_room(server: str, rooms: Sequence[Mapping[str, Any]]) -> str:
    """Return the only room, or the one that is chosen at the terminal."""
    names = [str(row["room_id"]) for row in rooms]
    if not names:
        line = f"arena connect{address(server)} --bot random --room mine --fill"
        raise ServerError(f"no room is open at {server}; this opens one: {line}")
    if len(names) == 1:
        say(f"watching {names[0]}")
        sys.stdout.flush()
        return names[0]
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise ServerError(
            f"which room? write one of: arena watch{address(server)} {'|'.join(names[:8])}"
        )
    numbered = [[str(number), *cells(row)[:4]] for number, row in enumerate(rooms, 1)]
    say_columns([["", "room", "game", "state", "players"], *numbered])
    while True:
        picked: int = typer.prompt("Which one", type=int, default=1)
        if 1 <= picked <= len(names):
            return names[picked - 1]
        say(f"a number from 1 to {len(names)}")


def next_match(server: str, player: str) -> Any:
    """Wait for a match of a player that runs, or that began after this was asked."""
    before = newest_match(server, player)
    say(f"waiting for a match of {player} (Ctrl-C stops)")
    if not before and (near := unknown_bot(server, player)):
        say(near)
    sys.stdout.flush()
    while True:
        row = newest_match(server, player)
        if row and (row["status"] == "running" or row["match_id"] != before.get("match_id")):
            return row
        time.sleep(POLL_SECONDS)


def unknown_bot(server: str, player: str) -> str:
    """Return a line on a name that no bot of the server has; empty if one has it."""
    try:
        names = [str(row["name"]) for row in ask(server, "GET", "/api/bots")]
    except ServerError:  # a server without a store has no bots to ask for
        return ""
    if player in names:
        return ""
    near = get_close_matches(player, names, n=1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    return f"no bot of that name has been submitted, and nobody has played under it yet{hint}"


def newest_match(server: str, player: str, name: str = "") -> Any:
    """Return the newest match of a player, or the one of this id; empty if there is none."""
    if name:
        return ask(server, "GET", f"/api/matches/{quote(name)}")
    found = ask(server, "GET", f"/api/matches?player={quote(player)}&limit=1")["matches"]
    return found[0] if found else {}


async def watch_room(url: str, room: str, plugins: Plugins, pace: float = 0.0) -> None:
    """Join as a spectator and print what happens until the match is over."""
    join = {
        "type": "join",
        "room_id": room,
        "player_id": "watcher",
        "role": "spectator",
        "detail": "full",
    }
    try:
        async with (
            aiohttp.ClientSession() as session,
            session.ws_connect(f"{url.rstrip('/')}/ws/{room}", max_msg_size=0) as socket,
        ):
            await socket.send_str(encode(join).decode())
            await Narrator(plugins, pace).listen(socket)
    except aiohttp.ClientError as error:
        raise ServerError(f"{url}: {error}") from None


class Narrator:
    """Turns a spectator's frames into an account of the match."""

    def __init__(self, plugins: Plugins, pace: float = 0.0) -> None:
        self._plugins = plugins
        self._pace = pace
        self._account: Account | None = None
        self._game: AnyGame | None = None

    async def listen(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        """Print frames until game_over, at a pace that people can follow.

        Frames are read at once all the same: the server does not wait for slow readers.
        """
        frames: asyncio.Queue[Any] = asyncio.Queue()
        reader = asyncio.create_task(self._read(socket, frames))
        try:
            while (frame := await frames.get()) is not None:
                if self.hear(frame):
                    return
                sys.stdout.flush()
                if self._pace and frame["type"] == "state":
                    await asyncio.sleep(self._pace)
        finally:
            reader.cancel()
        raise ServerError("the server ended the connection before the match was over")

    async def _read(
        self, socket: aiohttp.ClientWebSocketResponse, frames: "asyncio.Queue[Any]"
    ) -> None:
        async for message in socket:
            if message.type is aiohttp.WSMsgType.TEXT:
                frames.put_nowait(message.json())
        frames.put_nowait(None)

    def hear(self, frame: dict[str, Any]) -> bool:
        """Print one frame; return whether it was the last."""
        match frame["type"]:
            case "error":
                raise ServerError(f"{frame['message']}: {frame.get('detail', '')}")
            case "join_ack":
                self._game = self._plugins.game(frame["game"])
                self._seat(frame["seats"])
            case "player_joined" | "game_starting":
                self._seat(frame["seats"])
            case "state":
                self._tell(frame)
            case "round_result":
                self._round(frame)
            case "game_over":
                self._end(frame)
                return True
            case _:
                pass
        return False

    def _end(self, frame: dict[str, Any]) -> None:
        self._tell(frame)
        if self._account:
            self._account.flush()
        places = ", ".join(map(str, frame["placements"]))
        points = commas(frame["deltas"])  # the scores of a table may be something else
        say(f"the match is over: points {points}; places {places}")

    def _seat(self, seats: list[dict[str, Any]]) -> None:
        names = [seat["name"] or "(free)" for seat in seats]
        say(f"seats: {', '.join(names)}")
        self._account = Account(names)

    def _tell(self, frame: dict[str, Any]) -> None:
        if self._account and self._game:
            events = [self._game.read_event(row) for row in frame["events"]]
            self._account.tell(events, ())

    def _round(self, frame: dict[str, Any]) -> None:
        winner = frame["winner"]
        result = RoundResult(
            round=frame["round"],
            winners=(winner,) if winner >= 0 else (),
            points=tuple(frame["deltas"]),
            scores=tuple(map(int, frame["scores"].split(","))),
            extra=frame["result"],
        )
        if self._account:
            self._account.tell((), (result,))
