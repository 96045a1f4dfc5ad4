"""A submitted bot finds out where its file lies; nobody gets that file run by the server."""

import asyncio
import os
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp

from arena.store import open_store
from tests.arena.ladder.houses import PATIENCE, submission

SPY = """
from bots import Bot
try:
    open({marker!r}, "w").close()
except OSError:
    pass  # in the sandbox
class Spy(Bot):
    name = "spy"
    def act(self, turn):
        return turn.legal[0], {{"file": __file__}}
"""


class Caller:
    """A player's requests to a server in a process of its own."""

    def __init__(self, session: aiohttp.ClientSession, url: str) -> None:
        self._session = session
        self._url = url

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, str]:
        """Return the status and text of an answer."""
        async with self._session.request(method, self._url + path, json=body) as response:
            return response.status, await response.text()

    async def until(self, path: str, pattern: str) -> str:
        """Ask again until the answer matches; return the part in brackets."""
        async with asyncio.timeout(PATIENCE):
            while True:
                _, text = await self.ask("GET", path)
                if found := re.search(pattern, text):
                    return found[1]
                await asyncio.sleep(0.05)


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


async def run_own_file(anna: Caller, folder: Path) -> None:
    """Try the whole chain from a submitted bot to code that the server runs; it must not work."""
    marker = folder / "marker"
    code = SPY.format(marker=str(marker))
    status, text = await anna.ask("POST", "/api/bots", submission("spy", code, game="tigerdragon"))
    assert status == 201, text
    await anna.until("/api/bots/spy/versions/1", '"status":"(active)"')
    duel = {"bot": "random", "mine": "spy", "game": "tigerdragon", "deals": 200}
    status, text = await anna.ask("POST", "/api/challenges", duel)
    assert status == 201, text
    played = await anna.until("/api/matches?player=spy&status=finished", '"match_id":"([^"]+)"')
    path = await anna.until(f"/api/matches/{played}/replay", '"file":"([^"]+)"')
    assert not marker.exists()
    for key, value in (("bots", [path]), ("takeover_bot", path), ("bots", [f"{path}:Spy"])):
        room = {"room_id": "r", "game": "tigerdragon", key: value}
        status, text = await anna.ask("POST", "/rooms", room)
        assert not marker.exists(), f"{path} was run by the server"
        assert status == 400
        assert "no house bot" in text
        assert "known: " in text


async def test_the_file_of_a_submitted_bot_is_never_run_by_the_server(tmp_path: Path) -> None:
    async with served(tmp_path) as anna:
        await run_own_file(anna, tmp_path)
