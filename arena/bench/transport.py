"""How much of bare aiohttp's speed the whole referee keeps, measured in one interleaved run.

The server runs in a process of its own and a frugal client in this one. Three servers take
turns: a bare WebSocket loop that sends a state and awaits an answer; the same loop sending as
many frames an answer as the game does; and the arena itself, with clocks and full rules.
"""

import asyncio
import multiprocessing
from dataclasses import dataclass
from multiprocessing.connection import Connection
from statistics import median
from typing import Literal

from arena.bench.client import Load, cpu_seconds, load
from arena.bench.floor import heard, serve_bare
from arena.event_loop import new_event_loop
from arena.logging_setup import set_up_log
from arena.server.app import running_server
from arena.settings import Settings
from arena.table.spec import RoomSpec

Kind = Literal["bare", "bare_same_frames", "arena"]
KINDS: tuple[Kind, ...] = ("bare", "bare_same_frames", "arena")


@dataclass(frozen=True, slots=True)
class Ratio:
    """The arena's answers a second, and its share of each floor: medians over the rounds."""

    connections: int
    arena: float
    bare: float
    ratio: float
    ratio_same_frames: float
    cpu_us: float
    """The server's processor time for an answer."""
    cpu_ratio_same_frames: float


def run(connections: int, *, rounds: int = 5, seconds: float = 1.0) -> Ratio:
    """Interleaved rounds of the three servers."""
    loads: dict[Kind, list[Load]] = {kind: [] for kind in KINDS}
    for _ in range(rounds):
        for kind in KINDS:
            loads[kind].append(measure(kind, connections, seconds))
    arena, bare, same = (loads[kind] for kind in ("arena", "bare", "bare_same_frames"))
    return Ratio(
        connections,
        median(load.rate for load in arena),
        median(load.rate for load in bare),
        median(ours.rate / floor.rate for ours, floor in zip(arena, bare, strict=True)),
        median(ours.rate / floor.rate for ours, floor in zip(arena, same, strict=True)),
        median(load.cpu_us for load in arena),
        median(floor.cpu_us / ours.cpu_us for ours, floor in zip(arena, same, strict=True)),
    )


def measure(kind: Kind, connections: int, seconds: float) -> Load:
    """The load that one kind of server bears."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    server = context.Process(target=serve, args=(kind, connections, theirs), daemon=True)
    server.start()
    try:
        port = ours.recv()
        with asyncio.Runner(loop_factory=new_event_loop) as runner:
            return runner.run(load(port, connections, seconds, lambda: cpu_seconds(server.pid)))
    finally:
        ours.send("stop")
        server.join(5)
        server.kill()


# -- servers


def serve(kind: Kind, connections: int, pipe: Connection) -> None:
    """Run one kind of server until told to stop."""
    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        if kind == "arena":
            runner.run(_serve_arena(connections, pipe))
        else:
            runner.run(serve_bare(kind, min(connections, 2), pipe))


async def _serve_arena(connections: int, pipe: Connection) -> None:
    bots = () if connections > 1 else ("first",)
    rooms = [
        RoomSpec(f"room{number}", seats=2, config={"target": 1000}, bots=bots)
        for number in range(max(1, connections // 2))
    ]
    settings = Settings(port=0, max_games=len(rooms) + 1, log_level="warning")
    set_up_log(settings)
    async with running_server(rooms=rooms, settings=settings) as running:
        pipe.send(running.port)
        await heard(pipe)
