import sys

from table import play, say


def flood() -> None:
    for _ in range(1000):
        sys.stdout.write("x" * 1_000_000)
    say("achieved 1 GB of output")


play(flood)
