"""A room: who sits where, when the match begins, who may come back, and what players are told."""

import asyncio
from contextlib import closing
from typing import Any

import pytest

from arena.match.clock import ClockRules
from arena.settings import Settings
from arena.table.spec import RoomSpec
from arena.testing import running_server
from bots import Bot, Turn
from engine.rng import Deals, seed_hash
from tests.arena.clients import clients, deaf_client, until

QUICK = ClockRules(decision_ms=100, bank_ms=0, round_bonus_ms=0, ready_ms=100)
DEALS = Deals.seed(1)


def table(seats: int = 2, **options: Any) -> RoomSpec:
    return RoomSpec("r", seats=seats, **{"deals": DEALS, "clock": None, **options})


# -- sitting down


async def test_players_sit_in_the_order_they_join_before_the_house_bots() -> None:
    spec = table(4, bots=("first",))
    async with running_server(rooms=[spec]) as server, clients(server, 3) as players:
        acks = [await player.join(f"p{number}") for number, player in enumerate(players)]
        assert [ack["seat"] for ack in acks] == [0, 1, 2]
        assert {ack["players"] for ack in acks} == {4}
        assert (await players[0].find("state"))["turn"] == 0


async def test_a_full_room_takes_spectators_only() -> None:
    spec = table(bots=("first",))
    async with running_server(rooms=[spec]) as server, clients(server, 3) as (one, two, three):
        await one.join("one")
        assert await two.join("two") == {"type": "error", "message": "room full"}
        assert (await three.join("three", role="spectator"))["seat"] == -1


async def test_a_refused_joiner_may_watch_instead() -> None:
    spec = table(bots=("first",))
    async with running_server(rooms=[spec]) as server, clients(server, 2) as (one, two):
        await one.join("one")
        await two.join("two")
        assert (await two.join("two", role="spectator"))["seat"] == -1
        assert (await two.get())["type"] == "state"


async def test_a_spectator_may_take_a_free_seat() -> None:
    async with running_server(rooms=[table()]) as server, clients(server, 1) as (one,):
        await one.join("one", role="spectator")
        assert (await one.join("one"))["seat"] == 0
        assert server.lobby.rooms["r"].spectators == 0


async def test_leaving_before_the_start_frees_the_seat() -> None:
    async with running_server(rooms=[table()]) as server, clients(server, 3) as (one, two, three):
        await one.join("one")
        await two.join("two", role="spectator", detail="full")
        await one.send("leave")
        assert await one.get() == {"type": "left", "room_id": "r"}
        left = await two.find("player_left")
        assert left["seats"][0]["name"] == ""
        assert (await three.join("three"))["seat"] == 0


async def test_one_connection_is_in_one_room() -> None:
    rooms = [table(), RoomSpec("other")]
    async with running_server(rooms=rooms) as server, clients(server, 1, path="/ws") as (one,):
        await one.join("one", "r", detail="full")
        answer = await one.join("one", "other")
        assert (answer["code"], answer["detail"]) == ("already_joined", "already in r")


async def test_the_full_level_is_told_who_comes_and_gets_ready() -> None:
    async with running_server(rooms=[table()]) as server, clients(server, 2) as (one, two):
        ack = await one.join("one", detail="full", bot="clever 1.0")
        assert ack["seats"][0] == {
            "seat": 0, "name": "one", "display": "", "bot": "clever 1.0", "house": False,
            "ready": False, "connected": True,
        }  # fmt: skip
        assert ack["seed_hash"] == seed_hash(server.lobby.rooms["r"].match_id, "1")
        assert (ack["game"], ack["protocol"], ack["time"]) == ("tigerdragon", 1, None)
        await two.join("two")
        joined = await one.get()
        assert joined["type"] == "player_joined"
        assert [seat["name"] for seat in joined["seats"]] == ["one", "two"]
        assert (await one.get())["type"] == "game_starting"
        await one.send("ready", ready=False)  # nothing changes
        await one.send("ready")
        changed = await one.get()
        assert changed["type"] == "ready_changed"
        assert [seat["ready"] for seat in changed["seats"]] == [True, True]
        assert (await one.get())["seq"] == 0


async def test_what_is_said_reaches_everybody_at_the_full_level() -> None:
    async with running_server(rooms=[table()]) as server, clients(server, 3) as (one, two, flat):
        await one.join("one", detail="full")
        await two.join("two", role="spectator", detail="full")
        await flat.join("flat", role="spectator")
        await one.send("chat", text="good luck")
        for client in (one, two):
            assert await client.find("chat") == {
                "type": "chat", "player_id": "one", "text": "good luck",
            }  # fmt: skip
        assert [frame["type"] for frame in flat.heard] == ["join_ack"]


# -- starting


