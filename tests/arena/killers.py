"""Bots that end the process they are played in, for tests of who is blamed."""

import os
import time
from pathlib import Path

from bots import Bot, Turn


class Killer(Bot):
    """Kills its process at its second decision of every match."""

    name = "killer"

    def __init__(self) -> None:
        self._turns = 0

    def act(self, turn: Turn) -> str:
        self._turns += 1
        if self._turns == 2:
            os._exit(7)
        return turn.legal[0]


class Once(Bot):
    """Kills the first process that plays it; a file remembers that."""

    name = "once"

    def act(self, turn: Turn) -> str:
        done = Path(os.environ["TEST_OF_ARENA_KILLED"])
        if not done.exists():
            done.touch()
            os._exit(9)
        return turn.legal[0]


class Sleeper(Bot):
    """Never answers; a file tells that it was asked."""

    name = "sleeper"

    def act(self, turn: Turn) -> str:
        Path(os.environ["TEST_OF_ARENA_ASKED"]).touch()
        time.sleep(3600)
        return turn.legal[0]
