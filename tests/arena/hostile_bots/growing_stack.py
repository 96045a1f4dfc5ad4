"""A program, not a Python bot: its data is counted, its stack by another limit."""

import ctypes
import mmap
import os
import sys

sys.path.insert(0, os.path.dirname(__file__))
from table import attempt, over_the_limit, play

SIZE = 320 * 1024 * 1024
MAP_GROWSDOWN, MREMAP_MAYMOVE = 0x100, 1
READ_WRITE = mmap.PROT_READ | mmap.PROT_WRITE
FAILED = ctypes.c_void_p(-1).value
libc = ctypes.CDLL(None)
libc.mmap.restype = libc.mremap.restype = ctypes.c_void_p
libc.mmap.argtypes = (ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long)
libc.mremap.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_size_t, ctypes.c_int)
libc.memset.argtypes = (ctypes.c_void_p, ctypes.c_int, ctypes.c_size_t)


def fill(address: int) -> str:
    if address == FAILED:
        return ""
    libc.memset(address, 1, SIZE)
    return over_the_limit()


def growing_down() -> str:
    flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | MAP_GROWSDOWN
    return fill(libc.mmap(None, SIZE, READ_WRITE, flags, -1, 0))


def piece_of_the_stack() -> str:
    environment = ctypes.c_void_p.in_dll(libc, "environ").value or 0
    unused = (environment & ~4095) - 25 * 4096
    return fill(libc.mremap(unused, 4096, SIZE, MREMAP_MAYMOVE))


attempt("memory as a growing stack", growing_down)
attempt("memory as a piece of the stack", piece_of_the_stack)
play()
