"""The promises about sessions, authorisation, subscriptions and links, at a table of Texas 42."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from arena.match.clock import LagMeter
from arena.match.link import Link, read_link, write_link
from arena.room.room import Room
from arena.table.spec import RoomSpec
from arena.testing.leak_checks import Tape, settle
from engine.game import PUBLIC, Viewer
from engine.rng import Deals
from engine.texas42.model import State
from protocol.codec import encode
from protocol.errors import ProtocolError
from protocol.messages import Join
from tests.cases.texas42_games import config_of, deals_of, moves_of
from tests.engine.texas42_checklist import checklist, random_positions, recorded
from tests.engine.texas42_table import GAME, SPECIALS


def join(room: Room, peer: Tape, name: str, role: str = "player", token: str = "") -> None:
    asked = Join(
        room_id="room", player_id=name, role=role, detail="full", token=token or None, pace="live"
    )
    room.join(peer, asked)


@asynccontextmanager
async def table(**spec: Any) -> AsyncIterator[tuple[Room, list[Tape], Tape]]:
    """A running match of four players and a spectator, who keep what they are sent."""
    deals = Deals.seed("room")
    room = Room(RoomSpec("room", deals=deals, clock=None, **spec), GAME, [None] * 4, LagMeter())
    watcher, tapes = Tape(), [Tape() for _ in range(4)]
    join(room, watcher, "watcher", "spectator")
    for seat, tape in enumerate(tapes):
        join(room, tape, f"p{seat}")
    for chair in room.seats:
        room.set_ready(chair)
    await settle()
    try:
        yield room, tapes, watcher
    finally:
        room.leave(watcher)
        room.close()
        await settle()


def states(tape: Tape) -> list[dict[str, Any]]:
    """The states a connection was sent."""
    frames = [json.loads(frame) for frame in tape.frames]
    return [frame for frame in frames if frame["type"] == "state"]


def act(room: Room, tape: Tape, choice: str) -> None:
    room.act(tape, {"type": "action", "choice": choice})


@checklist(22)
async def test_a_table_has_four_sessions_with_a_seat_each() -> None:
    async with table() as (room, _, _):
        rows = room.seats.rows()
        assert [(row["seat"], row["name"]) for row in rows] == [(n, f"p{n}") for n in range(4)]
        assert all(row["connected"] and not row["house"] for row in rows)


@checklist(23)
async def test_three_errors_in_their_order_and_nothing_changes() -> None:
    async with table() as (room, tapes, watcher):
        state: State = room.match.state
        key, codes = state.key(), []
        for peer, choice in ((watcher, "30"), (tapes[1], "30"), (tapes[1], "xx"), (tapes[0], "3m")):
            with pytest.raises(ProtocolError) as caught:
                act(room, peer, choice)
            codes.append(caught.value.sentence.code)
        assert codes[0] == "not_allowed"
        assert codes[1] == codes[2] == "not_your_turn"
        assert codes[3] == "illegal_action"
        assert room.match.state is state
        assert (state.key(), room.match.n) == (key, 0)


@checklist(25)
async def test_everybody_is_shown_its_own_offers_only() -> None:
    async with table() as (_, tapes, watcher):
        legal = [states(tape)[-1]["legal"] for tape in (*tapes, watcher)]
        assert legal[0].startswith("30,31")
        assert legal[1:] == [""] * 4


@checklist(26)
async def test_every_listener_gets_its_view_once_a_step_after_the_table_has_settled() -> None:
    async with table() as (room, tapes, watcher):
        before = [len(states(tape)) for tape in tapes]
        for seat in range(4):
            act(room, tapes[seat], "pass")
            await settle()
        for seat, tape in enumerate(tapes):
            new = states(tape)[before[seat] :]
            assert [frame["seq"] for frame in new] == [1, 2, 3, 4]
            assert new[-1]["phase"] == "Bidding"
            assert new[-1]["view"] == json.loads(encode(room.match.view(Viewer.player(seat))))
        seen = json.loads(encode(room.match.view(PUBLIC)))
        assert states(watcher)[-1]["view"] == seen


@checklist(27)
async def test_who_changes_place_gets_the_other_view_and_the_old_one_stops() -> None:
    lag = LagMeter()
    room = Room(RoomSpec("room", deals=Deals.seed(1), clock=None), GAME, [None] * 4, lag)
    mover, others = Tape(), [Tape() for _ in range(3)]
    join(room, mover, "mover", "spectator")
    join(room, mover, "mover")
    for number, tape in enumerate(others):
        join(room, tape, f"p{number}")
    for chair in room.seats:
        room.set_ready(chair)
    await settle()
    act(room, mover, "30")
    await settle()
    views = [frame["view"]["viewer"] for frame in states(mover)]
    assert set(views) == {"0"}
    assert [frame["seq"] for frame in states(mover)] == [0, 1]
    room.close()


@checklist(29)
def test_every_recorded_game_goes_into_a_link_and_back() -> None:
    for game in recorded():
        moves = tuple(moves_of(game))
        link = Link(GAME, config_of(game), tuple(game["layers"]), deals_of(game), 4, moves)
        text = write_link(link)
        again = read_link(text, lambda _name: GAME)
        assert again == link
        assert write_link(again) == text
        (*_, last) = again.positions()
        assert list(last.state.marks) == game["final_marks"]
    assert_one_hand_links()


def assert_one_hand_links() -> None:
    """Scripted games hold no choices of the script, and come back too."""
    variants = (*SPECIALS, "one-hand")
    (*_, (_, last)) = random_positions(variants)
    state: State = last.state
    choices = [token.split(":", 1) for token in state.log[4:] if token[0] != "*"]
    moves = tuple({int(seat): choice} for seat, choice in choices)
    link = Link(GAME, state.table.config, variants, state.table.deals, 4, moves)
    (*_, end) = read_link(write_link(link), lambda _name: GAME).positions()
    assert end.state.key() == state.key()


@checklist(37)
async def test_who_plays_a_seat_may_change_without_a_trace_in_the_game() -> None:
    async with table() as (room, tapes, _):
        act(room, tapes[0], "30")
        key = room.match.state.key()
        room.leave(tapes[1])
        again = Tape()
        join(room, again, "p1", token=room.seats[1].token)
        assert room.match.state.key() == key
        act(room, again, "31")
        assert room.match.state.log == ("0:30", "1:31")
