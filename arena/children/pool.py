"""Child processes as peers: the protocol as JSON lines on stdin and stdout."""

import asyncio

from arena.children.process import Child, ChildPeer, spawn
from arena.children.sandbox.start import start_boxed
from arena.plugins.bot_specs import BotSpec
from arena.room.connection import Connection
from arena.room.peer import Peer
from arena.room.room import Room
from arena.settings import Settings
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

    def leave(self, peer: Peer, *, said: bool = False) -> None:
        """The child has gone."""
        self._room.leave(peer, said=said)


class Children:
    """The child processes of one match; none plays another, so that no bot remembers a deal."""

    def __init__(self, room: Room, settings: Settings) -> None:
        self._room = room
        self._settings = settings
        self._seated: list[Child] = []

    async def start(self, seat: Seat, spec: BotSpec, name: str) -> ChildPeer:
        """Start a child and seat it."""
        child = await start_child(spec, self._settings)
        peer = ChildPeer(child, name)
        self._seated.append(child)
        child.seat(peer, Connection(peer, OneRoom(self._room), self._settings))
        join = Join.model_construct(
            room_id=self._room.room_id, player_id=name, role="player", detail=child.detail
        )
        self._room.join(peer, join, seat)
        return peer

    async def end(self) -> None:
        """Let every child go."""
        await asyncio.gather(*(child.end() for child in self._seated))


async def start_child(spec: BotSpec, settings: Settings) -> Child:
    """A child of a spec, in the sandbox if the spec says so."""
    if spec.kind == "box":
        return await start_boxed(spec, settings)
    process = await spawn(spec.argv, str(spec))
    return Child(process, settings, detail="flat" if spec.kind == "flat" else "full")
