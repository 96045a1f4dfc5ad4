"""A seat in a running match: how its answers are taken, and who may come back to it."""

from typing import Any

from arena.match.clock import ClockRules
from arena.table.spec import RoomSpec
from arena.testing import running_server
from engine.rng import Deals
from tests.arena.clients import Client, clients, errors, until


def table(seats: int = 2, **options: Any) -> RoomSpec:
    return RoomSpec("r", seats=seats, **{"deals": Deals.seed(1), "clock": None, **options})


def first(state: dict[str, Any]) -> str:
    choice: str = state["legal"].split(",")[0]
    return choice


async def asked(*players: Client) -> tuple[Client, dict[str, Any]]:
    """Of two players who have just been shown the same step, the one to decide."""
    states = [await player.find("state") for player in players]
    ((player, state),) = [
        (player, state) for player, state in zip(players, states, strict=True) if state["legal"]
    ]
    return player, state


# -- answering


async def test_answers_are_checked_in_the_wires_order() -> None:
    async with running_server(rooms=[table()]) as server, clients(server, 2) as (one, two):
        await one.join("one")
        await one.send("action", choice="8")
        assert (await one.get())["message"] == "game not started"
        await two.join("two")
        player, _ = await asked(one, two)
        other = two if player is one else one
        await other.send("action")
        assert (await other.get())["message"] == "not your turn"
        for choice, sentence in [(None, "missing choice"), ("x", "invalid choice")]:
            await player.send("action", choice=choice)
            assert (await player.get())["message"] == sentence
        await player.send("action", choice=" PASS ")
        assert (await player.get())["message"] == "illegal action"


async def test_the_full_level_is_told_what_became_of_an_answer() -> None:
    spec = table(bots=("first",))
    async with running_server(rooms=[spec]) as server, clients(server, 1) as (one,):
        await one.join("one", detail="full")
        await one.send("ready")
        state = await one.turn()
        assert state is not None
        number = state["request_id"]
        await one.send("action", choice="pass", request_id=number)
        rejected, error = await one.get(), await one.get()
        assert (rejected["status"], rejected["request_id"]) == ("rejected", number)
        assert error["code"] == "illegal_action"
        assert error["detail"] == f"answered 'pass'; legal were {state['legal']}"
        await one.send("action", choice=first(state), request_id=number - 1)
        stale, error = await one.get(), await one.get()
        assert (stale["status"], error["code"]) == ("stale", "stale_action")
        assert error["detail"] == f"request_id {number - 1}; the open one is {number}"
        await one.send("action", choice=first(state), request_id=number, info={"note": "so"})
        accepted = await one.get()
        assert (accepted["status"], accepted["request_id"]) == ("accepted", number)
        assert server.lobby.rooms["r"].match.records[0].info == {0: {"note": "so"}}


async def test_a_late_answer_is_refused_and_the_table_shown_again() -> None:
    # Both seats are clients, and only the clock moves: the state after the default is stable.
    clock = ClockRules(decision_ms=100, bank_ms=0, round_bonus_ms=0)
    spec = table(clock=clock)
    async with running_server(rooms=[spec]) as server, clients(server, 2) as (one, two):
        await one.join("one")
        await two.join("two")
        player, _ = await asked(one, two)
        now = await player.find("state")
        await player.send("action", choice="8")
        while (frame := await player.get())["type"] != "error":
            now = frame
        assert frame["message"] == "not your turn"
        again = await player.get()
        assert (again["type"], again["turn"]) == ("state", now["turn"])


async def test_a_bot_that_cannot_answer_says_why_and_nobody_waits() -> None:
    spec = table(bots=("first",), clock=ClockRules(decision_ms=60_000))
    async with running_server(rooms=[spec]) as server, clients(server, 1) as (one,):
        await one.join("one", detail="full")
        await one.send("ready")
        state = await one.turn()
        assert state is not None
        await one.send(
            "action", choice="", fault="KeyError: 'dora'", request_id=state["request_id"]
        )
        assert (await one.find("action_ack"))["status"] == "defaulted"
        await one.find("state")
        (fault,) = server.lobby.rooms["r"].match.faults
        assert (fault.kind, fault.reason, fault.seat) == ("crash", "KeyError: 'dora'", 0)


