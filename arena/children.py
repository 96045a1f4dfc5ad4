"""Child processes as peers: the protocol as JSON lines on stdin and stdout."""

import asyncio
from collections.abc import Sequence

from arena.child import LINE_LIMIT, Child, ChildPeer
from arena.errors import SpecError
from arena.room.connection import Connection
from arena.room.peer import Peer
from arena.room.room import Room
from arena.settings import Settings
from arena.specs import BotSpec
from engine.game import Seat
from protocol.messages import Join


class OneRoom:
    """The front of a child's connection: it can only ever be in its room."""

    def __init__(self, room: Room) -> None:
        self._room = room

    def join(self, peer: Peer, join: Join, path_room: str) -> None:  # noqa: ARG002
        """A join sent by the child itself: it is seated already."""
        self._room.join(peer, join)

    def find(self, room_id: str) -> Room:  # noqa: ARG002
        """The only room there is."""
        return self._room

    def leave(self, peer: Peer) -> None:
        """The child has gone."""
        self._room.leave(peer)


class Residents:
    """Children that stay from match to match; what is idle waits here by its spec."""

    def __init__(self) -> None:
        self._idle: dict[BotSpec, list[Child]] = {}

    def take(self, spec: BotSpec) -> Child | None:
        """A child of this spec that has nothing to do."""
        waiting = self._idle.get(spec, [])
        while waiting:
            child = waiting.pop()
            if child.alive:
                return child
        return None

    def give_back(self, spec: BotSpec, child: Child) -> None:
        """Keep a child for the next match."""
        child.unseat()
        self._idle.setdefault(spec, []).append(child)

    async def end(self) -> None:
        """Let everybody go."""
        children = [child for waiting in self._idle.values() for child in waiting]
        self._idle.clear()
        await asyncio.gather(*(child.end() for child in children))


class Children:
    """The child processes of one table."""

    def __init__(self, room: Room, settings: Settings, residents: Residents | None = None) -> None:
        self._room = room
        self._settings = settings
        self._residents = residents
        self._seated: list[tuple[BotSpec, Child, Seat]] = []

    async def start(self, seat: Seat, spec: BotSpec, name: str) -> ChildPeer:
        """Start a child, or take one that stayed, and seat it."""
        child = self._residents.take(spec) if self._residents else None
        if child is None:
            child = await start_child(spec, self._settings)
        peer = ChildPeer(child, name)
        self._seated.append((spec, child, seat))
        child.seat(peer, Connection(peer, OneRoom(self._room), self._settings))
        join = Join.model_construct(
            room_id=self._room.room_id, player_id=name, role="player", detail=child.detail
        )
        self._room.join(peer, join, seat)
        return peer

    async def end(self) -> None:
        """Let every child go, but for those that can play another match."""
        leaving = []
        for spec, child, seat in self._seated:
            if self._residents is not None and child.resident and self._played_well(child, seat):
                self._residents.give_back(spec, child)
            else:
                leaving.append(child)
        await asyncio.gather(*(child.end() for child in leaving))

    def _played_well(self, child: Child, seat: Seat) -> bool:
        """Whether a child stands where a fresh one would: alive, and owing no answer."""
        match = self._room.match
        return child.alive and match.over and all(fault.seat != seat for fault in match.faults)


async def start_child(spec: BotSpec, settings: Settings) -> Child:
    """A child of a spec, in the sandbox if the spec says so."""
    if spec.kind == "box":
        from arena.box.start import start_boxed

        return await start_boxed(spec, settings)
    process = await spawn(spec.argv, str(spec))
    return Child(process, settings, detail="flat" if spec.kind == "flat" else "full")


async def spawn(
    argv: Sequence[str], spec: str, *, environment: dict[str, str] | None = None, cwd: str = "."
) -> asyncio.subprocess.Process:
    """A child with pipes, in a session of its own."""
    pipe = asyncio.subprocess.PIPE
    try:
        return await asyncio.create_subprocess_exec(
            *argv,
            stdin=pipe,
            stdout=pipe,
            stderr=pipe,
            limit=LINE_LIMIT,
            start_new_session=True,
            env=environment,
            cwd=cwd,
        )
    except OSError as error:
        raise SpecError(f"{spec}: {error.strerror}") from None
