"""A submitted bot that finds its own file, and a player who wants the server to run that file."""

import asyncio
import re
from pathlib import Path
from typing import Any

import aiohttp

from tests.arena.ladder.ladder_servers import PATIENCE, submission

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
