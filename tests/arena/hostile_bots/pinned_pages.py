import ctypes
import fcntl
import mmap
import os
import socket

from table import attempt, play

SIZE = 1024 * 1024
libc = ctypes.CDLL(None)


class Vector(ctypes.Structure):
    _fields_ = (("base", ctypes.c_void_p), ("length", ctypes.c_size_t))


def unmapped_pages() -> bool:
    """Pages that a pipe holds are no longer part of the process once they are unmapped."""
    area = mmap.mmap(-1, SIZE, flags=mmap.MAP_PRIVATE)
    area.write(b"x" * SIZE)
    start = ctypes.addressof(ctypes.c_char.from_buffer(area))
    return libc.vmsplice(os.pipe()[1], ctypes.byref(Vector(start, 4096)), 1, 0) > 0


def copied_pipe() -> bool:
    (read, write), (_, other) = os.pipe(), os.pipe()
    os.write(write, b"x" * 4096)
    return libc.tee(read, other, ctypes.c_size_t(4096), 0) > 0


def large_buffer() -> int:
    pair = socket.socketpair()
    pair[0].setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 64 * SIZE)
    return pair[0].getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF)


LIBRARY = os.open(os.__file__, os.O_RDONLY)
attempt("unmapped pages in a pipe", unmapped_pages)
attempt("a copied pipe", copied_pipe)
attempt("library pages in a pipe", lambda: os.splice(LIBRARY, os.pipe()[1], 4096, offset_src=0))
attempt("library pages sent to a pipe", lambda: os.sendfile(os.pipe()[1], LIBRARY, 0, 4096))
attempt("a larger pipe", lambda: fcntl.fcntl(os.pipe()[1], fcntl.F_SETPIPE_SZ, SIZE))
attempt("a larger socket buffer", large_buffer)
play()
