"""Clients for tests: a socket with patience, and matches played to the end over it."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

import aiohttp

from arena.server import Running

PATIENCE = 10.0
"""Seconds to wait for what must come."""


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
async def clients(server: Running, number: int, room: str = "r") -> AsyncIterator[list[Client]]:
    """So many connections to a room."""
    async with aiohttp.ClientSession() as session:
        url = f"{server.url}/ws/{room}"
        sockets = [await session.ws_connect(url, max_msg_size=0) for _ in range(number)]
        try:
            yield [Client(socket) for socket in sockets]
        finally:
            await asyncio.gather(*(socket.close() for socket in sockets))


def errors(frames: Sequence[Mapping[str, Any]]) -> list[str]:
    """The sentences of the errors among these frames."""
    return [frame["message"] for frame in frames if frame["type"] == "error"]
