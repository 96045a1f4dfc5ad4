"""MCP at `/mcp` of a server: the SDK's streamable HTTP behind aiohttp's requests."""

import asyncio
from typing import Any, Final

from aiohttp import hdrs, web
from mcp.server.mcpserver import Context
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings

from arena.agents.agent_tables import AgentTables, Caller
from arena.agents.tools import new_server
from arena.api.auth import caller
from arena.api.responses import RefusedError
from arena.hosting.accounts import Access
from arena.hosting.lobby import Lobby
from arena.hosting.match_finder import MatchFinder

CALLER: Final = "arena.caller"
"""Where a request's caller stands in the SDK's scope."""
AT_ONCE: Final = 400
"""Calls that are served at the same time: nearly all of them only wait for a turn."""


class McpDoor:
    """Lets requests in whose token holds, and hands them to the SDK."""

    def __init__(self, lobby: Lobby, access: Access, finder: MatchFinder) -> None:
        self._access = access
        self._settings = lobby.settings
        server = new_server(AgentTables(lobby), finder, _caller_of)
        self._manager = StreamableHTTPSessionManager(
            server._lowlevel_server,
            json_response=True,
            stateless=True,
            # Origins and hosts are the middleware's business, as for every other request.
            security_settings=TransportSecuritySettings(enable_dns_rebinding_protection=False),
            max_request_body_size=lobby.settings.max_body,
        )
        self._serving = 0
        self._stopping = asyncio.Event()
        self._task: asyncio.Task[None]

    async def start(self) -> None:
        """Begin to serve, in a task of its own: the SDK has a cancel scope."""
        started = asyncio.Event()

        async def serve() -> None:
            async with self._manager.run():
                started.set()
                await self._stopping.wait()

        self._task = asyncio.create_task(serve())
        await started.wait()

    async def stop(self) -> None:
        """Serve no more."""
        self._stopping.set()
        await self._task

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Answer one call; who calls is found out before the body is read."""
        account = caller(request, self._access)
        key = f"account:{account.id}" if account.id else ""
        if self._serving >= AT_ONCE:
            raise RefusedError(503, "too many agents call at the moment; try again", "server_full")
        self._serving += 1
        try:
            async with asyncio.timeout(self._settings.body_seconds):
                body = await request.read()
            return await self._answer(request, body, Caller(account, request.remote, key))
        except TimeoutError:
            raise RefusedError(408, "the body took too long") from None
        finally:
            self._serving -= 1

    async def _answer(self, request: web.Request, body: bytes, who: Caller) -> web.Response:
        """Have the SDK answer a request whose whole body is there."""
        scope: dict[str, Any] = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1",
            "method": request.method, "scheme": request.scheme, "path": request.path,
            "raw_path": request.path.encode(), "query_string": b"", "root_path": "",
            "headers": [(key.lower(), value) for key, value in request.raw_headers],
            CALLER: who,
        }  # fmt: skip
        unread, answer = [body], web.Response()
        parts: list[bytes] = []

        async def receive() -> dict[str, Any]:
            if unread:
                return {"type": "http.request", "body": unread.pop(), "more_body": False}
            await asyncio.Event().wait()  # aiohttp cancels the handler of a lost connection
            raise AssertionError

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                answer.set_status(message["status"])
                for key, value in message["headers"]:
                    if key.lower() != b"content-length":
                        answer.headers[key.decode("latin-1")] = value.decode("latin-1")
            else:
                parts.append(message.get("body", b""))

        await self._manager.handle_request(scope, receive, send)
        answer.body = b"".join(parts)
        answer.headers.setdefault(hdrs.CONTENT_TYPE, "application/json")
        return answer


def _caller_of(ctx: Context[Any, Any]) -> Caller:
    """Return who sent the request of a call."""
    request = ctx.request_context.request
    assert request is not None
    found: Caller = request.scope[CALLER]
    return found
