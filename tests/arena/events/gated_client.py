"""A client of an event in a process of its own, which plays a round only once a file allows it.

python -m tests.arena.events.gated_client URL EVENT TOKEN FILE
"""

import asyncio
import sys
from pathlib import Path
from typing import Any

from bots.bot import Bot
from bots.turn import Turn
from bots.websocket import EventGuest, run_event

ROUND = [0]


class Gated(Bot):
    """Takes the first choice, once the round may be played."""

    name = "gated"

    def __init__(self, gate: Path) -> None:
        self._gate = gate

    async def act(self, turn: Turn) -> str:
        while int(self._gate.read_text()) < ROUND[0]:  # noqa: ASYNC110  # another process writes
            await asyncio.sleep(0.01)
        return turn.legal[0]


def note_rounds() -> None:
    """Have every piece of news note the round."""
    hear = EventGuest.hear

    async def noting(self: EventGuest, frame: Any) -> Any:
        if frame["type"] == "event":
            ROUND[0] = frame["round"]
        return await hear(self, frame)

    EventGuest.hear = noting  # type: ignore[method-assign]  # for this process alone


def main(url: str, event: str, token: str, gate: str) -> None:
    note_rounds()
    matches = asyncio.run(run_event(url, event, Gated(Path(gate)), token=token))
    sys.stdout.write(f"matches {matches}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
