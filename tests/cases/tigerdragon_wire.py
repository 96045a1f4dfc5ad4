"""虎と龍 The cases of Tiger & Dragon that need a real server: errors, transcripts, recordings."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import aiohttp
import pytest

from arena.settings import Settings
from arena.table.spec import RoomSpec
from arena.testing import running_server
from engine.rng import Deals
from tests.cases.folder import Case, same
from tests.cases.replayer import LAST_REQUEST, Replayer
from tests.cases.script import Line, acks, dealt_hands, read_rows, script_of

ROOM = "room1"


def room(seats: int, config: Mapping[str, Any], deals: Sequence[Any]) -> RoomSpec:
    """A room without clocks that deals what was dealt, again and again."""
    given = Deals.given(deals, then="repeat")
    return RoomSpec(
        room_id=ROOM, game="tigerdragon", seats=seats, config=config, deals=given, clock=None
    )


def recorded_room(script: Sequence[Line]) -> RoomSpec:
    """The room of a recording: seats and hands as its frames show them."""
    seats = next(iter(acks(script).values()))["players"]
    deal = {"hands": dealt_hands(script), "start": 0}
    return room(seats, {"preset": "upstream"}, [deal])


def transcribed_room(setup: Mapping[str, Any]) -> RoomSpec:
    """The room that a transcript's first line describes."""
    config = {
        "preset": setup.get("profile", "standard"),
        "first": str(setup.get("first_start", 0)),
        **setup.get("rules", {}),
    }
    return room(setup["players"], config, [{"hands": hands} for hands in setup["deals"]])


async def recording(case: Case) -> None:
    script = script_of(read_rows(case.path))
    await same_frames(recorded_room(script), script)


async def transcript(case: Case) -> None:
    setup, *rows = read_rows(case.path)
    await same_frames(transcribed_room(setup), script_of(rows))


async def same_frames(spec: RoomSpec, script: Sequence[Line]) -> None:
    """Fail with the first difference as two lines."""
    async with running_server(rooms=[spec]) as server:
        difference = await Replayer(f"{server.url}/ws/{ROOM}", script).run()
    if difference:
        pytest.fail(str(difference), pytrace=False)


async def errors(case: Case) -> None:
    given = case.data["in"]
    config = {"preset": case.data.get("profile", "standard")}
    spec = room(given["players"], config, [{"hands": given["hands"], "start": 0}])
    # The requests between the frames must not be what exhausts the limit.
    settings = Settings(port=0, burst=1000)
    async with (
        running_server(rooms=[spec], settings=settings) as server,
        aiohttp.ClientSession() as session,
    ):
        sockets: dict[str, aiohttp.ClientWebSocketResponse] = {}
        found = []
        for conn, frame in given["frames"]:
            if conn not in sockets:
                sockets[conn] = await session.ws_connect(f"{server.url}/ws/{ROOM}")
            found.append(await error_for(sockets[conn], frame))
        for socket in sockets.values():
            await socket.close()
    same(case, case.data["out"]["errors"], found)


async def error_for(socket: aiohttp.ClientWebSocketResponse, frame: Any) -> str:
    """The error a frame earned: what came before the answer to a request sent right after it."""
    text = frame if isinstance(frame, str) else json.dumps(frame)
    await socket.send_str(text)
    await socket.send_str(LAST_REQUEST)
    own_answer = isinstance(frame, dict) and frame.get("type") == "discards_request"
    error, answers = "", 0
    while answers < 1 + own_answer:
        answer = await socket.receive_json(timeout=60)
        answers += answer["type"] == "discards" or (own_answer and answer["type"] == "error")
        if answer["type"] == "error":
            error = answer["message"]
    return error
