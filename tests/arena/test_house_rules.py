"""The house rules of a room: ready, confirmed rounds, drawn seats, rated play, who may watch."""

import asyncio
import json
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any

import pytest

from arena.errors import MatchError
from arena.hosting.lobby import RoomError
from arena.match.clock import ClockRules, LagMeter
from arena.match.match import Advance, Match
from arena.match.visibility import Account
from arena.plugins.bot_specs import Player
from arena.plugins.manager import load_plugins
from arena.room.room import Room
from arena.table.spec import RATED_CLAIM_FLOOR_MS, RoomSpec
from arena.testing import running_server
from bots.stock import FirstBot
from engine.rng import Deals
from engine.tigerdragon import TigerDragon
from protocol.messages import Join
from tests.arena.clients import Client, clients, until
from tests.arena.commands import ROOT
from tests.arena.held_loop import RecordingPeer


def account(token: str, _address: str | None) -> Account | None:
    return Account(sum(token.encode()), token, "player") if token.isalpha() else None


def table(seats: int = 2, **options: Any) -> RoomSpec:
    return RoomSpec("r", seats=seats, **{"deals": Deals.seed(1), "clock": None, **options})


def test_a_spec_comes_back_from_json_as_it_was() -> None:
    spec = RoomSpec(
        "r", "riichi", 4, {"length": "tonpuu"}, ("no-calls",), ("random",),
        ClockRules(decision_ms=1), Deals.seed("x"), rated=True, seating="drawn", strikes=1,
    )  # fmt: skip
    assert RoomSpec.from_json(json.loads(json.dumps(spec.as_json()))) == spec


# -- ready


async def test_a_room_that_asks_for_it_starts_when_everybody_is_ready() -> None:
    spec = table(require_ready=True)
    async with running_server(rooms=[spec]) as server, clients(server, 2) as (one, two):
        room = server.lobby.rooms["r"]
        await one.join("one", detail="full")
        await two.join("two", detail="full")
        await one.send("ready")
        assert (await one.find("ready_changed", "game_starting"))["type"] == "ready_changed"
        await one.send("ready", ready=False)
        await two.send("ready")
        await until(lambda: room.seats[1].ready)
        assert room.state == "waiting"
        await one.send("ready")
        starting = await two.find("game_starting")
        assert starting["seed_hash"] == room.table.seed_hash
        assert (await two.find("state"))["seq"] == 0


# -- rounds


async def test_the_next_round_waits_until_everybody_has_confirmed() -> None:
    spec = table(confirm_rounds=True, confirm_ms=60_000)
    async with running_server(rooms=[spec]) as server, clients(server, 3) as (*players, watcher):
        await watcher.join("w", role="spectator", detail="full")
        for number, player in enumerate(players):
            await player.join(f"p{number}", detail="full")
            await player.send("ready")
        await asyncio.gather(*map(play_a_round, players))
        pending = server.lobby.rooms["r"].match.pending
        for seat, player in enumerate(players):  # one of them begins the next round
            choice = pending[seat].legal[0] if seat in pending else "8"
            await player.send("action", choice=choice)
            assert (await player.find("error", "action_ack", "state"))["code"] == "not_your_turn"
        await watcher.find("round_result")
        for player in players:
            await player.send("confirm_round")
        for client in (*players, watcher):
            assert (await client.find("state"))["turn"] == 0


async def test_after_a_while_everybody_counts_as_willing() -> None:
    spec = table(confirm_rounds=True, confirm_ms=1, bots=("first",))
    async with running_server(rooms=[spec]) as server, clients(server, 1) as (one,):
        await one.join("one", detail="full")
        await one.send("ready")
        await play_a_round(one)
        assert (await one.find("state"))["turn"] == 0


async def test_nobody_waits_for_flat_players_or_those_who_left() -> None:
    spec = table(3, confirm_rounds=True, confirm_ms=60_000, bots=("first",))
    async with running_server(rooms=[spec]) as server, clients(server, 2) as (flat, full):
        room = server.lobby.rooms["r"]
        await flat.join("flat")
        await full.join("full", detail="full")
        await full.send("ready")
        playing = asyncio.ensure_future(play_a_round(flat))
        await play_a_round(full)
        await playing
        assert room.table.referee is not None
        assert not room.table.referee.announced
        await full.socket.close()
        assert (await flat.find("state"))["turn"] == 0


