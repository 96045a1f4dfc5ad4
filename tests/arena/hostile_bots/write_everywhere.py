import os
from pathlib import Path

from table import TARGETS, attempt, play

HERE = str(Path(__file__).parent)
PLACES = (".", HERE, "/", "/tmp", "/var/tmp", "/dev/shm", "/run", "/usr/lib", "/etc")
for place in (*PLACES, TARGETS["project"], TARGETS["home"], TARGETS["open"]):
    path = Path(place) / TARGETS["marker"]
    attempt(f"writing in {place}", lambda path=path: path.write_bytes(b"owned"))
    attempt(f"a folder in {place}", lambda path=path: path.mkdir() or "made")
victim = TARGETS["victim"]
attempt("changing a mode", lambda: os.chmod(victim, 0o777) or "done")
attempt("changing times", lambda: os.utime(victim, (1, 1)) or "done")
attempt("cutting a file", lambda: os.truncate(victim, 0) or "done")
attempt("removing a file", lambda: os.unlink(victim) or "done")
attempt("renaming a file", lambda: os.rename(victim, victim + ".gone") or "done")
play()
