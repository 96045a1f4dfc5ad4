"""Matches whose rooms are gone are shown from the store."""

import asyncio
from pathlib import Path

from aiohttp import ClientSession

from arena.settings import Settings
from arena.testing import running_server
from tests.web.tables import Gate, GatedBot, open_table


async def kept_in_time(session: ClientSession, url: str) -> bool:
    """Whether the store knows the end of a match soon after it."""
    for _ in range(100):
        async with session.get(url) as response:
            if (await response.json())["status"] == "finished":
                return True
        await asyncio.sleep(0.05)
    return False


async def test_a_match_of_the_store_is_shown_when_its_room_is_gone(tmp_path: Path) -> None:
    gate = Gate()
    settings = Settings(port=0, db=f"sqlite:///{tmp_path / 'arena.db'}")
    async with running_server(settings=settings) as running, ClientSession() as session:
        room = open_table(running.lobby, [GatedBot(gate), GatedBot(gate)], config={"target": 1})
        await gate.let(1)
        frames = f"{running.url}/api/matches/{room.match_id}/frames"
        async with session.get(frames, params={"as": "1"}) as response:
            assert response.status == 403
        gate.free()
        await room.finished
        async with session.get(frames, params={"as": "all"}) as response:
            live = await response.json()
        assert await kept_in_time(session, f"{running.url}/api/matches/{room.match_id}")
        running.lobby.close(room)
        async with session.get(frames, params={"as": "all"}) as response:
            kept = await response.json()
        assert kept == live
        async with session.get(f"{running.url}/m/{room.match_id}") as response:
            assert room.match_id in await response.text()
        async with session.get(frames, params={"as": "5"}) as response:
            assert (await response.json())["error"]["message"] == (
                "as=5: all, public or a seat's number"
            )
        async with session.get(frames.replace(room.match_id, "none")) as response:
            assert response.status == 404


async def test_a_table_nobody_may_watch_shows_nothing() -> None:
    async with running_server() as running, ClientSession() as session:
        body = {"room_id": "quiet", "spectators": "none", "num_ai_players": 1, "seats": 2}
        async with session.post(f"{running.url}/rooms", json=body) as response:
            assert response.status == 201
        tables = running.server.source.lobby()["rooms"]
        assert [key for key in ("scores", "hand_sizes") if key in tables[0]] == []