async def play_a_round(player: Client) -> None:
    while (frame := await player.find("state", "round_result"))["type"] != "round_result":
        if frame["legal"]:
            await player.send("action", choice=frame["legal"].split(",")[0])


# -- seats


async def test_drawn_seats_do_not_follow_the_order_of_joining() -> None:
    spec = table(5, seating="drawn", bots=("first",))
    seen: set[tuple[int, ...]] = set()
    for _ in range(20):
        async with running_server(rooms=[spec]) as server, clients(server, 4) as players:
            acks = [await player.join(f"p{number}") for number, player in enumerate(players)]
            seats = tuple(ack["seat"] for ack in acks)
            assert len({*seats}) == 4
            seen.add(seats)
        if len(seen) > 1:
            return
    raise AssertionError(f"always the same seats: {seen}")


# -- rated


async def rated_pair(players: Sequence[Client], tokens: Sequence[str | None]) -> list[Any]:
    return [
        await player.join(f"p{number}", detail="full", **({"token": token} if token else {}))
        for number, (player, token) in enumerate(zip(players, tokens, strict=True))
    ]


async def test_a_rated_seat_needs_a_token_and_an_owner_has_one_seat() -> None:
    async with running_server() as server, clients(server, 4) as players:
        server.lobby.identify = account
        server.lobby.open(table(rated=True, deals=None))
        answers = await rated_pair(players, [None, "ann", "ann", "123"])
        assert answers[0]["code"] == "unauthorized"
        assert answers[1]["type"] == "join_ack"
        assert (answers[2]["code"], answers[3]["code"]) == ("not_allowed", "unauthorized")
        assert "two seats of one owner" in answers[2]["detail"]


async def test_the_owner_comes_back_by_the_accounts_token() -> None:
    async with running_server() as server, clients(server, 4) as players:
        one, two, thief, again = players
        server.lobby.identify = account
        room = server.lobby.open(table(rated=True, deals=None, clock=ClockRules(60_000)))
        await rated_pair((one, two), ["ann", "bob"])
        await one.socket.close()
        await until(lambda: room.seats[0].peer is None)
        stolen = await thief.join("p0", detail="full", token="carl")
        assert stolen["code"] == "name_taken"
        assert (await again.join("p0", detail="full", token="ann"))["seat"] == 0


async def test_players_of_a_rated_room_cannot_chat_but_spectators_can() -> None:
    async with running_server() as server, clients(server, 2) as (one, watcher):
        server.lobby.identify = account
        server.lobby.open(table(rated=True, deals=None))
        await one.join("p0", detail="full", token="ann")
        await watcher.join("w", role="spectator", detail="full")
        await one.send("chat", text="3 of bamboo, please")
        assert (await one.find("error"))["code"] == "not_allowed"
        await watcher.send("chat", text="hello")
        assert (await one.find("chat"))["text"] == "hello"


async def test_a_rated_room_has_a_floor_under_claims_and_no_given_deals() -> None:
    async with running_server() as server:
        with pytest.raises(RoomError, match="the server's own seed"):
            server.lobby.open(table(rated=True))
        room = server.lobby.open(RoomSpec("q", rated=True))
        assert room.spec.clock is not None
        assert room.spec.clock.claim_floor_ms == RATED_CLAIM_FLOOR_MS


async def test_no_small_seed_stands_behind_a_published_hash() -> None:
    async with running_server(rooms=[table(deals=None)]) as server:
        room = server.lobby.rooms["r"]
        prefix = sha256(f"{room.match_id}:".encode())
        published = bytes.fromhex(room.table.seed_hash or "")
        assert published
        for seed in range(1 << 20):
            attempt = prefix.copy()
            attempt.update(str(seed).encode())
            assert attempt.digest() != published


# -- watching


async def test_a_room_may_forbid_spectators() -> None:
    spec = table(spectators="none")
    async with running_server(rooms=[spec]) as server, clients(server, 1) as (watcher,):
        server.lobby.identify = account
        refused = await watcher.join("w", role="spectator", detail="full", token="bob")
        assert (refused["code"], refused["detail"]) == ("not_allowed", "r may not be watched")


