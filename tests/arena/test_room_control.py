"""Who runs a room: reserved seats, players sent away, free seats filled."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from arena.match.clock import ClockRules
from arena.match.forfeits import house_moves, settled
from arena.match.log import outcome_line, result_line
from arena.table.spec import OnAbsent, RoomSpec
from engine.game import Outcome
from engine.rng import Deals
from protocol.errors import ProtocolError
from tests.arena.clients import clients, until
from tests.arena.events.event_servers import event_server
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


async def test_a_seat_is_given_to_another_account(tmp_path: Path) -> None:
    async with server_with_tokens(tmp_path) as here:
        await here.call("POST", "/rooms", "olga", {**RESERVED, "config": {"target": 1}})
        async with clients(here.server, 3, "r") as (anna, ben, ada):
            await anna.join("anna", "r", detail="full", token=here.tokens["anna"])
            for who, status in [("ben", 403), ("", 401), ("olga", 200)]:
                body = {"account": "ada"}
                assert (await here.call("PUT", "/rooms/r/seats/1", who, body))[0] == status
            refused = await ben.join("ben", "r", detail="full", token=here.tokens["ben"])
            assert refused["code"] == "not_allowed"
            ack = await ada.join("x", "r", detail="full", token=here.tokens["ada"])
            assert (ack["seat"], ack["seats"][1]["name"]) == (1, "ada")
            for player in (anna, ada):
                await player.send("ready")
            await anna.find("state")
            closed = asyncio.ensure_future(anna.closed())
            # The match runs: anna's seat goes to ben, who plays on where she was.
            assert (await here.call("PUT", "/rooms/r/seats/0", "olga", {"account": "ben"}))[
                0
            ] == 200
            assert await closed == 1008
            back = await ben.join("ben", "r", detail="full", token=here.tokens["ben"])
            assert back["seat"] == 0
        for body in ({"account": "zoe"}, {"account": "ada", "bot": "random"}, {}):
            assert (await here.call("PUT", "/rooms/r/seats/0", "olga", body))[0] in (400, 404)


async def test_the_id_of_a_finished_room_is_free_at_once(tmp_path: Path) -> None:
    async with server_with_tokens(tmp_path) as here:
        body = {"room_id": "again", "seats": 2, "bots": ["first", "first"], "config": {"target": 1}}
        first = (await here.call("POST", "/rooms", "anna", body))[1]["match_id"]
        await until(lambda: here.server.lobby.rooms["again"].told)
        status, row = await here.call("POST", "/rooms", "ben", body)
        assert (status, row["match_id"] != first) == (201, True), row
        store = here.server.server.store
        assert store is not None
        await until(lambda: (kept := store.matches.match(first)) and kept.status == "finished")
        assert (await here.call("POST", "/rooms", "anna", {**ROOM, "room_id": "busy"}))[0] == 201
        assert (await here.call("POST", "/rooms", "anna", {**ROOM, "room_id": "busy"}))[0] == 409


@pytest.mark.parametrize("on_absent", ["bot", "forfeit"])
def test_who_leaves_forfeits_where_the_room_says_so(on_absent: OnAbsent) -> None:
    spec = RoomSpec("r", seats=2, deals=Deals.seed(1), config={"target": 3}, on_absent=on_absent)
    held = HeldTable(spec)
    ann, bob = held.begin("ann", "bob")
    held.leave(ann)
    while held.table.state != "over":
        held.wait(11.0)
        while bob.seat in held.table.match.pending:
            held.act(bob)
    result = held.table.result
    assert house_moves(result.match.records)[0] > 0
    assert result.forfeits == (() if on_absent == "bot" else (0,))
    if on_absent == "forfeit":
        assert (result.outcome.ranks, result.outcome.winner) == ((2, 1), 1)
        line = result_line(result.match, result.forfeits)
        assert (line["forfeits"], line["counted"]["ranks"]) == ([0], [2, 1])
        assert line["result"] == outcome_line(result.match.outcome), "as the rules say"


def test_a_forfeit_ranks_a_whole_team_last_and_lifts_the_others() -> None:
    outcome = Outcome((40, 10, 30, 10), (1, 3, 2, 3), 0)
    alone = [(0,), (1,), (2,), (3,)]
    assert settled(outcome, [0], alone) == Outcome((10, 10, 30, 10), (4, 2, 1, 2), 2)
    assert settled(outcome, [], alone) == outcome
    teams = settled(Outcome((7, 2, 7, 2), (1, 3, 1, 3), 0), [2], [(0, 2), (1, 3)])
    assert teams == Outcome((2, 2, 2, 2), (3, 1, 3, 1), -1)


async def test_who_was_sent_away_stays_away_when_the_server_restarts(tmp_path: Path) -> None:
    async with event_server(tmp_path, ("anna", "ben", "cara")) as here:
        await here.call("POST", "/rooms", "olga", RESERVED)
        async with clients(here.server, 2, "r") as (anna, ben):
            for client, name in ((anna, "anna"), (ben, "ben")):
                await client.join(name, "r", token=here.tokens[name])
            await anna.find("state")
            assert (await here.call("DELETE", "/rooms/r/seats/0", "olga"))[0] == 204
            await here.call("PUT", "/rooms/r/seats/1", "olga", {"account": "cara"})
    async with (
        event_server(tmp_path, (), here.tokens) as again,
        clients(again.server, 3, "r") as (anna, ben, cara),
    ):
        for client, name in ((anna, "anna"), (ben, "ben")):
            assert (await client.join(name, "r", token=here.tokens[name]))["type"] == "error"
        assert (await cara.join("x", "r", token=here.tokens["cara"]))["seat"] == 1
