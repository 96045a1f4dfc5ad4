"""A server with a store: what is told has been kept, and a killed server comes back."""

import asyncio
import json
import signal
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from structlog.testing import capture_logs

from arena.match.clock import ClockRules
from arena.match.log import parse_log, verify
from arena.plugins.manager import load_plugins
from arena.room.room import Room
from arena.server.app import Running
from arena.settings import Settings
from arena.store import Store, StoreError, open_store
from arena.store.verify import check_matches
from arena.table.spec import RoomSpec
from arena.testing import running_server
from engine.rng import Deals
from tests.arena.clients import Client, clients, until
from tests.arena.server_process import server_process
from tests.arena.stored_tables import SLOW, table


def with_store(folder: Path, **more: Any) -> Settings:
    return Settings(port=0, db=f"sqlite:///{folder}/arena.db", **more)


def the_room(server: Running) -> Room:
    return server.lobby.rooms["r"]


async def answer(player: Client, steps: int) -> None:
    """Give a player's next answers, the first choice each time."""
    for _ in range(steps):
        state = await player.turn()
        assert state is not None
        await player.send("action", choice=state["legal"].split(",")[0])


# -- kept


async def test_a_finished_match_is_kept_with_its_log(tmp_path: Path) -> None:
    spec = table(seats=2, bots=("first",), config={"target": 1})
    async with (
        running_server(rooms=[spec], settings=with_store(tmp_path)) as server,
        clients(server, 1) as (one,),
    ):
        await one.join("one")
        await one.play()
        store = server.server.store
        assert store is not None
        match_id = the_room(server).match_id
        await until(lambda: store.matches.replay(match_id))
        log = store.matches.replay(match_id)
        assert log is not None
        verify(parse_log(log.splitlines()), the_room(server).game)
        stored = store.matches.match(match_id)
        assert stored is not None
        assert [(p.name, p.identity) for p in stored.players] == [
            ("one", ""),
            ("first", "house:first"),
        ]
        assert (stored.status, store.matches.running()) == ("finished", [])


def steps_in(store: Store, match_id: str) -> int:
    """How many steps of a match are in the store; a finished one has them in its log."""
    running = len(store.matches.lines(match_id))
    log = store.matches.replay(match_id)  # read last: meanwhile the match may have finished
    return running if log is None else len(parse_log(log.splitlines()).steps)


async def test_nobody_is_told_a_step_before_it_is_kept(tmp_path: Path) -> None:
    spec = table(seats=2, bots=("first",))
    async with (
        running_server(rooms=[spec], settings=with_store(tmp_path)) as server,
        clients(server, 1) as (one,),
    ):
        room, store = the_room(server), server.server.store
        assert store is not None
        await one.join("one", detail="full")
        await one.send("ready")
        while (frame := await one.find("state", "game_over"))["type"] == "state":
            assert steps_in(store, room.match_id) >= frame["seq"]
            if frame["legal"]:
                await one.send("action", choice=frame["legal"].split(",")[0])


async def test_a_match_that_cannot_be_kept_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = table(seats=2, bots=("first",))
    async with (
        running_server(rooms=[spec], settings=with_store(tmp_path)) as server,
        clients(server, 1) as (one,),
    ):
        store = server.server.store
        assert store is not None
        await one.join("one", detail="full")
        await one.send("ready")
        await one.turn()

        def full_disk(match_id: str, n: int, line: str, then: Any) -> None:  # noqa: ARG001
            asyncio.get_running_loop().call_soon(then, StoreError("the disk is full"))

        monkeypatch.setattr(store.matches, "append", full_disk)
        state = one.heard[-1]
        await one.send("action", choice=state["legal"].split(",")[0])
        closing = await one.find("closing")
        assert closing["reason"] == "the match cannot be kept: the disk is full"


# -- resumed


@pytest.mark.parametrize("game", ["tigerdragon", "riichi", "taiwan", "sichuan", "texas42"])
async def test_a_match_goes_on_after_a_restart_as_if_nothing_had_been(
    game: str, tmp_path: Path
) -> None:
    """The same match without an interruption has the same moves."""
    moves = []
    for folder, stops in (("whole", ()), ("cut", (1, 1))):
        (tmp_path / folder).mkdir()
        moves.append(await played(game, with_store(tmp_path / folder), stops))
    assert moves[0] == moves[1]


