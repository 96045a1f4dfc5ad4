"""A child process at a server's table: frames become its lines, and its lines frames."""

import asyncio
import json
import os
import signal
import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final

import aiohttp

from arena.children.process import GOODBYE_SECONDS, spawn
from arena.errors import ServerError
from arena.plugins.bot_specs import BotSpec
from engine.game import Outcome, Seat, ranks

RETRIES: Final = 5
FIRST_PAUSE: Final = 0.2


class ChildRelay:
    """One match of a child; a connection that is lost is opened again with the seat's token."""

    def __init__(self, spec: BotSpec, server: str, room: str, join: Mapping[str, Any]) -> None:
        self._spec = spec
        self._url = f"{server.rstrip('/')}/ws/{room}"
        detail = "flat" if spec.kind == "flat" else "full"
        self._join = {**join, "type": "join", "room_id": room, "role": "player", "detail": detail}
        self._process: asyncio.subprocess.Process | None = None
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._outcome: Outcome | None = None
        self.seat: Seat = -1

    async def play(self) -> Outcome:
        """Play the match to its end; ServerError says why not. No process is left afterwards."""
        self._process = await spawn(self._spec.argv, str(self._spec))
        tasks = [asyncio.create_task(way) for way in (self._to_server(), self._to_stderr())]
        try:
            match = asyncio.create_task(self._rounds())
            await asyncio.wait([match, tasks[0]], return_when=asyncio.FIRST_COMPLETED)
            if not match.done() and self._outcome is None:
                match.cancel()
                code = await self._process.wait()
                raise ServerError(f"{self._spec}: the program ended with code {code}")
            return await match
        finally:
            await self._end()
            await asyncio.gather(*tasks, return_exceptions=True)

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
                    self._write(message.data)
                    await self._drained()
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
            detail = f" ({frame['detail']})" if frame.get("detail") else ""
            raise ServerError(f"not let in: {frame['message']}{detail}")
        if kind == "game_over":
            self._outcome = outcome_of(frame)
        return True

    def _write(self, line: str) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.write(line.encode() + b"\n")

    async def _drained(self) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        with suppress(ConnectionError):
            await self._process.stdin.drain()

    async def _to_server(self) -> None:
        """Send every line of the child; one that comes while nothing is connected is lost."""
        assert self._process is not None
        assert self._process.stdout is not None
        try:
            while line := await self._process.stdout.readline():
                if line.strip() and self._socket is not None:
                    with suppress(aiohttp.ClientError, ConnectionError):
                        await self._socket.send_str(line.decode("utf-8", "replace").strip())
        except ValueError:  # a line over the limit
            sys.stderr.write(f"{self._spec}: a line on stdout is too long\n")

    async def _to_stderr(self) -> None:
        assert self._process is not None
        assert self._process.stderr is not None
        while chunk := await self._process.stderr.read(8192):
            sys.stderr.write(chunk.decode("utf-8", "replace"))

    async def _end(self) -> None:
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


def outcome_of(frame: Mapping[str, Any]) -> Outcome:
    """Return the result that a game_over of either level tells."""
    if "deltas" in frame:
        return Outcome(tuple(frame["deltas"]), tuple(frame["placements"]), frame["winner"])
    points = tuple(map(int, json.loads(f"[{frame['scores']}]")))
    return Outcome(points, ranks(points), frame["winner"])
