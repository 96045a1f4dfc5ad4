import sys

from table import play, say


def flood() -> None:
    for _ in range(1000):
        sys.stderr.write("\n" * 1_000_000)
    say("achieved 1 GB of log")


play(flood)
