import ctypes
import os

from table import TARGETS, attempt, play

libc = ctypes.CDLL(None)
ATTACH, SEIZE = 16, 0x4206
pid = TARGETS["canary"]
attempt("attaching", lambda: libc.ptrace(ATTACH, pid, 0, 0) == 0)
attempt("seizing", lambda: libc.ptrace(SEIZE, pid, 0, 0) == 0)
buffer = (ctypes.c_char * 64)()
vector = (ctypes.c_void_p * 2)(ctypes.addressof(buffer), 64)
attempt("reading memory", lambda: libc.process_vm_readv(pid, vector, 1, vector, 1, 0) > 0)
attempt("slowing it down", lambda: os.setpriority(os.PRIO_PROCESS, pid, 19) or "done")
attempt("moving it", lambda: os.sched_setaffinity(pid, {0}) or "done")
play()
