"""The life of a room: profiles, leaving, closing, expiry, and one match after another."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from arena.hosting.room_request import ProfileError, read_profiles
from arena.match.clock import ClockRules
from arena.server.app import Running
from arena.settings import Settings
from arena.table.effects import Close
from arena.table.spec import RoomSpec
from arena.testing import running_server
from engine.rng import Deals
from tests.arena.clients import clients, until
from tests.arena.held_clock import HeldTable
from tests.arena.server_with_tokens import server_with_tokens

EXAMPLES = Path(__file__).parents[2] / "examples"
CLOCK = ClockRules(decision_ms=5_000, bank_ms=10_000)


@asynccontextmanager
async def posting(**settings: Any) -> AsyncIterator[tuple[Running, aiohttp.ClientSession]]:
    """A server and somebody who calls its API."""
    async with (
        running_server(settings=Settings(port=0, **settings)) as server,
        aiohttp.ClientSession(server.url) as session,
    ):
        yield server, session


# -- leaving


def spec(**options: Any) -> RoomSpec:
    return RoomSpec("r", **{"seats": 2, "deals": Deals.seed(1), "clock": CLOCK, **options})


@pytest.mark.parametrize("saves", [False, True])
def test_who_leaves_between_the_announcement_and_the_deal_frees_the_seat(saves: bool) -> None:
    held = HeldTable(spec(), saves=saves)
    ann = held.join("ann")
    bob = held.join("bob")
    held.commit()
    assert held.table.warm_up.active
    first = held.table.match_id
    held.table.leave(ann, held.now, said=True)
    held.carry_out()
    assert held.table.state == "waiting"
    assert held.table.seats[0].free
    eve = held.join("eve")
    held.commit()
    assert held.types(bob).count("game_starting") == 2
    assert held.table.match_id != first
    for seat in held.table.seats:
        held.table.set_ready(seat, held.now)
        held.carry_out()
    assert held.table.referee is not None
    assert held.table.match.header.players == ("eve", "bob")
    assert eve.seat == 0


def test_a_commit_of_a_start_that_was_taken_back_begins_nothing() -> None:
    held = HeldTable(spec(), saves=True)
    ann = held.join("ann")
    held.join("bob")
    held.table.leave(ann, held.now, said=True)
    held.carry_out()
    held.commit()
    assert held.table.state == "waiting"
    assert not held.table.warm_up.active


def test_a_connection_that_is_lost_before_the_deal_keeps_its_seat() -> None:
    held = HeldTable(spec())
    ann = held.join("ann")
    held.join("bob")
    held.leave(ann)
    assert held.table.state == "starting"
    assert held.table.seats[0].player_id == "ann"


async def test_who_has_left_joins_another_room_over_the_same_connection() -> None:
    rooms = [spec(), RoomSpec("other")]
    async with running_server(rooms=rooms) as server, clients(server, 1) as (one,):
        await one.join("one", "r", detail="full")
        await one.send("leave")
        assert await one.find("left") == {"type": "left", "room_id": "r"}
        assert (await one.join("one", "other", detail="full"))["room_id"] == "other"
        assert server.lobby.rooms["other"].seats[0].player_id == "one"


@pytest.mark.parametrize("kind", ["ready", "chat", "ping", "undo", "leave", "confirm_round"])
async def test_what_needs_a_room_is_refused_before_a_join(kind: str) -> None:
    async with running_server(rooms=[spec()]) as server, clients(server, 1) as (one,):
        await one.send(kind)
        assert (await one.get())["message"] == "join a room first"


# -- house rules


def test_an_illegal_answer_ends_the_connection_where_the_room_says_so() -> None:
    held = HeldTable(spec(on_illegal="close", takeover_ms=0))
    people = held.begin("ann", "bob")
    asked = people[next(iter(held.table.match.pending))]
    with pytest.raises(Exception, match="invalid choice"):
        held.act(asked, "nonsense")
    assert [(close.whom, close.code) for close in held.of(Close)] == [(asked, 1008)]


def test_illegal_answers_are_strikes_in_an_unrated_room_that_says_so() -> None:
    held = HeldTable(spec(on_illegal="strike", strikes=2))
    people = held.begin("ann", "bob")
    asked = people[next(iter(held.table.match.pending))]
    for _ in range(2):
        assert held.table.seats[asked.seat].substitute is None
        with pytest.raises(Exception, match="invalid choice"):
            held.act(asked, "nonsense")
    assert held.table.seats[asked.seat].substitute is not None


async def test_a_profile_fills_in_what_a_room_leaves_open() -> None:
    slow = {"time": {"decision_ms": 60_000}, "confirm_rounds": True, "confirm_ms": 77}
    async with posting(profiles={"slow": slow}) as (server, session):
        body = {"room_id": "r", "profile": "slow", "time": {"bank_ms": 0}, "confirm_ms": 78}
        assert (await session.post("/rooms", json=body)).status == 201
        made = server.lobby.rooms["r"].spec
        assert made.clock is not None
        assert (made.clock.decision_ms, made.clock.bank_ms) == (60_000, 0)
        assert (made.confirm_rounds, made.confirm_ms) == (True, 78)


async def test_the_default_profile_is_every_rooms_own() -> None:
    profiles = {"default": {"strikes": 7, "when_empty": "close"}}
    async with posting(profiles=profiles) as (server, session), clients(server, 1, "a") as (one,):
        await session.post("/rooms", json={"room_id": "r"})
        await one.join("one", "a")
        for room_id in ("r", "a"):
            made = server.lobby.rooms[room_id].spec
            assert (made.strikes, made.when_empty) == (7, "close")


async def test_a_profile_that_does_not_exist_is_refused_with_those_that_do() -> None:
    async with posting() as (_, session):
        answer = await session.post("/rooms", json={"room_id": "r", "profile": "ronni"})
        assert answer.status == 400
        assert "did you mean 'ronin'?" in await answer.text()


def test_a_profile_with_a_slip_names_it() -> None:
    with pytest.raises(ProfileError, match=r"profiles\.mine\.strikes"):
        read_profiles({"mine": {"strikes": "many"}})


async def test_the_profile_ronin_is_the_riichi_documents_room() -> None:
    async with posting() as (server, session):
        assert (await session.post("/rooms", json={"room_id": "r", "profile": "ronin"})).ok
        made = server.lobby.rooms["r"].spec
        assert (made.game, len(made.bots), made.seating) == ("riichi", 3, "drawn")
        assert (made.require_ready, made.confirm_rounds) == (True, True)
        assert (made.on_illegal, made.takeover_ms, made.when_empty) == ("close", 0, "close")
        assert made.clock is not None
        assert made.clock.claim_ms is not None


# -- closing


async def test_a_room_that_nobody_joins_expires_with_the_house_bots_in_it() -> None:
    async with posting(empty_room_seconds=0.05, max_games=2) as (server, session):
        for number in range(6):
            await until(lambda: len(server.lobby.rooms) < 2)
            answer = await session.post("/rooms", json={"room_id": f"r{number}"})
            assert answer.status == 201
        await until(lambda: not server.lobby.rooms)


async def test_a_room_that_somebody_is_in_does_not_expire() -> None:
    async with posting(empty_room_seconds=0.05) as (server, session), clients(server, 1) as (one,):
        await session.post("/rooms", json={"room_id": "r", "num_ai_players": 2, "seats": 4})
        await session.post("/rooms", json={"room_id": "empty"})
        await one.join("one", "r")
        await until(lambda: "empty" not in server.lobby.rooms)
        assert "r" in server.lobby.rooms
        await one.send("leave")
        await until(lambda: "r" not in server.lobby.rooms)


async def test_the_opener_closes_a_room_and_its_match() -> None:
    async with posting() as (server, session), clients(server, 1) as (one,):
        await session.post("/rooms", json={"room_id": "r"})
        await one.join("one", "r", detail="full")
        assert (await session.delete("/rooms/r")).status == 204
        assert (await one.find("closing"))["reason"] == "the room was closed by who opened it"
        assert await one.closed() == 1001
        assert (await session.delete("/rooms/r")).status == 404


async def test_a_room_is_closed_by_its_opener_and_organisers_alone(tmp_path: Path) -> None:
    async with server_with_tokens(tmp_path) as served:
        for who, status in [("ben", 403), ("", 403), ("anna", 204)]:
            if status == 403:
                await served.call("POST", "/rooms", "anna", {"room_id": "r"})
            answer, _ = await served.call("DELETE", "/rooms/r", who)
            assert answer == status, who
        await served.call("POST", "/rooms", "anna", {"room_id": "r"})
        assert (await served.call("DELETE", "/rooms/r", "olga"))[0] == 204


async def test_status_counts_what_limits() -> None:
    async with posting(max_games=4) as (_, session):
        await session.post("/rooms", json={"room_id": "r"})
        status = await (await session.get("/status")).json()
        assert status["capacity_used"] == 0.25
        assert (status["active_rooms"], status["active_games"]) == (1, 0)
        assert status["rooms"]["waiting"] == 1


# -- one match after another


async def test_four_clients_of_the_first_server_play_five_matches_in_one_room() -> None:
    async with posting() as (server, session):
        body = {"room_id": "room1", "num_ai_players": 0, "seats": 4, "repeat": True}
        assert (await session.post("/rooms", json=body)).ok
        address = server.url.replace("http", "ws") + "/ws/room1"
        client = f"{sys.executable} {EXAMPLES / 'plain_client.py'} {address} p1"
        loop = f"for i in 1 2 3 4 5; do {client} || exit 1; done"
        players = [
            await asyncio.create_subprocess_exec("sh", "-c", loop, stdout=asyncio.subprocess.PIPE)
            for _ in range(4)
        ]
        async with asyncio.timeout(240):
            told = [(await player.communicate())[0].decode() for player in players]
        assert [text.count("game over") for text in told] == [5] * 4
        ends = [[line for line in text.splitlines() if "game over" in line] for text in told]
        assert ends[0] == ends[1] == ends[2] == ends[3]
        assert len(set(ends[0])) > 1  # five matches, not one told five times


async def test_a_room_that_does_not_repeat_says_that_its_match_is_over() -> None:
    async with posting() as (server, session), clients(server, 1) as (one,):
        body = {"room_id": "r", "bots": ["first", "first"], "seats": 2, "config": {"target": 1}}
        await session.post("/rooms", json=body)
        await until(lambda: server.lobby.rooms["r"].told)
        assert (await one.join("one", "r"))["message"] == "match over"


async def test_a_room_that_is_shown_late_cannot_repeat() -> None:
    async with posting(spectator_delay=5) as (_, session):
        answer = await session.post("/rooms", json={"room_id": "r", "repeat": True})
        assert answer.status == 400
        assert "repeat" in await answer.text()
