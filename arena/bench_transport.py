"""How much of bare aiohttp's speed the whole referee keeps, measured in one interleaved run.

The server runs in a process of its own and a frugal client in this one. Three servers take
turns: a bare WebSocket loop that sends a state and awaits an answer; the same loop sending as
many frames an answer as the game does; and the arena itself, with clocks and full rules.
"""

import asyncio
import multiprocessing
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection
from os import urandom
from statistics import median
from typing import Any, Literal

from aiohttp import WSMsgType, web
from aiohttp.client_exceptions import ClientConnectionResetError

from arena.room_spec import RoomSpec
from arena.server import Running, new_event_loop, running_server
from arena.settings import Settings

Kind = Literal["bare", "bare_same_frames", "arena"]
KINDS: tuple[Kind, ...] = ("bare", "bare_same_frames", "arena")
STATE = (
    b'{"type":"state","room_id":"room1","turn":12,"phase":"Defend","current_player":0,'
    b'"attack_tile":"7","hand":"8,6,4,7,T,5,5","hand_sizes":"7,7","bonus_discards":"0,1",'
    b'"legal":"7,pass","scores":"4,0"}'
)
QUIET = STATE.replace(b'"legal":"7,pass"', b'"legal":""')


@dataclass(frozen=True, slots=True)
class Ratio:
    """The arena's answers a second, and its share of each floor: medians over the rounds."""

    connections: int
    arena: float
    bare: float
    ratio: float
    ratio_same_frames: float


def run(connections: int, *, rounds: int = 5, seconds: float = 1.0) -> Ratio:
    """Interleaved rounds of the three servers."""
    rates: dict[Kind, list[float]] = {kind: [] for kind in KINDS}
    for _ in range(rounds):
        for kind in KINDS:
            rates[kind].append(measure(kind, connections, seconds))
    bare = zip(rates["arena"], rates["bare"], strict=True)
    same = zip(rates["arena"], rates["bare_same_frames"], strict=True)
    return Ratio(
        connections,
        median(rates["arena"]),
        median(rates["bare"]),
        median(ours / floor for ours, floor in bare),
        median(ours / floor for ours, floor in same),
    )


def measure(kind: Kind, connections: int, seconds: float) -> float:
    """Answers a second with one kind of server."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    server = context.Process(target=serve, args=(kind, connections, theirs), daemon=True)
    server.start()
    try:
        port = ours.recv()
        with asyncio.Runner(loop_factory=new_event_loop) as runner:
            return runner.run(load(port, connections, seconds))
    finally:
        ours.send("stop")
        server.join(5)
        server.kill()


# -- servers


def serve(kind: Kind, connections: int, pipe: Connection) -> None:
    """Run one kind of server until told to stop."""
    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        if kind == "arena":
            runner.run(_serve_arena(connections, pipe))
        else:
            runner.run(_serve_bare(kind, connections, pipe))


async def _told_to_stop(pipe: Connection) -> None:
    await asyncio.get_running_loop().run_in_executor(None, pipe.recv)


async def _serve_arena(connections: int, pipe: Connection) -> None:
    bots = () if connections > 1 else ("first",)
    rooms = [
        RoomSpec(f"room{number}", seats=2, config={"target": 1000}, bots=bots)
        for number in range(max(1, connections // 2))
    ]
    settings = Settings(port=0, max_games=len(rooms) + 1)
    async with running_server(rooms=rooms, settings=settings) as running:
        await _report(running, pipe)


async def _report(running: Running, pipe: Connection) -> None:
    pipe.send(running.port)
    await _told_to_stop(pipe)


async def _serve_bare(kind: Kind, connections: int, pipe: Connection) -> None:
    pair = PairedFloor() if kind == "bare_same_frames" else None
    handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    handler = pair.handle if pair and connections > 1 else _twice if pair else _bare
    app = web.Application()
    app.router.add_get("/ws/{room_id}", handler)
    runner = web.AppRunner(app, access_log=None, handle_signals=False, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    pipe.send(runner.addresses[0][1])
    await _told_to_stop(pipe)
    await runner.cleanup()


async def _prepared(request: web.Request) -> web.WebSocketResponse[bool]:
    socket = web.WebSocketResponse(compress=False, decode_text=False)
    await socket.prepare(request)
    await socket.receive()  # the join
    return socket


async def _bare(request: web.Request) -> web.StreamResponse:
    socket = await _prepared(request)
    while True:
        await socket.send_frame(STATE, WSMsgType.TEXT)
        if (await socket.receive()).type is not WSMsgType.TEXT:
            return socket


async def _twice(request: web.Request) -> web.StreamResponse:
    socket = await _prepared(request)
    while True:
        await socket.send_frame(QUIET, WSMsgType.TEXT)
        await socket.send_frame(STATE, WSMsgType.TEXT)
        if (await socket.receive()).type is not WSMsgType.TEXT:
            return socket


class PairedFloor:
    """Two sockets a table; every answer sends one frame to each, the other answers next."""

    def __init__(self) -> None:
        self._waiting: dict[str, web.WebSocketResponse[bool]] = {}
        self._partner: dict[web.WebSocketResponse[bool], web.WebSocketResponse[bool]] = {}

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Serve one socket of a pair."""
        socket = await _prepared(request)
        room = request.match_info["room_id"]
        if room in self._waiting:
            other = self._waiting.pop(room)
            self._partner[socket], self._partner[other] = other, socket
            await self._turn(asked=socket)
        else:
            self._waiting[room] = socket
        while (await socket.receive()).type is WSMsgType.TEXT:
            await self._turn(asked=self._partner[socket])
        return socket

    async def _turn(self, asked: web.WebSocketResponse[bool]) -> None:
        with suppress(ClientConnectionResetError):
            await asked.send_frame(STATE, WSMsgType.TEXT)
            await self._partner[asked].send_frame(QUIET, WSMsgType.TEXT)


