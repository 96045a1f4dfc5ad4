"""What grows with history: pages and start-up by stored matches, steps by length, answers by rooms.

The stores are filled with copies of rated matches of one bot. A server counts them once, as it
would have done while they were played; the next one is measured from its start on.
"""

import asyncio
import multiprocessing
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection as Pipe
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

from aiohttp import ClientSession
from sqlalchemy import Connection, Table, insert, select

from arena.bench.floor import heard
from arena.event_loop import new_event_loop
from arena.local.loop import loaded_plugins, play_match, resolve
from arena.logging_setup import set_up_log
from arena.match.log import log_lines
from arena.match.match import Match
from arena.match.result import new_match
from arena.server.app import running_server
from arena.settings import Settings
from arena.store import NewMatch, NewVersion, Seated, Store, open_store
from arena.store.match_writes import keep_matches
from arena.store.tables import matches, players
from arena.table.spec import DEFAULT_CLOCK
from engine.rng import Deals

Row = dict[str, Any]
GAME = "tigerdragon"
BOT = "grown"
SOURCE = b"""
from bots import Bot

class Grown(Bot):
    name = "grown"

    def act(self, turn):
        return turn.legal[0]
"""
PLAYED = 24
"""Matches that are really played; the others are their copies."""
ASKED = 200
"""Requests of each page."""
AT_ONCE = 2000
"""Copies a transaction."""
CHUNK = 200
"""Steps of a long match that are timed together."""
UNTIL_COUNTED = 600.0
"""Seconds that a server may take to count what is stored."""


@dataclass(frozen=True, slots=True)
class Growth:
    """One cost at several sizes, in milliseconds or microseconds."""

    what: str
    unit: str
    sizes: Sequence[int]
    costs: Sequence[float]

    @property
    def ratio(self) -> float:
        """The cost at the largest size over that at the smallest."""
        return self.costs[-1] / self.costs[0]


def by_stored_matches(sizes: Sequence[int]) -> Iterator[Growth]:
    """Start-up and the p99 of each page, first view included, by the number of stored matches."""
    found = [_measured(size) for size in sizes]
    for what in found[0]:
        yield Growth(what, "ms", sizes, [one[what] for one in found])


