"""The replayer itself, against a server that answers by a list."""

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from aiohttp import web
from aiohttp.test_utils import TestServer

from tests.cases.replayer import LAST_REQUEST, NOTHING, Difference, Replayer
from tests.cases.script import Line, acks, dealt_hands, leavers, script_of, without_tail

ACK = '{"type":"join_ack","seat":0,"players":2}'
STATE = '{"type":"state","turn":0,"hand":"8,7"}'
OTHER = '{"type":"state","turn":1,"hand":"8"}'
REFUSED = '{"type":"error","message":"room full"}'
DISCARDS = '{"type":"discards","room_id":"room1"}'
SCRIPT = [
    Line("a", "open"),
    Line("a", "send", "join"),
    Line("a", "expect", ACK),
    Line("a", "expect", STATE),
    Line("a", "send", "play"),
    Line("a", "expect", OTHER),
]
GOOD = {"join": [ACK, STATE], "play": [OTHER], LAST_REQUEST: [DISCARDS]}


@asynccontextmanager
async def answering(answers: Mapping[str, list[str]]) -> AsyncIterator[str]:
    """A server that gives these frames for each frame it gets."""

    async def talk(request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        async for message in socket:
            for answer in answers.get(message.data, []):
                await socket.send_str(answer)
        return socket

    app = web.Application()
    app.router.add_get("/ws/room1", talk)
    async with TestServer(app) as server:
        yield str(server.make_url("/ws/room1"))


async def replayed(script: list[Line], answers: Mapping[str, list[str]]) -> Difference | None:
    async with answering(answers) as url:
        return await Replayer(url, script, patience=0.2).run()


async def test_the_same_frames_are_no_difference() -> None:
    assert await replayed(SCRIPT, GOOD) is None


async def test_one_other_byte_is_a_difference_of_two_lines() -> None:
    spaced = STATE.replace(",", ", ", 1)
    difference = await replayed(SCRIPT, {**GOOD, "join": [ACK, spaced]})
    assert str(difference).splitlines() == [
        f"connection a, frame 2, expected: {STATE}",
        f"connection a, frame 2, got:      {spaced}",
    ]


async def test_a_frame_that_never_comes_is_a_difference() -> None:
    difference = await replayed(SCRIPT, {**GOOD, "join": [ACK]})
    assert difference == Difference("a", 2, STATE, NOTHING)


async def test_a_frame_too_many_at_the_end_is_a_difference() -> None:
    difference = await replayed(SCRIPT, {**GOOD, "play": [OTHER, OTHER]})
    assert difference == Difference("a", 4, NOTHING, OTHER)


async def test_a_frame_too_early_is_a_difference() -> None:
    difference = await replayed(SCRIPT, {**GOOD, "join": [ACK, OTHER, STATE]})
    assert difference == Difference("a", 2, STATE, OTHER)


async def test_a_refused_connection_is_neither_awaited_nor_compared() -> None:
    late = [Line("b", "open"), Line("b", "send", "late"), Line("b", "expect", REFUSED)]
    assert await replayed([*SCRIPT, *late], GOOD) is None


async def test_more_for_one_who_left_by_itself_is_no_difference() -> None:
    script = [*SCRIPT, Line("a", "end", "close")]
    assert await replayed(script, {**GOOD, "play": [OTHER, OTHER]}) is None


async def test_one_who_leaves_in_the_middle_is_closed_there() -> None:
    second = [Line("b", "open"), Line("b", "send", "join"), Line("b", "expect", ACK)]
    script = [*SCRIPT, Line("a", "end", "close"), *second, Line("b", "expect", STATE)]
    assert await replayed(script, GOOD) is None


def row(conn: Any, **more: Any) -> dict[str, Any]:
    return {"n": 0, "conn": conn, **more}


def test_remarks_are_no_part_of_a_script() -> None:
    rows = [
        {"note": "round 1"},
        row(0, ev="open"),
        row(0, dir="c2s", frame="x", opcode=1),
        row(0, ev="close", by="client"),
    ]
    assert script_of(rows) == [Line("0", "open"), Line("0", "send", "x"), Line("0", "end", "close")]


def test_everybody_leaving_at_the_end_is_cut_off() -> None:
    script = [*SCRIPT, Line("a", "end", "closed")]
    assert without_tail(script) == SCRIPT
    assert leavers(script) == set()


def test_hands_come_from_the_first_states_by_seat() -> None:
    def ack(seat: int) -> str:
        return json.dumps({"type": "join_ack", "seat": seat, "players": 2})

    def state(turn: int, hand: str) -> str:
        return json.dumps({"type": "state", "turn": turn, "hand": hand})

    frames = [
        ("w", ack(-1)), ("b", ack(1)), ("a", ack(0)),
        ("w", state(0, "")), ("a", state(0, "8,7")), ("b", state(0, "6")),
        ("a", state(1, "8")), ("a", state(0, "5,5")),
    ]  # fmt: skip
    script = [Line(conn, "expect", text) for conn, text in frames]
    assert dealt_hands(script) == ["8,7", "6"]
    assert {conn: frame["seat"] for conn, frame in acks(script).items()} == {
        "w": -1,
        "b": 1,
        "a": 0,
    }
