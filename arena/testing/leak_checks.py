"""Frame-level conformance: what a viewer receives must not depend on what it may not know.

`CHECKS` completes `engine.testing.CHECKS`; both take a game and a seed.
"""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from arena.match.clock import LagMeter
from arena.match.match import Match
from arena.match.result import new_match
from arena.match.wire_frames import Frames, event_rows
from arena.room.peer import Peer
from arena.room.room import Room
from arena.table.spec import RoomSpec
from engine.game import PUBLIC, AnyGame, Seat, Viewer
from engine.rng import Deals, stream
from engine.testing import ConformanceError
from engine.variants import Position
from protocol.codec import encode
from protocol.errors import ProtocolError
from protocol.messages import Detail, Join

STEPS: Final = 60
"""Steps of a round that are looked at."""
TRICKS: Final = 3
"""Times a seat misbehaves in one run."""
LONG_AGO: Final = 3600.0
"""Seconds by which a request is made to look older than any clock allows."""


# -- a re-deal


def check_redealt_frames(game: AnyGame, seed: str) -> None:
    """Frames stay byte-identical when all a viewer cannot see is dealt afresh."""
    for seats in game.seats:
        match, shadow = (new_match(game, ["bot"] * seats, Deals.seed(seed)) for _ in range(2))
        rng = stream(seed, "moves", seats)
        for _ in range(STEPS):
            for viewer in (*map(Viewer.player, range(seats)), PUBLIC):
                _compare_redeal(match, shadow, viewer, stream(seed, "redeal", match.n))
            if match.over:
                break
            _play_any(match, rng.random)


def _play_any(match: Match, random: Callable[[], float]) -> None:
    if not match.pending:
        match.advance()
    for seat, request in tuple(match.pending.items()):
        legal = request.legal
        match.answer(seat, legal[int(random() * len(legal))])


def _compare_redeal(match: Match, shadow: Match, viewer: Viewer, rng: Any) -> None:
    imagined = match.game.imagine(match.config, match.view(viewer), rng)
    shadow.n, shadow.records = match.n, match.records
    shadow.reach(Position(imagined, match.offers, ()))
    for ours, theirs in zip(_frames(match, viewer), _frames(shadow, viewer), strict=True):
        if ours != theirs:
            where = f"{match.game.name}, step {match.n}, viewer {viewer}"
            raise ConformanceError(f"{where}: a re-deal changes the frame\n{ours!r}\n{theirs!r}")


def _frames(match: Match, viewer: Viewer) -> tuple[bytes, bytes, bytes]:
    frames = Frames(match, "room")
    if viewer.seat >= 0:
        full = frames.asked_state(viewer.seat, event_rows((), viewer), 5000, 60000)
    else:
        full = frames.full_state(viewer, [])
    return encode(frames.flat_state(viewer)), encode(full), frames.discards()


# -- another seat's behaviour


class Tape(Peer):
    """A peer that keeps what it is sent."""

    def __init__(self) -> None:
        super().__init__()
        self.frames: list[bytes] = []

    def push(self, frame: bytes) -> None:
        """Keep a frame."""
        self.frames.append(frame)

    async def write(self, frame: bytes) -> None:
        """Keep a frame."""
        self.frames.append(frame)

    def close(self, code: int, reason: str) -> None:
        """Nothing is open."""

    def round(self) -> list[bytes]:
        """The table's frames up to the end of the first round."""
        rows: list[bytes] = []
        for frame in self.frames:
            if frame.startswith((b'{"type":"state"', b'{"type":"round_result"')):
                rows.append(frame)
            if frame.startswith(b'{"type":"round_result"'):
                break
        return rows


@dataclass(slots=True)
class Table:
    """A room of tapes, and how far its script has come."""

    room: Room
    tapes: list[Tape]
    watchers: list[Tape]
    seed: str
    tricks: int = 0
    played: list[str] = field(default_factory=list)

    @property
    def match(self) -> Match:
        """The running match."""
        return self.room.match

    def act(self, seat: Seat, choice: str) -> None:
        """Answer for a seat."""
        self.room.act(self.tapes[seat], {"type": "action", "choice": choice})

    def default(self, seat: Seat) -> str:
        """The choice that a timeout would play."""
        match = self.match
        choice: str = match.rules.default(match.state, match.offers, seat).choice
        return choice


