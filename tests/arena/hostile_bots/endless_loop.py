import time

from table import play, say


def spin() -> None:
    end = time.monotonic() + 30
    while time.monotonic() < end:
        pass
    say("achieved 30 s of one core")


play(spin)
