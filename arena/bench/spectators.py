"""One busy match and its spectators: the server's time for a frame, how late it is, and memory.

The server runs in a process of its own. The same match is played without spectators, with
spectators in the usual pace, and with spectators who want every frame at once; what the first takes
is the match's own and is taken off the others.
"""

import asyncio
import json
import multiprocessing
import time
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection
from os import sysconf
from pathlib import Path
from statistics import quantiles
from typing import Any

from arena.bench.client import FrugalSocket, cpu_seconds
from arena.bench.floor import heard
from arena.event_loop import new_event_loop
from arena.logging_setup import set_up_log
from arena.plugins.bot_specs import Player
from arena.server.app import running_server
from arena.server.demo import PacedBot
from arena.settings import Settings
from arena.table.spec import RoomSpec
from bots.stock import FirstBot

ROOM = "busy"
PACES = ("batched", "live")


@dataclass(frozen=True, slots=True)
class Figures:
    """One pace: the server's processor time per frame, the age of frames, memory per spectator."""

    pace: str
    frames: int
    cpu_us: float
    p99_ms: float
    worst_ms: float
    kb_a_spectator: float
    steps_per_second: float


class Spectator(FrugalSocket):
    """Counts frames; one in fifty notes when each came."""

    def __init__(self, number: int, pace: str) -> None:
        join = {
            "type": "join", "room_id": ROOM, "player_id": f"s{number}", "role": "spectator",
            "pace": pace,
        }  # fmt: skip
        super().__init__(ROOM, json.dumps(join, separators=(",", ":")).encode())
        self.frames = 0
        self.timed = number % 50 == 0
        self.came: list[float] = []

    def heard(self, payload: bytes) -> None:  # noqa: ARG002
        """Count a frame."""
        self.frames += 1
        if self.timed:
            self.came.append(time.monotonic())


async def serve(pause: float, pipe: Connection) -> None:
    """Play one match of house bots that take their time, and say when each step was announced."""
    set_up_log(Settings(log_level="warning"))
    settings = Settings(port=0, max_connections=10_000, log_level="warning")
    async with running_server(settings=settings) as running:
        steps: list[float] = []
        spec = RoomSpec(ROOM, seats=4, config={"target": 1000}, clock=None)
        bots = [Player("first", bot=PacedBot(FirstBot(), pause)) for _ in range(4)]
        room = running.lobby.open(spec, bots)
        room._watch = lambda _advance: steps.append(time.monotonic())
        pipe.send(running.port)
        while (word := await heard(pipe)) != "stop":
            if word == "steps":
                pipe.send(steps)
                steps.clear()


async def measure(
    port: int, pid: int, pace: str, number: int, seconds: float, pipe: Any
) -> Figures:
    """Let so many watch for so long."""
    loop = asyncio.get_running_loop()
    before_kb = resident_kb(pid)
    watching = []
    for each in range(number):
        made = partial(Spectator, each, pace)
        _, spectator = await loop.create_connection(made, "127.0.0.1", port)
        await spectator.joined
        watching.append(spectator)
    await asyncio.sleep(0.5)
    kb = (resident_kb(pid) - before_kb) / max(number, 1)
    pipe.send("steps")
    await loop.run_in_executor(None, pipe.recv)
    counted = sum(spectator.frames for spectator in watching)
    for spectator in watching:
        spectator.came.clear()
    used = cpu_seconds(pid)
    await asyncio.sleep(seconds)
    used = cpu_seconds(pid) - used
    frames = sum(spectator.frames for spectator in watching) - counted
    pipe.send("steps")
    steps: list[float] = await loop.run_in_executor(None, pipe.recv)
    late = [
        came - step
        for spectator in watching
        if spectator.timed
        for step, came in zip(reversed(steps), reversed(spectator.came), strict=False)
        if came > step
    ]
    for spectator in watching:
        spectator.transport.abort()
    await asyncio.sleep(0.5)
    worst = max(late, default=0.0) * 1000
    p99 = quantiles(late, n=100)[98] * 1000 if len(late) > 1 else worst
    per_frame = used / frames * 1e6 if frames else used
    return Figures(pace, frames, per_frame, p99, worst, kb, len(steps) / seconds)


def resident_kb(pid: int) -> float:
    """The memory a process holds."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * sysconf("SC_PAGE_SIZE") / 1024


def run(spectators: int, pause: float, seconds: float) -> list[Figures]:
    """Measure the match alone, then each pace; the match's own time is taken off theirs."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(pause, theirs))
    process.start()
    try:
        port = ours.recv()
        assert process.pid is not None
        alone = _measured(port, process.pid, "batched", 0, seconds, ours)
        rows = []
        for pace in PACES:
            row = _measured(port, process.pid, pace, spectators, seconds, ours)
            own = alone.cpu_us / max(row.frames, 1) * 1e6
            rows.append(
                Figures(
                    pace, row.frames, row.cpu_us - own, row.p99_ms, row.worst_ms,
                    row.kb_a_spectator, row.steps_per_second,
                )
            )  # fmt: skip
        return [alone, *rows]
    finally:
        ours.send("stop")
        process.join(10)
        process.terminate()


def _measured(port: int, pid: int, pace: str, number: int, seconds: float, pipe: Any) -> Figures:
    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        return runner.run(measure(port, pid, pace, number, seconds, pipe))


def _serve(pause: float, pipe: Connection) -> None:
    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        runner.run(serve(pause, pipe))
