"""A step for a house that runs as root: become an ordinary user, then start what follows.

It stands alone and is run by path: `drop_privileges.py UID GID PATHS COMMAND...`. PATHS is a JSON
list of folders that the user must reach. Where one lies below a folder closed to others (an
interpreter in root's home), a mount namespace of this process alone shows it there without the
closed one's rest.
"""

import ctypes
import json
import os
import sys
from pathlib import Path

CLONE_NEWNS = 0x00020000
MS_BIND, MS_REC, MS_PRIVATE = 4096, 16384, 1 << 18

libc = ctypes.CDLL(None, use_errno=True)


def closed_parent(path: Path) -> Path | None:
    """The topmost folder on the way to a path through which only its owner may go."""
    for parent in reversed(path.parents):
        if not parent.stat().st_mode & 0o001:
            return parent
    return None


def show(paths: list[Path]) -> None:
    """Make every path reachable, each at its own place."""
    closed = {path: parent for path in paths if (parent := closed_parent(path))}
    if not closed:
        return
    checked(libc.unshare(CLONE_NEWNS), "a mount namespace")
    mount("none", Path("/"), MS_REC | MS_PRIVATE)
    opened = {path: os.open(path, os.O_PATH) for path in closed}
    for parent in sorted(set(closed.values())):
        mount("tmpfs", parent, 0, "tmpfs", "mode=755,size=1m")
    for path, descriptor in opened.items():
        path.mkdir(parents=True, exist_ok=True)
        mount(f"/proc/self/fd/{descriptor}", path, MS_BIND | MS_REC)


def mount(source: str, target: Path, flags: int, kind: str = "", options: str = "") -> None:
    """One mount, which must not fail."""
    words = (source.encode(), str(target).encode(), kind.encode() or None)
    result = libc.mount(*words, ctypes.c_ulong(flags), options.encode() or None)
    checked(result, f"mounting {target}")


def checked(result: int, what: str) -> None:
    """End with a sentence if a call failed: nothing is started with more rights than meant."""
    if result < 0:
        reason = os.strerror(ctypes.get_errno())
        sys.exit(f"sandbox: cannot become an ordinary user, {what}: {reason}")


def become(uid: int, gid: int) -> None:
    """Give up root for good."""
    os.setgroups([])
    os.setresgid(gid, gid, gid)
    os.setresuid(uid, uid, uid)


if __name__ == "__main__":
    show([Path(name) for name in json.loads(sys.argv[3])])
    become(int(sys.argv[1]), int(sys.argv[2]))
    os.execv(sys.argv[4], sys.argv[4:])
