"""The last step into the sandbox: run by path, it takes its own rights away and becomes the bot.

It stands alone, without the rest of the house, since everything it imports is in the bot's reach.
Its one argument is the plan as JSON (arena/children/sandbox/plan.py).
"""

import ctypes
import json
import os
import runpy
import select
import signal
import sys
from importlib.util import spec_from_file_location
from io import TextIOWrapper
from struct import pack
from typing import Any

PR_SET_PDEATHSIG, PR_SET_SECCOMP, PR_SET_NO_NEW_PRIVS = 1, 22, 38
SECCOMP_MODE_FILTER = 2
LANDLOCK_CREATE, LANDLOCK_ADD, LANDLOCK_RESTRICT = 444, 445, 446
RULE_PATH = 1
OF_FILES = 1 << 0 | 1 << 1 | 1 << 2 | 1 << 14 | 1 << 15
"""The rights that mean something for a file that is no folder."""
OWN_PID = 0x50494421

libc = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else ctypes.pythonapi


def checked(result: int, what: str) -> int:
    """The result of a call that must not fail: a bot never runs with less than its plan."""
    if result < 0:
        sys.exit(f"sandbox: {what}: {os.strerror(ctypes.get_errno())}")
    return result


def prctl(option: int, value: Any, more: Any = 0) -> None:
    """Set an attribute of this process."""
    zero = ctypes.c_ulong(0)
    arguments = (ctypes.c_ulong(value), more or zero, zero, zero)
    checked(libc.prctl(option, *arguments), f"prctl {option}")


def set_limits(limits: dict[str, int]) -> None:
    """Soft and hard limits alike, so that they cannot be raised again."""
    import resource  # only where there are limits: not on every system

    for name, value in limits.items():
        kind = getattr(resource, f"RLIMIT_{name}")
        hard = resource.getrlimit(kind)[1]
        value = value if hard == resource.RLIM_INFINITY else min(value, hard)
        # At the soft limit of CPU time comes a signal, at the hard one the end.
        resource.setrlimit(kind, (value, value + 1 if name == "CPU" and value < hard else value))


def restrict_files(landlock: dict[str, Any]) -> None:
    """Hand Landlock the paths that may be read or run; everything else is gone."""
    attributes = pack("<QQQ", landlock["files"], landlock["net"], landlock["scopes"])
    size = 24 if landlock["scopes"] else 16 if landlock["net"] else 8
    create = libc.syscall(LANDLOCK_CREATE, attributes, ctypes.c_size_t(size), 0)
    ruleset = checked(create, "landlock")
    for path, rights in landlock["rules"]:
        add_rule(ruleset, path, rights)
    checked(libc.syscall(LANDLOCK_RESTRICT, ruleset, 0), "landlock")
    os.close(ruleset)


def add_rule(ruleset: int, path: str, rights: int) -> None:
    """Allow one file, or a folder with all that is in it."""
    try:
        opened = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    if not os.path.isdir(path):
        rights &= OF_FILES
    rule = pack("<Qi", rights, opened)
    checked(libc.syscall(LANDLOCK_ADD, ruleset, RULE_PATH, rule, 0), f"landlock {path}")
    os.close(opened)


class FilterProgram(ctypes.Structure):
    """The kernel's `struct sock_fprog`."""

    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_void_p))


def restrict_calls(program: bytes) -> None:
    """Install the system-call filter."""
    program = program.replace(pack("<I", OWN_PID), pack("<I", os.getpid()))
    buffer = ctypes.create_string_buffer(program, len(program))
    filled = FilterProgram(len(program) // 8, ctypes.addressof(buffer))
    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.byref(filled))


def end_with_parent() -> None:
    """Have the kernel kill this process with its parent, even if that has gone already."""
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    stdin = select.poll()
    stdin.register(0, select.POLLHUP)
    if any(event & select.POLLHUP for _, event in stdin.poll(0)):
        sys.exit("sandbox: the server has gone")


def enter(plan: dict[str, Any]) -> None:
    """Give up every right the plan does not leave."""
    os.chdir(plan["cwd"])
    if sys.platform != "linux":
        return
    end_with_parent()
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    set_limits(plan["limits"])
    if plan["landlock"]:
        restrict_files(plan["landlock"])
    if plan["seccomp"]:
        restrict_calls(bytes.fromhex(plan["seccomp"]))


class OurPackages:
    """Finds our packages and plugins' without a look at the folder around them, not the bot's."""

    def __init__(self, folders: dict[str, str]) -> None:
        self._folders = folders

    def find_spec(self, name: str, _path: Any = None, _target: Any = None) -> Any:
        """Return where a package is, if it is one of these; a plugin may be a single file."""
        folder = self._folders.get(name)
        if folder is None:
            return None
        if folder.endswith(".py"):
            return spec_from_file_location(name, folder)
        file = os.path.join(folder, "__init__.py")
        return spec_from_file_location(name, file, submodule_search_locations=[folder])


def beside(program: str) -> dict[str, str]:
    """Return where a program has libraries of its own: a bot's program, beside it.

    Java has them in a folder that it would find by /proc, which no box has.
    """
    folder = os.path.dirname(program)
    if program.startswith("/usr/lib/"):
        folder = os.path.join(os.path.dirname(folder), "lib")
    elif program.startswith(("/usr/", "/bin/")):
        return {}
    return {"LD_LIBRARY_PATH": folder}


def become(kind: str, argv: list[str]) -> None:
    """Turn into the bot: our runner with its class, its own script, or its own program."""
    if kind == "exec":
        os.execve(argv[0], argv, {**os.environ, **beside(argv[0])})
    sys.path.insert(0, os.path.dirname(argv[0]))
    sys.argv[:] = argv
    if kind == "bot":
        from bots import stdio

        sys.exit(stdio.main(argv))
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)  # an answer that is not flushed goes out, too
    runpy.run_path(argv[0], run_name="__main__")


if __name__ == "__main__":
    given = json.loads(sys.argv[1])
    enter(given)
    # Our runner finds our packages first; a script of its own may have an `engine` of its own.
    first = 0 if given["kind"] == "bot" else len(sys.meta_path)
    sys.meta_path.insert(first, OurPackages(given["packages"]))
    if given["site"]:
        sys.path.insert(0, given["site"])
    become(given["kind"], given["argv"])
