"""The server's routes, and which room a connection comes to."""

import asyncio
import gc
import weakref
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from arena.settings import Settings
from arena.table.spec import RoomSpec
from arena.testing import running_server
from tests.arena.clients import clients, until
from tests.arena.http_calls import call, refused

# -- REST


async def test_health_and_status_say_how_busy_the_server_is() -> None:
    rooms = [RoomSpec("waits"), RoomSpec("plays", seats=2, bots=("first",), clock=None)]
    async with running_server(rooms=rooms) as server, clients(server, 1, "plays") as (one,):
        await one.join("one", "plays")
        status, health = await call(server, "GET", "/health")
        assert (status, health["status"]) == (200, "ok")
        assert health["lag_ms"] >= 0
        status, busy = await call(server, "GET", "/status")
        assert (status, busy["capacity_used"], busy["max_games"]) == (200, 0.02, 100)
        assert (busy["active_rooms"], busy["active_games"]) == (2, 1)
        assert (busy["rooms"]["waiting"], busy["rooms"]["running"]) == (1, 1)


async def test_rooms_are_listed_with_their_seats() -> None:
    async with running_server(rooms=[RoomSpec("r", seats=2, bots=("first",))]) as server:
        _, (room,) = await call(server, "GET", "/rooms")
        seats, match_id = room.pop("seats"), room.pop("match_id")
        assert match_id == server.lobby.rooms["r"].match_id
        assert room == {
            "room_id": "r", "game": "tigerdragon", "state": "waiting", "spectators": 0,
            "rated": False, "spectator_delay": 0.0, "entrants": ["", ""],
        }  # fmt: skip
        assert [(seat["name"], seat["house"]) for seat in seats] == [("", False), ("first", True)]


async def test_the_bare_root_is_a_websocket_address_too() -> None:
    async with running_server() as server, clients(server, 1, path="/") as (one,):
        assert (await one.join("one", "mine"))["room_id"] == "mine"
        assert list(server.lobby.rooms) == ["mine"]


async def test_the_page_at_the_root_is_for_people() -> None:
    async with (
        running_server() as server,
        aiohttp.ClientSession() as session,
        session.get(server.url) as page,
    ):
        assert page.content_type == "text/html"


async def test_a_room_is_opened_with_house_bots_at_all_seats_but_one() -> None:
    async with running_server() as server:
        status, room = await call(server, "POST", "/rooms", {"room_id": "r"})
        assert status == 201
        assert [seat["house"] for seat in room["seats"]] == [False, True, True, True]


async def test_a_room_is_opened_as_asked() -> None:
    wanted = {
        "room_id": "r",
        "game": "tigerdragon",
        "seats": 3,
        "bots": ["first"],
        "config": {"target": 5},
        "time": {"decision_ms": 700},
        "deals": {"seed": "s"},
    }
    async with running_server() as server, clients(server, 1) as (one,):
        await call(server, "POST", "/rooms", wanted)
        ack = await one.join("one", detail="full")
        assert ack["players"] == 3
        assert ack["config"]["target"] == 5
        assert ack["time"]["decision_ms"] == 700
        assert server.lobby.rooms["r"].table.deals.root == "s"


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ({}, "invalid_message: room_id: Field required"),
        ({"room_id": "a b"}, "invalid_message: room_id: "),
        ({"room_id": "r", "colour": 1}, "invalid_message: colour: Extra inputs"),
        ({"room_id": "r", "num_ai_players": 9}, "not_allowed: 9 house bots for 4 seats"),
        ({"room_id": "r", "game": "chess"}, "not_allowed: no game 'chess'"),
        (
            {"room_id": "r", "seats": 9},
            "not_allowed: tigerdragon is played by 2, 3, 4, 5, not by 9",
        ),
        ({"room_id": "r", "bots": ["nobody"]}, "not_allowed: no house bot 'nobody'"),
        ({"room_id": "r", "bots": ["cmd:true"]}, "not_allowed: no house bot 'cmd:true'"),
        ({"room_id": "r", "config": {"targte": 1}}, "not_allowed: targte: no such option"),
        ({"room_id": "r", "time": {"hours": 1}}, "invalid_message: time.hours: "),
        ({"room_id": "r", "variants": ["x"]}, "not_allowed: tigerdragon has no variant 'x'"),
        ({"room_id": "r", "deals": {"no": 1}}, "not_allowed: deals: expected"),
    ],
)
async def test_a_room_that_cannot_be_is_refused_with_the_reason(body: Any, reason: str) -> None:
    async with running_server() as server:
        assert reason in await refused(server, body)
        assert server.lobby.rooms == {}


async def test_a_room_is_opened_once() -> None:
    async with running_server(rooms=[RoomSpec("r")]) as server:
        reason = await refused(server, {"room_id": "r"}, expected=409)
        assert reason == "not_allowed: room r exists already"


