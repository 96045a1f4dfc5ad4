"""Ways for two bots to tell each other something by a file that neither may write."""

import fcntl
import os
import socket
import struct

from table import TARGETS, attempt, play

FIOSETOWN, SIOCSPGRP, FIOASYNC = 0x8901, 0x8902, 0x5452
OFD_GETLK, OFD_SETLK, OFD_SETLKW, SETSIG, SETOWN_EX = 36, 37, 38, 10, 15
LIBRARY = os.open(os.__file__, os.O_RDONLY)
FOLDER = os.open(os.path.dirname(os.__file__), os.O_RDONLY)
PAIR = socket.socketpair()
READ_LOCK = struct.pack("hhqqi4x", fcntl.F_RDLCK, 0, 0, 0, 0)
CANARY = TARGETS["canary"]


def call(what: str, file: int, command: int, value: int | bytes) -> None:
    attempt(what, lambda: fcntl.fcntl(file, command, value) or "done")


def control(what: str, request: int, value: int) -> None:
    words = struct.pack("i", value)
    attempt(what, lambda: fcntl.ioctl(PAIR[0].fileno(), request, words) or "done")


attempt("a lock on the library", lambda: fcntl.flock(LIBRARY, fcntl.LOCK_SH) or "locked")
attempt("a lock on its folder", lambda: fcntl.flock(FOLDER, fcntl.LOCK_EX) or "locked")
call("a lock on bytes", LIBRARY, fcntl.F_SETLK, READ_LOCK)
call("a lock it waits for", LIBRARY, fcntl.F_SETLKW, READ_LOCK)
call("a look at others' locks", LIBRARY, fcntl.F_GETLK, READ_LOCK)
for name, command in {"get": OFD_GETLK, "set": OFD_SETLK, "wait": OFD_SETLKW}.items():
    call(f"a lock of an open file: {name}", LIBRARY, command, READ_LOCK)
call("a lease", LIBRARY, fcntl.F_SETLEASE, fcntl.F_RDLCK)
call("word of changes", FOLDER, fcntl.F_NOTIFY, fcntl.DN_ACCESS)
call("signals to another", PAIR[0].fileno(), fcntl.F_SETOWN, CANARY)
call("signals to another, with a kind", PAIR[0].fileno(), SETOWN_EX, struct.pack("ii", 1, CANARY))
call("another signal", PAIR[0].fileno(), SETSIG, 9)
control("signals to another, as a device", FIOSETOWN, CANARY)
control("signals to another, as a socket", SIOCSPGRP, CANARY)
control("signals at all", FIOASYNC, 1)
play()
