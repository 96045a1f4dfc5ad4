"""A match that spectators see late: to the second, in order, and nothing of it before."""

import asyncio
import json
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from arena.hosting.match_finder import room_row
from arena.hosting.recovery import repeat
from arena.match.clock import LagMeter
from arena.match.log import dump, step_line
from arena.match.visibility import Account
from arena.plugins.bot_specs import house_player
from arena.plugins.manager import load_plugins
from arena.room.room import Room
from arena.server.app import Running
from arena.settings import Settings
from arena.table.spec import RoomSpec
from arena.testing import running_server
from arena.web.page_source import table as card
from bots.stock import FirstBot
from engine.rng import Deals
from engine.tigerdragon import TigerDragon
from protocol.messages import Join
from tests.arena.clients import Client, clients, errors, until
from tests.arena.held_loop import HeldLoop, RecordingPeer
from tests.arena.http_calls import call, refused
from tests.arena.server_process import server_process

LATE = 30.0
FOR_EVER = 600.0
"""A delay that no test waits for."""
BEFORE = {"join_ack", "player_joined", "ready_changed", "game_starting", "pong"}
"""What a spectator hears before a match, and without one."""


def spec(delay: float, **options: Any) -> RoomSpec:
    usual = {"deals": Deals.seed(1), "clock": None, "config": {"target": 1}, "match_id": "m"}
    return RoomSpec("r", seats=2, spectator_delay=delay, **{**usual, **options})


# -- to the second: time stands still until it is told how much has passed


class HeldRoom:
    """A room of two in a time of its own."""

    def __init__(self, wanted: RoomSpec, *, alone: bool = False) -> None:
        self.loop = HeldLoop()
        self.told: list[str] = []
        house = house_player("first", load_plugins()) if alone else None
        self.room: Room = self.do(
            lambda: Room(
                wanted, TigerDragon(), [None, house], LagMeter(), new_substitute=FirstBot,
                on_over=lambda room: self.told.append(room.state),
            )
        )  # fmt: skip
        self.players: list[RecordingPeer] = []
        self.watching: list[RecordingPeer] = []

    def do(self, call: Any) -> Any:
        """Call something in the loop, and run all that is due."""

        async def run() -> Any:
            return call()

        answer = self.loop.run_until_complete(run())
        self.loop.settle()
        return answer

    def join(self, name: str, role: str = "player", **more: Any) -> RecordingPeer:
        tape = RecordingPeer()
        join = Join(
            room_id="r", player_id=name, role=role, **{"detail": "full", "pace": "live", **more}
        )
        self.do(lambda: self.room.join(tape, join))
        return tape

    def watch(self, **more: Any) -> RecordingPeer:
        self.watching.append(self.join("eve", "spectator", **more))
        return self.watching[-1]

    def begin(self) -> None:
        """Everybody sits down and is ready."""
        names = ("ann", "bob")[: sum(chair.remote for chair in self.room.seats)]
        self.players = [self.join(name) for name in names]
        for tape in self.players:
            self.do(lambda tape=tape: self.room.set_ready(self.room.seats[tape.seat]))

    def play(self, steps: int = 1) -> int:
        """So many steps; the number of the last."""
        for _ in range(steps):
            for seat, request in tuple(self.room.match.pending.items()):
                peer, choice = self.room.seats[seat].peer, request.legal[0]
                self.do(lambda peer=peer, choice=choice: self.room.act(peer, {"choice": choice}))
        return self.room.match.n

    def play_out(self) -> None:
        while self.room.state == "running":
            self.play()

    def wait(self, seconds: float) -> None:
        self.loop.now += seconds
        self.loop.settle()


@contextmanager
def held_room(wanted: RoomSpec, *, alone: bool = False) -> Iterator[HeldRoom]:
    table = HeldRoom(wanted, alone=alone)
    yield table
    for tape in table.watching:
        table.do(lambda tape=tape: table.room.leave(tape))
    table.do(table.room.close)
    table.loop.close()


def seqs(tape: RecordingPeer) -> list[int]:
    return [frame["seq"] for frame in tape.frames if frame["type"] == "state"]


