"""Any order of joins, answers, departures, returns, silences and crashes leaves a room sound."""

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from arena.hosting.recovery import repeat, reseat
from arena.hosting.store_journal import kept_room
from arena.match.clock import ClockRules, LagMeter
from arena.match.log import dump, step_line
from arena.match.match import Match
from arena.room.room import Room
from arena.table.spec import RoomSpec
from bots.stock import FirstBot
from engine.game import PUBLIC
from engine.rng import Deals
from engine.tigerdragon import TigerDragon
from protocol.errors import ProtocolError
from protocol.messages import FULL_SERVER, Join
from tests.arena.held_loop import HeldLoop, RecordingPeer

GAME = TigerDragon()
BOTH = st.booleans()
NAMES = ("ann", "bob", "cleo")
SEATS = 2
CLOCK = ClockRules(decision_ms=1_000, bank_ms=2_000, round_bonus_ms=100, ready_ms=3_000)
LATE = 4.0
SPEC = RoomSpec(
    "r", seats=SEATS, clock=CLOCK, deals=Deals.seed(3), config={"target": 6}, match_id="m",
    takeover_ms=5_000, confirm_rounds=True, confirm_ms=2_000, spectator_delay=LATE,
)  # fmt: skip


class Paper:
    """A ledger whose commits come a tick later, or never if the server is killed before."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.room: dict[str, Any] | None = None
        self.lines: list[str] = []
        self.finished = False
        self.torn = False

    def begin(self, room: Room, then: Callable[[], None]) -> None:
        self._commit(lambda: setattr(self, "room", kept_room(room)), then)

    def step(self, match: Match, then: Callable[[], None]) -> None:
        line = dump(step_line(match.records[-1]))
        self._commit(lambda: self.lines.append(line), then)

    def rewind(self, room: Room, kept: int, then: Callable[[], None]) -> None:  # noqa: ARG002
        raise AssertionError(room.room_id)

    def reseat(self, room: Room) -> None:
        raise AssertionError(room.room_id)

    def finish(self, room: Room) -> None:  # noqa: ARG002
        self.finished = True

    def void(self, room: Room, reason: str) -> None:
        raise AssertionError(f"{room.room_id}: {reason}")

    def _commit(self, write: Callable[[], None], then: Callable[[], None]) -> None:
        def done() -> None:
            if not self.torn:
                write()
                then()

        self.loop.call_soon(done)


class RoomMachine(RuleBasedStateMachine):
    """Three people, two seats, and everything that can happen to them."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = HeldLoop()
        asyncio.set_event_loop(self.loop)
        self.paper = Paper(self.loop)
        self.peers: dict[str, RecordingPeer] = {}
        self.tokens: dict[str, str] = {}
        self.told = 0
        self.reached: list[float] = []
        """When each step was taken."""
        self.room = self.in_loop(self.new_room)
        self.eve = self.watcher()
        self.in_loop(self.room.start_if_full)

    def in_loop(self, call: Callable[..., Any], *args: Any) -> Any:
        """Call something in the event loop, then run all that is due."""

        async def run() -> Any:
            return call(*args)

        answer = self.loop.run_until_complete(run())
        self.loop.settle()
        return answer

    def new_room(self) -> Room:
        return Room(
            SPEC, GAME, [None] * SEATS, LagMeter(), journal=self.paper, new_substitute=FirstBot
        )

    # -- people

    def watcher(self) -> RecordingPeer:
        """Somebody who watches, and sees the table late."""
        eve = RecordingPeer()
        join = Join(room_id="r", player_id="eve", role="spectator", detail="full", pace="live")
        self.in_loop(self.room.join, eve, join)
        return eve

    @initialize(begun=st.sampled_from((True, True, True, False)), levels=st.tuples(BOTH, BOTH))
    def begin(self, begun: bool, levels: tuple[bool, bool]) -> None:
        """Most of what can go wrong goes wrong in a match that runs."""
        for name, full in zip(NAMES, levels, strict=False):
            if begun:
                self.join(name, full, takeover=False)
                self.ready(name, ready=True)

    @rule(steps=st.integers(1, 12))
    def play(self, steps: int) -> None:
        """Everybody who is there answers as asked."""
        for _ in range(steps):
            for seat, request in tuple(self.room.match.pending.items()):
                peer = self.room.seats[seat].peer
                if peer is not None and self.room.table.referee is not None:
                    with suppress(ProtocolError):
                        self.in_loop(self.room.act, peer, {"choice": request.legal[0]})

    @rule(name=st.sampled_from(NAMES), full=st.booleans(), takeover=st.booleans())
    def join(self, name: str, full: bool, takeover: bool) -> None:
        old = self.peers.get(name)
        peer = RecordingPeer()
        join = Join(
            room_id="r", player_id=name, role="player", detail="full" if full else "flat",
            token=self.tokens.get(name), takeover=takeover,
        )  # fmt: skip
        try:
            self.in_loop(self.room.join, peer, join)
        except ProtocolError:
            assert not peer.frames
            return
        if old is not None and old.room is not None and old is not peer:
            self.in_loop(self.room.leave, old)
        self.peers[name] = peer
        if token := peer.frames[0].get("token"):
            self.tokens[name] = token
        elif not full and self.room.state == "waiting":
            self.tokens.pop(name, None)

    @rule(name=st.sampled_from(NAMES))
    def join_again(self, name: str) -> None:
        peer = self.peers.get(name)
        if peer is None or peer.room is None or peer.closing:
            return
        join = Join(room_id="r", player_id=name, role="player", detail=peer.detail)
        try:
            self.in_loop(self.room.join, peer, join)
        except ProtocolError:
            return

    @rule(name=st.sampled_from(NAMES))
    def leave(self, name: str) -> None:
        peer = self.peers.pop(name, None)
        if peer is not None and peer.room is not None:
            self.in_loop(self.room.leave, peer)
        if self.room.state == "waiting":
            self.tokens.pop(name, None)

    @rule(name=st.sampled_from(NAMES), ready=st.booleans())
    def ready(self, name: str, ready: bool) -> None:
        peer = self.peers.get(name)
        if peer is not None and peer.seat >= 0:
            chair = self.room.seats[peer.seat]
            self.in_loop(lambda: self.room.set_ready(chair, ready=ready))

    @rule(name=st.sampled_from(NAMES))
    def confirm(self, name: str) -> None:
        peer = self.peers.get(name)
        if peer is not None and peer.seat >= 0:
            self.in_loop(self.room.confirm, peer)

    @rule(name=st.sampled_from(NAMES), pick=st.integers(0, 9), odd=st.sampled_from("....xs"))
    def act(self, name: str, pick: int, odd: str) -> None:
        peer = self.peers.get(name)
        if peer is None or peer.room is None or peer.closing:
            return
        request = self.room.match.pending.get(peer.seat)
        legal = request.legal if request else ("8",)
        data: dict[str, Any] = {"choice": legal[pick % len(legal)]}
        if odd == "x":
            data["choice"] = "nonsense"
        if odd == "s":
            data["request_id"] = self.room.match.n
        before = self.room.match.n
        try:
            self.in_loop(self.room.act, peer, data)
        except ProtocolError:
            assert self.room.match.n == before

    # -- time and mishaps

    @rule(seconds=st.sampled_from((0.5, 1.5, 3.5, 6.0)))
    def wait(self, seconds: float) -> None:
        self.loop.now += seconds
        self.loop.settle()

    @precondition(lambda self: self.room.state != "waiting" and not self.room.told)
    @rule(settle=st.booleans())
    def kill(self, settle: bool) -> None:
        """The server dies; what was committed stands up again."""
        if settle:
            self.loop.settle()
        self.paper.torn = True
        self.in_loop(self.room.leave, self.eve)
        self.in_loop(self.room.close)
        assert self.paper.room is not None
        old, self.paper = self.paper, Paper(self.loop)
        self.paper.room, self.paper.lines = old.room, old.lines
        self.peers.clear()
        self.room = self.in_loop(self.rebuilt)
        del self.reached[self.room.match.n + 1 :]
        self.eve = self.watcher()
        self.in_loop(self.room.pause, 10.0)

    def rebuilt(self) -> Room:
        assert self.paper.room is not None
        room = self.new_room()
        for chair, row in zip(room.seats, self.paper.room["chairs"], strict=True):
            reseat(chair, row, None)
        room.restore([chair.player_id for chair in room.seats])
        repeat(room, [json.loads(line) for line in self.paper.lines])
        return room

    # -- what always holds

    @invariant()
    def one_peer_a_seat(self) -> None:
        seated = {chair.seat: chair.peer for chair in self.room.seats if chair.peer is not None}
        for seat, peer in seated.items():
            assert peer.seat == seat
            assert peer.room is self.room
        for peer in self.peers.values():
            if peer.seat >= 0 and peer.room is self.room:
                assert seated.get(peer.seat) is peer

    @invariant()
    def what_is_told_is_kept(self) -> None:
        kept = len(self.paper.lines)
        for peer in self.peers.values():
            for frame in peer.frames:
                if frame["type"] == "state" and "seq" in frame:
                    self.told = max(self.told, frame["seq"])
        assert self.told <= kept
        assert len(self.room.match.records) <= kept + 1

    @invariant()
    def nobody_sees_too_soon(self) -> None:
        now, taken = self.loop.now, self.room.match.n + 1
        self.reached += [now] * (taken - len(self.reached))
        for frame in self.eve.frames:
            if frame["type"] == "state":
                assert now - self.reached[frame["seq"]] >= LATE
            assert frame["type"] != "game_over" or now - self.reached[-1] >= LATE

    @invariant()
    def somebody_or_a_clock_is_awaited(self) -> None:
        referee = self.room.table.referee
        if self.room.state != "running" or referee is None:
            return
        waits_for_seats = referee.announced and self.room.match.pending
        if waits_for_seats:
            assert self.room.table.out.is_set("clocks")
        else:
            assert referee.awaits_confirmation or self.room.match.over

    @invariant()
    def frames_are_as_promised(self) -> None:
        for peer in self.peers.values():
            if peer.full:
                for frame in peer.frames:
                    FULL_SERVER[frame["type"]].model_validate(frame)

    @invariant()
    def no_tile_is_lost(self) -> None:
        view = self.room.match.view(PUBLIC)
        assert sum(view["hand_sizes"]) <= 38

    def teardown(self) -> None:
        """However it went, time alone brings the match to its end."""
        for _ in range(400):
            if self.room.state in ("waiting", "over"):
                break
            self.loop.now += 7.0
            self.loop.settle()
        assert self.room.state in ("waiting", "over")
        self.wait(LATE)
        assert self.paper.finished == (self.room.state == "over")
        if self.room.state == "over":
            assert "game_over" in [frame["type"] for frame in self.eve.frames]
        self.in_loop(self.room.leave, self.eve)
        self.in_loop(self.room.close)
        self.loop.close()


TestRoom = RoomMachine.TestCase
TestRoom.settings = settings(
    max_examples=30,
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
