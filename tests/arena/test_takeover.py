"""Seats that nobody answers for: strikes, house bots in their place, and the way back."""

import asyncio
from typing import Any

import pytest

from arena.hosting.lobby import RoomError
from arena.match.clock import ClockRules
from arena.match.visibility import Account
from arena.room.room import Room
from arena.server.app import Running
from arena.table.spec import RoomSpec
from arena.testing import running_server
from bots import Bot, Turn
from engine.rng import Deals
from tests.arena.clients import Client, clients, until

QUICK = ClockRules(decision_ms=30, bank_ms=0, round_bonus_ms=0, ready_ms=1000)
PATIENT = ClockRules(decision_ms=60_000)


def table(seats: int = 2, **options: Any) -> RoomSpec:
    house: dict[str, Any] = {"deals": Deals.seed(1), "clock": PATIENT, "takeover_bot": "first"}
    return RoomSpec("r", seats=seats, **{**house, **options})


def room_of(server: Running) -> Room:
    return server.lobby.rooms["r"]


def by_house(room: Room) -> list[int]:
    return [record.n for record in room.match.records if record.house]


# -- gone


async def test_a_house_bot_plays_for_who_has_gone_and_the_match_ends() -> None:
    spec = table(config={"target": 1}, takeover_ms=20)
    async with running_server(rooms=[spec]) as server, clients(server, 2) as (one, two):
        await one.join("one")
        await two.join("two", detail="full")
        await two.send("ready")
        await one.socket.close()
        taken = await two.find("seat_taken_over")
        assert [(row["house"], row["connected"]) for row in taken["seats"]] == [
            (True, False),
            (False, True),
        ]
        await two.play()
        result = await room_of(server).finished
        assert by_house(room_of(server))
        assert result.faults == ()


async def test_within_takeover_ms_the_seat_waits_for_its_player() -> None:
    spec = table(takeover_ms=60_000)
    async with running_server(rooms=[spec]) as server, clients(server, 3) as (one, two, again):
        room = room_of(server)
        await one.join("one")
        await two.join("two")
        await one.socket.close()
        await until(lambda: room.seats[0].peer is None)
        await again.join("one")
        await again.find("state")
        assert not room.table.out.is_set("takeover 0")
        assert room.seats[0].substitute is None


async def test_who_comes_back_gets_the_seat_the_table_and_the_bank() -> None:
    spec = table(takeover_ms=1, takeover_bot="slow", config={"target": 1})
    async with running_server() as server, clients(server, 3) as (one, two, again):
        server.lobby.plugins.bots[Slow.name] = Slow
        room = server.lobby.open(spec)
        room.seats[0].clock.bank_ms = 7_000
        ack = await one.join("one", detail="full")
        await two.join("two")
        await one.send("ready")
        await one.socket.close()
        await until(lambda: room.seats[0].substitute)
        back = await again.join("one", detail="full", token=ack["token"])
        assert back["seat"] == 0
        returned = await again.find("seat_returned")
        assert (returned["seats"][0]["house"], returned["seats"][0]["connected"]) == (False, True)
        state = await again.find("state")
        assert state["bank_ms"] == 7_000
        if state["legal"]:
            await again.send("action", choice=state["legal"].split(",")[0])
        await asyncio.gather(again.play(), two.play())
        assert (await room.finished).faults == ()


class Slow(Bot):
    """Never answers, so that its seat is played by whoever comes back."""

    name = "slow"

    async def act(self, turn: Turn) -> str:
        await asyncio.sleep(60)
        return turn.legal[0]


class DecisionRecorder(Bot):
    """Remembers what it was told before it was first asked."""

    name = "witness"
    quick = True
    told: list[str] = []  # noqa: RUF012  # looked at by the test below

    def watch(self, events: Any) -> None:
        self.told.extend(event.type for event in events)

    def act(self, turn: Turn) -> str:
        return turn.legal[0]


async def test_a_substitute_has_seen_all_that_the_seat_has_seen() -> None:
    DecisionRecorder.told.clear()
    spec = table(takeover_bot="witness", takeover_ms=1)
    async with running_server() as server, clients(server, 2) as (one, two):
        server.lobby.plugins.bots[DecisionRecorder.name] = DecisionRecorder
        room = server.lobby.open(spec)
        await one.join("one", detail="full")
        await two.join("two", detail="full")
        await one.send("ready")
        await two.send("ready")
        for _ in range(3):
            for player in (one, two):
                state = await player.find("state")
                if state["legal"]:
                    await player.send("action", choice=state["legal"].split(",")[0])
        await one.find("state")
        seen = [row["type"] for frame in one.heard for row in frame.get("events", ())]
        await one.socket.close()
        await until(lambda: room.seats[0].substitute)
        await until(lambda: len(DecisionRecorder.told) >= len(seen))
        assert DecisionRecorder.told[: len(seen)] == seen


async def test_a_room_may_do_without_substitutes() -> None:
    spec = table(takeover_bot=None, clock=None, config={"target": 1})
    async with running_server(rooms=[spec]) as server, clients(server, 2) as (one, two):
        await one.join("one")
        await two.join("two")
        await one.socket.close()
        await two.play()
        result = await room_of(server).finished
        assert {fault.kind for fault in result.faults} == {"disconnect"}
        assert by_house(room_of(server)) == []


async def test_a_substitute_must_play_the_game() -> None:
    async with running_server() as server:
        with pytest.raises(RoomError, match="riichi-greedy plays riichi, not tigerdragon"):
            server.lobby.open(table(takeover_bot="riichi-greedy"))