async def test_an_answer_after_the_end_is_told_so() -> None:
    spec = table(bots=("first",), config={"target": 1})
    async with running_server(rooms=[spec]) as server, clients(server, 1) as (one,):
        await one.join("one")
        await one.play()
        await one.send("action", choice="8")
        assert (await one.get())["message"] == "match over"


# -- coming back


async def test_a_player_who_was_cut_off_gets_the_seat_back_by_name() -> None:
    spec = table(bots=("first",), deals=Deals.seed(3))
    async with running_server(rooms=[spec]) as server, clients(server, 3) as (one, two, other):
        room = server.lobby.rooms["r"]
        room.seats[0].clock.rules = ClockRules()  # the seat waits for its player
        await one.join("one")
        state = await one.turn()
        await one.socket.close()
        await until(lambda: room.seats[0].peer is None)
        assert (await other.join("other"))["message"] == "room full"
        assert (await two.join("one"))["seat"] == 0
        assert state is not None
        assert await two.get() == state
        await two.send("action", choice=first(state))
        assert (await two.play())["type"] == "game_over"


async def test_a_live_seat_needs_its_token() -> None:
    spec = table(bots=("first",))
    async with (
        running_server(rooms=[spec]) as server,
        clients(server, 4) as (one, two, wrong, none),
    ):
        ack = await one.join("one", detail="full")
        await one.send("ready")
        await one.turn()
        assert (await none.join("one"))["message"] == "room full"
        answer = await wrong.join("one", detail="full", token="x" * 32, takeover=True)
        assert answer["code"] == "name_taken"
        back = await two.join("one", detail="full", token=ack["token"], takeover=True)
        assert (back["seat"], back["token"]) == (0, ack["token"])
        assert (await two.get())["type"] == "seat_returned"
        assert (await two.get())["request_id"] is not None
        assert await one.closed() == 1008
        await until(lambda: server.lobby.rooms["r"].peers == 1)
        assert server.lobby.rooms["r"].seats[0].peer is not None


async def test_a_player_who_lost_the_way_joins_again_for_a_snapshot() -> None:
    spec = table(bots=("first",))
    async with running_server(rooms=[spec]) as server, clients(server, 2) as (one, flat):
        await one.join("one", detail="full")
        assert (await one.join("one", detail="full"))["seat"] == 0
        await one.send("ready")
        state = await one.turn()
        assert (await one.join("one", detail="full"))["seat"] == 0
        snapshot = await one.get()
        assert state is not None
        assert snapshot == {**state, "events": []}
        await flat.join("flat", role="spectator")


async def test_a_flat_player_who_joins_again_is_told_that_the_room_is_full() -> None:
    async with running_server(rooms=[table()]) as server, clients(server, 1) as (one,):
        await one.join("one")
        assert (await one.join("one"))["message"] == "room full"
        assert (await one.join("one", role="spectator"))["message"] == "room full"
        await one.send("dance")
        await one.get()
        assert errors(one.heard)[-1] == "unknown type"


async def test_without_a_clock_the_moves_of_who_is_gone_are_played_at_once() -> None:
    spec = table(3, bots=("first",), config={"target": 2})
    async with running_server(rooms=[spec]) as server, clients(server, 2) as (one, two):
        await one.join("one")
        await two.join("two")
        player, _ = await asked(one, two)
        other = two if player is one else one
        await player.socket.close()  # while it is asked
        assert (await other.play())["type"] == "game_over"
        result = await server.lobby.rooms["r"].finished
        assert {fault.kind for fault in result.faults} == {"disconnect"}
