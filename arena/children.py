"""Child processes as peers: the protocol as JSON lines on stdin and stdout."""

import asyncio
import os
import signal
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from arena.desk import Desk
from arena.errors import SpecError
from arena.peer import Peer
from arena.room import Room
from arena.settings import Settings
from arena.specs import BotSpec
from engine.game import Seat
from protocol.messages import Join

LINE_LIMIT = 64 * 1024
STDERR_LIMIT = 1024 * 1024
GOODBYE_SECONDS = 2.0
"""How long a child may take to end by itself once its input has ended."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line a bot wrote to stderr, with the number of steps played by then."""

    seq: int
    text: str


class ChildPeer(Peer):
    """A bot in a process of its own."""

    def __init__(self, process: asyncio.subprocess.Process, name: str) -> None:
        super().__init__()
        self.process = process
        self.player_id = self.bot = name
        self.log: deque[LogLine] = deque()
        self._log_size = 0
        self.lost = ("crash", f"{name} has ended")

    def push(self, frame: bytes) -> None:
        """Write a line; a child that has ended misses it."""
        stdin = self.process.stdin
        assert stdin is not None
        if not stdin.is_closing():
            stdin.write(frame + b"\n")

    async def write(self, frame: bytes) -> None:
        """Write a line and wait until the pipe can take more."""
        self.push(frame)
        assert self.process.stdin is not None
        with suppress(ConnectionError):
            await self.process.stdin.drain()

    def close(self, code: int, reason: str) -> None:  # noqa: ARG002
        """End the child's input, which tells it to leave."""
        self.closing = True
        assert self.process.stdin is not None
        self.process.stdin.close()

    def keep(self, line: bytes) -> None:
        """Keep a line of stderr, the newest megabyte of them."""
        seq = self.room.match.n if self.room is not None else 0
        self.log.append(LogLine(seq, line.decode("utf-8", "replace").rstrip("\n")))
        self._log_size += len(line)
        while self._log_size > STDERR_LIMIT:
            self._log_size -= len(self.log.popleft().text) + 1

    async def end(self) -> None:
        """Close the input, wait a little, then kill the child and all it started."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        with suppress(TimeoutError):
            await asyncio.wait_for(self.process.wait(), GOODBYE_SECONDS)
        with suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):
                os.killpg(self.process.pid, signal.SIGKILL)
            else:
                self.process.kill()
        await self.process.wait()


class OneRoom:
    """The front of a child's desk: it can only ever be in its room."""

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


class Children:
    """The child processes of one table."""

    def __init__(self, room: Room, settings: Settings) -> None:
        self._room = room
        self._settings = settings
        self._peers: list[ChildPeer] = []
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self, seat: Seat, spec: BotSpec, name: str) -> None:
        """Start a child and seat it."""
        process = await spawn(spec.argv, str(spec))
        peer = ChildPeer(process, name)
        self._peers.append(peer)
        desk = Desk(peer, OneRoom(self._room), self._settings)
        loop = asyncio.get_running_loop()
        self._tasks.append(loop.create_task(read_stderr(peer)))
        join = Join.model_construct(
            room_id=self._room.room_id,
            player_id=name,
            role="player",
            detail="flat" if spec.kind == "flat" else "full",
        )
        self._room.join(peer, join, seat)
        self._tasks.append(loop.create_task(read_stdout(peer, desk)))

    async def end(self) -> None:
        """Let every child go."""
        await asyncio.gather(*(peer.end() for peer in self._peers))
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


async def spawn(argv: Sequence[str], spec: str) -> asyncio.subprocess.Process:
    """A child with pipes, in a session of its own."""
    pipe = asyncio.subprocess.PIPE
    try:
        return await asyncio.create_subprocess_exec(
            *argv, stdin=pipe, stdout=pipe, stderr=pipe, limit=LINE_LIMIT, start_new_session=True
        )
    except OSError as error:
        raise SpecError(f"{spec}: {error.strerror}") from None


async def read_stdout(peer: ChildPeer, desk: Desk) -> None:
    """Hand the child's lines to its desk until it ends."""
    stdout = peer.process.stdout
    assert stdout is not None
    try:
        while line := await stdout.readline():
            if line.strip():
                desk.text(line)
    except ValueError:
        peer.lost = ("crash", f"wrote a line of over {LINE_LIMIT} bytes")
        peer.process.kill()
    else:
        code = await peer.process.wait()
        last = f": {peer.log[-1].text}" if peer.log else ""
        peer.lost = ("crash", f"the process ended with code {code}{last}"[:300])
    desk.gone()


async def read_stderr(peer: ChildPeer) -> None:
    """Keep what the child says to its author."""
    stderr = peer.process.stderr
    assert stderr is not None
    while chunk := await stderr.read(8192):
        for line in chunk.splitlines(keepends=True):
            peer.keep(line)
