"""A server whose disk is full: matches wait, /health says why, and all goes on with new room."""

import asyncio
import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import aiohttp
import pytest

from arena.match.clock import ClockRules
from arena.server.app import Running
from arena.settings import Settings
from arena.table.spec import RoomSpec
from arena.testing import running_server
from tests.arena.clients import clients, until


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 4 MB of its own."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(folder)]
    tried = subprocess.run(mount, capture_output=True, text=True, check=False)
    if tried.returncode:
        pytest.skip(f"a small disk cannot be mounted here: {tried.stderr.strip()}")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def fill(folder: Path) -> Path:
    """Take all the room there is."""
    file = folder / "filler"
    with file.open("wb", buffering=0) as filler:
        for size in (65536, 512):
            try:
                while filler.write(b"x" * size):
                    pass
            except OSError:
                continue
    return file


async def health(server: Running) -> tuple[int, str]:
    """The status of /health, and what it says."""
    async with aiohttp.ClientSession() as session, session.get(f"{server.url}/health") as response:
        return response.status, json.loads(await response.text()).get("error", {}).get("message")


async def test_a_match_waits_until_there_is_room_on_the_disk(small_disk: Path) -> None:
    spec = RoomSpec("r", seats=2, bots=("first",), clock=ClockRules(decision_ms=60_000))
    settings = Settings(port=0, db=f"sqlite:///{small_disk}/arena.db", ladder=False)
    async with (
        running_server(rooms=[spec], settings=settings) as server,
        clients(server, 1) as (one,),
    ):
        room, store = server.lobby.rooms["r"], server.server.store
        assert store is not None
        await one.join("one")
        assert (await health(server))[0] == 200
        filler = fill(small_disk)
        playing = asyncio.create_task(one.play())
        await until(lambda: not store.healthy or room.state != "running")
        status, message = await health(server)
        assert (status, message) == (
            503,
            "the store's disk is full; matches wait until there is room",
        )
        assert room.state == "running"
        filler.unlink()
        await until(lambda: store.healthy)
        assert (await health(server))[0] == 200
        assert (await playing)["type"] == "game_over"