async def test_who_is_not_ready_in_time_is_named_and_the_match_begins() -> None:
    spec = table(bots=("first",), clock=QUICK, config={"target": 1})
    async with running_server(rooms=[spec]) as server, clients(server, 1) as (one,):
        await one.join("one", detail="full")
        await one.play()
        result = await server.lobby.rooms["r"].finished
        assert [(fault.seat, fault.reason) for fault in result.faults] == [(0, "not ready in time")]


async def test_leaving_while_others_load_holds_nobody_up() -> None:
    spec = table(config={"target": 1}, clock=QUICK)
    async with running_server(rooms=[spec]) as server, clients(server, 2) as (one, two):
        await one.join("one", detail="full")
        await two.join("two")
        await one.socket.close()
        await two.play()
        result = await server.lobby.rooms["r"].finished
        assert {(fault.seat, fault.kind) for fault in result.faults} == {(0, "disconnect")}


class Unready(Bot):
    """Cannot even start."""

    name = "unready"

    def start(self, *_: Any) -> None:
        raise RuntimeError("no model")

    def act(self, turn: Turn) -> str:
        return turn.legal[0]


class Pondering(Bot):
    """Thinks without holding up the server, and says why."""

    name = "pondering"

    async def act(self, turn: Turn) -> tuple[str, dict[str, str]]:
        await asyncio.sleep(0)
        return turn.legal[-1], {"note": "why not"}


class Sulking(Bot):
    """Answers what nobody offered."""

    name = "sulking"
    quick = True

    def act(self, turn: Turn) -> str:  # noqa: ARG002
        return "no"


class Raging(Bot):
    """Fails at every turn, in a thread of its own."""

    name = "raging"

    def act(self, turn: Turn) -> str:
        raise RuntimeError(f"not {turn.legal[0]}")


@pytest.mark.parametrize(
    ("bot", "fault"),
    [
        (Unready, ("crash", "start failed: RuntimeError: no model")),
        (Pondering, None),
        (Sulking, ("illegal", "answered 'no'; legal were ")),
        (Raging, ("crash", "RuntimeError: not ")),
    ],
)
async def test_house_bots_of_any_kind_finish_a_match(
    bot: type[Bot], fault: tuple[str, str] | None
) -> None:
    async with running_server() as server:
        server.lobby.plugins.bots[bot.name] = bot
        room = server.lobby.open(table(bots=(bot.name, "first"), config={"target": 1}))
        async with asyncio.timeout(60):
            result = await room.finished
        if fault is None:
            assert result.faults == ()
            notes = [row.info.get(0) for row in result.match.records if 0 in row.moves]
            assert notes == [{"note": "why not"}] * len(notes)
        else:
            assert (result.faults[0].kind, result.faults[0].seat) == (fault[0], 0)
            assert result.faults[0].reason.startswith(fault[1])


# -- the end


async def test_the_full_level_learns_the_seed_at_the_end() -> None:
    spec = table(bots=("first",), config={"target": 1})
    async with running_server(rooms=[spec]) as server, clients(server, 1) as (one,):
        await one.join("one", detail="full")
        await one.send("ready")
        over = await one.play()
        outcome = server.lobby.rooms["r"].match.outcome
        assert (over["seed"], over["winner"]) == ("1", outcome.winner)
        assert (over["deltas"], over["placements"]) == (list(outcome.points), list(outcome.ranks))
        result = next(frame for frame in one.heard if frame["type"] == "round_result")
        assert sum(result["deltas"]) == result["round_points"]


async def test_a_room_that_closes_sends_its_players_away() -> None:
    async with running_server(rooms=[table(clock=QUICK)]) as server, clients(server, 2) as players:
        for number, player in enumerate(players):
            await player.join(f"p{number}")
        room = server.lobby.rooms["r"]
        server.lobby.close(room)
        assert [await player.closed() for player in players] == [1001, 1001]
        assert room.finished.cancelled()


async def test_a_player_that_never_reads_is_given_up_and_the_match_goes_on() -> None:
    # Long enough to fill all that the system keeps for a socket nobody reads.
    clock = ClockRules(decision_ms=1, bank_ms=0, round_bonus_ms=0, ready_ms=1)
    house = {"bots": ("first",) * 3, "takeover_bot": None}
    spec = table(4, **house, config={"target": 200}, clock=clock)
    settings = Settings(port=0, send_buffer=10_000)
    async with running_server(rooms=[spec], settings=settings) as server:
        room = server.lobby.rooms["r"]
        with closing(deaf_client(server, role="player", detail="full")):
            await until(lambda: room.seats[0].peer is None and not room.seats[0].free)
            result = await room.finished
        assert {fault.kind for fault in result.faults if fault.seat == 0} == {
            "timeout",
            "disconnect",
        }
