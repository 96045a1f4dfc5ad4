"""Takes what no match needs: timers, locked memory, priority, holes in files, the disk's time."""

import ctypes
import mmap
import os
import platform
import resource

from table import TARGETS, attempt, play

libc = ctypes.CDLL(None, use_errno=True)
TIMERS, HOLE = 20_000, 1 << 40
SYNC = 162 if platform.machine() == "x86_64" else 81


def timers() -> int:
    made = 0
    while made < TIMERS and libc.timer_create(1, None, ctypes.byref(ctypes.c_void_p())) == 0:
        made += 1
    return made if made == TIMERS else 0


def locked() -> bool:
    kept = mmap.mmap(-1, 1 << 20, flags=mmap.MAP_PRIVATE)
    place = ctypes.addressof(ctypes.c_char.from_buffer(kept))
    return libc.mlock(ctypes.c_void_p(place), ctypes.c_size_t(1 << 20)) == 0


def holed() -> bool:
    file = os.open(os.path.join(TARGETS["open"], "hole"), os.O_RDWR | os.O_CREAT)
    os.ftruncate(file, HOLE)
    return True


attempt(f"{TIMERS} timers", timers)
attempt("locked memory", locked)
attempt("all memory locked", lambda: libc.mlockall(3) == 0)
attempt("a file of a terabyte", holed)
attempt("its own file made longer", lambda: os.truncate(__file__, HOLE) or "done")
attempt("a higher priority", lambda: os.setpriority(os.PRIO_PROCESS, 0, -5) or "done")
attempt(
    "a lower priority for another",
    lambda: os.setpriority(os.PRIO_PROCESS, TARGETS["canary"], 19) or "done",
)
attempt("real time", lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1)) or "done")
attempt("one processor for another", lambda: os.sched_setaffinity(TARGETS["canary"], {0}) or "done")
attempt("the whole disk written out", lambda: libc.syscall(SYNC) == 0)
attempt("one disk written out", lambda: libc.syncfs(0) == 0)
attempt("more files", lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (999, 999)) or "done")
play()
