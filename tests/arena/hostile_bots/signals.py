import ctypes
import os
import signal

from table import TARGETS, attempt, play

for pid in (TARGETS["canary"], TARGETS["referee"], os.getppid(), 1, 0, -1):
    # Nobody's end is risked: the canary is there to be hit, the others are only asked for.
    number = signal.SIGKILL if pid == TARGETS["canary"] else 0
    attempt(f"signal to {pid}", lambda pid=pid, n=number: os.kill(pid, n) or "sent")
libc = ctypes.CDLL(None)
attempt("a signal by thread", lambda: libc.tgkill(TARGETS["canary"], TARGETS["canary"], 9) == 0)
attempt("a signal by descriptor", lambda: os.pidfd_open(TARGETS["canary"]))
play()
