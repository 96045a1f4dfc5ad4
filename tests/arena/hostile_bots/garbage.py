import os
import sys

from table import play


def babble() -> None:
    for _ in range(20):
        sys.stdout.buffer.write(os.urandom(500).replace(b"\n", b"") + b"\n")
    sys.stdout.buffer.write(b"[" * 60_000 + b"\n")
    sys.stdout.buffer.flush()


play(babble)
