"""A program that was never a file of the bot, and other ways to become what was not submitted."""

import ctypes
import os
import platform

from table import attempt, play

libc = ctypes.CDLL(None, use_errno=True)
X86 = platform.machine() == "x86_64"
MEMFD_SECRET, EXECVEAT = 447, 322 if X86 else 281


def from_memory() -> bool:
    file = os.memfd_create("bot")
    os.write(file, b"#!/bin/sh\n")
    return file > 0


def written(place: str) -> int:
    with open(place, "rb+", buffering=0) as memory:
        return memory.write(b"x")


attempt("a file in memory", from_memory)
attempt("secret memory", lambda: libc.syscall(MEMFD_SECRET, 0) >= 0)
attempt(
    "a program by its descriptor", lambda: libc.syscall(EXECVEAT, 0, b"", None, None, 0x1000) >= 0
)
attempt("its own memory as a file", lambda: written("/proc/self/mem"))
attempt("its own task's memory", lambda: written("/proc/thread-self/mem"))
attempt("being traced", lambda: libc.ptrace(0, 0, 0, 0) == 0)
attempt("another personality", lambda: libc.personality(0x0400000) >= 0)
attempt("its input as a file", lambda: os.open("/proc/self/fd/0", os.O_RDWR))
attempt("a file without a name", lambda: os.open("/tmp", os.O_TMPFILE | os.O_RDWR, 0o600))
attempt(
    "a file without a name, shared", lambda: os.open("/dev/shm", os.O_TMPFILE | os.O_RDWR, 0o600)
)
play()
