"""Hostile bots at a real table, in the real sandbox, beside a house bot that plays well."""

import asyncio
import json
import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

from arena.children.pool import Children
from arena.children.process import ChildPeer
from arena.children.sandbox import start
from arena.children.sandbox.layers import Layers
from arena.match.clock import ClockRules, LagMeter
from arena.match.match import Fault
from arena.plugins.bot_specs import CommandLineSpec, house_player, parse_spec
from arena.plugins.manager import load_plugins
from arena.room.room import Room
from arena.settings import Settings
from arena.table.spec import RoomSpec
from engine.rng import Deals

BOTS = Path(__file__).parent / "hostile_bots"
PROJECT = Path(__file__).parents[2]
SECRET = "the-referee-keeps-this-to-itself"
MARKER = "owned-by-a-bot"
CLOCK = ClockRules(decision_ms=150, bank_ms=0, round_bonus_ms=0, ready_ms=20_000)
SETTINGS = Settings(box_memory_mb=256, box_cpu_seconds=1)
WHOLE_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Battlefield:
    """What the bots are told to attack; it must be as it was when they are done."""

    folder: Path
    open: Path
    """A folder everybody may write to."""
    canary: "subprocess.Popen[bytes]"
    """A process of the same user as the bots."""
    tcp: socket.socket
    udp: socket.socket
    abstract: socket.socket

    @property
    def victim(self) -> Path:
        """A file of the same user as the bots."""
        return self.open / "victim"

    def targets(self) -> dict[str, Any]:
        """The same as data for the bots."""
        return {
            "secret": SECRET,
            "marker": MARKER,
            "secrets": [str(PROJECT / "pyproject.toml"), str(self.folder / "secret")],
            "project": str(PROJECT),
            "home": str(Path.home()),
            "open": str(self.open),
            "victim": str(self.victim),
            "referee": os.getpid(),
            "canary": self.canary.pid,
            "tcp": self.tcp.getsockname()[1],
            "udp": self.udp.getsockname()[1],
            "abstract": f"arena-test-{os.getpid()}",
            "memory_mb": SETTINGS.box_memory_mb,
        }

    def damage(self) -> list[str]:
        """Everything that is not as it was."""
        found = [f"{place}: a marker" for place in self._places() if (place / MARKER).exists()]
        if self.canary.poll() is not None:
            found.append("the canary is dead")
        stat = self.victim.stat() if self.victim.exists() else None
        if stat is None or stat.st_size != 4 or stat.st_mode & 0o777 != 0o600 or stat.st_mtime < 9:
            found.append("the victim was changed")
        for name in ("tcp", "udp", "abstract"):
            if heard(getattr(self, name)):
                found.append(f"somebody came by {name}")
        return found

    def _places(self) -> list[Path]:
        names = ("/", "/tmp", "/var/tmp", "/dev/shm", "/run", "/usr/lib", "/etc")
        return [*map(Path, names), PROJECT, Path.home(), self.open]


def heard(listener: socket.socket) -> bool:
    """Whether a connection or a datagram waits."""
    listener.setblocking(False)
    try:
        if listener.type == socket.SOCK_DGRAM:
            listener.recv(10)
        else:
            listener.accept()
    except BlockingIOError:
        return False
    return True


@contextmanager
def battlefield(uid: int) -> Iterator[Battlefield]:
    """Everything worth attacking, in a folder that everybody can reach; bots run as `uid`."""
    with tempfile.TemporaryDirectory(prefix="arena-hostile-", dir="/tmp") as name:
        folder = Path(name)
        folder.chmod(0o755)
        (folder / "boxes").mkdir(0o755)
        with patch.object(tempfile, "tempdir", str(folder / "boxes")), laid_out(folder, uid) as one:
            yield one


@contextmanager
def laid_out(folder: Path, uid: int) -> Iterator[Battlefield]:
    """The files, the process and the sockets to be attacked."""
    (folder / "secret").write_text(SECRET)
    (folder / "secret").chmod(0o644)
    place = folder / "open"
    place.mkdir()
    (place / "victim").write_text("mine")
    (place / "victim").chmod(0o600)
    place.chmod(0o777)
    if os.geteuid() == 0:
        os.chown(place / "victim", uid, uid)
    as_bot: dict[str, Any] = {"user": uid} if os.geteuid() == 0 else {}
    canary = subprocess.Popen(["/bin/sleep", "600"], env={"SECRET": SECRET}, cwd="/", **as_bot)
    with (
        socket.create_server(("127.0.0.1", 0)) as tcp,
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as udp,
        socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as abstract,
    ):
        udp.bind(("127.0.0.1", 0))
        abstract.bind(f"\0arena-test-{os.getpid()}")
        abstract.listen()
        try:
            yield Battlefield(folder, place, canary, tcp, udp, abstract)
        finally:
            canary.kill()
            canary.wait()


