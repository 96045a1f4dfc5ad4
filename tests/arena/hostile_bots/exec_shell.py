import os
import subprocess

from table import TARGETS, attempt, play

TOUCH = f"echo owned > {TARGETS['open']}/{TARGETS['marker']}"
attempt("a process", lambda: subprocess.run(["/bin/sh", "-c", TOUCH], check=False))
attempt("a spawned process", lambda: os.posix_spawn("/bin/sh", ["sh", "-c", TOUCH], {}))
attempt("os.system", lambda: os.system(TOUCH) == 0)
attempt("another program", lambda: os.execv("/bin/sh", ["sh", "-c", TOUCH]))
play()
