import time

from table import play, say


def sleep() -> None:
    time.sleep(30)
    say("achieved a long sleep")


play(sleep)
