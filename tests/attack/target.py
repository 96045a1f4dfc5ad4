"""The server under attack: `arena serve` with tokens, a store and a ladder, as a process."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import aiohttp

from arena.server.app import Running
from arena.store import open_store
from tests.arena.ladder.remote_code import Caller
from tests.arena.server_process import ServerProcess, collect_log
from tests.arena.server_with_tokens import ROLES, ServerWithTokens

SETTINGS = {
    "ARENA_LADDER_CONFIG": '{"tigerdragon": {"target": 1}}',
    "ARENA_LADDER_SHARE": "0.01",
    "ARENA_IDLE_SECONDS": "5",
    "ARENA_LOG_FORMAT": "json",
    "PYTHONUNBUFFERED": "1",
}
SPARE = ("carl", "dora", "emil", "finn", "gina", "hugo", "ines")
"""Players beside those of every house, each for one attack on quotas."""
ROOMS = (
    {"room_id": "rated", "seats": 2, "num_ai_players": 0, "rated": True},
    {"room_id": "shut", "seats": 2, "bots": ["first"], "spectators": "none"},
    {"room_id": "glass", "seats": 2, "bots": ["first"], "spectators": "all_hands"},
)


@dataclass(slots=True)
class Target:
    """A server in a process of its own, and the tokens of those who may come in."""

    process: ServerProcess
    with_tokens: ServerWithTokens
    folder: Path
    session: aiohttp.ClientSession
    """A player's: it shows the token of anna."""

    @property
    def url(self) -> str:
        """Where the server listens."""
        return self.process.url

    @property
    def port(self) -> int:
        """The port of the server."""
        return int(self.url.rpartition(":")[2])

    @property
    def running(self) -> Running:
        """The server for clients of tests that need no more than its address."""
        return cast("Running", self)

    def caller(self) -> Caller:
        """Return a player who calls the API."""
        return Caller(self.session, self.url)


@asynccontextmanager
async def target(folder: Path) -> AsyncIterator[Target]:
    """A fresh server; it ends with the block."""
    db = f"sqlite:///{folder}/arena.db"
    with open_store(db, create=True) as store:
        roles = {**ROLES, **dict.fromkeys(SPARE, "player")}
        tokens = {name: store.tokens.create(name, role) for name, role in roles.items()}  # type: ignore[arg-type]  # roles all
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "arena.cli", "serve", "--port", "0", "--db", db,
        env={**os.environ, **SETTINGS}, cwd=folder,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        url = (await process.stdout.readline()).decode().split()[3]
        server = ServerProcess(process, url)
        reading = asyncio.create_task(collect_log(server))
        headers = {"Authorization": f"Bearer {tokens['anna']}"}
        async with aiohttp.ClientSession(headers=headers) as session:
            one = Target(server, ServerWithTokens(cast("Running", None), tokens), folder, session)
            one.with_tokens.server = one.running
            for room in ROOMS:
                status, said = await one.with_tokens.call("POST", "/rooms", "olga", room)
                assert status == 201, said
            yield one
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()
    await reading
