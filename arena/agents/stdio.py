"""MCP over stdin and stdout: tables of this process, or the tools of a server, passed on."""

from contextlib import AsyncExitStack
from typing import Any

import httpx2
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError
from mcp_types import CallToolRequestParams, CallToolResult, ListToolsResult, TextContent

from arena.agents.agent_tables import WAIT_SECONDS, AgentTables, Caller
from arena.agents.tools import INSTRUCTIONS, new_server
from arena.errors import ServerError
from arena.hosting.lobby import Lobby
from arena.hosting.match_finder import MatchFinder
from arena.match.visibility import Account
from arena.plugins.manager import Plugins
from arena.settings import Settings

LOCAL = Caller(Account(name="", role="admin"), None, "local")
"""Whoever started this process."""


async def serve_here(plugins: Plugins) -> None:
    """Serve tables of this process, against its house bots, until stdin ends."""
    lobby = Lobby(plugins, Settings())
    lobby.lag.start()
    try:
        server = new_server(AgentTables(lobby), MatchFinder(lobby), lambda _ctx: LOCAL)
        await server.run_stdio_async()
    finally:
        lobby.lag.stop()
        lobby.close_all()


async def pass_on(url: str, token: str | None) -> None:
    """Pass the tools of a server at URL on to stdin and stdout; ServerError if it has none."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    async with AsyncExitStack() as stack:
        timeout = httpx2.Timeout(10.0, read=WAIT_SECONDS + 10.0)
        http = await stack.enter_async_context(httpx2.AsyncClient(headers=headers, timeout=timeout))
        await check(http, url)
        client = Client(streamable_http_client(f"{url}/mcp", http_client=http))
        there = await stack.enter_async_context(client)

        async def list_tools(_ctx: Any, _params: Any) -> ListToolsResult:
            return await there.list_tools()

        async def call_tool(_ctx: Any, params: CallToolRequestParams) -> CallToolResult:
            try:
                return await there.call_tool(params.name, params.arguments or {})
            except (MCPError, httpx2.HTTPError) as error:
                text = f"{url} did not answer: {error}; the table is held, call again"
                return CallToolResult(content=[TextContent(type="text", text=text)], is_error=True)

        relay: Server[Any] = Server(
            "table-arena", instructions=INSTRUCTIONS, on_list_tools=list_tools,
            on_call_tool=call_tool,
        )  # fmt: skip
        read, write = await stack.enter_async_context(stdio_server())
        await relay.run(read, write, relay.create_initialization_options())


async def check(http: httpx2.AsyncClient, url: str) -> None:
    """Raise ServerError unless a server with /mcp lets this token in."""
    try:
        answer = await http.post(f"{url}/mcp", json={})
    except httpx2.HTTPError as error:
        raise ServerError(f"{url}: {str(error) or type(error).__name__}") from None
    if answer.status_code == 404:
        raise ServerError(f"{url} has no /mcp: it runs without the extra mcp")
    if answer.status_code in (401, 403, 429, 503):
        said = answer.json().get("error", {}).get("message", answer.reason_phrase)
        raise ServerError(f"{url}: {said}")
