"""One child process: its pipes, what it may say, and how it ends."""

import asyncio
import os
import signal
from collections import deque
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from arena.errors import SpecError
from arena.room.connection import Connection
from arena.room.peer import Peer
from arena.settings import Settings
from protocol.messages import Detail

LINE_LIMIT = 64 * 1024
MATCH_LIMIT = 16 * 1024 * 1024
"""Bytes a child may write to either of its outputs in one match; a line counts for a few more."""
STDERR_LIMIT = 1024 * 1024
LINE_COST = 64
"""What a line costs beside its text, so that a flood of empty ones is one too."""
STARTED_SECONDS = 0.05
"""How often a child that ended before the match looks whether it has begun."""
GOODBYE_SECONDS = 2.0
"""How long a child may take to end by itself once its input has ended."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line a bot wrote to stderr, with the number of steps played by then."""

    seq: int
    text: str


class ChildPeer(Peer):
    """A bot in a process of its own, for one match."""

    def __init__(self, child: "Child", name: str) -> None:
        super().__init__()
        self.child = child
        self.player_id = self.bot = name
        self.only_plays = True
        self.log: deque[LogLine] = deque()
        self._log_size = 0
        self.can_return = False
        self.lost = ("crash", f"{name} has ended")

    def push(self, frame: bytes) -> None:
        """Write a line; a child that has ended misses it."""
        if not self.child.write(frame + b"\n"):
            self.child.stop("does not read its input")

    async def write(self, frame: bytes) -> None:
        """Write a line and wait until the pipe can take more."""
        self.push(frame)
        await self.child.drain()

    def close(self, code: int, reason: str) -> None:  # noqa: ARG002
        """End the child's input, which tells it to leave; one that stays is ended."""
        self.closing = True
        self.child.leave()

    def keep(self, line: bytes) -> None:
        """Keep a line of stderr, the newest megabyte of them."""
        seq = self.room.match.n if self.room is not None else 0
        self.log.append(LogLine(seq, line.decode("utf-8", "replace").rstrip("\n")))
        self._log_size += len(line) + LINE_COST
        while self._log_size > STDERR_LIMIT:
            self._log_size -= len(self.log.popleft().text) + 1 + LINE_COST


class Child:
    """A process and the readers of its two outputs."""

    def __init__(
        self,
        process: asyncio.subprocess.Process,
        settings: Settings,
        *,
        detail: Detail = "full",
        clean_up: Callable[[], None] | None = None,
    ) -> None:
        self.process = process
        self.detail = detail
        self._send_buffer = settings.send_buffer
        self._clean_up = clean_up
        self._peer: ChildPeer | None = None
        self._connection: Connection | None = None
        self._why = ""
        self._said = {"stdout": 0, "stderr": 0}
        loop = asyncio.get_running_loop()
        self._killer: asyncio.TimerHandle | None = None
        self._later: asyncio.TimerHandle | None = None
        self._readers = (
            loop.create_task(self._read_stdout()),
            loop.create_task(self._read_stderr()),
        )
        self._watch: asyncio.Task[None] | None = None

    # -- whom it serves

    def seat(self, peer: ChildPeer, connection: Connection) -> None:
        """Say whose lines these are, and who answers them."""
        self._peer, self._connection = peer, connection

    # -- its input

    def write(self, line: bytes) -> bool:
        """Hand over a line; False if too much lies unread."""
        stdin = self.process.stdin
        assert stdin is not None
        if stdin.is_closing():
            return True
        stdin.write(line)
        return stdin.transport.get_write_buffer_size() <= self._send_buffer

    async def drain(self) -> None:
        """Wait until the pipe can take more."""
        assert self.process.stdin is not None
        with suppress(ConnectionError):
            await self.process.stdin.drain()

    # -- its outputs

    async def _read_stdout(self) -> None:
        stdout = self.process.stdout
        assert stdout is not None
        try:
            while line := await stdout.readline():
                self._count("stdout", line)
                if line.strip() and self._connection is not None:
                    self._connection.text(line)
        except ValueError:
            self.stop(f"wrote a line of over {LINE_LIMIT} bytes")
            while await stdout.read(LINE_LIMIT):
                pass  # what is left in the pipe, so that its end is seen
        await self._ended()

    async def _read_stderr(self) -> None:
        stderr = self.process.stderr
        assert stderr is not None
        rest = b""
        while chunk := await stderr.read(8192):
            self._count("stderr", chunk)
            *lines, rest = (rest + chunk).split(b"\n")
            if len(rest) > LINE_LIMIT:
                lines, rest = [*lines, rest], b""
            self._keep(lines)
        self._keep([rest] if rest else [])

    def _keep(self, lines: Sequence[bytes]) -> None:
        for line in lines:
            if self._peer is not None:
                self._peer.keep(line)

    def _count(self, output: str, data: bytes) -> None:
        self._said[output] += len(data) + LINE_COST * data.count(b"\n")
        if self._said[output] > MATCH_LIMIT:
            self.stop(f"wrote over {MATCH_LIMIT} bytes to {output} in one match")

    async def _ended(self) -> None:
        """Tell the table that nobody will answer here any more."""
        code = await self.process.wait()
        peer, connection = self._peer, self._connection
        if peer is None or connection is None:
            return
        last = f": {peer.log[-1].text}" if peer.log else ""
        peer.lost = ("crash", self._why or f"the process ended with code {code}{last}"[:300])
        self._give_up(peer, connection)

    def _give_up(self, peer: ChildPeer, connection: Connection) -> None:
        room = peer.room
        if room is not None and room.state == "waiting":
            # An empty seat would wait for somebody else before the start, so it goes after it.
            loop = asyncio.get_running_loop()
            self._later = loop.call_later(STARTED_SECONDS, self._give_up, peer, connection)
            return
        connection.gone()

    # -- its end

    def watch(self, watching: Coroutine[Any, Any, None]) -> None:
        """Let somebody watch this child until it has ended."""
        self._watch = asyncio.get_running_loop().create_task(watching)

    def stop(self, why: str) -> None:
        """End it here and now, and say why."""
        self._why = self._why or why
        self._kill()

    def leave(self) -> None:
        """End its input; if it stays, kill it a little later."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        if self._killer is None:
            self._killer = asyncio.get_running_loop().call_later(GOODBYE_SECONDS, self._kill)

    def _kill(self) -> None:
        """Kill the child and all it started."""
        with suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):
                os.killpg(self.process.pid, signal.SIGKILL)
            else:
                self.process.kill()

    async def end(self) -> None:
        """Close the input, wait a little, then kill; nothing of it is left afterwards."""
        self.leave()
        with suppress(TimeoutError):
            await asyncio.wait_for(self.process.wait(), GOODBYE_SECONDS)
        self._kill()
        await self.process.wait()
        # Its outputs end when the last process that holds them has.
        await asyncio.wait(self._readers, timeout=GOODBYE_SECONDS)
        for reader in self._readers:
            reader.cancel()
        await asyncio.gather(*self._readers, return_exceptions=True)
        for timer in (self._killer, self._later):
            if timer is not None:
                timer.cancel()
        if self._watch is not None:
            self._watch.cancel()
        if self._clean_up is not None:
            self._clean_up()


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
