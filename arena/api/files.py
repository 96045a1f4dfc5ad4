"""Files that are sent piece by piece, because they may be large."""

import asyncio
from typing import IO, Final

from aiohttp import web

CHUNK: Final = 64 * 1024


async def sent(request: web.Request, file: IO[bytes], name: str) -> web.StreamResponse:
    """Send a file piece by piece: it may be large."""
    disposition = f'attachment; filename="{name}"'
    headers = {"Content-Type": "application/zip", "Content-Disposition": disposition}
    response = web.StreamResponse(headers={**headers, "Cache-Control": "no-store"})
    response.content_length = file.tell()
    await response.prepare(request)
    file.seek(0)
    while chunk := await asyncio.to_thread(file.read, CHUNK):
        await response.write(chunk)
    await response.write_eof()
    return response
