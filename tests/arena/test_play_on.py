"""Other ways through a match: redo, playing on from a link, and a seat taken from a house bot."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from arena.local.loop import play
from arena.match.link import log_link, read_link, write_link
from arena.match.log import log_lines, parse_log
from arena.plugins.manager import load_plugins
from arena.server.app import Running
from arena.settings import Settings
from arena.table.spec import RoomSpec
from arena.testing import running_server
from engine.rng import Deals
from engine.tigerdragon import TigerDragon
from protocol.errors import ProtocolError
from tests.arena.clients import clients, until
from tests.arena.held_clock import HeldTable


def spec(**options: Any) -> RoomSpec:
    usual = {"seats": 2, "deals": Deals.seed(1), "clock": None, "config": {"target": 50}}
    return RoomSpec("r", **{**usual, **options})


def texts(held: HeldTable) -> list[list[str]]:
    return [[move.choice for move in r.moves.values()] for r in held.table.match.records]


# -- redo


@pytest.mark.parametrize("saves", [False, True])
def test_a_decision_that_was_taken_back_is_made_again(saves: bool) -> None:
    held = HeldTable(spec(), house=1, saves=saves)
    ann = held.join("ann")
    held.commit()
    held.table.set_ready(held.table.seats[0], held.now)
    held.carry_out()
    for _ in range(3):
        held.act(ann)
        held.settle()
    played = texts(held)
    for verb in (held.table.undo, held.table.undo, held.table.redo, held.table.redo):
        verb(ann, held.now)
        held.carry_out()
        held.settle()
    assert texts(held) == played
    with pytest.raises(ProtocolError, match="no undone decision"):
        held.table.redo(ann, held.now)


def test_another_way_forgets_what_was_taken_back() -> None:
    held = HeldTable(spec(), house=1)
    (ann,) = held.begin("ann")
    held.act(ann)
    held.table.undo(ann, held.now)
    held.carry_out()
    held.act(ann, held.table.match.pending[0].legal[-1])
    with pytest.raises(ProtocolError, match="no undone decision"):
        held.table.redo(ann, held.now)


# -- a house bot's seat


def test_a_guest_takes_a_house_bots_seat_and_gives_it_back() -> None:
    held = HeldTable(spec(), house=2)
    held.bots_answer = False
    held.table.start_if_full(held.now)
    held.carry_out()
    seat = next(iter(held.table.match.pending))
    ann = held.join("ann", seat=seat)
    assert ann.seat == seat
    assert held.frames[ann][-1]["request_id"] == 1  # the bot's open question is now the guest's
    rows = held.table.seats.rows()
    assert (rows[seat]["name"], rows[seat]["house"]) == ("ann", False)
    held.bots_answer = True
    held.act(ann)
    assert held.table.match.records[0].info == {seat: {"guest": "ann"}}
    held.table.leave(ann, held.now, said=True)
    held.carry_out()
    rows = held.table.seats.rows()
    assert (rows[seat]["name"], rows[seat]["house"]) == ("first", True)
    assert held.table.match.over or held.table.match.n > 10  # the bot goes on by itself


@pytest.mark.parametrize(
    ("options", "house", "names"),
    [({"sit_in": False}, 2, ()), ({}, 1, ("ann",))],
    ids=["forbidden", "a person plays"],
)
def test_a_house_bot_gives_way_only_where_it_may(
    options: dict[str, Any], house: int, names: tuple[str, ...]
) -> None:
    held = HeldTable(spec(**options), house=house)
    held.bots_answer = False
    held.begin(*names)
    held.table.start_if_full(held.now)
    held.carry_out()
    with pytest.raises(ProtocolError, match="does not give way"):
        held.join("eve", seat=1)


def test_a_seat_that_is_somebodys_is_not_given_away() -> None:
    held = HeldTable(spec(sit_in=True), house=0)
    held.begin("ann", "bob")
    with pytest.raises(ProtocolError, match="ann's"):
        held.join("eve", seat=0)
    with pytest.raises(ProtocolError, match="the last one is 1"):
        held.join("eve", seat=7)


def test_a_free_seat_can_be_chosen() -> None:
    held = HeldTable(spec())
    assert held.join("ann", seat=1).seat == 1


# -- from a link


@asynccontextmanager
async def calling(**settings: Any) -> AsyncIterator[tuple[Running, aiohttp.ClientSession]]:
    async with (
        running_server(settings=Settings(port=0, **settings)) as server,
        aiohttp.ClientSession(server.url) as session,
    ):
        yield server, session


def a_link() -> tuple[str, list[dict[int, str]]]:
    """Return the link of a match of Texas 42, and its moves."""
    match = play("texas42", ["random"] * 4, seed="a").match
    link = log_link(parse_log(log_lines(match)), match.game)
    return write_link(link), [dict(moves) for moves in link.moves]


@pytest.mark.parametrize("stored", [False, True], ids=["no store", "with a store"])
async def test_a_room_goes_on_from_a_step_of_a_link(tmp_path: Path, stored: bool) -> None:
    link, moves = a_link()
    db = f"sqlite:///{tmp_path}/arena.db" if stored else ""
    async with calling(db=db) as (server, session), clients(server, 1) as (one,):
        body = {"room_id": "r", "link": link, "step": 9, "bots": ["random", "", "random", "random"]}
        answer = await session.post("/rooms", json=body)
        assert answer.status == 201, await answer.text()
        assert (await one.join("one", "r", detail="full"))["seat"] == 1
        await one.send("ready")
        first = await one.find("state")
        assert first["seq"] == 9
        assert (await one.play())["type"] == "game_over"
        match = server.lobby.rooms["r"].match
        played = [{s: m.choice for s, m in r.moves.items()} for r in match.records if r.n]
        assert played[:9] == moves[:9]
        link_of = await session.get(f"/api/matches/{match.header.match_id}/link?step=9")
        again = await link_of.json()
        shared = read_link(again["link"], load_plugins().game)
        assert [dict(m) for m in shared.moves] == moves[:9]
        assert again["page"] == f"/m/{match.header.match_id}#e=9"


async def test_a_link_to_a_running_match_holds_no_hands() -> None:
    async with calling() as (server, session), clients(server, 1) as (one,):
        await session.post("/rooms", json={"room_id": "r"})
        await one.join("one", "r")
        await until(lambda: server.lobby.rooms["r"].state == "running")
        answer = await session.get(f"/api/matches/{server.lobby.rooms['r'].match_id}/link?step=0")
        assert (await answer.json())["link"] is None


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ({"link": "1.texas42.x.y.z"}, "the link is not complete"),
        ({"step": 10**6}, "the link's match has"),
        ({"game": "riichi"}, "leave out game"),
        ({"rated": True}, "leave out rated"),
    ],
)
async def test_a_link_that_cannot_be_played_on_says_why(body: dict[str, Any], why: str) -> None:
    link, _ = a_link()
    async with calling() as (server, session):
        answer = await session.post("/rooms", json={"room_id": "r", "link": link, **body})
        assert answer.status == 400
        assert why in await answer.text()
        assert not server.lobby.rooms


async def test_a_match_that_is_over_cannot_go_on() -> None:
    link, _ = a_link()
    async with calling() as (_, session):
        answer = await session.post("/rooms", json={"room_id": "r", "link": link})
        assert answer.status == 400
        assert "begin earlier" in await answer.text()


def test_a_spec_with_moves_comes_back_from_json() -> None:
    moves = ({0: "7"}, {1: "pass", 0: "8"})
    made = RoomSpec("r", TigerDragon.name, moves=moves)
    assert RoomSpec.from_json(made.as_json()) == made
