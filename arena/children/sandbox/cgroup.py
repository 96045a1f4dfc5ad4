"""A cgroup for each boxed bot, in a cgroup v2 folder that the operator gave to the server.

The kernel then counts all memory of a bot and all its threads, whatever kind they are.
"""

import os
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from typing import Final

from arena.children.sandbox.limits import MIB, Limits

CONTROLLERS: Final = ("memory", "pids")
PREFIX: Final = "bot-"
ENTER: Final = 'echo 0 >"$0/cgroup.procs" && exec "$@"'
"""For sh: the process that becomes the bot moves itself before anything of the bot is started."""
WAY_IN: Final = 8
"""Processes that bubblewrap adds to the bot's own threads."""


def prepare(base: Path | None) -> str:
    """Return why bots cannot have cgroups in a folder; nothing if they can."""
    if base is None:
        return "box_cgroup is not set"
    try:
        offered = (base / "cgroup.controllers").read_text().split()
        if missing := [name for name in CONTROLLERS if name not in offered]:
            return f"{base}: no controller {', '.join(missing)}"
        _empty(base)
        (base / "cgroup.subtree_control").write_text(" ".join(f"+{name}" for name in CONTROLLERS))
        remove(make(base, Limits()))
    except OSError as error:
        return f"{base}: {error.strerror}"
    return ""


def _empty(base: Path) -> None:
    """Move the server out of the folder itself: only an empty cgroup can bound those in it."""
    server = base / "server"
    server.mkdir(exist_ok=True)
    for pid in (base / "cgroup.procs").read_text().split():
        (server / "cgroup.procs").write_text(pid)
    for left in base.glob(f"{PREFIX}*-*"):
        if not Path("/proc", left.name.split("-")[1]).exists():  # its server was killed
            remove(left)


def make(base: Path, limits: Limits) -> Path:
    """A cgroup for one bot, with its share of memory and threads."""
    folder = base / f"{PREFIX}{os.getpid()}-{token_hex(8)}"
    folder.mkdir()
    (folder / "memory.max").write_text(str(limits.memory_mb * MIB))
    with suppress(OSError):  # only where the kernel counts swap
        (folder / "memory.swap.max").write_text("0")
    (folder / "pids.max").write_text(str(limits.threads + WAY_IN))
    return folder


def inside(folder: Path) -> list[str]:
    """How a command is started in a cgroup."""
    return ["/bin/sh", "-c", ENTER, str(folder)]


def remove(folder: Path) -> None:
    """End whatever is left in a cgroup, and take it away; one still in use stays for a while."""
    with suppress(OSError):
        (folder / "cgroup.kill").write_text("1")
    with suppress(OSError):
        folder.rmdir()
