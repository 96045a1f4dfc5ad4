"""A Bot class like any other, but for what its file does when it is read."""

import os
from pathlib import Path

from table import TARGETS, attempt

from bots import Bot, Turn

MARKER = Path(TARGETS["open"], TARGETS["marker"])
attempt("reading the project at import", lambda: Path(TARGETS["secrets"][0]).read_text())
attempt("forking at import", os.fork)
attempt("writing at import", lambda: MARKER.write_text("x"))


class Innocent(Bot):
    name = "innocent"

    def act(self, turn: Turn) -> str:
        return turn.legal[0]
