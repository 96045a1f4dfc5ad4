"""A server full of rooms: its own time for a decision, its memory, its share of bare aiohttp.

Every room has four players over WebSocket, in another process than the server's. Four servers
take turns: bare aiohttp, the same sending as many frames an answer as the game does, the arena
without a store, and the arena with one (a SQLite file). First everybody answers at once, which
gives the ratios; then everybody thinks, which gives the times: a server that is given as much as
it can bear has a queue, and the time spent there says nothing but how many clients there are.
"""

import asyncio
import multiprocessing
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from os import sysconf
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Literal

from arena.bench.client import Load, connect, cpu_seconds, leave, rush
from arena.bench.floor import heard, serve_bare
from arena.event_loop import new_event_loop
from arena.logging_setup import set_up_log
from arena.server.app import running_server
from arena.settings import Settings
from arena.table.spec import RoomSpec

SEATS = 4
Kind = Literal["bare", "bare_same_frames", "plain", "store"]
KINDS: tuple[Kind, ...] = ("bare", "bare_same_frames", "plain", "store")


@dataclass(frozen=True, slots=True)
class Round:
    """One kind of server under load; a floor has no times of its own."""

    load: Load
    p50_ms: float = 0.0
    p99_ms: float = 0.0
    rush_p99_ms: float = 0.0
    kb_a_room: float = 0.0


@dataclass(frozen=True, slots=True)
class Figures:
    """The arena without or with a store: medians over the rounds."""

    answers_per_second: float
    p50_ms: float
    p99_ms: float
    rush_p99_ms: float
    """The same while everybody answers at once."""
    kb_a_room: float
    ratio: float
    ratio_same_frames: float
    cpu_us: float
    """The server's processor time for an answer."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How many rooms, how long everybody answers at once, and how long a player thinks."""

    rooms: int
    seconds: float
    think: float


def run(plan: Plan, rounds: int) -> dict[str, Figures]:
    """Interleaved rounds of the four servers; figures without and with the store."""
    measured: dict[Kind, list[Round]] = {kind: [] for kind in KINDS}
    for _ in range(rounds):
        for kind in KINDS:
            measured[kind].append(measure(kind, plan))
    return {
        "without store": figures(measured, "plain"),
        "with store": figures(measured, "store"),
    }


def figures(measured: dict[Kind, list[Round]], kind: Kind) -> Figures:
    """One kind's medians, and its share of each floor, round by round."""
    ours = measured[kind]

    def share(floor: Kind) -> float:
        pairs = zip(ours, measured[floor], strict=True)
        return median(own.load.rate / bare.load.rate for own, bare in pairs)

    return Figures(
        median(own.load.rate for own in ours),
        median(own.p50_ms for own in ours),
        median(own.p99_ms for own in ours),
        median(own.rush_p99_ms for own in ours),
        median(own.kb_a_room for own in ours),
        share("bare"),
        share("bare_same_frames"),
        median(own.load.cpu_us for own in ours),
    )


def measure(kind: Kind, plan: Plan) -> Round:
    """Put one kind of server, in a process of its own, under load."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    with TemporaryDirectory() as folder:
        args = (kind, plan.rooms, f"sqlite:///{folder}/bench.db", theirs)
        server = context.Process(target=serve, args=args, daemon=True)
        server.start()
        try:
            with asyncio.Runner(loop_factory=new_event_loop) as runner:
                drive = drive_arena if kind in ("plain", "store") else drive_floor
                return runner.run(drive(ours, server.pid, plan))
        finally:
            ours.send("stop")
            server.join(5)
            server.kill()


async def drive_floor(pipe: Connection, pid: int | None, plan: Plan) -> Round:
    """Everybody answers at once."""
    clients = await connect(pipe.recv(), plan.rooms * SEATS, SEATS)
    measured = await rush(clients, plan.seconds, lambda: cpu_seconds(pid))
    leave(clients)
    return Round(measured)


async def drive_arena(pipe: Connection, pid: int | None, plan: Plan) -> Round:
    """Everybody answers at once, then everybody thinks."""
    port = pipe.recv()
    empty = resident_kb(pid)
    ask(pipe, "open")
    clients = await connect(port, plan.rooms * SEATS, SEATS)
    measured = await rush(clients, plan.seconds, lambda: cpu_seconds(pid))
    _, rush_p99_ms = ask(pipe, "times")
    for client in clients:
        client.think = plan.think
    await asyncio.sleep(plan.think)  # the queue of the rush goes
    ask(pipe, "times")
    await asyncio.sleep(max(plan.seconds, 2 * plan.think))
    p50_ms, p99_ms = ask(pipe, "times")
    grown = resident_kb(pid) - empty
    leave(clients)
    return Round(measured, p50_ms, p99_ms, rush_p99_ms, grown / plan.rooms)


def ask(pipe: Connection, word: str) -> tuple[float, float]:
    """Say something to the server's process; its times since the last word, p50 and p99 in ms."""
    pipe.send(word)
    times: tuple[float, float] = pipe.recv()
    return times


def resident_kb(pid: int | None) -> float:
    """The memory a process holds; nothing where there is no /proc."""
    sizes = Path(f"/proc/{pid}/statm")
    pages = int(sizes.read_text().split()[1]) if sizes.exists() else 0
    return pages * sysconf("SC_PAGE_SIZE") / 1024


# -- the server's process


def serve(kind: Kind, rooms: int, db: str, pipe: Connection) -> None:
    """Run one kind of server until told to stop."""
    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        if kind in ("bare", "bare_same_frames"):
            runner.run(serve_bare(kind, SEATS, pipe))
        else:
            runner.run(serve_rooms(rooms, db if kind == "store" else "", pipe))


async def serve_rooms(rooms: int, db: str, pipe: Connection) -> None:
    """Open the rooms, and tell how long the frames of an answer took whenever asked."""
    spent = array("d")
    settings = Settings(port=0, max_games=2 * rooms, db=db, log_level="warning")
    set_up_log(settings)
    async with running_server(settings=settings) as running:
        running.lobby.timed = spent.append
        pipe.send(running.port)
        while (word := await heard(pipe)) != "stop":
            if word == "open":
                for number in range(rooms):
                    spec = RoomSpec(f"room{number}", seats=SEATS, config={"target": 1000})
                    running.lobby.open(spec)
            pipe.send(percentiles(spent))
            del spent[:]


def percentiles(seconds: Sequence[float]) -> tuple[float, float]:
    """The median and the 99th percentile in milliseconds; nothing of nothing."""
    if len(seconds) < 2:
        return 0.0, 0.0
    hundredths = quantiles(seconds, n=100)
    return hundredths[49] * 1000, hundredths[98] * 1000
