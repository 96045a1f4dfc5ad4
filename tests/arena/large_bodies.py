"""Requests whose body is larger than a server takes."""

import asyncio
from contextlib import suppress

from tests.arena.clients import PATIENCE

MB = 1024 * 1024


async def post_large_body(port: int, size: int) -> int:
    """The status of a POST /api/bots whose body goes on until the server ends the connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"POST /api/bots HTTP/1.1\r\nHost: x\r\nContent-Length: {size}\r\n\r\n".encode())
    answer = asyncio.create_task(reader.readline())  # read as it comes: a reset ends all reading
    with suppress(ConnectionError, TimeoutError):
        async with asyncio.timeout(PATIENCE):
            for _ in range(size // MB):
                writer.write(bytes(MB))
                await writer.drain()
    line = await answer
    writer.close()
    return int(line.split()[1])
