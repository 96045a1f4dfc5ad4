"""A server under load, killed again and again: nothing that it acknowledged may be lost."""

import asyncio
import json
import random
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import aiohttp

from arena.plugins.manager import load_plugins
from arena.store import Filter, Store, open_store
from arena.store.verify import check_matches
from tests.chaos.run import GAMES, SEATS, none_running
from tests.chaos.server import Server

TIME = {"decision_ms": 20_000, "bank_ms": 10_000, "round_bonus_ms": 0, "ready_ms": 5000}
LOST = (aiohttp.ClientError, ConnectionError, TimeoutError, TypeError)
"""What a connection can end with; a frame that is no text is a TypeError."""
PAUSE = 0.05
LOAD = 40
"""Acknowledged decisions after a start before the next kill may come."""
LOAD_SECONDS = 60.0
FINISH_SECONDS = 120.0


@dataclass(frozen=True, slots=True)
class Decision:
    """An answer that the server acknowledged as accepted."""

    room: str
    n: int
    seat: int
    choice: str


@dataclass(slots=True)
class Report:
    """What became of the acknowledged decisions, and of the matches."""

    acknowledged: int = 0
    lost: list[Decision] = field(default_factory=list)
    stuck: list[str] = field(default_factory=list)
    loud: list[str] = field(default_factory=list)

    @property
    def sound(self) -> bool:
        """Whether nothing was lost, nothing is stuck and the log has no errors."""
        return self.acknowledged > 0 and not (self.lost or self.stuck or self.loud)

    def __str__(self) -> str:
        lost, stuck = len(self.lost), len(self.stuck)
        return f"kill: {self.acknowledged} acknowledged, {lost} lost, {stuck} stuck"


class Crowd:
    """All clients of a run, and what they were promised."""

    def __init__(self, url: str, session: aiohttp.ClientSession) -> None:
        self.url = url
        self.session = session
        self.promised: list[Decision] = []
        self.connected = 0
        self.ending = False

    async def loaded(self, tables: Sequence[asyncio.Task[None]]) -> None:
        """Wait until matches are being played."""
        async with asyncio.timeout(LOAD_SECONDS):
            while len(self.promised) < LOAD:
                await asyncio.sleep(PAUSE)
                for table in tables:
                    if table.done():
                        table.result()  # a client that failed is a failed run

    async def all_cut_off(self) -> list[Decision]:
        """What a killed server had promised, read to the last byte."""
        async with asyncio.timeout(LOAD_SECONDS):
            while self.connected:  # noqa: ASYNC110
                await asyncio.sleep(PAUSE)
        promised, self.promised = self.promised, []
        return promised

    async def play_on(self, number: int, game: str) -> None:
        """Play one match after the other at a table until the run ends."""
        generation = 0
        while not self.ending:
            room = f"t{number}-{generation}"
            body: dict[str, Any] = {
                "room_id": room, "game": game, "seats": SEATS, "bots": [], "time": TIME,
                "config": dict(load_plugins().games[game].short),
                "takeover_bot": "random", "takeover_ms": 1000,
            }  # fmt: skip
            players = [Player(self, body, f"p{seat}") for seat in range(SEATS)]
            await asyncio.gather(*(player.run() for player in players))
            generation += 1


