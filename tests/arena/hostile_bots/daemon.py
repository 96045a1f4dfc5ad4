import os
import time
from contextlib import suppress
from pathlib import Path

from table import TARGETS, attempt, play


def daemonise() -> str:
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(1)
            with suppress(OSError):
                Path(TARGETS["open"], TARGETS["marker"]).write_bytes(b"owned")
            time.sleep(30)
        os._exit(0)
    return "gone into the background"


attempt("a daemon", daemonise)
attempt("a session", os.setsid)
play()