async def at_once(table: Table, seat: Seat) -> None:
    """Play the default without delay: what the others are compared with."""
    table.act(seat, table.default(seat))


async def think_longer(table: Table, seat: Seat) -> None:
    """Play the default after a while."""
    choice = table.default(seat)
    await asyncio.sleep(0.005)
    table.act(seat, choice)


async def time_out(table: Table, seat: Seat) -> None:
    """Never answer; the referee plays the default."""
    own, now = table.room.seats[seat], asyncio.get_running_loop().time()
    own.clock.start(now - LONG_AGO)
    table.room.table.out.wake("clocks", now)
    table.room.wake()
    own.late = False


async def answer_illegally(table: Table, seat: Seat) -> None:
    """Answer nonsense first, then the default."""
    try:
        table.act(seat, "nonsense")
    except ProtocolError:
        table.act(seat, table.default(seat))


BEHAVIOURS: Final = (think_longer, time_out, answer_illegally)


def check_silent_faults(game: AnyGame, seed: str) -> None:
    """A seat that thinks longer, times out or answers illegally is told of to nobody else."""
    with asyncio.Runner() as runner:
        honest = runner.run(_run(game, seed, at_once))
        for behaviour in BEHAVIOURS:
            odd = runner.run(_run(game, seed, behaviour))
            if odd.played != honest.played:
                raise ConformanceError(f"{game.name}: {behaviour.__name__} changed the play")
            for ours, theirs in zip(_others(honest), _others(odd), strict=True):
                if ours != theirs:
                    pairs = zip(ours, theirs, strict=False)
                    first = next((pair for pair in pairs if pair[0] != pair[1]), "their number")
                    name = behaviour.__name__
                    raise ConformanceError(f"{game.name}: {name} shows in others' frames: {first}")


def _others(table: Table) -> list[list[bytes]]:
    return [tape.round() for tape in (*table.tapes[1:], *table.watchers)]


async def _run(game: AnyGame, seed: str, behaviour: Callable[[Table, Seat], Any]) -> Table:
    seats = game.default_seats
    lag = LagMeter()
    spec = RoomSpec("room", deals=Deals.seed(seed), match_id="match")
    room = Room(spec, game, [None] * seats, lag)
    levels: tuple[Detail, Detail] = ("flat", "full")
    watchers = [_joined(room, "watcher", "spectator", level) for level in levels]
    tapes = [_joined(room, f"p{seat}", "player", levels[seat % 2]) for seat in range(seats)]
    for seat in room.seats:
        room.set_ready(seat)
    table = Table(room, tapes, watchers, seed)
    try:
        while len(table.played) < STEPS and room.table.referee and not room.table.results:
            await _step(table, behaviour)
    finally:
        await settle()
        room.close()
    for watcher in watchers:
        room.leave(watcher)
    return table


def _joined(room: Room, name: str, role: str, detail: Detail) -> Tape:
    tape = Tape()
    room.join(tape, Join(room_id="room", player_id=name, role=role, detail=detail))
    return tape


async def _step(table: Table, behaviour: Callable[[Table, Seat], Any]) -> None:
    """One decision of every asked seat; seat 0 behaves oddly a few times."""
    match, number = table.match, table.match.n
    await settle()
    for seat, request in tuple(match.pending.items()):
        rng = stream(table.seed, "choice", number, seat)
        choice = request.legal[int(rng.random() * len(request.legal))]
        odd = seat == 0 and table.tricks < TRICKS and len(request.legal) > 1
        table.played.append(f"{number}:{seat}:{table.default(seat) if odd else choice}")
        if odd:
            table.tricks += 1
            await behaviour(table, seat)
        else:
            table.act(seat, choice)


async def settle() -> None:
    """Let the spectators' writers send what is queued: how steps share frames is not looked at."""
    for _ in range(4):
        await asyncio.sleep(0)


CHECKS: Final[Mapping[str, Callable[[AnyGame, str], None]]] = {
    "redealt_frames": check_redealt_frames,
    "silent_faults": check_silent_faults,
}