async def test_a_room_that_everybody_has_left_may_be_closed() -> None:
    spec = table(bots=("first",), when_empty="close")
    async with running_server(rooms=[spec]) as server, clients(server, 2) as (one, watcher):
        room = room_of(server)
        await one.join("one")
        await watcher.join("w", role="spectator", detail="full")
        await one.socket.close()
        closing = await watcher.find("closing")
        assert closing["reason"] == "every player has left"
        assert room.state == "void"
        with pytest.raises(Exception, match="every player has left"):
            await room.finished


# -- strikes


async def test_three_timeouts_in_a_row_call_a_house_bot() -> None:
    spec = table(clock=QUICK, bots=("first",))
    async with running_server(rooms=[spec]) as server, clients(server, 1) as (one,):
        room = room_of(server)
        await one.join("one", detail="full")
        await one.send("ready")
        await one.find("seat_taken_over")
        await one.find("state")  # after the acknowledgement of the step that was the last strike
        defaulted = [f for f in one.heard if f.get("status") == "defaulted"]
        assert len(defaulted) == 3
        assert room.seats[0].peer is not None
        await one.send("action", choice="x", request_id=room.match.n + 1)
        refused = await one.find("error")
        assert refused["code"] == "not_your_turn"
        assert "join again" in refused["detail"]


async def test_an_accepted_answer_wipes_out_the_strikes() -> None:
    spec = table(clock=QUICK, bots=("first",), config={"target": 200})
    async with running_server(rooms=[spec]) as server, clients(server, 1) as (one,):
        room = room_of(server)
        await one.join("one", detail="full")
        await one.send("ready")
        timeouts = 0
        while timeouts < 6:
            state = await one.find("state", "action_ack", "seat_taken_over")
            assert state["type"] != "seat_taken_over"
            if state.get("status") == "defaulted":
                timeouts += 1
            elif state["type"] == "state" and state["legal"] and room.seats[0].strikes == 2:
                choice = state["legal"].split(",")[0]
                await one.send("action", choice=choice, request_id=state["request_id"])


async def test_a_player_who_was_replaced_takes_the_seat_back_by_joining_again() -> None:
    spec = table(clock=QUICK, bots=("first",), takeover_bot="slow")
    async with running_server() as server, clients(server, 1) as (one,):
        server.lobby.plugins.bots[Slow.name] = Slow
        room = server.lobby.open(spec)
        await one.join("one")
        error = await one.find("error")
        assert error["message"] == "a house bot plays your seat; send join again to take it back"
        assert room.seats[0].substitute is not None
        assert (await one.join("one"))["type"] == "join_ack"
        await one.find("state")
        assert room.seats[0].substitute is None


async def test_in_rated_rooms_illegal_answers_count_and_the_connection_is_closed() -> None:
    spec = table(bots=("first",), deals=None, rated=True)
    async with running_server() as server, clients(server, 1) as (one,):
        server.lobby.identify = account
        room = server.lobby.open(spec)
        await one.join("one", detail="full", token="ann")
        await one.send("ready")
        state = await one.turn()
        assert state is not None
        for _ in range(3):
            await one.send("action", choice="nonsense")
        assert await one.closed() == 1008
        assert room.seats[0].substitute is not None


def account(token: str, _address: str | None) -> Account:
    return Account(1, token, "player")


async def test_a_takeover_in_a_claim_step_is_told_when_it_shows_nothing() -> None:
    """Riichi, four clients: seat 3 answers its turns; its first claim runs out of time."""
    clock = ClockRules(decision_ms=60_000)
    spec = RoomSpec("r", "riichi", deals=Deals.seed(5), clock=clock, strikes=1)
    async with running_server(rooms=[spec]) as server, clients(server, 4) as players:
        room = server.lobby.rooms["r"]
        for number, player in enumerate(players):
            await player.join(f"p{number}", detail="full")
            await player.send("ready")
        tasks = [asyncio.ensure_future(play_slowly(room, player)) for player in players]
        await until(lambda: room.seats[3].substitute, 30)
        await until(lambda: any(f["type"] == "seat_taken_over" for f in players[0].heard), 30)
        for task in tasks:
            task.cancel()
        types = [frame["type"] for frame in players[0].heard]
        place = types.index("seat_taken_over")
        own_turns = [
            frame["seq"]
            for frame in players[0].heard
            if frame["type"] == "state" and frame["current_player"] == 3
        ]
        seen = [frame["seq"] for frame in players[0].heard[:place] if frame["type"] == "state"]
        defaulted = next(record.n for record in room.match.records if record.defaulted)
        assert seen[-1] >= defaulted or "round_result" in types[:place]
        assert seen[-1] + 1 in own_turns or "round_result" in types[:place]


async def play_slowly(room: Room, player: Client) -> None:
    """Pass and throw away what was drawn; seat 3 lets the time for its first claim run out."""
    while (state := await player.turn()) is not None:
        number = int(state["view"]["viewer"])
        if room.seats[number].substitute is not None:
            continue
        if number == 3 and state["view"]["asking"] == "claim":
            room.seats[3].clock.rules = ClockRules(decision_ms=-1, bank_ms=0, round_bonus_ms=0)
            room.seats[3].clock.bank_ms = 0
            room.table.out.wake("clocks", 0.0)
            room.wake()
            continue
        legal = state["legal"].split(",")
        choice = next((c for c in ("pass", "tsumogiri") if c in legal), legal[-1])
        await player.send("action", choice=choice, request_id=state["request_id"])
