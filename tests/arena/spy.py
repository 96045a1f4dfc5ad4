"""A bot that tries to know deals: it notes all it is sent, and says so if it knows a deal.

It runs in the sandbox, so what it finds out comes back as a fault: it raises a KnownError.
"""

import json
import os
import sys
from pathlib import Path
from typing import Any

from bots import Bot, masked, wire
from engine import rng
from engine.game import Viewer

TOLD: list[str] = []
"""What somebody outside has told it; tests write it into the file."""
MEMORY: list[dict[str, Any]] = []
"""Every frame that this process has been sent."""
NOTES = [
    Path(folder) / "notes.jsonl"
    for folder in (
        ".", "/tmp", "/var/tmp", "/dev/shm", "/run",
        Path(__file__).parent, "/proc/self/cwd",
    )
]  # fmt: skip
FURTHER = 8
"""How many deals it looks ahead and back."""

hear = wire.Conversation.hear


async def hear_and_note(self: Any, frame: Any) -> Any:
    """Write down a frame wherever that is possible."""
    MEMORY.append(dict(frame))
    told = {key: frame.get(key) for key in ("type", "seed", "seed_hash", "match_id")}
    for path in NOTES:
        try:
            with path.open("a") as opened:
                opened.write(json.dumps(told) + "\n")
        except OSError:
            continue
    if any(told[key] is not None for key in ("seed", "seed_hash")) or told["type"] == "game_over":
        sys.stderr.write(json.dumps(told) + "\n")
    return await hear(self, frame)


wire.Conversation.hear = hear_and_note  # type: ignore[method-assign]


def noted() -> list[dict[str, Any]]:
    """What was written down by another process of this bot."""
    found = []
    for path in NOTES:
        try:
            found += [json.loads(line) for line in path.read_text().splitlines()]
        except OSError:
            continue
    return found


BEFORE = noted()


class KnownError(Exception):
    """The deal is known: how."""


class Spy(Bot):
    """Looks whether it knows the deal, then plays on."""

    name = "spy"
    quick = True

    def start(self, game: Any, seat: int, seats: int, config: Any, _rng: Any) -> None:
        """Remember what can be known of the table."""
        self.table = game, seat, seats, config
        self.said = False

    def act(self, turn: Any) -> str:
        """Say once how the deal is known."""
        if not self.said:
            self.said = True
            ways = [*self._remembered(), *self._foreseen()]
            if ways:
                raise KnownError("; ".join(ways))
        choice: str = turn.legal[0]
        return choice

    def _remembered(self) -> list[str]:
        """What is left of earlier matches: nothing should be."""
        earlier = [frame for frame in MEMORY if frame["type"] == "game_over"]
        ways = [f"{len(earlier)} earlier matches in memory"] if earlier else []
        return [*ways, f"{len(BEFORE)} notes in files"] if BEFORE else ways

    def _foreseen(self) -> list[str]:
        """The seeds that lead to the tiles that were dealt."""
        game, seat, seats, config = self.table
        opening = next(f for f in reversed(MEMORY) if f["type"] == "state" and f["seq"] == 0)
        found = []
        for seed in sorted(candidates()):
            events = game.start(config, rng.Deals.seed(seed), seats).events
            rows = [event.told() for event in masked(events, Viewer.player(seat))]
            if json.loads(json.dumps(rows)) == opening["events"]:
                found.append(f"dealt from {seed}")
        return found


def candidates() -> set[str]:
    """Seeds that could follow from anything that was seen or told."""
    seen = {*TOLD, *os.environ.values(), *sys.argv}
    for frame in [*BEFORE, *MEMORY]:
        seen |= {str(frame[key]) for key in ("seed", "seed_hash", "match_id") if frame.get(key)}
    derived = getattr(rng, "deal_seed", lambda root, deal: f"{root}:{deal}")
    found = set(seen)
    for text in seen:
        root, _, number = text.rpartition(":")
        first = int(number) if number.isdigit() else 0
        for deal in range(max(0, first - FURTHER), first + FURTHER):
            found |= {f"{root or text}:{deal}", f"{text}:{deal}", derived(text, deal)}
    return found
