"""A server with accounts of every role, and calls in their names."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp

from arena.server.app import Running
from arena.settings import Settings
from arena.store import open_store
from arena.table.spec import RoomSpec
from arena.testing import running_server

ROLES = {"ada": "admin", "olga": "organiser", "anna": "player", "ben": "player"}


RATED = RoomSpec("rated", seats=2, rated=True)


SHUT = RoomSpec("shut", seats=2, bots=("first",), spectators="none")


GLASS = RoomSpec("glass", seats=2, bots=("first",), spectators="all_hands")


@dataclass
class ServerWithTokens:
    """A running server and the tokens of those who may come in."""

    server: Running
    tokens: dict[str, str]

    async def call(
        self, method: str, path: str, who: str = "", body: Any = None, **headers: str
    ) -> tuple[int, Any]:
        """A request of somebody; the status and what was said."""
        if who:
            headers["Authorization"] = f"Bearer {self.tokens.get(who, who)}"
        async with (
            aiohttp.ClientSession() as session,
            session.request(method, self.server.url + path, json=body, headers=headers) as response,
        ):
            text = await response.text(errors="replace")
            kind = response.content_type
            return response.status, json.loads(text) if kind == "application/json" else text

    async def raw(self, text: bytes) -> tuple[int, Any]:
        """A request as it stands, with the line ends and headers that every request has."""
        head, _, body = text.replace(b"ADMIN", self.tokens["ada"].encode()).partition(b"\n\n")
        line, *headers = head.split(b"\n")
        if not any(header.startswith(b"Host:") for header in headers):
            headers.append(b"Host: x")
        reader, writer = await asyncio.open_connection("127.0.0.1", self.server.port)
        lines = [line + b" HTTP/1.1", *headers, b"Connection: close", b"", body]
        writer.write(b"\r\n".join(lines))
        async with asyncio.timeout(60):
            said = await reader.read()
        writer.close()
        return int(said.split()[1]), json.loads(said.partition(b"\r\n\r\n")[2])


@asynccontextmanager
async def server_with_tokens(folder: Path, **settings: Any) -> AsyncIterator[ServerWithTokens]:
    """A server with four tokens and three rooms."""
    db = f"sqlite:///{folder}/arena.db"
    with open_store(db, create=True) as store:
        tokens = {name: store.tokens.create(name, role) for name, role in ROLES.items()}  # type: ignore[arg-type]  # roles all
    options = Settings(port=0, db=db, **settings)
    async with running_server(rooms=[RATED, SHUT, GLASS], settings=options) as server:
        yield ServerWithTokens(server, tokens)