def kinds(tape: RecordingPeer) -> list[str]:
    return [frame["type"] for frame in tape.frames]


def test_a_step_is_told_when_its_time_has_come_and_no_sooner() -> None:
    with held_room(spec(LATE)) as table:
        eve, flat = table.watch(), table.watch(detail="flat")
        table.begin()
        assert kinds(table.players[0])[-1] == "state"
        table.wait(10)
        table.play()
        table.wait(LATE - 10.001)
        assert (set(kinds(eve)) - BEFORE, kinds(flat)) == (set(), ["join_ack"])
        table.wait(0.001)
        assert (seqs(eve), kinds(flat)) == ([0], ["join_ack", "state"])
        table.wait(9.999)
        assert seqs(eve) == [0]
        table.wait(0.001)
        assert (seqs(eve), kinds(flat)) == ([0, 1], ["join_ack", "state", "state"])


def test_whoever_comes_late_sees_the_table_as_it_was() -> None:
    with held_room(spec(LATE)) as table:
        table.begin()
        early = table.watch()
        table.wait(10)
        then = table.play(2)
        table.wait(LATE)
        table.play(3)
        late = table.watch()
        assert seqs(early)[-1] == then
        assert seqs(late) == [then]
        assert late.frames[-1]["view"] == early.frames[-1]["view"]
        seen = table.room.seen_by(Account(role="admin"))
        assert seen is not None
        assert (seen.n, room_row(table.room)["steps"], card(table.room)["seq"]) == (then,) * 3
        assert table.room.discards(late) != table.room.discards(table.players[0])


def test_the_end_and_its_seed_come_last_and_then_everybody_may_know() -> None:
    with held_room(spec(LATE, spectators="all_hands")) as table:
        eve = table.watch(view="all")
        table.begin()
        table.play_out()
        assert (table.room.state, table.room.shown_state, table.told) == ("over", "starting", [])
        assert kinds(table.players[0])[-1] == "game_over"
        table.wait(LATE - 0.001)
        assert not set(kinds(eve)) - BEFORE
        table.wait(0.001)
        assert kinds(eve)[-2:] == ["round_result", "game_over"]
        assert eve.frames[-1]["seed"] == table.room.table.deals.root
        assert (table.room.shown_state, table.told) == ("over", ["over"])


def test_hands_wait_for_the_end_of_their_round_and_for_the_delay() -> None:
    with held_room(spec(LATE)) as table:
        eve = table.watch(view="all")
        table.begin()
        table.play(2)
        table.wait(LATE)
        assert not set(kinds(eve)) - BEFORE
        table.play_out()
        table.wait(LATE - 0.001)
        assert not set(kinds(eve)) - BEFORE
        table.wait(0.001)
        assert kinds(eve)[-1] == "game_over"


def test_over_its_own_players_shoulder_a_seat_is_seen_at_once() -> None:
    with held_room(spec(LATE)) as table:
        table.begin()
        token = table.players[0].frames[0]["token"]
        own = table.watch(token=token)
        assert own.frames[-1]["view"]["viewer"] == "0"
        assert seqs(own) == [0]
        assert table.play() in seqs(own)


def test_who_has_gone_and_what_players_say_is_told_late_too() -> None:
    with held_room(spec(LATE)) as table:
        eve = table.watch()
        table.begin()
        table.do(lambda: table.room.leave(table.players[1]))
        table.do(lambda: table.room.chat(table.players[0], "a good hand"))
        bob = table.room.as_json()["seats"][1]
        assert (bob["connected"], table.watch().frames[0]["seats"][1]) == (True, bob)
        table.do(lambda: table.room.chat(eve, "hello"))
        assert [f["text"] for f in eve.frames if f["type"] == "chat"] == ["hello"]
        assert "player_left" not in kinds(eve)
        table.wait(LATE)
        assert [f["text"] for f in eve.frames if f["type"] == "chat"] == ["hello", "a good hand"]
        assert "player_left" in kinds(eve)
        assert not table.room.as_json()["seats"][1]["connected"]


