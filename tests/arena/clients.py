"""Clients for tests: a socket with patience, and matches played to the end over it."""

import asyncio
import base64
import json
import socket
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

import aiohttp

from arena.server.app import Running

PATIENCE = 60.0
"""Seconds to wait for what must come: a busy machine is not a failure."""


async def until(holds: Callable[[], object], seconds: float = PATIENCE) -> None:
    """Wait until something holds; a test that waits in vain fails here."""
    async with asyncio.timeout(seconds):
        while not holds():  # noqa: ASYNC110  # there is no event for what a test may ask
            await asyncio.sleep(0.001)


class Client:
    """One WebSocket, spoken to in objects."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.heard: list[dict[str, Any]] = []

    async def send(self, type_: str, **keys: Any) -> None:
        """Send a message."""
        await self.socket.send_str(json.dumps({"type": type_, **keys}))

    async def raw(self, text: str) -> None:
        """Send a text frame as it is."""
        await self.socket.send_str(text)

    async def get(self) -> dict[str, Any]:
        """The next frame."""
        frame: dict[str, Any] = await self.socket.receive_json(timeout=PATIENCE)
        self.heard.append(frame)
        return frame

    async def find(self, *types: str) -> dict[str, Any]:
        """The next frame of one of these types."""
        while (frame := await self.get())["type"] not in types:
            pass
        return frame

    async def join(self, player_id: str, room: str = "r", **keys: Any) -> dict[str, Any]:
        """Join and return the answer."""
        await self.send("join", room_id=room, player_id=player_id, **{"role": "player", **keys})
        return await self.find("join_ack", "error")

    async def turn(self) -> dict[str, Any] | None:
        """The next state that asks this client, or None at the end of the match."""
        while True:
            frame = await self.find("state", "game_over")
            if frame["type"] == "game_over":
                return None
            if frame["legal"]:
                return frame

    async def play(self, pick: int = 0) -> dict[str, Any]:
        """Play by one rule until the match is over; the last frame."""
        while (state := await self.turn()) is not None:
            await self.send("action", choice=state["legal"].split(",")[pick])
        return self.heard[-1]

    async def closed(self) -> int:
        """Read on until the server ends the connection; the close code."""
        async with asyncio.timeout(PATIENCE):
            async for message in self.socket:
                self.heard.append(json.loads(message.data))
        code = self.socket.close_code
        assert code is not None
        return code


@asynccontextmanager
async def clients(
    server: Running, number: int, room: str = "r", path: str = "/ws/"
) -> AsyncIterator[list[Client]]:
    """So many connections to a room, or to a path that names none."""
    async with aiohttp.ClientSession() as session:
        url = server.url + path + (room if path.endswith("/ws/") else "")
        sockets = [await session.ws_connect(url, max_msg_size=0) for _ in range(number)]
        try:
            yield [Client(socket) for socket in sockets]
        finally:
            await asyncio.gather(*(socket.close() for socket in sockets))


def errors(frames: Sequence[Mapping[str, Any]]) -> list[str]:
    """The sentences of the errors among these frames."""
    return [frame["message"] for frame in frames if frame["type"] == "error"]


def deaf_client(server: Running, **join: str) -> socket.socket:
    """A client of room `r` that shakes hands, joins, and never reads a byte."""
    deaf = socket.socket()
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    deaf.connect(("127.0.0.1", server.port))
    key = base64.b64encode(b"0123456789abcdef").decode()
    deaf.sendall(
        f"GET /ws/r HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode()
    )
    text = json.dumps({"type": "join", "room_id": "r", "player_id": "deaf", **join}).encode()
    # A text frame of under 64 KiB, under a mask of zeros.
    deaf.sendall(bytes([0x81, 0xFE]) + len(text).to_bytes(2, "big") + bytes(4) + text)
    return deaf
