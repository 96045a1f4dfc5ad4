"""Ways for two bots to talk: by a page, a clock or a queue that both can see."""

import ctypes
import errno
import mmap
import os
import platform
import time

from table import TARGETS, attempt, play

libc = ctypes.CDLL(None, use_errno=True)
X86 = platform.machine() == "x86_64"
FUTEX, FUTEX_WAITV = 202 if X86 else 98, 449
WAIT, WAIT_BITSET, CLOCK_REALTIME = 0, 9, 256
PREADV2, MINCORE = (327, 27) if X86 else (286, 232)
NOWAIT, DONTNEED = 8, 4
LIBRARY = os.open(os.__file__, os.O_RDONLY)
PAGE = mmap.mmap(LIBRARY, 4096, flags=mmap.MAP_SHARED, prot=mmap.PROT_READ)


class Time(ctypes.Structure):
    _fields_ = (("seconds", ctypes.c_long), ("nanoseconds", ctypes.c_long))


class Vector(ctypes.Structure):
    _fields_ = (("base", ctypes.c_void_p), ("length", ctypes.c_size_t))


class Waiter(ctypes.Structure):
    _fields_ = (
        ("value", ctypes.c_uint64),
        ("address", ctypes.c_uint64),
        ("flags", ctypes.c_uint64),
    )


libc.mmap.restype = ctypes.c_void_p
WORD = libc.mmap(None, ctypes.c_size_t(4096), 1, 1, LIBRARY, ctypes.c_long(0))
VALUE = int.from_bytes(PAGE[:4], "little")


def waited(command: int, seconds: int = 0) -> bool:
    """Whether it waited at a word of the library, where another bot could wake it."""
    until = Time(seconds, 20_000_000)
    libc.syscall(
        FUTEX, ctypes.c_void_p(WORD), command, VALUE, ctypes.byref(until), None, 0xFFFFFFFF
    )
    return ctypes.get_errno() == errno.ETIMEDOUT


def waited_at_many() -> bool:
    """The same by the newer call; it takes a moment of the clock, and this one is over."""
    waiter = Waiter(VALUE, WORD, 2)
    libc.syscall(FUTEX_WAITV, ctypes.byref(waiter), 1, 0, ctypes.byref(Time(1, 0)), 1)
    return ctypes.get_errno() == errno.ETIMEDOUT


def cached() -> bool:
    """Whether a page of the library is in memory: somebody has read it."""
    room = ctypes.create_string_buffer(4096)
    vector = Vector(ctypes.addressof(room), 4096)
    return libc.syscall(PREADV2, LIBRARY, ctypes.byref(vector), 1, 0, 0, NOWAIT) >= 0


def resident() -> bool:
    pages = ctypes.create_string_buffer(1)
    return libc.syscall(MINCORE, ctypes.c_void_p(WORD), ctypes.c_size_t(4096), pages) == 0


def clock_of(pid: int) -> int:
    """The clock that shows the processor time of a process."""
    return (~pid << 3) | 2


def timer_on(clock: int) -> bool:
    return libc.timer_create(clock, None, ctypes.byref(ctypes.c_void_p())) == 0


attempt("waiting at a word of the library", lambda: waited(WAIT))
attempt("waiting at it by a mask", lambda: waited(WAIT_BITSET))
attempt("waiting at it by the calendar", lambda: waited(WAIT_BITSET | CLOCK_REALTIME, 1))
attempt("waiting at several words", waited_at_many)
attempt("a page out of memory", lambda: os.posix_fadvise(LIBRARY, 0, 0, DONTNEED) or "gone")
attempt("a look at what is in memory", cached)
attempt("another look at it", resident)
for name in ("canary", "referee"):
    clock = clock_of(TARGETS[name])
    attempt(f"the time of the {name}", lambda clock=clock: time.clock_gettime(clock) >= 0)
    attempt(f"a timer on the {name}", lambda clock=clock: timer_on(clock))
attempt(
    "a queue by its name", lambda: libc.mq_open(b"/arena", os.O_CREAT | os.O_RDWR, 0o666, None) >= 0
)
attempt("a queue by its key", lambda: libc.msgget(4242, 0o1666) >= 0)
attempt("a semaphore by its key", lambda: libc.semget(4242, 1, 0o1666) >= 0)
attempt("shared memory by its key", lambda: libc.shmget(4242, 4096, 0o1666) >= 0)
attempt("a semaphore by its name", lambda: libc.sem_open(b"/arena", os.O_CREAT, 0o666, 1) or 0)
play()
