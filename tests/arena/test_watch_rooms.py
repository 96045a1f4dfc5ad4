"""Rooms are listed, a room to watch is found, and a mistyped one is named."""

import asyncio
import json
import re

import pytest

from arena.table.spec import RoomSpec
from arena.testing import running_server
from tests.arena.commands import ended, start, typed

OPEN = RoomSpec("river", seats=2, bots=("random",), config={"target": 1})


@pytest.fixture(autouse=True)
def no_login(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.mktemp("config")))
    monkeypatch.delenv("ARENA_SERVER", raising=False)


async def test_rooms_are_listed_with_the_line_that_watches_one(
    capsys: pytest.CaptureFixture[str],
) -> None:
    async with running_server(rooms=[OPEN]) as server:
        code, out, _ = await typed(capsys, "rooms", "--server", server.url)
        assert code == 0
        assert [line.split() for line in out.splitlines()] == [
            ["room", "game", "state", "players", "watching"],
            ["river", "tigerdragon", "waiting", "(free),", "random", "0"],
            ["next:", "watch", "one"],
            ["arena", "watch", server.url, "river"],
        ]
        _, out, _ = await typed(capsys, "rooms", "--server", server.url, "--json")
        assert json.loads(out)["room_id"] == "river"


async def test_a_room_whose_match_is_over_is_shown_from_its_log() -> None:
    async with running_server(rooms=[OPEN]) as server:
        await ended(start("connect", server.url, "--bot", "first", "--room", "river"))
        _, out, _ = await ended(start("rooms", "--server", server.url))
        assert re.search(rf"\n  arena replay show \w+ --server {server.url}\n$", out)
        code, out, err = await ended(start("watch", server.url, "river"))
    assert (code, err) == (0, "")
    assert re.match(r"\w+ is over already; this is its log\n", out)
    assert out.endswith(" steps, 0 faults\n")


async def test_no_rooms_is_said_with_the_line_that_opens_one(
    capsys: pytest.CaptureFixture[str],
) -> None:
    async with running_server() as server:
        code, out, _ = await typed(capsys, "rooms", "--server", server.url)
        assert (code, out) == (0, (
            "no room is open\n"
            "next: play a match there with a bot of yours\n"
            f"  arena connect {server.url} --bot random --room mine --fill\n"
        ))  # fmt: skip


async def test_a_mistyped_room_is_named_with_the_nearest(
    capsys: pytest.CaptureFixture[str],
) -> None:
    async with running_server(rooms=[OPEN]) as server:
        async with asyncio.timeout(20):
            code, out, err = await typed(capsys, "watch", server.url, "rivr")
    assert (code, out) == (1, "")
    assert err == (
        f"arena: no room 'rivr' at {server.url}; did you mean 'river'? "
        f"arena rooms --server {server.url} lists them\n"
    )


async def test_watch_without_a_room_takes_the_only_one() -> None:
    async with running_server(rooms=[OPEN]) as server:
        watching = start("watch", server.url)
        assert watching.stdout
        line = await asyncio.to_thread(watching.stdout.readline)
        assert line == "watching river\n"
        await ended(start("connect", server.url, "--bot", "first", "--room", "river"))
        code, out, err = await ended(watching)
    assert (code, err) == (0, "")
    assert out.splitlines()[-1].startswith("the match is over: points ")


async def test_watch_without_a_room_among_several_in_a_pipe_lists_them(
    capsys: pytest.CaptureFixture[str],
) -> None:
    rooms = [OPEN, RoomSpec("lake", seats=2, bots=("random",))]
    async with running_server(rooms=rooms) as server:
        code, _, err = await typed(capsys, "watch", server.url)
    assert code == 1
    assert err == f"arena: which room? write one of: arena watch {server.url} river|lake\n"


async def test_the_next_match_of_a_bot_is_waited_for_and_watched() -> None:
    async with running_server(rooms=[OPEN]) as server:
        watching = start("watch", server.url, "--bot", "hero")
        assert watching.stdout
        line = await asyncio.to_thread(watching.stdout.readline)
        assert line == "waiting for a match of hero (Ctrl-C stops)\n"
        spec = ("--bot", "first", "--room", "pond", "--name", "hero", "--game", "tigerdragon")
        playing = start("connect", server.url, *spec, "--fill")
        code, out, err = await ended(watching)
        await ended(playing)
    assert (code, err) == (0, "")
    assert "hero" in out
    assert " steps, 0 faults" in out or "the match is over: points " in out
