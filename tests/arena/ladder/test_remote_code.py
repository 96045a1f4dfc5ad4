"""A submitted bot finds out where its file lies; nobody gets that file run by the server."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp

from arena.store import open_store
from tests.arena.ladder.remote_code import Caller, run_own_file


@asynccontextmanager
async def served(folder: Path) -> AsyncIterator[Caller]:
    """`arena serve` with a ladder, called by a player."""
    db = f"sqlite:///{folder}/arena.db"
    with open_store(db, create=True) as store:
        token = store.tokens.create("anna", "player")
    said = {"ARENA_LADDER_CONFIG": '{"tigerdragon": {"target": 1}}', "ARENA_LADDER_SHARE": "0.01"}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "arena.cli", "serve", "--port", "0", "--db", db,
        env={**os.environ, **said, "PYTHONUNBUFFERED": "1"}, cwd=folder,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        url = (await process.stdout.readline()).decode().split()[3]
        headers = {"Authorization": f"Bearer {token}"}
        async with aiohttp.ClientSession(headers=headers) as session:
            yield Caller(session, url)
    finally:
        process.terminate()
        await process.wait()


async def test_the_file_of_a_submitted_bot_is_never_run_by_the_server(tmp_path: Path) -> None:
    async with served(tmp_path) as anna:
        await run_own_file(anna, tmp_path)
