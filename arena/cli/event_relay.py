"""A program at an event: one connection that the server leads from table to table.

Each match has a process of its own, as every match of a program has, whether it is run by a
tournament, a ladder or a room.
"""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, Final

import aiohttp

from arena.cli.child_relay import Child, join_frame, outcome_of, refusal, send_if_open
from arena.errors import ServerError
from arena.plugins.bot_specs import BotSpec
from engine.game import Outcome, Seat
from protocol.errors import ROOM_NOT_FOUND

RETRY_SECONDS: Final = 1.0
PATIENCE: Final = 600.0
"""Seconds for which a lost connection is tried again."""
OVER: Final = 1000
"""The code with which a server closes the connections of an event that is over."""


class EventRelay:
    """A program at an event, over one connection after the other."""

    def __init__(
        self,
        spec: BotSpec,
        server: str,
        event: str,
        join: Mapping[str, Any],
        played: Callable[[Outcome, Seat], None],
        patience: float = PATIENCE,
    ) -> None:
        self._spec, self._played, self._patience = spec, played, patience
        self._url = f"{server.rstrip('/')}/ws/{event}"
        self._join = join_frame(spec, event, join)
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._child: Child | None = None
        self._table: tuple[Any, ...] = ()
        """The room and the match of the child."""
        self._seat: Seat = -1
        self._let_in = False
        self._over = False
        self._leaving: asyncio.Task[bool] | None = None
        self.matches = 0

    async def attend(self) -> int:
        """Play until the event is over; return how many matches ended."""
        loop, lost_at = asyncio.get_running_loop(), 0.0
        try:
            while True:
                try:
                    if await self._connected():
                        return self.matches
                    lost_at = loop.time()
                except (aiohttp.ClientError, ConnectionError):
                    lost_at = lost_at or loop.time()
                    if loop.time() - lost_at > self._patience:
                        raise ServerError(f"{self._url}: no server answers there") from None
                await asyncio.sleep(RETRY_SECONDS)
        finally:
            await self._end_match()

    async def _connected(self) -> bool:
        """Play until the connection ends; return whether the event is over."""
        async with (
            aiohttp.ClientSession() as session,
            session.ws_connect(self._url, max_msg_size=0) as socket,
        ):
            await socket.send_json(self._join)
            self._socket, fresh = socket, True
            async for message in socket:
                if message.type is not aiohttp.WSMsgType.TEXT:
                    continue
                frame = message.json()
                if frame["type"] == "join_ack":
                    await self._sit_down(frame, message.data, reconnected=fresh)
                    fresh = False
                else:
                    await self._hear(frame, message.data)
                if self._over:
                    return True
            if self._leaving is not None and self._child is not None:
                code = await self._child.exit_code()
                raise ServerError(f"{self._spec}: the program ended with code {code} in mid-match")
            return self._let_in and socket.close_code == OVER

    async def _sit_down(self, ack: Mapping[str, Any], line: str, *, reconnected: bool) -> None:
        """Begin a match with a new process; after a lost connection the old one goes on."""
        self._let_in = True
        table = (ack.get("room_id"), ack.get("match_id"))
        if reconnected and self._child is not None and table == self._table:
            return  # it has this line already
        await self._end_match()
        self._table, self._seat = table, ack["seat"]
        self._child = Child(self._spec, lambda text: send_if_open(self._socket, text))
        await self._child.start()
        self._child.silent.add_done_callback(self._ended)
        await self._child.hear(line)

    async def _hear(self, frame: Mapping[str, Any], line: str) -> None:
        """Pass a frame of the match on; news of the event are not the program's."""
        if frame["type"] == "event":
            self._let_in = True
            return
        if self._child is None:
            if frame["type"] == "error":
                self._refused(frame)
            return
        if frame["type"] == "game_over":
            self.matches += 1
            self._played(outcome_of(frame), self._seat)
            await self._end_match(line)
        else:
            await self._child.hear(line)

    def _refused(self, frame: Mapping[str, Any]) -> None:
        """A join was refused: the event is over by now, or it never let us in."""
        if not self._let_in:
            raise ServerError(refusal(frame))
        self._over = frame["message"] == ROOM_NOT_FOUND.message  # flat errors have no code

    def _ended(self, silent: "asyncio.Task[None]") -> None:
        """Leave the table if the program ended in mid-match, so that nobody waits for it."""
        if self._child is not None and self._child.silent is silent and self._socket is not None:
            self._leaving = asyncio.create_task(self._socket.close())

    async def _end_match(self, last_line: str = "") -> None:
        child, self._child = self._child, None  # from here on it may end
        if child is not None:
            if last_line:
                await child.hear(last_line)
            await child.end()