def test_a_decision_is_taken_back_for_spectators_when_they_have_seen_it() -> None:
    with held_room(spec(LATE), alone=True) as table:
        eve = table.watch()
        table.begin()
        table.wait(1)
        table.play(2)
        at = table.room.match.n
        table.wait(1)
        table.do(lambda: table.room.undo(table.players[0]))
        assert table.room.match.n < at
        table.wait(LATE - 0.001)
        assert seqs(eve)[-1] == at
        table.wait(0.001)
        assert seqs(eve)[-1] == table.room.match.n


def test_a_match_that_comes_to_nothing_goes_on_for_those_who_see_it_late() -> None:
    with held_room(spec(LATE, when_empty="close")) as table:
        eve = table.watch()
        table.begin()
        table.wait(LATE)
        for tape in table.players:
            table.do(lambda tape=tape: table.room.leave(tape))
        assert (table.room.state, table.room.shown_state) == ("void", "running")
        assert (kinds(eve)[-1], table.told) == ("state", [])
        table.wait(LATE)
        assert (table.room.shown_state, kinds(eve)[-1], table.told) == ("void", "closing", ["void"])


def test_after_a_restart_every_step_counts_as_new() -> None:
    with held_room(spec(LATE)) as table:
        table.begin()
        at = table.play(4)
        rows = [json.loads(dump(step_line(record))) for record in table.room.match.records]
        with held_room(spec(LATE)) as again:
            again.do(lambda: again.room.restore(["ann", "bob"]))
            again.do(lambda: repeat(again.room, rows))
            again.do(lambda: again.room.pause(1000.0))
            eve = again.watch()
            again.wait(LATE - 0.001)
            assert (kinds(eve), again.room.table.shown_to(late=True)) == (["join_ack"], None)
            again.wait(0.001)
            assert seqs(eve) == [at]


# -- over the wire


async def asked(server: Running, path: str, **headers: str) -> tuple[int, str]:
    """A path's status and text."""
    async with (
        aiohttp.ClientSession() as session,
        session.get(server.url + path, headers=headers) as response,
    ):
        return response.status, await response.text()


async def first_of_feed(server: Running) -> Any:
    """The tables as the lobby's page hears of them."""
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"{server.url}/lobby/feed") as response,
    ):
        line = await asyncio.wait_for(response.content.readline(), 10)
        return json.loads(line.removeprefix(b"data: "))["rooms"]


async def heard_so_far(spectator: Client) -> list[dict[str, Any]]:
    """All that a spectator of the full level has been sent by now."""
    await spectator.send("ping")
    await spectator.find("pong")
    return spectator.heard


@pytest.mark.parametrize("kept", [False, True], ids=["no store", "with a store"])
async def test_nothing_of_a_whole_match_reaches_anybody_who_does_not_play(
    tmp_path: Path, kept: bool
) -> None:
    settings = Settings(port=0, db=f"sqlite:///{tmp_path}/arena.db" if kept else "")
    wanted = spec(FOR_EVER, bots=("first",), spectators="all_hands")
    async with (
        running_server(rooms=[wanted], settings=settings) as server,
        clients(server, 5) as (one, public, hands, flat, shoulder),
    ):
        root = server.lobby.rooms["r"].table.deals.root
        assert root
        await public.join("eve", role="spectator", detail="full")
        await hands.join("mallory", role="spectator", detail="full", view="all")
        await flat.join("trent", role="spectator")
        token = (await one.join("one", detail="full"))["token"]
        await one.send("ready")
        await shoulder.join("own", role="spectator", detail="full", token=token)
        assert (await one.play())["seed"] == root
        assert (await shoulder.find("game_over"))["seed"] == root
        for spectator in (public, hands):
            heard = await heard_so_far(spectator)
            assert {frame["type"] for frame in heard} <= BEFORE
            assert f'"{root}"' not in json.dumps(heard)
        await flat.send("discards_request", room_id="r")
        await flat.send("action", choice="1")
        assert (await flat.find("discards"))["player0_discards"] == ""
        await flat.find("error")
        assert errors(flat.heard) == ["spectator cannot act"]
        assert [frame["type"] for frame in flat.heard] == ["join_ack", "discards", "error"]
        await nothing_is_told(server)
        await its_player_knows(server, token)