# -- which room


@pytest.mark.parametrize("path", ["/", "/ws"])
async def test_without_a_room_in_the_path_the_join_chooses(path: str) -> None:
    async with running_server() as server, clients(server, 1, path=path) as (one,):
        assert (await one.join("one", "mine"))["type"] == "join_ack"
        assert list(server.lobby.rooms) == ["mine"]


async def test_the_room_in_the_path_wins_and_the_joins_is_echoed() -> None:
    async with running_server() as server, clients(server, 1, "path") as (one,):
        assert (await one.join("one", "named"))["room_id"] == "named"
        assert list(server.lobby.rooms) == ["path"]


async def test_a_room_nobody_waits_in_is_forgotten() -> None:
    async with running_server() as server, clients(server, 1) as (one,):
        await one.join("one")
        await one.send("leave")
        await one.find("left")
        assert not server.lobby.rooms


async def test_closed_servers_open_no_rooms() -> None:
    settings = Settings(port=0, open_rooms=False)
    async with running_server(settings=settings) as server, clients(server, 1) as (one,):
        answer = await one.join("one", detail="full")
        assert (answer["code"], answer["message"]) == ("room_not_found", "room not found")


async def test_a_server_at_its_limit_says_so_and_makes_room_for_what_is_over() -> None:
    settings = Settings(port=0, max_games=1)
    short = RoomSpec("short", seats=2, bots=("first", "first"), config={"target": 1})
    async with running_server(settings=settings) as server, clients(server, 1) as (one,):
        server.lobby.open(RoomSpec("waits"))
        answer = await one.join("one", detail="full")
        assert (answer["code"], answer["message"]) == (
            "not_allowed",
            "the server is full; try again later",
        )
        full = "server_full: all 1 rooms are in use; try again later"
        assert await refused(server, {"room_id": "another"}, 503) == full
        server.lobby.close(server.lobby.rooms["waits"])
        room = server.lobby.open(short)
        await room.finished
        assert (await one.join("one"))["type"] == "join_ack"
        assert list(server.lobby.rooms) == ["r"]


async def test_a_room_that_made_way_leaves_nothing_behind() -> None:
    short = RoomSpec("short", seats=2, bots=("first", "first"), config={"target": 1})
    async with running_server() as server:
        room = server.lobby.open(short)
        await room.finished
        forgotten = weakref.ref(room)  # a compiled match takes no weak reference
        server.lobby.close(room)
        del room
        await until(lambda: gc.collect() is not None and forgotten() is None)


async def test_a_finished_room_is_looked_at_and_then_expires() -> None:
    settings = Settings(port=0, open_rooms=False)
    short = RoomSpec("r", seats=2, bots=("first", "first"), config={"target": 1})
    async with (
        running_server(settings=settings) as server,
        clients(server, 2) as (looks, late),
    ):
        room = server.lobby.open(short)
        await room.finished
        _, rows = await call(server, "GET", "/rooms")
        assert [(row["room_id"], row["state"]) for row in rows] == [("r", "over")]
        await looks.join("looks", role="spectator", detail="full")
        assert (await looks.find("game_over"))["type"] == "game_over"
        server.lobby.close(room)  # as its timer does
        assert await looks.closed() == 1001
        assert await call(server, "GET", "/rooms") == (200, [])
        answer = await late.join("late", role="spectator", detail="full")
        assert answer["code"] == "room_not_found"


async def test_an_expired_room_leaves_its_match_in_the_store(tmp_path: Path) -> None:
    db = f"sqlite:///{tmp_path}/arena.db"
    settings = Settings(port=0, finished_room_seconds=0.01, db=db)
    short = RoomSpec("r", seats=2, bots=("first", "first"), config={"target": 1})
    async with running_server(settings=settings, rooms=[short]) as server:
        match_id = server.lobby.rooms["r"].match_id
        await until(lambda: not server.lobby.rooms)
        assert server.server.store is not None
        await asyncio.to_thread(server.server.store.flush)
        status, found = await call(server, "GET", f"/api/matches/{match_id}")
        assert (status, found["status"]) == (200, "finished")
        assert (await call(server, "POST", "/rooms", {"room_id": "r"}))[0] == 201


async def test_a_bot_of_another_game_is_no_house_bot() -> None:
    async with running_server() as server:
        plugins = server.lobby.plugins
        plugins.bots["elsewhere"] = type(
            "Elsewhere", (plugins.bot("first"),), {"name": "elsewhere", "games": ("chess",)}
        )
        body = {"room_id": "r", "bots": ["elsewhere"]}
        assert await refused(server, body) == "not_allowed: elsewhere plays chess, not tigerdragon"