async def played(game: str, settings: Settings, stops: Sequence[int]) -> Any:
    """The moves of a match of one client against `first`, the server stopped after so many."""
    table_of = load_plugins().game(game)
    bots = ("first",) * (table_of.default_seats - 1)
    rooms = [table(game, bots=bots, config=dict(table_of.short), match_id="m")]
    key: dict[str, str] = {}
    for stop in stops:
        async with running_server(rooms=rooms, settings=settings) as server:
            key = await answer_some(server, key, stop)
        rooms = []
    async with (
        running_server(rooms=rooms, settings=settings) as server,
        clients(server, 1) as (one,),
    ):
        await one.join("one", detail="full", **key)
        await one.send("ready")
        assert (await one.play())["type"] == "game_over"
        store = server.server.store
        assert store is not None
        await until(lambda: store.matches.replay("m"))
        log = parse_log((store.matches.replay("m") or "").splitlines())
        return [step["moves"] for step in log.steps]


async def answer_some(server: Running, key: dict[str, str], steps: int) -> dict[str, str]:
    """Join, answer so often, and go; the token to come back with."""
    async with clients(server, 1) as (one,):
        ack = await one.join("one", detail="full", **key)
        await one.send("ready")
        await answer(one, steps)
        await one.find("action_ack")
        return {"token": ack["token"]}


async def test_clocks_stand_still_until_everybody_is_back(tmp_path: Path) -> None:
    settings = with_store(tmp_path)
    clock = ClockRules(decision_ms=0, bank_ms=50_000, round_bonus_ms=0)
    spec = table(seats=2, clock=clock)
    async with (
        running_server(rooms=[spec], settings=settings) as server,
        clients(server, 2) as (one, two),
    ):
        await one.join("one")
        await two.join("two")
        await one.find("state")
    async with running_server(settings=settings) as server, clients(server, 2) as (one, two):
        room = the_room(server)
        states = [room.state]
        await one.join("one")
        assert [frame["type"] for frame in one.heard] == ["join_ack"]
        assert room.seats[0].clock.bank_ms == 50_000
        await two.join("two")
        assert (await one.find("state"))["turn"] == 0
        states.append(room.state)
        assert states == ["paused", "running"]


async def test_after_a_while_the_match_goes_on_without_those_who_stay_away(tmp_path: Path) -> None:
    settings = with_store(tmp_path, resume_seconds=0.01)
    spec = table(seats=2, config={"target": 1}, takeover_ms=1, takeover_bot="first")
    async with (
        running_server(rooms=[spec], settings=settings) as server,
        clients(server, 2) as (one, two),
    ):
        await one.join("one")
        await two.join("two")
        await one.find("state")
    async with running_server(settings=settings) as server:
        result = await the_room(server).finished
        assert result.faults == ()
        assert all(record.house for record in result.match.records)


async def test_a_seat_of_an_earlier_run_still_needs_its_token(tmp_path: Path) -> None:
    settings = with_store(tmp_path)
    async with (
        running_server(rooms=[table(seats=2, bots=("first",))], settings=settings) as server,
        clients(server, 1) as (one,),
    ):
        ack = await one.join("one", detail="full")
        await one.send("ready")
        await one.turn()
    assert not written_in(tmp_path, ack["token"])
    async with running_server(settings=settings) as server, clients(server, 2) as (thief, one):
        stolen = await thief.join("one", detail="full")
        assert stolen["code"] == "name_taken"
        back = await one.join("one", detail="full", token=ack["token"])
        assert (back["seat"], back["token"]) == (0, ack["token"])


def written_in(folder: Path, text: str) -> bool:
    """Whether any file of a folder has a text in it."""
    return any(text.encode() in path.read_bytes() for path in folder.iterdir())


# -- killed


async def test_a_killed_server_comes_back_with_the_match_where_it_was(tmp_path: Path) -> None:
    url, token, seen = f"sqlite:///{tmp_path}/arena.db", None, -1
    for run in range(4):
        async with (
            server_process(url) as server,
            aiohttp.ClientSession() as session,
        ):
            if run == 0:
                body = {"room_id": "r", "game": "sichuan", "config": {"deals": 1}}
                async with session.post(f"{server.url}/rooms", json=body) as response:
                    assert response.status == 201
            async with session.ws_connect(f"{server.url}/ws/r") as socket:
                one = Client(socket)
                ack = await one.join("one", detail="full", **({"token": token} if token else {}))
                token = ack["token"]
                await one.send("ready")
                if run == 3:
                    assert (await one.play())["type"] == "game_over"
                    break
                for _ in range(3):
                    state = await one.turn()
                    assert state is not None
                    assert state["seq"] >= seen
                    seen = state["seq"]
                    await one.send("action", choice=state["legal"].split(",")[0])
                server.process.send_signal(signal.SIGKILL)
                await server.process.wait()
    store = open_store(url)
    (match,) = store.matches.find()
    assert match.status == "finished"
    log = store.matches.replay(match.match_id)
    assert log is not None
    verify(parse_log(log.splitlines()), load_plugins().game("sichuan"))
    assert json.loads(log.splitlines()[-1])["steps"] > seen
    store.close()


