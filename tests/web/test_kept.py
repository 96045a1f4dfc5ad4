"""Matches whose rooms are gone are shown from the store."""

import asyncio
import gzip
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from aiohttp import ClientSession

from arena.settings import Settings
from arena.testing import running_server
from bots.stock import RandomBot
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


def without_line(blob: bytes) -> bytes:
    lines = gzip.decompress(blob).splitlines(keepends=True)
    return gzip.compress(b"".join(lines[:3] + lines[4:]))


@pytest.mark.parametrize("damage", [without_line, lambda blob: blob[:40]])
async def test_a_kept_match_that_does_not_hold_any_more_is_told_in_words(
    tmp_path: Path, damage: Callable[[bytes], bytes]
) -> None:
    file = tmp_path / "arena.db"
    settings = Settings(port=0, db=f"sqlite:///{file}")
    async with running_server(settings=settings) as running, ClientSession() as session:
        room = open_table(running.lobby, [RandomBot(), RandomBot()], config={"target": 1})
        await room.finished
        facts = f"{running.url}/api/matches/{room.match_id}"
        assert await kept_in_time(session, facts)
        running.lobby.close(room)
        with closing(sqlite3.connect(file)) as store, store:
            (kept,) = store.execute("SELECT replay FROM matches").fetchone()
            store.execute("UPDATE matches SET replay = ?", (damage(kept),))
        async with session.get(f"{running.url}/m/{room.match_id}") as response:
            assert response.status == 404
            assert f"The match {room.match_id} cannot be shown: " in await response.text()
        async with session.get(f"{facts}/frames") as response:
            assert response.status == 409
            assert "cannot be shown: " in (await response.json())["error"]["message"]


async def test_a_table_nobody_may_watch_shows_nothing() -> None:
    async with running_server() as running, ClientSession() as session:
        body = {"room_id": "quiet", "spectators": "none", "num_ai_players": 1, "seats": 2}
        async with session.post(f"{running.url}/rooms", json=body) as response:
            assert response.status == 201
        tables = running.server.source.lobby()["rooms"]
        assert [key for key in ("scores", "hand_sizes") if key in tables[0]] == []


async def test_frames_of_a_finished_match_are_sent_once() -> None:
    gate = Gate()
    async with running_server() as running, ClientSession() as session:
        room = open_table(running.lobby, [GatedBot(gate), GatedBot(gate)], config={"target": 1})
        await gate.let(1)
        frames = f"{running.url}/api/matches/{room.match_id}/frames"
        async with session.get(frames) as response:
            assert "ETag" not in response.headers  # it goes on
        gate.free()
        await room.finished
        tags = set()
        for viewer in ("all", "public", "0"):
            async with session.get(frames, params={"as": viewer}) as response:
                tag = response.headers["ETag"]
                assert response.headers["Cache-Control"] == "private, no-cache"
            tags.add(tag)
            headers = {"If-None-Match": tag}
            async with session.get(frames, params={"as": viewer}, headers=headers) as response:
                assert (response.status, await response.read()) == (304, b"")
        assert len(tags) == 3
