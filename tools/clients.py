"""Runs every client under clients/ through the same matches and faults.

    python tools/clients.py [LANGUAGE...]

Each client builds two bots, `first` and `faulty`. `first` plays a match of every game without a
fault and, where nobody claims, makes the moves of the house bot of that name. `faulty` fails once,
which must be reported while the match goes on. Where a client speaks WebSocket, `first` also plays
at a real server with tokens. The last line is `clients: javascript ok, java ok, ...`; a language
whose tools are not installed is named.
"""

import asyncio
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
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

CLIENTS: Final = Path(__file__).resolve().parents[1] / "clients"
PLUGINS: Final = load_plugins(entry_points=False)
WITHOUT_CLAIMS: Final = ("tigerdragon", "texas42")
"""Games in which the moves of a match do not depend on who answers sooner."""
Build = Callable[[Path, str], list[str]]


@dataclass(frozen=True, slots=True)
class Client:
    """A language: the program it needs, how a bot is built, and whether it speaks WebSocket."""

    needs: str
    build: Build
    sockets: bool = False


def javascript(_folder: Path, name: str) -> list[str]:
    """JavaScript is run as it stands."""
    return [
        "node",
        "--experimental-websocket",
        "--no-warnings",
        str(CLIENTS / "javascript" / f"{name}.mjs"),
    ]


def java(folder: Path, name: str) -> list[str]:
    """Java is compiled to classes."""
    named = name.capitalize()
    sources = [str(CLIENTS / "java" / file) for file in ("Arena.java", f"{named}.java")]
    subprocess.run(["javac", "-Xlint:all", "-Werror", "-d", str(folder), *sources], check=True)
    return ["java", "-XX:TieredStopAtLevel=1", "-cp", str(folder), named]


def cpp(folder: Path, name: str) -> list[str]:
    """C++ is compiled with all warnings as errors."""
    flags = ["-std=c++17", "-O1", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]
    source, program = CLIENTS / "cpp" / f"{name}.cpp", folder / f"cpp-{name}"
    subprocess.run(["g++", *flags, str(source), "-o", str(program)], check=True)
    return [str(program)]


def rust(folder: Path, name: str) -> list[str]:
    """Rust is compiled with all warnings as errors."""
    source, program = CLIENTS / "rust" / f"{name}.rs", folder / f"rust-{name}"
    flags = ["--edition", "2021", "-O", "-D", "warnings"]
    subprocess.run(["rustc", *flags, str(source), "-o", str(program)], check=True)
    return [str(program)]


LANGUAGES: Final = {
    "javascript": Client("node", javascript, sockets=True),
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
            plays_as_the_house_bot(client.build(folder, "first"))
            reports_its_faults(client.build(folder, "faulty"))
            if client.sockets:
                asyncio.run(plays_at_a_server(client.build(folder, "first"), folder))
        except (AssertionError, subprocess.SubprocessError) as problem:
            sys.stdout.write(f"{name}: {problem}\n")
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


async def plays_at_a_server(command: Sequence[str], folder: Path) -> None:
    """A match over a WebSocket at a server with tokens."""
    db = f"sqlite:///{folder}/arena.db"
    with open_store(db, create=True) as store:
        token = store.tokens.create("ann", "player")
    clock = ClockRules(decision_ms=60_000)
    room = RoomSpec("river", seats=2, bots=("random",), config={"target": 1}, clock=clock)
    async with running_server(rooms=[room], settings=Settings(port=0, db=db)) as server:
        process = await asyncio.create_subprocess_exec(
            *command, server.url, "river", token, stdout=asyncio.subprocess.PIPE
        )
        async with asyncio.timeout(120):
            out, _ = await process.communicate()
    assert process.returncode == 0, f"ended with {process.returncode}"
    assert out.decode().startswith("points "), out


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
