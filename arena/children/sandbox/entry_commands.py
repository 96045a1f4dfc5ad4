"""The commands a bot's process goes through on its way into the sandbox."""

import os
import sys
import sysconfig
from collections.abc import Sequence
from glob import glob
from json import dumps
from pathlib import Path
from typing import Final

import bots
from arena.plugins.bot_specs import MJAI_PROTOCOLS
from arena.plugins.installed import plugin_packages

HERE: Final = Path(__file__).resolve().parent
PACKAGES: Final = Path(bots.__file__).resolve().parents[1]
"""Where our own packages lie; the bot may read them, and nothing else beside them."""
OUR_PACKAGES: Final = ("arena", "bots", "engine", "protocol")
SITES: Final = ("site-packages", "dist-packages")
"""The folders that hold installed packages and nothing else."""
PYTHON: Final = (sys.executable, "-I", "-B")
TRY: Final = (*PYTHON, "-c", "pass")
ENVIRONMENT: Final = {
    "LANG": "C.UTF-8",
    "PATH": "/usr/local/bin:/usr/bin:/bin",
    # One memory arena and one computing thread: address space is what is counted.
    "MALLOC_ARENA_MAX": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
}
SYSTEM: Final = (
    "/usr/lib",
    "/usr/lib32",
    "/usr/lib64",
    "/usr/libexec",
    "/usr/share",
    "/usr/local/lib",
    "/lib",
    "/lib32",
    "/lib64",
    "/etc/ld.so.cache",
    "/etc/ssl/openssl.cnf",
    *sorted(glob("/etc/java-*-openjdk/security")),  # which Debian's java links to
)
PROGRAMS: Final = ("/usr/bin", "/usr/local/bin", "/bin")


BRIDGE: Final = (
    f"import sys; sys.path.insert(0, {str(PACKAGES)!r}); "
    "from arena.formats.mjai.bridge import main; sys.exit(main())"
)


def mjai_bridge(protocol: str) -> list[str]:
    """The command before the one of a boxed bot that speaks mjai: the bridge stays outside."""
    return [sys.executable, "-I", "-c", BRIDGE, *MJAI_PROTOCOLS[protocol]]


def libraries() -> list[str]:
    """Return what Python code has to read: its library, installed packages, plugins, our own."""
    found = [sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")]
    found.append(str(Path(sys.base_prefix, "lib")))
    found += [path for path in sys.path if Path(path).name in SITES]
    found += packages().values()
    return list(dict.fromkeys(found))


def packages() -> dict[str, str]:
    """Return the packages that may be imported from wherever they lie: ours and plugins'."""
    plugins = {name: str(path) for name, path in plugin_packages().items()}
    return plugins | {name: str(PACKAGES / name) for name in OUR_PACKAGES}


def interpreter() -> list[str]:
    """What has to be there for Python itself to start."""
    named = Path(sys.executable)
    real = named.resolve()
    return [
        str(path)
        for path in dict.fromkeys((named.parent, Path(sys.prefix, "pyvenv.cfg"), real.parent))
        if path.exists()
    ]


def dropping(
    uid: int, more: Sequence[str] = (), *, gid: int | None = None
) -> tuple[list[str], int]:
    """How to become an ordinary user, and which; nothing if the house is one already."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return [], os.getuid() if hasattr(os, "getuid") else 0
    folders = (*interpreter(), *libraries(), str(HERE), *more)
    # A folder that lies in another one is shown with it; a file by its folder.
    needed = {str(Path(path) if Path(path).is_dir() else Path(path).parent) for path in folders}
    outermost = [p for p in sorted(needed) if not any(inside(p, other) for other in needed)]
    group = uid if gid is None else gid
    words = [
        *PYTHON,
        "-S",
        str(HERE / "drop_privileges.py"),
        str(uid),
        str(group),
        dumps(outermost),
    ]
    return words, uid


def inside(path: str, other: str) -> bool:
    """Whether a path lies below another."""
    return path != other and Path(path).is_relative_to(other)


def inside_bwrap(bwrap: str, more: Sequence[str], cwd: str) -> list[str]:
    """Bubblewrap with nothing in it but what a bot may read, all of it read-only."""
    words = [bwrap, "--unshare-all", "--unshare-user", "--disable-userns", "--die-with-parent"]
    words += ["--new-session", "--cap-drop", "ALL", "--clearenv"]
    for name, value in ENVIRONMENT.items():
        words += ["--setenv", name, value]
    for path in dict.fromkeys((*SYSTEM, *PROGRAMS, *libraries(), *interpreter(), str(HERE), *more)):
        words += bound(path)
    return [*words, "--dev", "/dev", "--remount-ro", "/dev", "--remount-ro", "/", "--chdir", cwd]


def bound(path: str) -> list[str]:
    """One path, shown read-only at its own place; a system's link stays a link."""
    if os.path.islink(path) and path in (*SYSTEM, *PROGRAMS):
        return ["--symlink", os.readlink(path), path]
    return ["--ro-bind", path, path] if os.path.exists(path) else []
