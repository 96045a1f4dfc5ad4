"""Every example is run as its reader would run it."""

import asyncio
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

import arena
from arena.plugins.manager import load_plugins
from arena.table.spec import RoomSpec
from arena.testing import running_server
from bots import WireTurn
from engine.rng import Deals
from tests.arena.clients import until

EXAMPLES = Path(__file__).parents[2] / "examples"
PLAIN = [sys.executable, str(EXAMPLES / "plain_client.py")]
TABLE = RoomSpec("room1", deals=Deals.seed(5), clock=None)


def runtime(name: str) -> str:
    """The program that runs an example; the test is skipped where there is none."""
    path = shutil.which(name)
    if path is None:
        pytest.skip(f"{name} is not installed")
    return path


def node(*options: str) -> list[str]:
    return [runtime("node"), *options, str(EXAMPLES / "plain_client.mjs")]


async def output(command: Sequence[str], *arguments: str) -> str:
    """What a program prints; it must end well and complain of nothing."""
    # Nothing of ours can be imported: the client must stand on its own.
    env = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        *command, *arguments, stdout=pipe, stderr=pipe, env=env, cwd="/"
    )
    try:
        async with asyncio.timeout(60):
            out, err = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    assert (process.returncode, err.decode()) == (0, "")
    return out.decode()


async def play_whole_match(*commands: Sequence[str]) -> None:
    """Clients at every seat, and one that watches, are told of the same match."""
    async with running_server(rooms=[TABLE]) as server:
        room = server.lobby.rooms["room1"]
        url = f"{server.url}/ws/room1".replace("http", "ws")
        async with asyncio.TaskGroup() as group:
            watcher = group.create_task(output(commands[0], url, "watcher", "spectator"))
            await until(lambda: room.spectators)
            players = [
                group.create_task(output(command, url, f"p{seat}"))
                for seat, command in enumerate(commands)
            ]
        result = await room.finished
    told = Counter(task.result() for task in [watcher, *players])
    ((text, number),) = told.items()
    assert number == 5
    assert len(re.findall(r"^round \d+: ", text, re.MULTILINE)) == len(result.rounds)
    scores = ",".join(map(str, result.outcome.points))
    assert text.splitlines()[-1] == f"game over: seat {result.outcome.winner} {scores}"
    assert result.faults == ()


async def test_four_plain_clients_and_a_spectator_play_a_whole_match() -> None:
    await play_whole_match(PLAIN, PLAIN, PLAIN, PLAIN)


async def test_clients_in_javascript_and_python_play_a_whole_match() -> None:
    await play_whole_match(node(), PLAIN, PLAIN, node())


def has_websocket(*options: str) -> bool:
    """Whether this Node.js brings a WebSocket of its own."""
    command = [runtime("node"), *options, "-e", "process.stdout.write(typeof WebSocket)"]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    return found.stdout == "function"


async def test_the_javascript_client_uses_a_built_in_websocket_where_there_is_one() -> None:
    options = [] if has_websocket() else ["--experimental-websocket"]
    if not has_websocket(*options):
        pytest.skip("this node has no built-in WebSocket")
    await play_whole_match(PLAIN, PLAIN, PLAIN, node(*options))


def test_the_plain_client_imports_nothing_of_ours() -> None:
    source = (EXAMPLES / "plain_client.py").read_text(encoding="utf-8")
    imported = set(re.findall(r"^(?:import|from) (\w+)", source, re.MULTILINE))
    assert imported == {"asyncio", "json", "sys", "aiohttp"}


def test_the_plugin_bot_is_fifteen_lines_and_plays() -> None:
    file = EXAMPLES / "brave_bot.py"
    assert len(file.read_text(encoding="utf-8").splitlines()) <= 15
    plugins = load_plugins([file])
    result = arena.play("tigerdragon", ["brave", "random"], seed=1, plugins=plugins)
    assert result.faults == ()
    assert plugins.bot("brave")().act(WireTurn(0, ("7", "8"), {}, ())) == "7"


@pytest.mark.parametrize("shell", ["sh", "bash", "dash"])
def test_the_shell_bot_plays_like_the_plugin_bot(shell: str) -> None:
    runtime(shell)
    child = f"flat:{shell} {EXAMPLES / 'flat_bot.sh'}"
    result = arena.play("tigerdragon", [child, "first", "first"], seed=1)
    brave = arena.play("tigerdragon", [f"{EXAMPLES / 'brave_bot.py'}", "first", "first"], seed=1)
    assert result.faults == ()
    assert [record.moves for record in result.match.records] == [
        record.moves for record in brave.match.records
    ]


def test_the_teaching_game_is_played_from_outside_the_packages() -> None:
    plugins = load_plugins([EXAMPLES / "higher_card.py"])
    result = arena.play("higher_card", ["random", "random"], seed=1, plugins=plugins)
    assert result.faults == ()
    assert result.steps


def test_every_example_is_in_the_list() -> None:
    page = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    files = {file.name for file in EXAMPLES.iterdir() if file.is_file()} - {"README.md"}
    assert set(re.findall(r"^\| `([\w.]+)` \|", page, re.MULTILINE)) == files
