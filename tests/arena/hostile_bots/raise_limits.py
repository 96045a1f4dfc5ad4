import os
import resource

from table import TARGETS, attempt, play

FREE = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
for name in ("AS", "DATA", "STACK", "CPU", "NOFILE", "FSIZE", "CORE"):
    kind = getattr(resource, f"RLIMIT_{name}")
    attempt(f"more {name}", lambda kind=kind: resource.setrlimit(kind, FREE) or "raised")
attempt(
    "another's limits", lambda: resource.prlimit(TARGETS["canary"], resource.RLIMIT_CPU, (1, 1))
)
attempt("root", lambda: os.setuid(0) or "root")
attempt("a group", lambda: os.setgroups([0]) or "in")
attempt("being root already", lambda: os.getuid() == 0)
play()