async def nothing_is_told(server: Running) -> None:
    """No page and no answer of the API knows more than that a match is about to begin."""
    (room,) = (await call(server, "GET", "/rooms"))[1]
    assert (room["state"], room["spectator_delay"]) == ("starting", FOR_EVER)
    (row,) = await first_of_feed(server)
    assert row["state"] == "starting"
    assert not {"seq", "scores", "history", "ranks", "hand_sizes"} & set(row)
    for match in (
        (await call(server, "GET", "/api/matches/m"))[1],
        (await call(server, "GET", "/api/matches"))[1]["matches"][0],
    ):
        assert (match["status"], match["finished"], match["steps"] or 0) == ("running", None, 0)
        assert {player["points"] for player in match["players"]} == {None}
    assert (await call(server, "GET", "/api/matches?status=finished"))[1]["matches"] == []
    for path in ("frames?as=public", "frames?as=all", "frames?as=0", "replay"):
        assert (await asked(server, f"/api/matches/m/{path}"))[0] == 403, path
    status, page = await asked(server, "/m/m")
    assert (status, "seen 600 s late, and nothing of it is that old yet" in page) == (404, True)
    async with aiohttp.ClientSession() as session, session.get(f"{server.url}/m/m") as response:
        assert response.headers["Refresh"] == "2"  # the page comes by itself when its time has come
    counted = (await asked(server, "/metrics"))[1]
    assert 'arena_matches_finished_total{game="tigerdragon"} 0.0' in counted
    assert 'arena_rooms{state="over"} 0.0' in counted
    assert (await call(server, "GET", "/status"))[1]["active_games"] == 1


async def its_player_knows(server: Running, token: str) -> None:
    """Whoever played sees no difference."""
    own = {"Authorization": f"Bearer {token}"}
    for path in ("frames?as=public", "frames?as=all", "frames?as=0", "replay"):
        status, text = await asked(server, f"/api/matches/m/{path}", **own)
        assert (status, "result" in text) == (200, True), path
    row = json.loads((await asked(server, "/api/matches/m", **own))[1])
    assert (row["status"], row["steps"]) == ("finished", server.lobby.rooms["r"].match.n)


async def test_late_spectators_hear_all_that_others_hear_in_the_same_order() -> None:
    delay = 0.3
    heard: list[list[dict[str, Any]]] = []
    for seconds in (0.0, delay):
        wanted = spec(seconds, bots=("first",), config={"target": 3})
        async with running_server(rooms=[wanted]) as server, clients(server, 2) as (one, eve):
            await eve.join("eve", role="spectator", detail="full")
            await one.join("one", detail="full")
            await one.send("ready")
            listening = asyncio.create_task(arrivals(eve))
            acted = await moments(one)
            got = await listening
            for frame, at in got:
                if frame["type"] == "state":
                    moved = [moment for seq, moment in acted if seq < frame["seq"]]
                    assert all(at - moment >= seconds for moment in moved)
            heard.append([frame for frame, _ in got])
            await until(lambda: server.lobby.rooms["r"].told)
            status, text = await asked(server, "/api/matches/m/frames?as=all")
            assert (status, '"result":{' in text.replace(" ", "")) == (200, True)
    assert events_of(heard[0]) == events_of(heard[1])
    for kind in ("round_result", "game_over"):
        assert only(heard[0], kind) == only(heard[1], kind)
    assert heard[1][-1]["type"] == "game_over"


async def arrivals(spectator: Client) -> list[tuple[dict[str, Any], float]]:
    """Every frame to the end of the match, and when it came."""
    loop = asyncio.get_running_loop()
    got: list[tuple[dict[str, Any], float]] = []
    while not got or got[-1][0]["type"] != "game_over":
        got.append((await spectator.get(), loop.time()))
    return got