async def test_all_hands_are_shown_when_the_round_is_over() -> None:
    async with (
        running_server(rooms=[table(bots=("first",))]) as server,
        clients(server, 3) as (one, public, curious),
    ):
        await public.join("p", role="spectator", detail="full")
        await curious.join("c", role="spectator", detail="full", view="all")
        await one.join("one", detail="full")
        await one.send("ready")
        state = await one.turn()
        assert state is not None
        await public.find("state")
        held = server.lobby.rooms["r"].table.audience.live._feed_of
        assert [len(feed.waiting) > 0 for feed in held.values()] == [False, True]
        await one.send("action", choice=state["legal"].split(",")[0])
        await play_a_round(one)
        shown = await curious.find("state", "round_result")
        assert shown["type"] == "state"
        assert shown["view"]["viewer"] == "all_hands"
        assert len(shown["events"]) > 2
        assert (await curious.find("state", "round_result"))["type"] == "round_result"


async def test_all_hands_are_live_where_the_room_says_so() -> None:
    spec = table(bots=("first",), spectators="all_hands")
    async with running_server(rooms=[spec]) as server, clients(server, 2) as (one, curious):
        await curious.join("c", role="spectator", detail="full", view="all")
        await one.join("one")
        state = await curious.find("state")
        assert (state["view"]["viewer"], state["turn"]) == ("all_hands", 0)


async def test_the_seats_token_lets_its_owner_watch_over_its_shoulder() -> None:
    async with (
        running_server(rooms=[table(bots=("first",))]) as server,
        clients(server, 2) as (one, owner),
    ):
        ack = await one.join("one", detail="full")
        await one.send("ready")
        own = await one.find("state")
        watching = await owner.join("me", role="spectator", detail="full", token=ack["token"])
        assert watching["seat"] == -1
        state = await owner.find("state")
        assert (state["view"]["viewer"], state["hand"]) == ("0", own["hand"])
        assert server.lobby.rooms["r"].seats[0].peer is not None


# -- a game that fails


async def test_a_game_that_fails_ends_its_room_and_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plugins = load_plugins([ROOT / "examples" / "higher_card.py"])
    spec = table(game="higher_card", bots=("first",))
    async with (
        running_server(rooms=[spec], plugins=plugins) as server,
        clients(server, 1) as (one,),
    ):
        room = server.lobby.rooms["r"]
        await one.join("one", detail="full")
        await one.send("ready")
        state = await one.turn()
        assert state is not None
        game = plugins.game("higher_card")
        monkeypatch.setattr(game, "apply", lambda *_: 1 / 0)
        await one.send("action", choice=state["legal"].split(",")[0])
        closing = await one.find("closing")
        assert closing["reason"] == "the game failed; the operator's log says why"
        await one.send("action", choice="8")
        assert (await one.find("error"))["code"] == "game_over"
        with pytest.raises(MatchError, match="the game failed"):
            await room.finished


async def test_a_match_nobody_can_be_told_of_ends_with_the_reason() -> None:
    def closed(advance: Advance) -> None:
        if advance.n:
            raise BrokenPipeError("nobody reads")

    room = Room(
        table(),
        TigerDragon(),
        [Player("a", bot=FirstBot()), Player("b", bot=FirstBot())],
        LagMeter(),
        watch=closed,
    )
    room.start_if_full()
    with pytest.raises(BrokenPipeError, match="nobody reads"):
        await asyncio.wait_for(room.finished, 10)


async def test_a_ready_that_comes_while_the_match_is_being_kept_is_heard() -> None:
    class SlowLedger:
        """Keeps a beginning only when it is told to."""

        then: Callable[[], None]

        def begin(self, room: Room, then: Callable[[], None]) -> None:  # noqa: ARG002
            self.then = then

        def step(self, match: Match, then: Callable[[], None]) -> None:  # noqa: ARG002
            raise AssertionError(f"step {match.n}: nobody moves here")

        def rewind(self, room: Room, kept: int, then: Callable[[], None]) -> None:  # noqa: ARG002
            raise AssertionError(room.room_id)

        def reseat(self, room: Room) -> None:
            raise AssertionError(room.room_id)

        def finish(self, room: Room) -> None:
            raise AssertionError(room.room_id)

        def void(self, room: Room, reason: str) -> None:
            raise AssertionError(f"{room.room_id}: {reason}")

    ledger = SlowLedger()
    room = Room(table(clock=ClockRules()), TigerDragon(), [None, None], LagMeter(), journal=ledger)
    for name in ("ann", "bob"):
        room.join(RecordingPeer(), Join(room_id="r", player_id=name, role="player", detail="full"))
    for chair in room.seats:
        room.set_ready(chair)
    states = [room.state]
    ledger.then()
    states.append(room.state)
    room.close()
    assert states == ["starting", "running"]