def by_length() -> Growth:
    """The cost of a step in the first and in the last quarter of a long match."""
    game = loaded_plugins().game(GAME)
    match = new_match(game, ["a", "b", "c", "d"], Deals.seed("growth"), config={"target": 1000})
    costs = []
    while not match.over:
        begin = process_time()
        for _ in range(CHUNK):
            if not match.over:
                match.step(lambda _seat, offer: offer[0])
        costs.append((process_time() - begin) / CHUNK * 1e6)
    costs.pop()  # the last chunk is not a whole one
    quarter = len(costs) // 4
    early, late = median(costs[:quarter]), median(costs[-quarter:])
    return Growth("a step, by steps before it", "us", (0, match.n * 3 // 4), (early, late))


def by_rooms(sizes: Sequence[int], seconds: float = 2.0) -> Growth:
    """The server's processor time for an answer, by the number of rooms."""
    from arena.bench.server import Plan, measure  # its own load, beside the stores here

    costs = [measure("plain", Plan(rooms, seconds, 0.5)).load.cpu_us for rooms in sizes]
    return Growth("an answer, by rooms", "us", sizes, costs)


# -- a store with a history


def fill(url: str, count: int) -> str:
    """Store so many rated matches of one bot; the id of one that was really played."""
    with open_store(url, create=True) as store:
        store.tokens.create("grower", "player")
        owner = store.tokens.named("grower")
        assert owner is not None
        version = store.bots.submit(BOT, owner.id, NewVersion([GAME], "0" * 64, "bot.py", SOURCE))
        store.bots.activate(version.id, {"passed": True})
        played = [_keep(store, number, version.id) for number in range(min(PLAYED, count))]
        store.flush()
        _copy(store, count - len(played))
    return played[-1]


def _keep(store: Store, number: int, version: int) -> str:
    plugins = loaded_plugins()
    names = ["counter", "random", "first"]
    names.insert(number % 4, "counter")
    game, seated = resolve(GAME, names, plugins)
    match = Match(
        game, [BOT if seat == number % 4 else name for seat, name in enumerate(names)],
        Deals.seed(f"growth:{number}"), match_id=f"grown-{number}", clock=DEFAULT_CLOCK.as_json(),
    )  # fmt: skip
    play_match(match, [player.bot for player in seated if player.bot], "growth")
    bots = store.bots.named(BOT)
    assert bots is not None
    seats = [
        Seated(BOT, f"bot:{bots.id}", bots.owner, version)
        if seat == number % 4
        else Seated(name, f"house:{name}")
        for seat, name in enumerate(names)
    ]
    new = NewMatch.of(match, room_id=f"grown-{number}", seats=seats, rated=True, kind="ladder")
    row = (new, list(log_lines(match)), new.created)
    store.database.write(lambda connection: keep_matches(connection, [row]))
    return new.match_id


def _copy(store: Store, count: int) -> None:
    """Store the played matches again and again, each with an id and an age of its own."""
    kept = store.database.read(partial(_rows, table=matches))
    seats = store.database.read(partial(_rows, table=players))
    for first in range(0, count, AT_ONCE):
        rows: list[Row] = []
        seated: list[Row] = []
        for number in range(first, min(first + AT_ONCE, count)):
            one, name = kept[number % len(kept)], f"copy-{number}"
            ended = one["finished"] - 1000 * (number + 1)
            rows.append(one | {"id": name, "created": ended, "finished": ended})
            seated += [
                seat | {"match_id": name, "created": ended}
                for seat in seats
                if seat["match_id"] == one["id"]
            ]
        store.database.write(partial(_insert, rows=rows, seated=seated))


def _rows(connection: Connection, table: Table) -> list[Row]:
    return [row._asdict() for row in connection.execute(select(table))]


def _insert(connection: Connection, rows: list[Row], seated: list[Row]) -> None:
    connection.execute(insert(matches), rows)
    connection.execute(insert(players), seated)


# -- a server that is asked


def _measured(size: int) -> dict[str, float]:
    """Start-up and the p99 of each page over a store of this size."""
    with TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'growth.db'}"
        match_id = fill(url, size)
        _served(url, match_id, size, asked=0)
        return _served(url, match_id, size, asked=ASKED)


def _served(url: str, match_id: str, size: int, asked: int) -> dict[str, float]:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    server = context.Process(target=serve, args=(url, theirs), daemon=True)
    server.start()
    try:
        port, started = ours.recv()
        with asyncio.Runner(loop_factory=new_event_loop) as runner:
            found = runner.run(_ask(f"http://127.0.0.1:{port}", match_id, size, asked))
        return {"start-up": started * 1000, **found}
    finally:
        ours.send("stop")
        server.join(20)
        server.kill()


async def _ask(url: str, match_id: str, size: int, asked: int) -> dict[str, float]:
    """The p99 of each page; with nothing asked, wait until all matches are counted."""
    pages = {
        "match list (API)": "/api/matches",
        "lobby": "/",
        "leaderboard": f"/l/{GAME}",
        "bot page": f"/b/{BOT}",
        "match page": f"/m/{match_id}",
    }
    async with ClientSession() as session:
        if not asked:
            await _counted(session, url, size)
            return {}
        times: dict[str, list[float]] = {name: [] for name in pages}
        for _ in range(asked):
            for name, path in pages.items():
                begin = perf_counter()
                async with session.get(url + path) as response:
                    await response.read()
                    assert response.status == 200, f"{path}: {response.status}"
                times[name].append((perf_counter() - begin) * 1000)
    return {name: quantiles(row, n=100)[98] for name, row in times.items()}


async def _counted(session: ClientSession, url: str, size: int) -> None:
    async with asyncio.timeout(UNTIL_COUNTED):
        while True:
            async with session.get(f"{url}/api/leaderboard?game={GAME}") as response:
                board = await response.json()
            if any(row["name"] == BOT and row["games"] >= size for row in board["rows"]):
                return
            await asyncio.sleep(0.2)


def serve(url: str, pipe: Pipe) -> None:
    """Serve a store until told to stop; tell the port and how long the start took."""
    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        runner.run(_serve(url, pipe))


async def _serve(url: str, pipe: Pipe) -> None:
    settings = Settings(port=0, db=url, log_level="warning", ladder_pause=3600.0)
    set_up_log(settings)
    begin = perf_counter()
    async with running_server(settings=settings) as running:
        pipe.send((running.port, perf_counter() - begin))
        await heard(pipe)
