"""Runs every client under clients/ through the same matches and faults.

    python tools/clients.py [LANGUAGE...]

Each client builds three bots. `typed` reads the typed view of every game in a whole match, without
a fault and, where nobody claims, with the moves of the house bot `first`. `faulty` fails once,
which must be reported while the match goes on. `first` plays at a real server with tokens through a
connection that is cut in the middle: by itself where its client speaks WebSocket, through
`arena connect` where it does not. The last line is `clients: typescript ok, go ok, ...`; a language
whose tools are not installed is named.
"""

import asyncio
import os
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from arena.local.loop import play
from arena.match.clock import ClockRules
from arena.match.result import MatchResult
from arena.plugins.manager import load_plugins
from arena.settings import Settings
from arena.store import open_store
from arena.table.spec import RoomSpec
from arena.testing import running_server

ROOT: Final = Path(__file__).resolve().parents[1]
CLIENTS: Final = ROOT / "clients"
PLUGINS: Final = load_plugins(entry_points=False)
WITHOUT_CLAIMS: Final = ("tigerdragon", "texas42")
"""Games in which the moves of a match do not depend on who answers sooner."""
CUT_AFTER: Final = 20_000
"""Bytes of the server after which the first connection is cut: some way into the match."""
Build = Callable[[Path, str], list[str]]


class MissingError(Exception):
    """What a language needs cannot be had."""


@dataclass(frozen=True, slots=True)
class Client:
    """A language: the program it needs, how a bot is built, and whether it speaks WebSocket."""

    needs: str
    build: Build
    sockets: bool = False


def typescript(folder: Path, name: str) -> list[str]:
    """JavaScript is run as it stands; TypeScript is checked and compiled first."""
    for file in (CLIENTS / "javascript").iterdir():
        shutil.copy(file, folder)
    if (folder / f"{name}.mts").exists():
        flags = ["--strict", "--target", "es2022", "--module", "nodenext", "--types", ""]
        flags += ["--lib", "es2022,dom"]
        subprocess.run(["node", tsc(), *flags, f"{name}.mts"], cwd=folder, check=True)
    return ["node", "--experimental-websocket", "--no-warnings", str(folder / f"{name}.mjs")]


def tsc() -> str:
    """Return TypeScript's compiler, which package.json names."""
    return npm_program("typescript", "bin/tsc")


def npm_program(package: str, path: str) -> str:
    """Return a program of a package that package.json names; MissingError if npm has none."""
    found = ROOT / "node_modules" / package / path
    if not found.exists() and shutil.which("npm"):
        words = ["npm", "install", "--no-audit", "--no-fund", "--silent"]
        subprocess.run(words, cwd=ROOT, check=False)
    if not found.exists():
        raise MissingError(f"npm cannot install {package}")
    return str(found)


def go(folder: Path, name: str) -> list[str]:
    """Go is vetted and compiled."""
    program = folder / f"go-{name}"
    env = {**os.environ, "GOFLAGS": "-mod=mod", "GOPROXY": "off"}
    for words in (["vet", f"./{name}"], ["build", "-o", str(program), f"./{name}"]):
        subprocess.run(["go", *words], cwd=CLIENTS / "go", env=env, check=True)
    return [str(program)]


def java(folder: Path, name: str) -> list[str]:
    """Java is compiled to classes."""
    if not (folder / "Arena.class").exists():
        sources = map(str, (CLIENTS / "java").glob("*.java"))
        subprocess.run(["javac", "-Xlint:all", "-Werror", "-d", str(folder), *sources], check=True)
    return ["java", "-XX:TieredStopAtLevel=1", "-cp", str(folder), name.capitalize()]


def cpp(folder: Path, name: str) -> list[str]:
    """C++ is compiled with all warnings as errors."""
    flags = ["-std=c++17", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]
    source, program = CLIENTS / "cpp" / f"{name}.cpp", folder / f"cpp-{name}"
    subprocess.run(["g++", *flags, str(source), "-o", str(program)], check=True)
    return [str(program)]


def rust(folder: Path, name: str) -> list[str]:
    """Rust is compiled with all warnings as errors."""
    source, program = CLIENTS / "rust" / f"{name}.rs", folder / f"rust-{name}"
    flags = ["--edition", "2021", "-D", "warnings"]
    subprocess.run(["rustc", *flags, str(source), "-o", str(program)], check=True)
    return [str(program)]


LANGUAGES: Final = {
    "typescript": Client("node", typescript, sockets=True),
    "go": Client("go", go, sockets=True),
    "java": Client("javac", java, sockets=True),
    "cpp": Client("g++", cpp),
    "rust": Client("rustc", rust),
}


