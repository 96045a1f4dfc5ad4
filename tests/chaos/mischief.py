"""What is done to clients and to the server while a match is on."""

import asyncio
import base64
import os
import random
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import aiohttp


class Crowd:
    """Processes of clients: killed, frozen, and always started again."""

    def __init__(self, url: str, folder: Path, parts: Sequence[Sequence[str]]) -> None:
        self._url = url
        self._folder = folder
        self._parts = parts
        self._processes: list[asyncio.subprocess.Process | None] = [None] * len(parts)

    async def start(self) -> None:
        """Start every process."""
        for number in range(len(self._parts)):
            await self._start(number)

    async def _start(self, number: int) -> None:
        words = (self._url, str(self._folder), *self._parts[number])
        self._processes[number] = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.chaos.clients", *words,
            stderr=asyncio.subprocess.DEVNULL, env={**os.environ, "PYTHONPATH": os.getcwd()},
        )  # fmt: skip

    async def kill_one(self) -> None:
        """kill -9 of a client process, and a new one in its place."""
        number = random.randrange(len(self._parts))
        process = self._processes[number]
        if process is not None and process.returncode is None:
            process.kill()
            await process.wait()
            await self._start(number)

    async def freeze_one(self) -> None:
        """SIGSTOP for a while: its sockets stay open and nobody answers."""
        process = random.choice(self._processes)
        if process is not None and process.returncode is None:
            process.send_signal(signal.SIGSTOP)
            await asyncio.sleep(random.uniform(0.5, 4.0))
            with suppress(ProcessLookupError):
                process.send_signal(signal.SIGCONT)

    async def wait(self, seconds: float) -> None:
        """Until every client has seen the end of its match, or the time is up."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await asyncio.gather(*(p.wait() for p in self._processes if p is not None))

    async def end(self) -> None:
        """Nobody stays behind."""
        for process in self._processes:
            if process is not None and process.returncode is None:
                process.kill()
                await process.wait()


async def watch(url: str, room: str, level: str) -> None:
    """A spectator that comes back until it is cancelled."""
    join = {"type": "join", "room_id": room, "player_id": "w", "role": "spectator", "detail": level}
    async with aiohttp.ClientSession() as session:
        while True:
            with suppress(aiohttp.ClientError, ConnectionError):
                async with session.ws_connect(f"{url}/ws/{room}") as socket:
                    await socket.send_json(join)
                    async for _ in socket:
                        pass
            await asyncio.sleep(0.3)


async def cut(url: str, room: str) -> None:
    """A connection that ends in the middle of a frame."""
    with suppress(OSError):
        writer = await _handshake(url, room)
        writer.write(b"\x81\xfe\x01\x00\x00\x00\x00\x00" + b'{"type":"join"')  # of 256 bytes
        await writer.drain()
        writer.transport.abort()


async def flood(url: str, room: str) -> None:
    """Far more messages than anybody may send."""
    with suppress(aiohttp.ClientError, ConnectionError):
        async with aiohttp.ClientSession() as session, session.ws_connect(f"{url}/ws/{room}") as ws:
            for _ in range(500):
                await ws.send_str('{"type":"action","choice":"1"}')


async def _handshake(url: str, room: str) -> asyncio.StreamWriter:
    where = urlsplit(url)
    reader, writer = await asyncio.open_connection(where.hostname, where.port)
    key = base64.b64encode(os.urandom(16)).decode()
    head = (
        f"GET /ws/{room} HTTP/1.1", f"Host: {where.netloc}", "Upgrade: websocket",
        "Connection: Upgrade", f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", "", "",
    )  # fmt: skip
    writer.write("\r\n".join(head).encode())
    await reader.readuntil(b"\r\n\r\n")
    return writer
