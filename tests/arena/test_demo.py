"""The demonstration's rooms, with a pause of nothing between two matches."""

import asyncio

import aiohttp
import pytest

from arena.room.room import Room
from arena.server import demo
from arena.testing import running_server
from tests.arena.clients import until


async def test_a_match_can_be_looked_at_when_the_next_one_has_begun(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(demo, "PAUSE", 0.0)
    monkeypatch.setattr(demo, "KEPT", 2)
    ended: list[Room] = []
    async with running_server() as running, aiohttp.ClientSession() as session:
        lobby = running.lobby
        only = {"tigerdragon": lobby.plugins.games["tigerdragon"]}
        monkeypatch.setattr(lobby.plugins, "games", only)
        demo.Demo(lobby, 0.0, ended.append).open_all()
        await until(lambda: len(ended) >= 2)
        await asyncio.sleep(0)
        async with session.get(f"{running.url}/m/{ended[0].match_id}") as response:
            assert response.status == 200
        await until(lambda: len(ended) >= 5)
        over = [room for room in lobby.rooms.values() if room.told]
        assert len(over) <= 3  # two that are kept, and perhaps one that has just ended
