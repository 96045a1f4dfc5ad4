"""A whole event with real processes: whatever is killed meanwhile, the standings are the same."""

import asyncio
import csv
import io
import os
import signal
import socket
import subprocess
import sys
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from shutil import which
from typing import Any

import aiohttp
import pytest

from arena.store import NewVersion, Role, open_store
from tests.arena.clients import PATIENCE
from tests.arena.commands import ROOT, ended, start

PLACE = "/api/events/cup"
PYTHON, NODE, JAVA = ("t1", "t2", "t3"), ("t4", "t5", "t6"), ("t7", "t8")
LATE = "t8"
CLIENTS = (*PYTHON, *NODE, *JAVA)
EVENT: dict[str, Any] = {
    "id": "cup", "name": "Spring cup", "game": "tigerdragon", "seats": 2, "config": {"target": 3},
    "format": "swiss", "rounds": 4, "deals": 2, "duplicate": True, "seed": "spring",
    "entrants": [*(name for name in CLIENTS if name != LATE), "ghost"], "bots": ["submitted"],
    "no_show": "bye", "no_show_minutes": 0.02, "time": {"decision_ms": 600_000},
    "takeover_ms": 600_000,
}  # fmt: skip
BOT = b"""
from bots import Bot
class Last(Bot):
    def act(self, turn):
        return turn.legal[-1]
"""


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@dataclass
class Arena:
    """A server in a process of its own, its clients, and a file that lets them play."""

    folder: Path
    tokens: dict[str, str]
    port: int = field(default_factory=free_port)
    server: subprocess.Popen[str] | None = None
    clients: dict[str, subprocess.Popen[str]] = field(default_factory=dict)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def db(self) -> str:
        return f"sqlite:///{self.folder}/arena.db"

    async def serve(self) -> None:
        env = {"ARENA_TRUST_BOXED_BOTS": "true", "ARENA_LADDER": "false"}
        self.server = start("serve", "--port", str(self.port), "--db", self.db, env=env)
        assert self.server.stdout
        line = await asyncio.to_thread(self.server.stdout.readline)
        assert str(self.port) in line, line

    async def kill(self) -> None:
        assert self.server
        self.server.send_signal(signal.SIGKILL)
        await ended(self.server)

    def client(self, name: str, *, alike: bool) -> None:
        """Start the client of an account; `alike`: all in Python."""
        words = [self.url, "event:cup", self.tokens[name]]
        if name in NODE and not alike:
            script = str(ROOT / "clients" / "javascript" / "first.mjs")
            words = ["node", "--experimental-websocket", "--no-warnings", script, *words]
        elif name in JAVA and not alike:
            words = ["java", "-cp", str(self.folder / "classes"), "First", *words]
        else:
            module = ["-m", "tests.arena.events.gated_client"]
            words = [sys.executable, *module, *words, str(self.folder / "gate")]
        self.clients[name] = subprocess.Popen(
            words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env={**os.environ, "JAVA_TOOL_OPTIONS": "-XX:TieredStopAtLevel=1 -Xshare:auto"},
        )  # fmt: skip

    def allow(self, rounds: int) -> None:
        """Let clients play up to this round."""
        new = self.folder / "gate.new"
        new.write_text(str(rounds))
        new.rename(self.folder / "gate")

    async def call(self, method: str, path: str, who: str = "olga", body: Any = None) -> Any:
        headers = {"Authorization": f"Bearer {self.tokens[who]}"}
        async with (
            aiohttp.ClientSession() as session,
            session.request(method, self.url + path, json=body, headers=headers) as response,
        ):
            told = await response.json()
            assert response.status < 300, told
            return told

    async def act(self, **wanted: Any) -> None:
        await self.call("POST", "/api/events/cup/acts", body=wanted)

    async def until(self, holds: Any) -> Any:
        async with asyncio.timeout(2 * PATIENCE):
            # The API has no event to wait for.
            while not holds(row := await self.call("GET", PLACE)):  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        return row

    async def until_here(self, *names: str) -> None:
        await self.until(
            lambda row: {*names} <= {one["name"] for one in row["members"] if one["here"]}
        )

    async def until_round(self, number: int) -> Any:
        """Wait until all tables of a round are played at."""
        return await self.until(
            lambda row: (
                len(row["played"]) == number
                and all(t["state"] != "waiting" for t in row["played"][-1]["tables"])
            )
        )

    async def export(self) -> list[dict[str, str]]:
        """The rows of the event's export, without what depends on the speed of things."""
        words = ("tournament", "export", "cup", "--db", self.db, "--format", "csv")
        code, out, err = await ended(start(*words))
        assert code == 0, err
        rows = list(csv.DictReader(io.StringIO(out)))
        timed = ("ms", "faults")
        return [{key: row[key] for key in row if key not in timed} for row in rows]

    async def end(self) -> None:
        for client in self.clients.values():
            client.kill()
            await ended(client)
        if self.server and self.server.poll() is None:
            self.server.terminate()
            await ended(self.server)


