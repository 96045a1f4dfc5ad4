"""`arena event` and `arena room` against a real server."""

import re
import sys
from pathlib import Path

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from arena.cli import event_relay
from arena.plugins.bot_specs import CommandLineSpec, parse_spec
from protocol.errors import ROOM_NOT_FOUND, ProtocolError
from tests.arena.commands import ROOT, ended, start, typed
from tests.arena.events.event_servers import act, event_server, set_up, until_event

FILE = """
game = "tigerdragon"
id = "cup"
name = "Spring cup"
seats = 2
rounds = 1
entrants = ["anna"]
bots = ["first", "random"]
no_show_minutes = 0

[config]
target = 1
"""


async def test_an_event_is_directed_from_a_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "cup.toml"
    file.write_text(FILE)
    async with event_server(tmp_path, ("anna", "ben")) as here:
        at = ("--server", here.server.url, "--token", here.tokens["olga"])

        async def said(*words: str) -> str:
            code, out, err = await typed(capsys, "event", *words)
            assert code == 0, err
            return out

        assert "event cup is set up: 3 entrants, 1 rounds" in await said("create", str(file), *at)
        assert "cup" in await said("list", *at[:2])
        assert await said("enter", "cup", "ben", *at) == "ben takes part in cup\n"
        assert "not checked in" in await said("show", "cup", *at[:2])
        await said("withdraw", "cup", "ben", *at)
        assert await said("start", "cup", *at) == "cup: started; now running\n"
        await until_event(here, lambda row: row["state"] == "finished")
        shown = await said("show", "cup", *at[:2])
        assert "rank" in shown
        assert "sitting out: anna" in shown
        await said("void-table", "cup", "1", "1", "--reason", "appeal", *at)
        await until_event(here, lambda row: row["state"] == "finished")
        code, _, err = await typed(capsys, "event", "pause", "cup", *at)
        assert (code, err) == (1, "arena: cup is finished\n")
        code, _, err = await typed(capsys, "event", "create", str(tmp_path / "no.toml"), *at)
        assert (code, "give an event file" in err) == (1, True)
        status, row = await here.call("POST", "/api/tournaments/cup/cancel", "ada")
        assert (status, "is an event" in row["error"]["message"]) == (409, True)


async def test_a_room_is_controlled_from_a_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with event_server(tmp_path, ("anna", "ben")) as here:
        at = ("--server", here.server.url, "--token", here.tokens["anna"])
        open_room = ("room", "open", "r", "--game", "tigerdragon", "--seats", "3")
        code, out, _ = await typed(capsys, *open_room, "--entrant", "anna", *at)
        assert (code, out) == (0, "r: tigerdragon, waiting: (free), (free), (free)\n")
        code, out, _ = await typed(capsys, "room", "fill", "r", "2", "first", *at)
        assert (code, "first" in out) == (0, True)
        code, _, _ = await typed(capsys, "room", "hand", "r", "1", "ben", *at)
        assert here.server.lobby.rooms["r"].seats[1].entrant == "ben"
        code, _, _ = await typed(capsys, "room", "kick", "r", "0", *at)
        assert code == 0
        other = ("--server", here.server.url, "--token", here.tokens["ben"])
        code, _, err = await typed(capsys, "room", "close", "r", *other)
        assert (code, "belongs to who opened it" in err) == (1, True)
        code, out, _ = await typed(capsys, "room", "close", "r", *at)
        assert (code, out.splitlines()[-1]) == (0, "r is closed")  # the server logs beside it
        assert "r" not in here.server.lobby.rooms


PROGRAMS = {
    "cmd": f"cmd:{sys.executable} -m bots.stdio {ROOT}/examples/brave_bot.py",
    "flat": f"flat:sh {ROOT}/examples/flat_bot.sh",
}


@pytest.mark.parametrize("kind", PROGRAMS)
async def test_a_program_plays_a_whole_event(kind: str, tmp_path: Path) -> None:
    async with event_server(tmp_path, ("anna", "ben")) as here:
        await set_up(here, seats=2, rounds=2, deals=2, entrants=["anna"], bots=["first"])
        process = start(
            "connect", here.server.url, "--bot", PROGRAMS[kind], "--room", "event:cup",
            "--token", here.tokens["anna"],
        )  # fmt: skip
        await until_event(here, lambda row: all(one["here"] for one in row["members"]))
        await act(here, "start")
        code, out, err = await ended(process)
        _, told = await here.call("GET", "/api/tournaments/cup")
    assert (code, err) == (0, "")
    assert len(re.findall(r"^match over: -?\d+ points, rank [12] of 2$", out, re.MULTILINE)) == 4
    assert out.endswith("the event is over: 4 matches played\n")
    assert (told["state"], told["faults"]) == ("finished", [])


async def test_a_program_that_ends_in_mid_match_leaves_its_table(tmp_path: Path) -> None:
    async with event_server(tmp_path, ("anna",)) as here:
        await set_up(here, seats=2, rounds=1, entrants=["anna"], bots=["first"])
        process = start(
            "connect", here.server.url, "--bot", "cmd:true", "--room", "event:cup",
            "--token", here.tokens["anna"],
        )  # fmt: skip
        await until_event(here, lambda row: all(one["here"] for one in row["members"]))
        await act(here, "start")
        code, _, err = await ended(process)
        await until_event(here, lambda row: not row["members"][0]["here"])
    assert (code, err) == (1, "arena: cmd:true: the program ended with code 0 in mid-match\n")


async def test_a_program_is_told_why_an_event_does_not_take_it(tmp_path: Path) -> None:
    async with event_server(tmp_path, ("anna", "ben")) as here:
        await set_up(here, entrants=["anna"], bots=["first"], open=False)
        words = ("connect", here.server.url, "--bot", "cmd:true", "--room")
        token = ("--token", here.tokens["ben"])
        code, _, err = await ended(start(*words, "event:cup", *token))
        why = "this is not allowed here (ben is no entrant of cup)"
        assert (code, err) == (1, f"arena: not let in: {why}\n")
        code, _, err = await ended(start(*words, "event:cap", *token))
        assert (code, err.startswith("arena: not let in: ")) == (1, True), err


async def test_a_flat_program_leaves_an_event_that_ended_while_it_was_cut_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Flat errors have no code: the sentence alone says that the event is over.
    frames = [{"type": "event"}, ProtocolError(ROOM_NOT_FOUND).as_flat()]

    async def serve(request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.receive()
        await socket.send_json(frames.pop(0))
        await socket.close(code=1011)
        return socket

    app = web.Application()
    app.router.add_get("/ws/{room}", serve)
    monkeypatch.setattr(event_relay, "RETRY_SECONDS", 0)
    async with TestServer(app) as server:
        relay = event_relay.EventRelay(
            parse_spec(CommandLineSpec(PROGRAMS["flat"])),
            str(server.make_url("")),
            "event:cup",
            {},
            lambda *_: None,
        )
        assert await relay.attend() == 0
    assert frames == []
