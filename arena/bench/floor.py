"""The floors of the server's benches: bare aiohttp that sends states and awaits answers."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Literal

from aiohttp import WSMsgType, web
from aiohttp.client_exceptions import ClientConnectionResetError

Floor = Literal["bare", "bare_same_frames"]
Socket = web.WebSocketResponse[bool]
STATE = (
    b'{"type":"state","room_id":"room1","turn":12,"phase":"Defend","current_player":0,'
    b'"attack_tile":"7","hand":"8,6,4,7,T,5,5","hand_sizes":"7,7","bonus_discards":"0,1",'
    b'"legal":"7,pass","scores":"4,0"}'
)
QUIET = STATE.replace(b'"legal":"7,pass"', b'"legal":""')


async def heard(pipe: Connection) -> str:
    """Return what the other process says next."""
    word: str = await asyncio.get_running_loop().run_in_executor(None, pipe.recv)
    return word


async def serve_bare(floor: Floor, seats: int, pipe: Connection) -> None:
    """Tell the port, and serve until told to stop; a table has so many sockets."""
    handler: Callable[[web.Request], Awaitable[web.StreamResponse]] = bare
    if floor == "bare_same_frames":
        handler = TableFloor(seats).handle if seats > 1 else twice
    app = web.Application()
    app.router.add_get("/ws/{room_id}", handler)
    runner = web.AppRunner(app, access_log=None, handle_signals=False, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    pipe.send(runner.addresses[0][1])
    await heard(pipe)
    await runner.cleanup()


async def _prepared(request: web.Request) -> Socket:
    socket = web.WebSocketResponse(compress=False, decode_text=False)
    await socket.prepare(request)
    await socket.receive()  # the join
    return socket


async def bare(request: web.Request) -> web.StreamResponse:
    """One frame an answer."""
    socket = await _prepared(request)
    with suppress(ClientConnectionResetError):
        await socket.send_frame(STATE, WSMsgType.TEXT)
        while (await socket.receive()).type is WSMsgType.TEXT:
            await socket.send_frame(STATE, WSMsgType.TEXT)
    return socket


async def twice(request: web.Request) -> web.StreamResponse:
    """Two frames an answer, as for a player against a house bot."""
    socket = await _prepared(request)
    with suppress(ClientConnectionResetError):
        await socket.send_frame(STATE, WSMsgType.TEXT)
        while (await socket.receive()).type is WSMsgType.TEXT:
            await socket.send_frame(QUIET, WSMsgType.TEXT)
            await socket.send_frame(STATE, WSMsgType.TEXT)
    return socket


class TableFloor:
    """Every answer sends one frame to each socket of its table; they answer in turn."""

    def __init__(self, seats: int) -> None:
        self._seats = seats
        self._tables: dict[str, list[Socket]] = {}

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Serve one socket of a table."""
        socket = await _prepared(request)
        table = self._tables.setdefault(request.match_info["room_id"], [])
        table.append(socket)
        seat = len(table) - 1
        if len(table) == self._seats:
            await self._turn(table, 0)
        while (await socket.receive()).type is WSMsgType.TEXT:
            await self._turn(table, (seat + 1) % self._seats)
        return socket

    async def _turn(self, table: list[Socket], asked: int) -> None:
        for seat, socket in enumerate(table):
            with suppress(ClientConnectionResetError):
                await socket.send_frame(STATE if seat == asked else QUIET, WSMsgType.TEXT)
