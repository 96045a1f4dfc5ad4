"""Sees who opens and closes which file, if it can."""

import ctypes
import os
import platform

from table import TARGETS, attempt, play

IN_ALL, IN_CLOEXEC = 0xFFF, 0o2000000
FANOTIFY_INIT = 300 if platform.machine() == "x86_64" else 262
libc = ctypes.CDLL(None)


def watch(path: str) -> bool:
    queue = libc.inotify_init1(IN_CLOEXEC)
    return queue >= 0 and libc.inotify_add_watch(queue, path.encode(), IN_ALL) >= 0


boxes = os.path.dirname(os.path.dirname(os.path.dirname(__file__)))
for path in ("/tmp", boxes, os.__file__, TARGETS["open"], os.path.dirname(__file__)):
    attempt(f"watching {path}", lambda path=path: watch(path))
attempt("a queue of events", lambda: libc.inotify_init() >= 0)
attempt("a queue for whole disks", lambda: libc.syscall(FANOTIFY_INIT, 0, 0) >= 0)
play()
