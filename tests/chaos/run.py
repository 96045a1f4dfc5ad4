"""One run: rooms of mixed games, clients and spectators, mischief, and the reckoning."""

import asyncio
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import aiohttp

from arena.plugins.manager import load_plugins
from arena.store import open_store
from arena.store.verify import check_matches
from tests.chaos.mischief import Crowd, cut, flood, watch
from tests.chaos.server import Server

GAMES = ("tigerdragon", "riichi", "taiwan", "sichuan", "texas42")
SEATS = 4
CLIENTS_A_PROCESS = 20
FINISH_SECONDS = 180.0
TIME = {"decision_ms": 1500, "bank_ms": 3000, "round_bonus_ms": 0, "ready_ms": 5000}


@dataclass(slots=True)
class Report:
    """What became of the matches, and of the server."""

    rooms: int
    finished: int = 0
    replay_equal: int = 0
    lost: int = 0
    stuck: int = 0
    restarts: int = 0
    grown_mb: float = 0.0
    loud: list[str] = field(default_factory=list)

    @property
    def sound(self) -> bool:
        """Whether every match ended and can be replayed."""
        whole = self.finished == self.replay_equal == self.rooms
        return whole and not (self.lost or self.stuck or self.loud)

    def __str__(self) -> str:
        return (
            f"chaos: {self.rooms} rooms, {self.finished} finished,"
            f" {self.replay_equal} replay equal, lost {self.lost}, stuck {self.stuck},"
            f" restarts {self.restarts}, rss {self.grown_mb:+.0f} MB"
        )


async def chaos(seconds: float, rooms: int, restarts: int, games: Sequence[str] = GAMES) -> Report:
    """Play so many rooms through so many seconds of mischief and so many kills of the server."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        server = Server(folder)
        await server.start()
        names = [f"room{number}" for number in range(rooms)]
        crowd = Crowd(server.url, folder, parts_of(names))
        spectators: list[asyncio.Task[None]] = []
        try:
            await open_rooms(server.url, names, games)
            await crowd.start()
            await all_begun(server.url)
            for room, level in zip(names, cycle(("flat", "full")), strict=False):
                spectators.append(asyncio.create_task(watch(server.url, room, level)))
            before = await mischief(server, crowd, names, seconds, restarts)
            await crowd.wait(FINISH_SECONDS)
            await none_running(server.url)
            report = Report(rooms, restarts=server.restarts, grown_mb=server.rss_mb() - before)
        finally:
            for task in spectators:
                task.cancel()
            await crowd.end()
            await server.stop()
        return reckon(report, server)


def parts_of(names: list[str]) -> list[list[str]]:
    """The seats of all rooms, shared among processes so that each has a seat in many rooms."""
    levels = cycle(("flat", "full", "full"))
    seats = [f"{room}:p{seat}:{next(levels)}" for seat in range(SEATS) for room in names]
    count = max(2, len(seats) // CLIENTS_A_PROCESS)
    return [seats[part::count] for part in range(count)]


async def open_rooms(url: str, names: list[str], games: Sequence[str]) -> None:
    """Rooms of these games in turn, with their short options and no house bots."""
    known = load_plugins().games
    async with aiohttp.ClientSession() as session:
        for room, game in zip(names, islice(cycle(games), len(names)), strict=True):
            body: dict[str, Any] = {
                "room_id": room, "game": game, "seats": SEATS, "bots": [], "time": TIME,
                "config": dict(known[game].short), "takeover_bot": "random", "takeover_ms": 2000,
            }  # fmt: skip
            async with session.post(f"{url}/rooms", json=body) as response:
                assert response.status == 201, await response.text()


async def all_begun(url: str) -> None:
    """Wait until every match runs, or has run already."""
    await until_told(f"{url}/rooms", lambda rooms: all(r["state"] != "waiting" for r in rooms))


async def none_running(url: str) -> None:
    """Wait until no match runs; what is stuck is found in the store."""
    try:
        await until_told(f"{url}/status", lambda status: status["active_games"] == 0)
    except TimeoutError:
        return


async def until_told(url: str, holds: Callable[[Any], bool]) -> None:
    """Ask the server until it says so."""
    async with asyncio.timeout(60), aiohttp.ClientSession() as session:
        while True:
            async with session.get(url) as response:
                if holds(await response.json()):
                    return
            await asyncio.sleep(0.1)


async def mischief(
    server: Server, crowd: Crowd, names: list[str], seconds: float, restarts: int
) -> float:
    """Do harm for so long; the server's memory once it has settled after its last start."""
    loop = asyncio.get_running_loop()
    began, before = loop.time(), server.rss_mb()
    kills = [began + seconds * (number + 1) / (restarts + 1) for number in range(restarts)]
    measure_at = began
    freezing: set[asyncio.Task[None]] = set()
    while (now := loop.time()) < began + seconds:
        if kills and now >= kills[0]:
            kills.pop(0)
            await server.kill()
            await server.start()
            measure_at = loop.time() + 4.0
        elif measure_at and now >= measure_at:
            before, measure_at = server.rss_mb(), 0.0
        await one_trick(server, crowd, random.choice(names), freezing)
        await asyncio.sleep(0.2)
    await asyncio.gather(*freezing)
    return before


async def one_trick(
    server: Server, crowd: Crowd, room: str, freezing: set[asyncio.Task[None]]
) -> None:
    """One harm of any kind; a freeze goes on beside the next ones."""
    match random.choice(("cut", "flood", "kill", "freeze")):
        case "cut":
            await cut(server.url, room)
        case "flood":
            await flood(server.url, room)
        case "kill":
            await crowd.kill_one()
        case _:
            task = asyncio.create_task(crowd.freeze_one())
            freezing.add(task)
            task.add_done_callback(freezing.discard)


def reckon(report: Report, server: Server) -> Report:
    """Look at every match in the store."""
    store = open_store(server.db)
    try:
        checked = list(check_matches(store, load_plugins().game))
    finally:
        store.close()
    report.lost = max(0, report.rooms - len(checked))
    report.stuck = sum(row.status == "running" for row in checked)
    report.finished = sum(row.status == "finished" for row in checked)
    report.replay_equal = sum(row.status == "finished" and row.verdict == "ok" for row in checked)
    report.loud = server.loud
    return report
