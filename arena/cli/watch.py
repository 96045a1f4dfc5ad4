"""Watching a room from the command line."""

from typing import Any

import aiohttp

from arena.cli.match_text import Account
from arena.cli.output import say
from arena.errors import ServerError
from arena.plugins.manager import Plugins
from engine.game import AnyGame, RoundResult, commas
from protocol.codec import encode


async def watch_room(url: str, room: str, plugins: Plugins) -> None:
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
            await Narrator(plugins).listen(socket)
    except aiohttp.ClientError as error:
        raise ServerError(f"{url}: {error}") from None


class Narrator:
    """Turns a spectator's frames into an account of the match."""

    def __init__(self, plugins: Plugins) -> None:
        self._plugins = plugins
        self._account: Account | None = None
        self._game: AnyGame | None = None

    async def listen(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        """Read frames until game_over."""
        async for message in socket:
            if message.type is aiohttp.WSMsgType.TEXT and self.hear(message.json()):
                return
        raise ServerError("the server ended the connection before the match was over")

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
