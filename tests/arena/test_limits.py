"""The limits of one connection, and what may be asked without a join."""

import asyncio
import gc
import json
import logging

import aiohttp
import pytest
from aiohttp import web

from arena.settings import Settings
from arena.table.spec import RoomSpec
from arena.testing import running_server
from tests.arena.clients import PATIENCE, Client, clients, errors, until


async def test_who_does_not_join_in_time_is_sent_away() -> None:
    settings = Settings(port=0, join_seconds=0.05)
    async with running_server(settings=settings) as server, clients(server, 1) as (one,):
        assert await one.closed() == 1008


async def test_a_valid_message_restarts_the_time_to_join_once() -> None:
    settings = Settings(port=0, join_seconds=1.0)
    async with (
        running_server(settings=settings, rooms=[RoomSpec("r")]) as server,
        clients(server, 1) as (one,),
    ):
        begun = asyncio.get_running_loop().time()
        closing = asyncio.create_task(one.closed())
        for _ in range(2):
            await asyncio.sleep(0.4)  # less than half of the time there is
            await one.send("discards_request", room_id="r")
        assert await closing == 1008
        assert asyncio.get_running_loop().time() - begun > 1.2


async def test_who_has_joined_may_stay() -> None:
    settings = Settings(port=0, join_seconds=1.0)
    async with running_server(settings=settings) as server, clients(server, 1) as (one,):
        await one.join("one", detail="full")
        await asyncio.sleep(1.1)
        await one.send("ping")
        assert (await one.get())["type"] == "pong"


async def test_pings_are_answered_and_a_flood_of_them_ends_the_connection() -> None:
    settings = Settings(port=0, burst=3)
    async with (
        running_server(settings=settings) as server,
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{server.url}/ws", autoping=False) as socket,
    ):
        await socket.ping(b"are you there?")
        answer = await socket.receive(PATIENCE)
        assert (answer.type, bytes(answer.data)) == (aiohttp.WSMsgType.PONG, b"are you there?")
        for _ in range(2):
            await socket.ping()
            await socket.pong()
        for _ in range(10):
            if (answer := await socket.receive(PATIENCE)).type is aiohttp.WSMsgType.CLOSE:
                break
        assert (answer.data, "pings" in (answer.extra or "")) == (1008, True)


async def test_too_many_messages_are_refused_once_and_then_closed() -> None:
    settings = Settings(port=0, messages_a_second=1, burst=3)
    async with running_server(settings=settings) as server, clients(server, 1) as (one,):
        for _ in range(5):
            await one.send("dance")
        assert await one.closed() == 1008
        assert errors(one.heard) == ["unknown type"] * 3 + ["too many messages; slow down"]


async def test_a_flood_is_told_why_it_was_closed_however_much_was_on_its_way() -> None:
    async with running_server() as server, clients(server, 1) as (one,):
        for _ in range(2000):
            await one.send("dance")
        assert await one.closed() == 1008
        assert errors(one.heard)[-1] == "too many messages; slow down"


async def test_accepted_answers_and_one_discards_request_before_each_are_free() -> None:
    settings = Settings(port=0, messages_a_second=0.001, burst=2)
    room = RoomSpec("r", seats=2, bots=("first",), clock=None)
    async with (
        running_server(settings=settings, rooms=[room]) as server,
        clients(server, 1) as (one,),
    ):
        await one.join("one")
        while (state := await one.turn()) is not None:
            await one.send("discards_request", room_id="r")
            assert (await one.find("discards", "error"))["type"] == "discards"
            await one.send("action", choice=state["legal"].split(",")[0])
        assert server.lobby.rooms["r"].match.n > 20
        assert errors(one.heard) == []


@pytest.mark.parametrize("between", ['{"type":"dance"}', '{"type":"Ping"}'])
async def test_only_undecodable_frames_in_a_row_close_the_connection(between: str) -> None:
    async with running_server() as server, clients(server, 1) as (one,):
        for _ in range(4):
            await one.raw("{")
        await one.raw(between)
        for _ in range(5):
            await one.raw("{")
        assert await one.closed() == 1008
        assert errors(one.heard) == ["missing type"] * 4 + ["unknown type"] + ["missing type"] * 5


async def test_a_second_binary_frame_in_a_row_closes_the_connection() -> None:
    async with running_server() as server, clients(server, 1) as (one,):
        await one.socket.send_bytes(b"{}")
        await one.raw('{"type":"dance"}')
        await one.socket.send_bytes(b"{}")
        await one.socket.send_bytes(b"{}")
        assert await one.closed() == 1003
        assert errors(one.heard) == ["missing type", "unknown type", "missing type", "missing type"]


