"""Who runs a room: reserved seats, players sent away, free seats filled."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from arena.match.clock import ClockRules
from arena.table.spec import RoomSpec
from engine.rng import Deals
from protocol.errors import ProtocolError
from tests.arena.clients import clients
from tests.arena.held_clock import HeldTable
from tests.arena.server_with_tokens import server_with_tokens

ROOM: dict[str, Any] = {"room_id": "r", "seats": 2, "num_ai_players": 0}
RESERVED = {**ROOM, "entrants": ["anna", "ben"]}


async def test_a_reserved_seat_is_its_accounts_whatever_name_comes_with_it(tmp_path: Path) -> None:
    async with server_with_tokens(tmp_path) as here:
        assert (await here.call("POST", "/rooms", "olga", RESERVED))[0] == 201
        async with clients(here.server, 3, "r") as (ben, anna, eve):
            as_ben = {"detail": "full", "token": here.tokens["ben"]}
            assert (await ben.join("team7", "r", **as_ben))["seat"] == 1
            stranger = await eve.join("anna", "r", detail="full", token=here.tokens["olga"])
            assert (stranger["code"], stranger["detail"]) == (
                "not_allowed",
                "the seats of r are reserved",
            )
            ack = await anna.join("ben", "r", detail="full", token=here.tokens["anna"])
            assert ack["seat"] == 0
            assert [seat["name"] for seat in ack["seats"]] == ["anna", "ben"]
            assert here.server.lobby.rooms["r"].match.header.players == ("anna", "ben")


async def test_an_entrant_comes_back_by_the_accounts_token(tmp_path: Path) -> None:
    async with server_with_tokens(tmp_path) as here:
        await here.call("POST", "/rooms", "olga", RESERVED)
        async with clients(here.server, 2, "r") as (anna, again):
            token = here.tokens["anna"]
            await anna.join("anna", "r", detail="full", token=token)
            refused = await again.join("x", "r", detail="full", token=token)
            assert refused["code"] == "name_taken"
            taken = await again.join("x", "r", detail="full", token=token, takeover=True)
            assert taken["seat"] == 0
            assert await anna.closed() == 1008


async def test_too_many_entrants_are_refused(tmp_path: Path) -> None:
    async with server_with_tokens(tmp_path) as here:
        body = {**RESERVED, "num_ai_players": 1}
        status, answer = await here.call("POST", "/rooms", "olga", body)
        assert (status, answer["error"]["message"]) == (400, "2 entrants for 1 seats")


async def test_the_opener_sends_a_player_away_and_fills_the_seat(tmp_path: Path) -> None:
    async with server_with_tokens(tmp_path) as here:
        await here.call("POST", "/rooms", "anna", ROOM)
        async with clients(here.server, 1, "r") as (ben,):
            await ben.join("ben", "r", detail="full", token=here.tokens["ben"])
            closed = asyncio.ensure_future(ben.closed())
            for who, status in [("ben", 403), ("", 403), ("anna", 204)]:
                assert (await here.call("DELETE", "/rooms/r/seats/0", who))[0] == status
            assert await closed == 1008
        for seat in (0, 1):
            body = {"bot": "random"}
            assert (await here.call("PUT", f"/rooms/r/seats/{seat}", "ben", body))[0] == 403
            status, row = await here.call("PUT", f"/rooms/r/seats/{seat}", "anna", body)
            assert (status, row["seats"][seat]["name"]) == (200, "random")
        assert (await here.call("PUT", "/rooms/r/seats/0", "anna", {"bot": "random"}))[0] == 400
        assert (await here.call("PUT", "/rooms/r/seats/2", "anna", {"bot": "random"}))[0] == 404
        assert (await here.call("PUT", "/rooms/r/seats/0", "anna", {"bot": "./x.py"}))[0] == 400


def test_who_was_sent_away_does_not_come_back_and_a_house_bot_plays_on() -> None:
    clock = ClockRules(decision_ms=5_000, bank_ms=60_000)
    held = HeldTable(RoomSpec("r", seats=2, deals=Deals.seed(1), clock=clock))
    ann, bob = held.begin("ann", "bob")
    token = held.frames[ann][0]["token"]
    held.table.kick(held.table.seats[0], "enough", held.now)
    held.wait(0.0)
    assert held.table.seats[0].substitute is not None
    assert "seat_taken_over" in held.types(bob)
    for more in ({"token": token}, {}):
        with pytest.raises(ProtocolError, match="another token"):
            held.join("ann", **more)


def test_entrants_come_back_from_json() -> None:
    spec = RoomSpec("r", entrants=("anna", ""))
    assert RoomSpec.from_json(spec.as_json()) == spec
