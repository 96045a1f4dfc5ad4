"""A decision taken back: the same table again, and another way from there."""

import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from arena.local.loop import play_seated, resolve
from arena.match.result import new_match
from arena.match.stderr_logs import Lines
from arena.plugins.manager import load_plugins
from arena.settings import Settings
from arena.table.spec import RoomSpec
from arena.testing import running_server
from engine.rng import Deals
from tests.arena.clients import Client, clients, until


def table(**options: Any) -> RoomSpec:
    usual = {"deals": Deals.seed(1), "clock": None, "bots": ("first",), "config": {"target": 1}}
    return RoomSpec("r", seats=2, **{**usual, **options})


async def two_turns(player: Client) -> list[dict[str, Any]]:
    """Sit down, decide once, and be asked again."""
    await player.join("one", detail="full")
    await player.send("ready")
    first = await player.turn()
    assert first is not None
    await player.send("action", choice=first["legal"].split(",")[0])
    second = await player.turn()
    assert second is not None
    return [first, second]


@pytest.mark.parametrize("kept", [False, True], ids=["no store", "with a store"])
async def test_a_player_goes_back_and_takes_another_way(tmp_path: Path, kept: bool) -> None:
    settings = Settings(port=0, db=f"sqlite:///{tmp_path}/arena.db" if kept else "")
    async with (
        running_server(rooms=[table()], settings=settings) as server,
        clients(server, 1) as (one,),
    ):
        first, _ = await two_turns(one)
        await one.send("undo")
        again = await one.turn()
        assert again is not None
        assert again["view"] == first["view"]
        assert again["request_id"] == first["request_id"]
        choice = first["legal"].split(",")[-1]
        await one.send("action", choice=choice)
        assert (await one.play())["type"] == "game_over"
        room = server.lobby.rooms["r"]
        assert room.match.records[first["seq"]].moves[0].choice == choice
        if server.server.store is not None:
            matches = server.server.store.matches
            await until(lambda: matches.replay(room.match_id))
            assert (
                "\n".join((await room.finished).log)
                == (matches.replay(room.match_id) or "").strip()
            )


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"bots": ()}, "everybody else is a house bot"),
        ({}, "no decision of yours"),
    ],
    ids=["another player", "too early"],
)
async def test_what_cannot_be_taken_back(options: dict[str, Any], why: str) -> None:
    async with (
        running_server(rooms=[table(**options)]) as server,
        clients(server, 2) as (one, two),
    ):
        await one.join("one", detail="full")
        await one.send("ready")
        if options:
            await two.join("two")
        await one.find("state")
        await until(lambda: server.lobby.rooms["r"].table.referee.announced)  # type: ignore[union-attr]  # it runs
        await one.send("undo")
        refused = await one.find("error")
        assert refused["code"] == "not_allowed"
        assert why in refused["detail"]


async def test_flat_clients_know_no_undo() -> None:
    async with running_server(rooms=[table()]) as server, clients(server, 1) as (one,):
        await one.join("one")
        await one.send("undo")
        assert (await one.find("error"))["message"] == "unknown type"


CHILD = """
import json, sys
tried = False
print('{"type": "ready"}', flush=True)
for line in sys.stdin:
    frame = json.loads(line)
    if frame["type"] in ("error", "chat"):
        sys.stderr.write(frame.get("code", "heard") + chr(10))
    if frame.get("legal"):
        print(json.dumps({"type": "action", "choice": frame["legal"].split(",")[0]}), flush=True)
        if not tried:
            tried = True
            print('{"type": "undo"}', flush=True)
            print('{"type": "chat", "text": "I hold two dragons"}', flush=True)
"""


def test_a_child_at_a_local_table_neither_goes_back_nor_talks() -> None:
    logs: dict[int, list[str]] = {}

    def keep_log(seat: int, lines: Lines) -> None:
        logs[seat] = [text for _, text in lines]

    plugins = load_plugins(entry_points=False)
    child = f"cmd:{shlex.quote(sys.executable)} -c {shlex.quote(CHILD)}"
    game, players = resolve("tigerdragon", [child, "first"], plugins)
    match = new_match(game, ["child", "first"], Deals.seed(1), config={"target": 1})
    play_seated(match, players, "1", keep_log=keep_log)
    assert logs[0][:2] == ["not_allowed", "not_allowed"]