# -- the client


async def load(port: int, connections: int, seconds: float) -> float:
    """Answer every request on so many connections; answers a second."""
    loop = asyncio.get_running_loop()
    clients = []
    for number in range(connections):
        made = partial(FrugalClient, number)
        _, client = await loop.create_connection(made, "127.0.0.1", port)
        await client.joined
        clients.append(client)
    await asyncio.sleep(0.2)  # the first answers warm everything up
    before, start = sum(client.answers for client in clients), loop.time()
    await asyncio.sleep(seconds)
    answers, elapsed = sum(client.answers for client in clients) - before, loop.time() - start
    for client in clients:
        client.transport.abort()
    return answers / elapsed


class FrugalClient(asyncio.Protocol):
    """The cheapest WebSocket client there can be: answers the first legal choice of a state."""

    transport: asyncio.Transport

    def __init__(self, number: int) -> None:
        self.number = number
        self.answers = 0
        self.joined: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._buffer = b""
        self._answers: dict[bytes, bytes] = {}

    def connection_made(self, transport: Any) -> None:
        """Ask for a WebSocket."""
        self.transport = transport
        room = f"room{self.number // 2}"
        transport.write(
            f"GET /ws/{room} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        """Answer each whole frame."""
        data = self._buffer + data
        if not self.joined.done():
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self._buffer = head
                return
            self.joined.set_result(None)
            self.transport.write(frame(join(self.number)))
        start = 0
        while len(data) - start >= 4:
            size, head_size = data[start + 1], 2
            if size == 126:
                size, head_size = int.from_bytes(data[start + 2 : start + 4], "big"), 4
            end_at = start + head_size + size
            if len(data) < end_at:
                break
            self._answer(data[start + head_size : end_at])
            start = end_at
        self._buffer = data[start:]

    def _answer(self, payload: bytes) -> None:
        at = payload.find(b'"legal":"')
        if at < 0 or payload[at + 9 : at + 10] == b'"':
            return
        legal = payload[at + 9 : payload.index(b'"', at + 9)]
        choice = legal.partition(b",")[0]
        if choice not in self._answers:
            self._answers[choice] = frame(b'{"type":"action","choice":"' + choice + b'"}')
        self.answers += 1
        self.transport.write(self._answers[choice])


def join(number: int) -> bytes:
    """A join frame's text."""
    return (
        f'{{"type":"join","room_id":"room{number // 2}","player_id":"p{number}","role":"player"}}'
    ).encode()


def frame(text: bytes) -> bytes:
    """A masked text frame."""
    mask = urandom(4)
    body = bytes(byte ^ mask[index % 4] for index, byte in enumerate(text))
    return bytes([0x81, 0x80 | len(text)]) + mask + body
