import sys

from table import play, say


def flood() -> None:
    for _ in range(1_000_000):
        sys.stdout.write('{"type": "ping", "filler": "' + "x" * 1000 + '"}\n')
    say("achieved 1 GB of lines")


play(flood)