async def test_a_closed_connection_leaves_nothing_behind() -> None:
    before = connections_in_memory()
    async with running_server() as server:
        for _ in range(3):
            async with clients(server, 1) as (one,):
                await one.socket.send_bytes(b"{}")
                await one.socket.send_bytes(b"{}")
                await one.closed()
        await until(lambda: connections_in_memory() <= before)


def connections_in_memory() -> int:
    """Server ends of WebSockets that something still refers to."""
    gc.collect()
    return sum(type(item) is web.WebSocketResponse for item in gc.get_objects())


async def test_a_frame_of_64_kib_is_read_and_a_larger_one_closes() -> None:
    async with running_server() as server, clients(server, 1) as (one,):
        await one.raw(json.dumps({"type": "dance", "pad": "x" * 65_000}))
        assert (await one.get())["message"] == "unknown type"
        await one.raw(json.dumps({"type": "dance", "pad": "x" * 66_000}))
        assert await one.closed() == 1009
        assert errors(one.heard) == ["unknown type", "the frame is too large"]


async def test_a_silent_connection_is_found_by_its_heartbeat() -> None:
    settings = Settings(port=0, heartbeat_seconds=0.5)
    async with (
        running_server(settings=settings) as server,
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{server.url}/ws/r", autoping=False) as socket,
    ):
        assert (await Client(socket).join("one"))["type"] == "join_ack"
        assert list(server.lobby.rooms) == ["r"]
        await until(lambda: not server.lobby.rooms)


async def test_what_is_no_http_is_one_warning(caplog: pytest.LogCaptureFixture) -> None:
    async with running_server() as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(b"GET / HTTP/1.1\r\n\r\n")  # no Host
        assert b" 400 " in await reader.readline()
        writer.close()
    records = [record for record in caplog.records if record.name == "aiohttp.server"]
    assert [record.levelno for record in records] == [logging.WARNING]
    assert records[0].exc_info is None


async def test_a_body_that_is_not_packed_as_it_says_is_one_warning(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with running_server() as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        head = b"POST /rooms HTTP/1.1\r\nHost: x\r\nContent-Encoding: gzip\r\n"
        writer.write(head + b"Content-Length: 4\r\n\r\nabcd")
        assert b" 400 " in await reader.readline()
        await reader.read()  # to the end of the connection, after which nothing more is logged
        writer.close()
    records = [record for record in caplog.records if record.name == "aiohttp.server"]
    assert [record.levelno for record in records] == [logging.WARNING]
    assert records[0].exc_info is None


async def test_other_failures_of_the_web_server_stay_errors(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with running_server():
        logging.getLogger("aiohttp.server").error("broken", exc_info=ValueError("x"))
    assert [record.levelno for record in caplog.records] == [logging.ERROR]


# -- asked before or without a join


async def test_discards_may_be_asked_for_before_joining() -> None:
    rooms = [RoomSpec("r", seats=2), RoomSpec("other", seats=3)]
    async with running_server(rooms=rooms) as server:
        async with clients(server, 1) as (one,):
            await one.send("discards_request", room_id="other")
            assert list(await one.get()) == [
                "type", "room_id", "player0_discards", "player1_discards",
            ]  # fmt: skip
        async with clients(server, 1, path="/ws") as (one,):
            await one.send("discards_request", room_id="other")
            assert (await one.get())["room_id"] == "other"
            await one.send("discards_request", room_id="nowhere")
            assert (await one.get())["message"] == "room not found"


@pytest.mark.parametrize(
    ("kind", "answer"), [("ready", None), ("confirm_round", None), ("ping", "unknown type")]
)
async def test_what_a_flat_client_may_say_in_a_room(kind: str, answer: str | None) -> None:
    async with running_server() as server, clients(server, 1) as (one,):
        await one.join("one")
        await one.send(kind)
        await one.send("dance")
        expected = [answer] if answer else []
        while len(errors(one.heard)) <= len(expected):
            await one.get()
        assert errors(one.heard) == [*expected, "unknown type"]


async def test_a_refused_join_is_explained_at_the_level_it_asked_for() -> None:
    async with running_server() as server, clients(server, 2) as (flat, full):
        sentence = "ids are 1 to 64 characters of A-Za-z0-9._:@-"
        assert await flat.join("a b") == {"type": "error", "message": sentence}
        answer = await full.join("a b", detail="full")
        assert answer["code"] == "invalid_message"
        assert answer["message"].startswith("ids are 1 to 64 characters")
        assert answer["detail"].startswith("player_id: ")