@dataclass(frozen=True, slots=True)
class Attack:
    """What became of one hostile bot."""

    name: str
    log: list[str]
    faults: list[Fault]

    @property
    def achieved(self) -> list[str]:
        """What it says it managed to do."""
        return [line for line in self.log if line.startswith("achieved")]

    @property
    def denied(self) -> list[str]:
        """What it tried in vain."""
        return [line for line in self.log if line.startswith("denied")]

    @property
    def reasons(self) -> str:
        """What the match log says of it."""
        return "; ".join(f"{fault.kind}: {fault.reason}" for fault in self.faults)


@dataclass(frozen=True, slots=True)
class Battle:
    """A match with hostile bots."""

    attacks: list[Attack]
    over: bool
    others_blamed: list[Fault]
    left_over: list[str]
    """Processes of the bots that still run."""


def submission(name: str, field: Battlefield) -> Path:
    """A hostile bot as it would be submitted; a manifest makes it a program, not a Python bot."""
    folder = field.folder / name
    folder.mkdir()
    shutil.copy(BOTS / f"{name}.py", folder / "bot.py")
    if (BOTS / f"{name}.toml").exists():
        shutil.copy(BOTS / f"{name}.toml", folder / "bot.toml")
    shutil.copy(BOTS / "table.py", folder / "table.py")
    (folder / "targets.json").write_text(json.dumps(field.targets()))
    return folder


async def fight(
    names: Sequence[str], field: Battlefield, layers: Layers, clock: ClockRules = CLOCK
) -> Battle:
    """One match: these bots and, in the last seat, one of the house."""
    plugins, lag = load_plugins(entry_points=False), LagMeter()
    house = house_player("first", plugins)
    spec = RoomSpec(
        "hostile", config={"target": 1}, clock=clock, deals=Deals.seed(2), takeover_bot=None
    )
    room = Room(spec, plugins.game("tigerdragon"), [*(None for _ in names), house], lag)
    children = Children(room, SETTINGS)
    peers: list[ChildPeer] = []
    try:
        with patch.object(start, "probe", lambda *_: layers):
            for seat, name in enumerate(names):
                bot = parse_spec(CommandLineSpec(f"box:{submission(name, field)}"))
                peers.append(await children.start(seat, bot, name))
        async with asyncio.timeout(WHOLE_SECONDS):
            result = await room.finished
    finally:
        room.close()
        await children.end()
    faults = result.faults
    attacks = [
        Attack(name, [line.text for line in peer.log], [f for f in faults if f.seat == seat])
        for seat, (name, peer) in enumerate(zip(names, peers, strict=True))
    ]
    others = [fault for fault in faults if fault.seat == len(names)]
    return Battle(attacks, result.match.over, others, running(field))


def running(field: Battlefield) -> list[str]:
    """Processes whose command lines speak of this battlefield, where all boxes are."""
    found = []
    for entry in Path("/proc").iterdir():
        with suppress(OSError):
            words = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
            if str(field.folder) in words:
                found.append(words)
    return found


DENIED = (
    ("fork_bomb", "memory", "threads", "import_time"),
    ("shared_memory", "read_files", "environment", "proc"),
    ("tcp", "udp", "abstract_socket", "write_everywhere"),
    ("signals", "exec_shell", "namespaces", "daemon"),
    ("ptrace", "raise_limits", "descriptors", "kernel_corners"),
    ("growing_stack", "program_memory", "pinned_pages", "own_settings"),
    ("locks", "watching", "chatter", "shared_words"),
    ("odd_sockets", "own_image", "hoarder"),
)
"""Attacks that try something and say how it went, four at a table."""

NAMED = {
    "endless_loop": r"no answer within|ended with code",
    "sleeper": r"no answer within",
    "stopped": r"no answer within",
    "endless_output": r"wrote a line of over 65536 bytes",
    "endless_lines": r"no answer within|ended with code|wrote over \d+ bytes",
    "endless_stderr": r"wrote over \d+ bytes to stderr in one match",
    "garbage": r"illegal: ",
    "slow_start": r"not ready in time",
    "read_only_memory": r"used over 256 MiB of memory",
}
"""Attacks that show in the match log, and how."""

AT_THE_TABLE = (
    ("endless_loop", "sleeper", "endless_output", "garbage"),
    ("endless_lines", "endless_stderr", "slow_start", "stays"),
    ("read_only_memory", "stopped"),
)


def check_peace(battle: Battle, field: Battlefield) -> None:
    assert battle.over
    assert battle.others_blamed == []
    assert field.damage() == []
    assert battle.left_over == []
    assert list((field.folder / "boxes").iterdir()) == []


def check_denied(attack: Attack) -> None:
    assert attack.achieved == [], attack.name
    assert attack.denied, (attack.name, attack.log, attack.reasons)
