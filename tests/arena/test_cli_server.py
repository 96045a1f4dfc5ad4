"""The commands that need a server: demo, serve, connect, watch, and children at a local table."""

import asyncio
import json
import re
import socket
import sys

import aiohttp
import pytest

from arena.server.run_as import is_root
from arena.table.spec import RoomSpec
from arena.testing import running_server
from tests.arena.commands import ROOT, ended, interrupted, start, typed

BRAVE = str(ROOT / "examples" / "brave_bot.py")


async def test_demo_once_prints_a_table_of_every_game_and_ends() -> None:
    code, out, _ = await ended(start("demo", "--once", "--deals", "2", "--seed", "5"))
    assert code == 0
    heading, columns, *rows = out.splitlines()
    assert heading.endswith("seed 5")
    assert columns.split() == ["game", "bot", "matches", "points", "rank"]
    assert {"counter", "defender", "random"} <= {row.split()[1] for row in rows}
    assert all(row.split()[0] and float(row.split()[4]) >= 1 for row in rows)


async def test_demo_plays_on_and_can_be_watched() -> None:
    process = start("demo", "--port", "0", "--pace", "0")
    assert process.stdout
    address = re.search(r"http://[\d.]+:\d+", await asyncio.to_thread(process.stdout.readline))
    assert address
    async with aiohttp.ClientSession() as session, session.get(f"{address[0]}/rooms") as response:
        rooms = await response.json()
    assert any(room["room_id"].startswith("demo-tigerdragon") for room in rooms)
    first = await asyncio.to_thread(process.stdout.readline)
    assert re.match(r"\w+: \w", first)
    code, _, err = await interrupted(process)
    warning = "warning: this runs as root; an ordinary user is enough\n"
    said = warning if is_root() else ""
    assert (code, err) == (130, f"{said}arena: interrupted\n")


async def test_serve_says_where_and_opens_rooms(capsys: pytest.CaptureFixture[str]) -> None:
    process = start("serve", "--port", "0", buffered=True)  # as in `arena serve | tee log`
    assert process.stdout
    line = await asyncio.to_thread(process.stdout.readline)
    url = re.search(r"http://[\d.]+:\d+", line)
    assert url
    words = ("connect", url[0], "--bot", "first", "--room", "r1", "--fill", "--seed", "1")
    code, out, _ = await ended(start(*words, "--name", "me"))
    assert code == 0
    joined, over = out.splitlines()
    assert joined == f"me joins r1 at {url[0]}, seed 1"
    assert over.startswith("the match is over: points ")
    code, _, err = await typed(capsys, *words)
    assert (code, err) == (0, ""), "its match is over, so the id is free"
    room = ("room", "open", "r2", "--game", "tigerdragon", "--server", url[0])
    assert (await typed(capsys, *room))[0] == 0
    code, _, err = await typed(capsys, *room)
    assert (code, err) == (1, "arena: room r2 exists already\n")
    code, _, err = await interrupted(process)
    assert code == 0
    assert json.loads(err.splitlines()[-1])["event"] == "server_stopped"


async def test_port_in_use_is_one_clear_line() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        code, out, err = await ended(start("serve", "--port", str(taken.getsockname()[1])))
    assert (code, out) == (1, "")
    assert err.count("\n") == 1
    assert "is in use on this machine" in err


async def test_watch_tells_the_match_until_it_is_over() -> None:
    spec = RoomSpec("w1", seats=2, bots=("random",), config={"target": 1})
    async with running_server(rooms=[spec]) as server:
        watching = start("watch", server.url, "w1")
        assert watching.stdout
        await asyncio.to_thread(watching.stdout.readline)
        code, _, err = await ended(start("connect", server.url, "--bot", "first", "--room", "w1"))
        assert (code, err) == (0, "")
        code, out, err = await ended(watching)
    assert (code, err) == (0, "")
    assert "round 1 to" in out
    assert out.splitlines()[-1].startswith("the match is over: points ")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("connect", "URL", "--bot", "nobody", "--room", "r"), "no bot 'nobody'"),
        (("connect", "http://127.0.0.1:9", "--bot", "first", "--room", "r"), "127.0.0.1:9"),
        (("connect", "URL", "--bot", "first", "--room", "a room"), "ids are 1 to 64"),
        (("watch", "http://127.0.0.1:9", "r"), "127.0.0.1:9"),
        (("serve", "--port", "99999"), "65535"),
    ],
    ids=["unknown-bot", "nobody-listens", "bad-room", "watch-nobody", "bad-port"],
)
async def test_wrong_use_is_one_clear_line(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], message: str
) -> None:
    async with running_server() as server:
        given = [server.url if word == "URL" else word for word in words]
        code, _, err = await typed(capsys, *given)
    assert code != 0
    assert err.count("\n") == 1, err
    assert message in err


async def test_child_plays_as_the_same_bot_in_process(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("play", "tigerdragon", "first", "first", "--seed", "4", "--config", "target=3")
    _, plain, _ = await typed(capsys, *words, BRAVE, "--json")
    child = f"cmd:{sys.executable} -m bots.stdio {BRAVE}"
    code, out, err = await typed(capsys, *words, child, "--json", "--no-clock")
    assert (code, err) == (0, "")
    assert moves(out) == moves(plain)


def moves(out: str) -> list[object]:
    """What was played, step by step."""
    return [row["moves"] for line in out.splitlines() if "moves" in (row := json.loads(line))]


async def test_program_that_is_not_there_is_one_clear_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, _, err = await typed(capsys, "play", "tigerdragon", "first", "cmd:./not-there")
    assert code == 1
    assert err == "arena: cmd:./not-there: No such file or directory\n"
