"""Those who watch: frames in order, several steps in one, and never anybody's brake."""

import asyncio
import json
import time
from contextlib import closing
from typing import Any

from arena.room.mailbox import MAILBOX_SIZE, Mailbox
from arena.room.room import Room
from arena.table.effects import StateItem
from arena.table.spec import RoomSpec
from arena.testing import running_server
from engine.rng import Deals
from tests.arena.clients import Client, clients, deaf_client, errors, until


class Reader:
    """The other end of a mailbox: reads only when it is told to."""

    def __init__(self) -> None:
        self.read = asyncio.Event()
        self.got: list[bytes] = []

    async def write(self, frame: bytes) -> None:
        await self.read.wait()
        self.got.append(frame)


def state(seq: int) -> StateItem:
    return StateItem.of({"type": "state", "seq": seq, "events": [{"n": seq}], "view": {}})


async def drained(reader: Reader, last: bytes) -> list[Any]:
    """What a reader has got once this frame has come."""
    reader.read.set()
    await until(lambda: reader.got and reader.got[-1] == last)
    return [json.loads(frame) for frame in reader.got]


async def test_steps_that_queue_up_go_out_as_one_frame_with_all_their_events() -> None:
    reader = Reader()
    mailbox = Mailbox(reader.write, merge=True)
    mailbox.put(b'"join_ack"')
    for seq in range(4):
        mailbox.put(state(seq))
    mailbox.put(b'"round_result"')
    mailbox.put(state(4))
    mailbox.put(b'"game_over"')
    first, several, result, last, _over = await drained(reader, b'"game_over"')
    assert first == "join_ack"
    assert (several["seq"], [event["n"] for event in several["events"]]) == (3, [0, 1, 2, 3])
    assert (result, last["seq"], last["events"]) == ("round_result", 4, [{"n": 4}])
    mailbox.close()


async def test_a_flat_spectator_gets_every_state() -> None:
    reader = Reader()
    mailbox = Mailbox(reader.write, merge=False)
    for seq in range(4):
        mailbox.put(state(seq))
    mailbox.put(b'"game_over"')
    *states, _over = await drained(reader, b'"game_over"')
    assert [frame["seq"] for frame in states] == [0, 1, 2, 3]
    mailbox.close()


async def test_a_reader_that_falls_behind_gets_the_latest_state_only() -> None:
    reader = Reader()
    mailbox = Mailbox(reader.write, merge=True)
    steps = 3 * MAILBOX_SIZE
    for seq in range(steps):
        mailbox.put(state(seq))
        assert len(mailbox._items) <= MAILBOX_SIZE
    mailbox.put(b'"game_over"')
    *_, latest, _over = await drained(reader, b'"game_over"')
    assert latest["seq"] == steps - 1
    assert mailbox.dropped > MAILBOX_SIZE
    mailbox.close()


async def test_frames_without_a_state_are_dropped_when_nobody_reads() -> None:
    reader = Reader()
    mailbox = Mailbox(reader.write, merge=False)
    for _ in range(2 * MAILBOX_SIZE + 1):
        mailbox.put(b'"chat"')
    mailbox.put(b'"end"')
    assert len(await drained(reader, b'"end"')) <= MAILBOX_SIZE + 1
    mailbox.close()


# -- at a real server

# Long enough to fill all that the system keeps for a socket nobody reads.
LONG = RoomSpec(
    "r", seats=3, bots=("first",) * 2, config={"target": 250}, deals=Deals.seed(4), clock=None
)


async def play_out(room: Room, one: Client) -> float:
    """Seconds a match takes once its last player has joined."""
    begun = time.perf_counter()
    await one.join("one")
    await one.play()
    await room.finished
    return time.perf_counter() - begun


async def bots_alone() -> float:
    """Seconds the match takes with nobody watching."""
    async with running_server(rooms=[LONG]) as server, clients(server, 1) as (one,):
        return await play_out(server.lobby.rooms["r"], one)


