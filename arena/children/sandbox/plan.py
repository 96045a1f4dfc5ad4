"""What one bot may do, as plain data for `launch`, and the command line that starts it."""

from glob import glob
from json import dumps
from secrets import randbelow
from typing import Any, Final

from arena.children.sandbox import landlock, seccomp
from arena.children.sandbox.entry_commands import (
    HERE,
    PYTHON,
    SYSTEM,
    dropping,
    inside_bwrap,
    interpreter,
    libraries,
    packages,
)
from arena.children.sandbox.layers import Layers
from arena.children.sandbox.limits import Limits
from arena.children.sandbox.program import Program

WRITE_FILE: Final = 1 << 1
DEVICES: Final = {
    "/dev/null": landlock.READ_FILE | WRITE_FILE,
    "/dev/urandom": landlock.READ_FILE,
    # Java seeds its random numbers from it; without it that takes eight seconds.
    "/dev/random": landlock.READ_FILE,
}
FIRST_OWN_UID, OWN_UIDS = 1_900_000_000, 1 << 24
"""User ids that neither people, services nor containers get (systemd's list of ranges)."""
LOADERS: Final = ("/lib/ld-*", "/lib64/ld-*", "/lib/*/ld-linux-*")
"""A program of another language is started by one of these."""


def command_line(program: Program, layers: Layers, limits: Limits) -> list[str]:
    """How to start a bot behind every layer there is."""
    uid = fresh_uid() if layers.own_uids else layers.uid
    own = (str(program.folder), *([program.site] if program.site else []))
    words = [] if layers.uid_note else dropping(uid, own)[0]
    if layers.bwrap:
        words += inside_bwrap(layers.bwrap, own, str(program.cwd))
    plan = make_plan(program, layers, limits)
    return [*words, *PYTHON, str(HERE / "launch.py"), dumps(plan, separators=(",", ":"))]


def fresh_uid() -> int:
    """A user id that no other process has, by chance alone: servers need not agree on it."""
    return FIRST_OWN_UID + randbelow(OWN_UIDS)


def make_plan(program: Program, layers: Layers, limits: Limits) -> dict[str, Any]:
    """Everything `launch` needs to lock itself in and become the bot."""
    runs = program.kind == "exec"
    own_users = layers.bwrap != "" or layers.own_uids
    calls = seccomp.this_processor() if layers.seccomp else None
    return {
        "cwd": str(program.cwd),
        "limits": limits.as_rlimits(python=not runs, own_users=own_users),
        "landlock": landlock_rules(program, layers.landlock) if layers.landlock else None,
        "seccomp": seccomp.filter_bytes(calls, may_exec=runs).hex() if calls else "",
        "packages": packages(),
        "site": program.site,
        "kind": program.kind,
        "argv": list(program.argv),
    }


def landlock_rules(program: Program, version: int) -> dict[str, Any]:
    """Which paths may be read, and which few may be run."""
    own = [str(program.folder), *([program.site] if program.site else [])]
    rules = [[path, landlock.READ] for path in (*SYSTEM, *libraries(), *own)]
    rules += [[path, rights] for path, rights in DEVICES.items()]
    if program.kind == "exec":
        loaders = [path for pattern in LOADERS for path in glob(pattern)]
        run = landlock.READ | landlock.EXECUTE
        rules += [[path, run] for path in (program.argv[0], *loaders)]
        rules += [[path, landlock.READ] for path in interpreter()]
    return {**landlock.handled(version), "rules": rules}
