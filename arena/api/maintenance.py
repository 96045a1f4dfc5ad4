"""During maintenance nothing new begins: requests that would change something are refused."""

from typing import Final

from aiohttp import web

from arena.api.middleware import SAFE, Handler
from arena.api.responses import RefusedError
from arena.hosting.lobby import Lobby

ALLOWED: Final = ("/api/session", "/api/admin", "/api/account", "/api/tokens")
"""What goes on: signing in, moderation and one's own account."""


def add_maintenance(app: web.Application, lobby: Lobby) -> None:
    """Refuse what would begin something new while a server is being maintained."""

    @web.middleware
    async def refuse(request: web.Request, handler: Handler) -> web.StreamResponse:
        begins = request.method not in SAFE and not request.path.startswith(ALLOWED)
        if lobby.maintenance and begins and request.method != "DELETE":
            sentence = f"nothing new begins during maintenance: {lobby.maintenance}"
            raise RefusedError(503, sentence, "maintenance")
        return await handler(request)

    app.middlewares.append(refuse)