class Player:
    """A client of the full level that comes back until its match is over."""

    def __init__(self, crowd: Crowd, room: dict[str, Any], name: str) -> None:
        self._crowd = crowd
        self._room = room
        self._name = name
        self._token: str | None = None
        self._begun = False
        self._seat = -1
        self._choices: dict[int, str] = {}

    async def run(self) -> None:
        """Play until the match is over."""
        over = False
        while not over:
            with suppress(*LOST):
                over = await self._connection()
            await asyncio.sleep(0 if over else PAUSE)

    async def _connection(self) -> bool:
        if not self._begun:  # a room in which nobody has played yet goes with its server
            async with self._crowd.session.post(f"{self._crowd.url}/rooms", json=self._room):
                pass
        url = f"{self._crowd.url}/ws/{self._room['room_id']}"
        async with self._crowd.session.ws_connect(url) as socket:
            self._crowd.connected += 1
            try:
                return await self._talk(socket)
            finally:
                self._crowd.connected -= 1

    async def _talk(self, socket: aiohttp.ClientWebSocketResponse) -> bool:
        join = {
            "type": "join", "room_id": self._room["room_id"], "player_id": self._name,
            "role": "player", "detail": "full",
        }  # fmt: skip
        await socket.send_json(join | ({"token": self._token} if self._token else {}))
        while True:
            frame = await socket.receive_json()
            match frame["type"]:
                case "join_ack":
                    self._token, self._seat = frame["token"], frame["seat"]
                    await socket.send_json({"type": "ready"})
                case "state":
                    self._begun = True
                    if frame["legal"]:
                        await self._answer(socket, frame)
                case "action_ack" if frame["status"] == "accepted":
                    self._promise(frame["request_id"])
                case "error":
                    return self._is_over(frame["code"])
                case "game_over":
                    return True
                case _:
                    pass

    async def _answer(self, socket: aiohttp.ClientWebSocketResponse, state: dict[str, Any]) -> None:
        choice = random.choice(state["legal"].split(","))
        self._choices[state["request_id"]] = choice
        answer = {"type": "action", "choice": choice, "request_id": state["request_id"]}
        await socket.send_json(answer)

    def _promise(self, request_id: int) -> None:
        room, choice = self._room["room_id"], self._choices[request_id]
        self._crowd.promised.append(Decision(room, request_id, self._seat, choice))

    def _is_over(self, code: str) -> bool:
        """Whether an error means that this client's match is over; else it joins again."""
        if code == "room_not_found":
            return self._begun
        # The join_ack with the token was lost with the server: a house bot plays on.
        return code in ("name_taken", "game_over")


async def kill_run(kills: int, rooms: int, db: str = "", games: Sequence[str] = GAMES) -> Report:
    """Kill a server so many times while so many tables play; what it then turns out to know."""
    with TemporaryDirectory() as name:
        server = Server(Path(name), db)
        report = Report()
        await server.start()
        try:
            async with aiohttp.ClientSession() as session:
                await _kill_under_load(
                    server, Crowd(server.url, session), kills, rooms, games, report
                )
        finally:
            await server.stop()
        report.loud = server.loud
        with open_store(server.db) as store:
            report.stuck += unfinished(store)
        return report


async def _kill_under_load(
    server: Server, crowd: Crowd, kills: int, rooms: int, games: Sequence[str], report: Report
) -> None:
    tables = [
        asyncio.create_task(crowd.play_on(number, game))
        for number, game in enumerate(islice(cycle(games), rooms))
    ]
    try:
        for _ in range(kills):
            await crowd.loaded(tables)
            await asyncio.sleep(random.random() * 0.3)  # the moment is what is tried
            await server.kill()
            promised = await crowd.all_cut_off()
            report.acknowledged += len(promised)
            with open_store(server.db) as store:
                report.lost += unknown(store, promised)
            await server.start()
        crowd.ending = True
        _, waiting = await asyncio.wait(tables, timeout=FINISH_SECONDS)
        report.stuck += [f"a client of table {tables.index(task)}" for task in waiting]
        await none_running(server.url)
    finally:
        for task in tables:
            task.cancel()
        await asyncio.gather(*tables, return_exceptions=True)


def unknown(store: Store, promised: Sequence[Decision]) -> list[Decision]:
    """The decisions that a store does not have as they were acknowledged."""
    rooms = {decision.room for decision in promised}
    moves = {room: saved_moves(store, room) for room in rooms}
    return [
        decision
        for decision in promised
        if moves[decision.room].get(decision.n, {}).get(str(decision.seat)) != decision.choice
    ]


def saved_moves(store: Store, room: str) -> dict[int, dict[str, str]]:
    """The moves of a room's match, by step and seat."""
    lines: list[str] = []
    for match in store.matches.find(Filter(room_id=room)):
        text = store.matches.replay(match.match_id)
        lines += text.splitlines()[1:-1] if text else store.matches.lines(match.match_id)
    return {step["n"]: step["moves"] for step in map(json.loads, lines)}


def unfinished(store: Store) -> list[str]:
    """The matches that did not come to a sound end."""
    checked = check_matches(store, load_plugins().game)
    return [
        f"{row.match_id}: {row.status}, {row.verdict} {row.reason}"
        for row in checked
        if (row.status, row.verdict) != ("finished", "ok")
    ]