# -- rows that cannot be read


async def two_running(folder: Path) -> list[str]:
    """Leave two running matches in a store; their ids, the damaged one's first."""
    rooms = [
        RoomSpec(name, seats=2, bots=("first",), clock=SLOW, deals=Deals.seed(1))
        for name in ("bad", "good")
    ]
    async with running_server(rooms=rooms, settings=with_store(folder)) as server:
        for name in ("bad", "good"):
            async with clients(server, 1, name) as (one,):
                await one.join("one", name)
                await answer(one, 2)
                match = server.lobby.rooms[name].match
                await until(lambda match=match: match.n >= 2)  # type: ignore[misc]
        return [server.lobby.rooms[name].match_id for name in ("bad", "good")]


DAMAGE = {
    "no JSON in room": "UPDATE matches SET room = '{' WHERE id = ?",
    "another shape of room": "UPDATE matches SET room = '{\"spec\": 1}' WHERE id = ?",
    "no header": "UPDATE matches SET header = 'x' WHERE id = ?",
    "a torn step": "UPDATE steps SET line = substr(line, 1, 9) WHERE match_id = ? AND n = 1",
    "an illegal move": 'UPDATE steps SET line = \'{"n":1,"moves":{"0":"x"}}\' WHERE match_id = ?'
    " AND n = 1",
    "a missing step": "DELETE FROM steps WHERE match_id = ? AND n = 1",
    "bytes that are no text": "UPDATE steps SET line = CAST(x'ff' AS TEXT) WHERE match_id = ?",
}


@pytest.mark.parametrize("damage", DAMAGE)
async def test_a_bad_row_is_named_and_kept_and_stops_nobody(damage: str, tmp_path: Path) -> None:
    bad, good = await two_running(tmp_path)
    with closing(sqlite3.connect(tmp_path / "arena.db")) as database, database:
        database.execute(DAMAGE[damage], (bad,))
    with capture_logs() as logs:
        async with running_server(settings=with_store(tmp_path)) as server:
            assert [room.match_id for room in server.lobby.rooms.values()] == [good]
            async with (
                aiohttp.ClientSession() as session,
                session.get(f"{server.url}/api/matches") as response,
            ):
                assert response.status == 200
    (line,) = [row for row in logs if row["event"] == "match_not_resumed"]
    assert (line["match"], line["log_level"]) == (bad, "warning")
    with closing(sqlite3.connect(tmp_path / "arena.db")) as database:
        database.text_factory = bytes
        (count,) = database.execute("SELECT count(*) FROM steps WHERE match_id = ?", (bad,))
        (row,) = database.execute("SELECT status, reason, room FROM matches WHERE id = ?", (bad,))
    assert count[0] > 0
    assert row[2] is not None
    if damage != "bytes that are no text":  # the store cannot say whether the next read fails too
        assert (row[0], bool(row[1])) == (b"broken", True)
    with open_store(with_store(tmp_path).db) as store:
        found = {row.match_id: row for row in check_matches(store, load_plugins().game)}
    assert (found[bad].verdict, found[good].verdict) == ("wrong", "ok")


async def test_a_match_whose_plugin_is_missing_stays_as_it_is(tmp_path: Path) -> None:
    bad, good = await two_running(tmp_path)
    with closing(sqlite3.connect(tmp_path / "arena.db")) as database, database:
        change = "UPDATE matches SET room = replace(room, 'tigerdragon', 'another') WHERE id = ?"
        database.execute(change, (bad,))
    async with running_server(settings=with_store(tmp_path)) as server:
        assert [room.match_id for room in server.lobby.rooms.values()] == [good]
        store = server.server.store
        assert store is not None
        assert set(store.matches.running_ids()) == {bad, good}