async def moments(player: Client) -> list[tuple[int, float]]:
    """Play to the end: when the player moved, and at which step."""
    loop, acted = asyncio.get_running_loop(), []
    while (state := await player.turn()) is not None:
        acted.append((state["seq"], loop.time()))
        await player.send("action", choice=state["legal"].split(",")[0])
    return acted


def events_of(frames: list[dict[str, Any]]) -> list[Any]:
    return [event for frame in frames for event in frame.get("events", ())]


def only(frames: list[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    return [frame for frame in frames if frame["type"] == kind]


async def test_a_room_makes_way_only_when_everybody_knows_how_it_ended() -> None:
    settings = Settings(port=0, max_games=1)
    async with running_server(settings=settings) as server:
        for delay, status in ((0.0, 201), (FOR_EVER, 503)):
            wanted = spec(delay, bots=("first", "first"))
            await server.lobby.open(replace(wanted, room_id=f"r{delay:g}")).finished
            found, _ = await call(server, "POST", "/rooms", {"room_id": f"next{delay:g}"})
            assert found == status
            if status == 201:
                server.lobby.close(server.lobby.rooms["next0"])


# -- after a restart


async def test_a_killed_server_tells_nothing_sooner_when_it_comes_back(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/arena.db"
    body = {"room_id": "r", "seats": 2, "config": {"target": 1}, "spectator_delay": FOR_EVER}
    async with server_process(url) as server, aiohttp.ClientSession() as session:
        async with session.post(f"{server.url}/rooms", json=body) as response:
            match_id = (await response.json())["match_id"]
        async with session.ws_connect(f"{server.url}/ws/r") as socket:
            one = Client(socket)
            await one.join("one")
            assert (await one.play())["type"] == "game_over"
            server.process.send_signal(signal.SIGKILL)
            await server.process.wait()
    settings = Settings(port=0, db=url)
    async with running_server(settings=settings) as again, clients(again, 1) as (eve,):
        await eve.join("eve", role="spectator", detail="full")
        assert {frame["type"] for frame in await heard_so_far(eve)} <= BEFORE
        assert again.lobby.rooms["r"].match.over
        assert (await call(again, "GET", f"/api/matches/{match_id}"))[1]["status"] == "running"
        for path in ("frames", "replay"):
            assert (await call(again, "GET", f"/api/matches/{match_id}/{path}"))[0] == 403


async def test_a_match_held_over_a_restart_is_told_and_kept_in_the_end(tmp_path: Path) -> None:
    settings = Settings(port=0, db=f"sqlite:///{tmp_path}/arena.db")
    wanted = spec(0.5, bots=("first",))
    async with (
        running_server(rooms=[wanted], settings=settings) as server,
        clients(server, 1) as (one,),
    ):
        await one.join("one")
        await one.play()
    async with running_server(settings=settings) as server, clients(server, 1) as (eve,):
        store = server.server.store
        assert store is not None
        await eve.join("eve", role="spectator", detail="full")
        assert (await eve.find("game_over"))["seed"] == "1"
        await until(lambda: store.matches.replay("m"))
        assert (await asked(server, "/api/matches/m/replay"))[0] == 200


# -- where it is said


async def test_a_room_says_its_delay_or_takes_the_servers() -> None:
    settings = Settings(port=0, spectator_delay=20)
    async with running_server(settings=settings) as server, clients(server, 1, "joined") as (one,):
        for name, more in (("silent", {}), ("none", {"spectator_delay": 0})):
            await call(server, "POST", "/rooms", {"room_id": name, **more})
        await one.join("one", "joined")
        _, rooms = await call(server, "GET", "/rooms")
        delays = {room["room_id"]: room["spectator_delay"] for room in rooms}
        assert delays == {"silent": 20, "none": 0, "joined": 20}


@pytest.mark.parametrize("delay", [-1, 601, "soon"])
async def test_a_delay_that_cannot_be_is_refused(delay: Any) -> None:
    async with running_server() as server:
        why = await refused(server, {"room_id": "x", "spectator_delay": delay})
        assert why.startswith("invalid_message: spectator_delay: ")
