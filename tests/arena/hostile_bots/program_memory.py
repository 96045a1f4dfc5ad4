"""A program, not a Python bot: addresses are plenty, data is what is counted."""

import ctypes
import mmap
import os
import sys

sys.path.insert(0, os.path.dirname(__file__))
from table import attempt, over_the_limit, play

SIZE = 320 * 1024 * 1024
libc = ctypes.CDLL(None)
libc.sbrk.restype = ctypes.c_void_p
libc.sbrk.argtypes = (ctypes.c_long,)


def mapped(flags: int) -> str:
    kept = mmap.mmap(-1, SIZE, flags=flags)
    for place in range(0, SIZE, 4096):
        kept[place] = 1
    return over_the_limit()


def brought_up() -> bool:
    return libc.sbrk(SIZE) != ctypes.c_void_p(-1).value


def resized() -> bool:
    kept = mmap.mmap(-1, 4096, flags=mmap.MAP_PRIVATE)
    kept.resize(SIZE)
    return len(kept) == SIZE


attempt("private memory", lambda: mapped(mmap.MAP_PRIVATE))
attempt("memory of a thread's stack", lambda: mapped(mmap.MAP_PRIVATE | 0x20000))
attempt("more of the heap", brought_up)
attempt("a mapping made larger", resized)
play()