def main(words: Sequence[str]) -> int:
    """Run the clients that are named, all of them without words; 1 if one fails."""
    verdicts = {name: verdict(name, LANGUAGES[name]) for name in words or LANGUAGES}
    shown = ", ".join(f"{name} {how}" for name, how in verdicts.items())
    sys.stdout.write(f"clients: {shown}\n")
    return 1 if any(how == "failed" for how in verdicts.values()) else 0


def verdict(name: str, client: Client) -> str:
    """Return how a client does, and print what is wrong with it."""
    if shutil.which(client.needs) is None:
        return f"skipped ({client.needs} is not installed)"
    with TemporaryDirectory(prefix="arena-client-") as made:
        try:
            folder = Path(made)
            plays_as_the_house_bot(client.build(folder, "typed"))
            reports_its_faults(client.build(folder, "faulty"))
            command = client.build(folder, "first")
            asyncio.run(plays_at_a_server(command, folder, sockets=client.sockets))
        except MissingError as missing:
            return f"skipped ({missing})"
        except (AssertionError, TimeoutError, subprocess.SubprocessError) as problem:
            sys.stdout.write(f"{name}: {type(problem).__name__}: {problem}\n")
            return "failed"
    return "ok"


def plays_as_the_house_bot(command: Sequence[str]) -> None:
    """A match of every game, by the moves of the bot `first`."""
    for game in PLUGINS.games.values():
        others = ["random"] * (game.default_seats - 1)
        mine, house = (
            play(game, [who, *others], seed="client", config=game.short, plugins=PLUGINS)
            for who in (f"cmd:{' '.join(command)}", "first")
        )
        assert mine.faults == (), (game.name, mine.faults)
        if game.name in WITHOUT_CLAIMS:
            assert moves(mine) == moves(house), f"{game.name}: other moves than the house bot"


def moves(result: MatchResult) -> list[dict[int, str]]:
    """What was played, step by step."""
    return [
        {seat: move.choice for seat, move in record.moves.items()}
        for record in result.match.records
    ]


def reports_its_faults(command: Sequence[str]) -> None:
    """An exception is a fault with its reason; the match goes on."""
    result = play("tigerdragon", [f"cmd:{' '.join(command)}", "first"], seed="1", plugins=PLUGINS)
    found = [fault for fault in result.faults if fault.seat == 0]
    assert [fault.kind for fault in found] == ["crash"], found
    assert "on purpose" in found[0].reason, found


async def plays_at_a_server(command: Sequence[str], folder: Path, *, sockets: bool) -> None:
    """A match over a WebSocket at a server with tokens, whose connection is cut once."""
    db = f"sqlite:///{folder}/arena.db"
    with open_store(db, create=True) as store:
        token = store.tokens.create("ann", "player")
    clock = ClockRules(decision_ms=60_000)
    room = RoomSpec("river", seats=2, bots=("random",), config={"target": 10}, clock=clock)
    async with (
        running_server(rooms=[room], settings=Settings(port=0, db=db)) as server,
        cut_once(server.port) as (url, connections),
    ):
        words = [*command, url, "river", token]
        if not sockets:
            spec = f"cmd:{' '.join(command)}"
            words = [sys.executable, "-m", "arena.cli", "connect", url, "--bot", spec]
            words += ["--room", "river", "--token", token, "--name", "child"]
        process = await asyncio.create_subprocess_exec(*words, stdout=asyncio.subprocess.PIPE)
        try:
            async with asyncio.timeout(60):
                out, _ = await process.communicate()
        finally:
            if process.returncode is None:
                process.kill()
    assert process.returncode == 0, f"ended with {process.returncode}"
    assert "points " in out.decode(), out
    assert len(connections) > 1, "the connection was not opened again after it was cut"


@asynccontextmanager
async def cut_once(port: int) -> AsyncIterator[tuple[str, list[int]]]:
    """A port that passes everything on, and cuts its first connection after some bytes."""
    connections: list[int] = []

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connections.append(0)
        first = len(connections) == 1
        there, back = await asyncio.open_connection("127.0.0.1", port)
        try:
            ways = [passed_on(reader, back), passed_on(there, writer, CUT_AFTER if first else 0)]
            tasks = [asyncio.ensure_future(way) for way in ways]
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in tasks:
                task.cancel()
        finally:
            writer.transport.abort()
            back.transport.abort()

    proxy = await asyncio.start_server(connected, "127.0.0.1", 0)
    async with proxy:
        yield f"http://127.0.0.1:{proxy.sockets[0].getsockname()[1]}", connections


async def passed_on(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, most: int = 0
) -> None:
    """Pass bytes on until the end, or until so many have passed."""
    passed = 0
    while (data := await reader.read(4096)) and not (most and passed > most):
        passed += len(data)
        writer.write(data)
        await writer.drain()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