async def test_a_spectator_that_never_reads_delays_nothing() -> None:
    alone = await bots_alone()
    async with running_server(rooms=[LONG]) as server, clients(server, 1) as (one,):
        room = server.lobby.rooms["r"]
        with closing(deaf_client(server, role="spectator", detail="full")):
            await until(lambda: room.spectators)
            (peer,) = [peer for peer in server.server.peers if peer.mailbox is not None]
            mailbox = peer.mailbox
            assert mailbox is not None
            watched = await play_out(room, one)
            assert room.match.n > 2000
            assert mailbox.dropped > 100
            assert len(mailbox._items) <= MAILBOX_SIZE
            unsent = peer._transport.get_write_buffer_size()
            assert unsent < 256 * 1024
        await until(lambda: room.spectators == 0)
    assert watched < 10 * alone + 60  # it would hang for ever; the margin is for a busy machine


async def watch_match(detail: str) -> tuple[Client, Room]:
    """A spectator who reads all of a short match between house bots and one client."""
    spec = RoomSpec("r", seats=2, bots=("first",), config={"target": 1}, deals=Deals.seed(1))
    async with running_server(rooms=[spec]) as server, clients(server, 2) as (watcher, player):
        await watcher.join("w", role="spectator", detail=detail)
        await player.join("p")
        await asyncio.gather(watcher.find("game_over"), player.play())
        return watcher, server.lobby.rooms["r"]


async def test_a_flat_spectator_sees_every_step_and_no_hand() -> None:
    watcher, room = await watch_match("flat")
    states = [frame for frame in watcher.heard if frame["type"] == "state"]
    assert [frame["turn"] for frame in states] == list(range(room.match.n))
    assert {(frame["hand"], frame["legal"]) for frame in states} == {("", "")}


async def test_a_full_spectator_misses_no_event_and_sees_no_hand() -> None:
    watcher, room = await watch_match("full")
    states = [frame for frame in watcher.heard if frame["type"] == "state"]
    events = [event for frame in states for event in frame["events"]]
    laid = [event for event in events if event["type"] in ("attacked", "defended", "passed")]
    # The step that ends the match comes as its result, not as a state.
    assert len(laid) >= room.match.n // 2
    assert {event["hand"] for event in events if event["type"] == "dealt"} == {None}
    assert all(frame["view"]["hand"] == [] for frame in states)
    assert {frame["request_id"] for frame in states} == {None}


async def test_a_late_spectator_is_shown_the_table_as_it_is() -> None:
    spec = RoomSpec("r", seats=2, bots=("first",), deals=Deals.seed(1), clock=None)
    async with running_server(rooms=[spec]) as server, clients(server, 2) as (player, watcher):
        await player.join("p")
        state = await player.turn()
        assert state is not None
        ack = await watcher.join("w", role="spectator")
        assert ack["seat"] == -1
        shown = await watcher.get()
        assert shown["turn"] == state["turn"]
        assert (shown["hand"], shown["legal"]) == ("", "")
        await watcher.send("action", choice="8")
        assert (await watcher.get())["message"] == "spectator cannot act"
        await watcher.send("leave")
        await watcher.find("left")
        assert server.lobby.rooms["r"].spectators == 0


async def test_a_spectator_plays_for_nobody() -> None:
    spec = RoomSpec("r", seats=2, bots=("first",))
    async with running_server(rooms=[spec]) as server, clients(server, 2, "r") as (player, eve):
        assert (await player.join("player", "r", detail="full"))["type"] == "join_ack"
        await eve.join("eve", "r", detail="full", role="spectator")
        match = server.lobby.rooms["r"].match
        await until(lambda: 0 in match.pending)
        before, request = match.n, match.pending[0]
        choice = next(iter(request.legal))
        for more in ({}, {"seat": 0}, {"player_id": "player"}):
            await eve.send("action", choice=str(choice), request_id=request.id, **more)
        while len(errors(eve.heard)) < 3:
            await eve.get()
        assert (match.n, 0 in match.pending) == (before, True)