def new_arena(folder: Path) -> Arena:
    folder.mkdir()
    roles: dict[str, Role] = {"olga": "organiser", **dict.fromkeys((*CLIENTS, "ghost"), "player")}
    with open_store(f"sqlite:///{folder}/arena.db", create=True) as store:
        tokens = {name: store.tokens.create(name, role) for name, role in roles.items()}
        owner = store.tokens.named("t1")
        assert owner is not None
        new = NewVersion(["tigerdragon"], sha256(BOT).hexdigest(), "bot.py", BOT)
        version = store.bots.submit("submitted", owner.id, new)
        store.bots.activate(version.id, {"passed": True})
    here = Arena(folder, tokens)
    here.allow(0)
    return here


async def play_event(here: Arena, *, disturbed: bool) -> Any:
    """Play the event to its end; return its standings."""
    await here.serve()
    await here.call("POST", "/api/events", body=EVENT)
    at_first = [name for name in CLIENTS if name != LATE]
    for name in at_first:
        here.client(name, alike=not disturbed)
    await here.until_here(*at_first)
    await here.act(act="start")
    await here.until_round(1)
    await here.call("POST", "/api/events/cup/entrants", body={"name": LATE})
    here.client(LATE, alike=not disturbed)
    await here.until_here(LATE)
    here.allow(1)
    row = await here.until_round(2)
    assert "ghost" in row["played"][0]["byes"]
    if disturbed:
        victim = next(name for name in PYTHON if name in seated(row))
        here.clients[victim].kill()
        await ended(here.clients[victim])
        await here.until(lambda row: victim not in here_now(row))
        here.client(victim, alike=False)
        await here.until_here(victim)
    here.allow(2)
    row = await here.until_round(3)
    if disturbed:
        # A client that thinks notices that the server has gone once it has thought.
        thinking = {*seated(row)} & {*PYTHON}
        await here.act(act="void-table", round=2, table=1, reason="appeal upheld")
        await here.kill()
        await here.serve()
        await here.until_here(*(name for name in CLIENTS if name not in thinking))
    for number in (3, 4):
        here.allow(number)
        if number == 3:
            await here.until_round(4)
    await here.until(lambda row: row["state"] == "finished")
    told = await here.call("GET", "/api/tournaments/cup")
    if disturbed:
        row = await here.call("GET", "/api/events/cup")
        assert row["played"][1]["tables"][0]["attempt"] == 1
        for client in here.clients.values():
            code, out, err = await ended(client)
            assert (code, out.split()[0]) == (0, "matches"), err
    return [
        [row[key] for key in ("rank", "bot", "matches", "rating", "place", "points", "places")]
        for row in told["standings"]
    ]


def here_now(row: Any) -> set[str]:
    return {one["name"] for one in row["members"] if one["here"]}


def seated(row: Any) -> list[str]:
    """Who sits at a table of the last round."""
    return [name for table in row["played"][-1]["tables"] for name in table["entrants"]]


@pytest.mark.skipif(not which("node"), reason="node is not installed")
@pytest.mark.skipif(not which("javac"), reason="javac is not installed")
async def test_an_event_survives_kills_an_appeal_and_late_entries(tmp_path: Path) -> None:
    classes = tmp_path / "disturbed" / "classes"
    disturbed = new_arena(tmp_path / "disturbed")
    sources = map(str, (ROOT / "clients" / "java").glob("*.java"))
    compiling = asyncio.to_thread(
        subprocess.run, ["javac", "-d", str(classes), *sources], check=True
    )
    quiet = new_arena(tmp_path / "quiet")
    try:
        await compiling
        found, expected = await asyncio.gather(
            play_event(disturbed, disturbed=True), play_event(quiet, disturbed=False)
        )
        assert found == expected
        rows = await disturbed.export()
        assert rows == await quiet.export()
        # Four tables of two in each of four rounds, two deals each; a row per seat.
        assert len(rows) == 4 * 4 * 2 * 2
        for deal in {row["deal"] for row in rows}:
            assert len({row["seed"] for row in rows if row["deal"] == deal}) == 1
    finally:
        await disturbed.end()
        await quiet.end()
