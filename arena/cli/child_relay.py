"""A child process at a server's table: frames become its lines, and its lines frames."""

import asyncio
import json
import os
import signal
import sys
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any, Final

import aiohttp

from arena.children.process import GOODBYE_SECONDS, spawn
from arena.errors import ServerError
from arena.plugins.bot_specs import BotSpec
from engine.game import Outcome, Seat, ranks

RETRIES: Final = 5
FIRST_PAUSE: Final = 0.2


class Child:
    """A program that plays one match: it reads frames as lines, and its lines are sent."""

    def __init__(self, spec: BotSpec, send: Callable[[str], Awaitable[None]]) -> None:
        self._spec = spec
        self._send = send
        self._process: asyncio.subprocess.Process | None = None
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Start the program; its lines are sent from now on."""
        self._process = await spawn(self._spec.argv, str(self._spec))
        ways = (self._send_lines(self._process), show_stderr(self._process))
        self._tasks = [asyncio.create_task(way) for way in ways]

    @property
    def silent(self) -> "asyncio.Task[None]":
        """The task that is done once the program has closed its output."""
        return self._tasks[0]

    async def exit_code(self) -> int:
        """Wait for the program to end."""
        assert self._process is not None
        return await self._process.wait()

    async def hear(self, line: str) -> None:
        """Give the program a line; one that has ended hears nothing."""
        assert self._process is not None
        assert self._process.stdin is not None
        # uvloop has an error of its own for a pipe that nobody reads.
        with suppress(ConnectionError, RuntimeError):
            self._process.stdin.write(line.encode() + b"\n")
            await self._process.stdin.drain()

    async def end(self) -> None:
        """Close the child's input, wait a little, then kill it and all it has started."""
        process = self._process
        assert process is not None
        assert process.stdin is not None
        process.stdin.close()
        with suppress(TimeoutError):
            await asyncio.wait_for(process.wait(), GOODBYE_SECONDS)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        await process.wait()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _send_lines(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        try:
            while line := await process.stdout.readline():
                if line.strip():
                    await self._send(line.decode("utf-8", "replace").strip())
        except ValueError:  # a line over the limit
            sys.stderr.write(f"{self._spec}: a line on stdout is too long\n")


async def show_stderr(process: asyncio.subprocess.Process) -> None:
    """Show what a program writes for its author."""
    assert process.stderr is not None
    while chunk := await process.stderr.read(8192):
        sys.stderr.write(chunk.decode("utf-8", "replace"))


def join_frame(spec: BotSpec, room: str, join: Mapping[str, Any]) -> dict[str, Any]:
    """Return the join of a program at the level that it reads."""
    detail = "flat" if spec.kind == "flat" else "full"
    return {**join, "type": "join", "room_id": room, "role": "player", "detail": detail}


async def send_if_open(socket: aiohttp.ClientWebSocketResponse | None, line: str) -> None:
    """Send a line; one that comes while nothing is connected is lost."""
    if socket is not None:
        with suppress(aiohttp.ClientError, ConnectionError):
            await socket.send_str(line)


class ChildRelay:
    """One match of a child; a connection that is lost is opened again with the seat's token."""

    def __init__(self, spec: BotSpec, server: str, room: str, join: Mapping[str, Any]) -> None:
        self._spec = spec
        self._url = f"{server.rstrip('/')}/ws/{room}"
        self._join = join_frame(spec, room, join)
        self._child = Child(spec, lambda line: send_if_open(self._socket, line))
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._outcome: Outcome | None = None
        self.seat: Seat = -1

    async def play(self) -> Outcome:
        """Play the match to its end; ServerError says why not. No process is left afterwards."""
        await self._child.start()
        try:
            match = asyncio.create_task(self._rounds())
            await asyncio.wait([match, self._child.silent], return_when=asyncio.FIRST_COMPLETED)
            if not match.done() and self._outcome is None:
                match.cancel()
                code = await self._child.exit_code()
                raise ServerError(f"{self._spec}: the program ended with code {code}")
            return await match
        finally:
            await self._child.end()

    async def _rounds(self) -> Outcome:
        """Connect, and again after each loss."""
        for attempt in range(RETRIES + 1):
            with suppress(aiohttp.ClientError, ConnectionError):
                await self._connect()
            if self._outcome is not None:
                return self._outcome
            if self.seat < 0 and attempt == 0:
                break
            await asyncio.sleep(FIRST_PAUSE * 2**attempt)
        raise ServerError(f"{self._url}: the connection was lost")

    async def _connect(self) -> None:
        async with (
            aiohttp.ClientSession() as session,
            session.ws_connect(self._url, max_msg_size=0) as socket,
        ):
            await socket.send_json(self._join)
            self._socket = socket
            async for message in socket:
                if message.type is aiohttp.WSMsgType.TEXT and self._heard(message.json()):
                    await self._child.hear(message.data)
                if self._outcome is not None:
                    return

    def _heard(self, frame: Mapping[str, Any]) -> bool:
        """Remember what a frame says about the match; return whether the child is to have it."""
        kind = frame["type"]
        if kind == "join_ack":
            again = self.seat >= 0  # the child has started already
            self.seat = frame["seat"]
            if frame.get("token"):
                self._join |= {"token": frame["token"], "takeover": True}
            return not again
        if kind == "error" and self.seat < 0:
            raise ServerError(refusal(frame))
        if kind == "game_over":
            self._outcome = outcome_of(frame)
        return True


def refusal(frame: Mapping[str, Any]) -> str:
    """Return why a join was refused."""
    detail = f" ({frame['detail']})" if frame.get("detail") else ""
    return f"not let in: {frame['message']}{detail}"


def outcome_of(frame: Mapping[str, Any]) -> Outcome:
    """Return the result that a game_over of either level tells."""
    if "deltas" in frame:
        return Outcome(tuple(frame["deltas"]), tuple(frame["placements"]), frame["winner"])
    points = tuple(map(int, json.loads(f"[{frame['scores']}]")))
    return Outcome(points, ranks(points), frame["winner"])
