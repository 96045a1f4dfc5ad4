"""A program that writes memory and makes it read-only: no resource limit counts it any more."""

import ctypes
import mmap
import os
import sys
import time

sys.path.insert(0, os.path.dirname(__file__))
from table import over_the_limit, play, say

SIZE = 64 * 1024 * 1024
libc = ctypes.CDLL(None)
libc.mprotect.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)


def hold() -> None:
    for _ in range(12):
        piece = mmap.mmap(-1, SIZE, flags=mmap.MAP_PRIVATE)
        start = ctypes.addressof(ctypes.c_char.from_buffer(piece))
        ctypes.memset(start, 1, SIZE)
        libc.mprotect(start, SIZE, mmap.PROT_READ)
        KEPT.append(piece)


KEPT: list[mmap.mmap] = []
hold()
time.sleep(10)
if over_the_limit():
    say(f"achieved {over_the_limit()} for ten seconds")
play()
