"""The way to `/mcp`: the SDK is loaded by the first call.

Loading takes most of a second of processor, and most servers are never called.
"""

import asyncio
from collections.abc import AsyncIterator
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

from aiohttp import web

from arena.api.responses import RefusedError
from arena.hosting.accounts import Access
from arena.hosting.lobby import Lobby
from arena.hosting.match_finder import MatchFinder

if TYPE_CHECKING:
    from arena.agents.http import McpDoor

PATH: Final = "/mcp"
MISSING: Final = "this server has no MCP SDK; its operator installs it with: pip install mcp"


def add_mcp(app: web.Application, lobby: Lobby, access: Access, finder: MatchFinder) -> None:
    """Serve the tools; every request stands alone, so a lost connection loses nothing."""
    entrance = Entrance(lobby, access, finder)
    app.router.add_post(PATH, entrance.handle)
    app.cleanup_ctx.append(entrance.closing)


class Entrance:
    """Opens the door when somebody comes, and closes it with the server."""

    def __init__(self, lobby: Lobby, access: Access, finder: MatchFinder) -> None:
        self._given = lobby, access, finder
        self._opening = asyncio.Lock()
        self._door: McpDoor | None = None

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Answer one call; where the extra is not installed, say so."""
        if find_spec("mcp") is None:
            raise RefusedError(404, MISSING)
        async with self._opening:
            if self._door is None:
                http = await asyncio.to_thread(import_module, "arena.agents.http")
                door: McpDoor = http.McpDoor(*self._given)
                await door.start()
                self._door = door
        return await self._door.handle(request)

    async def closing(self, _app: web.Application) -> AsyncIterator[None]:
        """Close the door when the server stops, if it was opened."""
        yield
        if self._door is not None:
            await self._door.stop()
