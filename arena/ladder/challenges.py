"""Challenges: unrated series of two bots, one at a time, owners by turns."""

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from secrets import token_hex
from typing import Any, Final, Literal

import structlog

from arena.errors import ArenaError
from arena.ladder.submission import write_out
from arena.ladder.worker import run_worker
from arena.series import Interval, interval
from arena.settings import Settings
from arena.store import BotVersion, Store

log = structlog.get_logger()
PROCESS: Final = "arena.ladder.challenge_process"
WAITING_PER_OWNER: Final = 3
KEPT: Final = 200
"""Challenges that are remembered; the oldest that are over make way."""
SECONDS: Final = 3600.0
State = Literal["queued", "running", "done", "failed"]


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two: a house bot, or a version of a submitted one."""

    name: str
    version: BotVersion | None = None


@dataclass(slots=True)
class Challenge:
    """A series that was asked for, and how far it is."""

    owner: int
    game: str
    mine: Side
    bot: Side
    deals: int
    id: str = field(default_factory=lambda: token_hex(8))
    seed: str = field(default_factory=lambda: token_hex(8))
    state: State = "queued"
    differences: list[float] = field(default_factory=list)
    faults: int = 0
    reason: str = ""

    @property
    def result(self) -> Interval | None:
        """How far `mine` is ahead, in points a deal, as far as it was played."""
        return interval(self.differences) if self.differences else None

    @property
    def over(self) -> bool:
        """Whether nothing more will come of it."""
        return self.state in ("done", "failed")


class Challenges:
    """The queue, and the one that is played."""

    def __init__(
        self, store: Store, settings: Settings, folder: Path, plugin_files: Sequence[str]
    ) -> None:
        self._bots = store.bots
        self._settings = settings
        self._folder = folder
        self._plugin_files = list(plugin_files)
        self._all: dict[str, Challenge] = {}
        self._served: list[int] = []
        """Owners in the order they were last served."""
        self._new = asyncio.Event()

    def add(self, challenge: Challenge) -> None:
        """Queue a challenge; ArenaError if its owner has too many waiting."""
        waiting = [c for c in self.queue() if c.owner == challenge.owner]
        if len(waiting) >= WAITING_PER_OWNER:
            raise ArenaError(f"{len(waiting)} of your challenges wait already; let them be played")
        for old in [c for c in self._all.values() if c.over][: max(0, len(self._all) - KEPT + 1)]:
            del self._all[old.id]
        self._all[challenge.id] = challenge
        self._new.set()

    def find(self, challenge_id: str) -> Challenge | None:
        """A challenge that is remembered."""
        return self._all.get(challenge_id)

    def queue(self) -> list[Challenge]:
        """Those that wait, in the order they will be played: owners by turns."""
        waiting = [c for c in self._all.values() if c.state == "queued"]
        return by_turns(waiting, self._served)

    async def run(self) -> None:
        """Play what is queued, for as long as the server runs."""
        while True:
            self._new.clear()
            waiting = self.queue()
            if not waiting:
                await self._new.wait()
                continue
            await self._play(waiting[0])

    async def _play(self, challenge: Challenge) -> None:
        self._served = [o for o in self._served if o != challenge.owner] + [challenge.owner]
        challenge.state = "running"
        try:
            task = await asyncio.to_thread(self._task, challenge)

            async def heard(line: str) -> None:
                note(challenge, json.loads(line))

            code = await run_worker(PROCESS, task, self._settings, heard, SECONDS)
            if code is None:
                challenge.reason = f"not done within {SECONDS:g} s"
        except (ArenaError, OSError, ValueError) as error:
            code, challenge.reason = 1, str(error)
        challenge.state = "done" if code == 0 else "failed"
        log.info("challenge_over", id=challenge.id, state=challenge.state)

    def _task(self, challenge: Challenge) -> dict[str, Any]:
        return {
            "game": challenge.game, "deals": challenge.deals, "seed": challenge.seed,
            "mine": self._side(challenge.mine), "bot": self._side(challenge.bot),
            "config": self._settings.ladder_config.get(challenge.game, {}),
            "plugins": self._plugin_files,
        }  # fmt: skip

    def _side(self, side: Side) -> dict[str, str]:
        if side.version is None:
            return {"name": side.name, "file": ""}
        return {"name": side.name, "file": str(write_out(self._folder, self._bots, side.version))}


def note(challenge: Challenge, row: Mapping[str, Any]) -> None:
    """Take down what the process said."""
    if "error" in row:
        challenge.reason = row["error"]
    else:
        challenge.differences.append(row["ahead"])
        challenge.faults += row["faults"]


def by_turns(waiting: Sequence[Challenge], served: Sequence[int]) -> list[Challenge]:
    """Owners one after the other, who was served longest ago first; each in its own order."""
    own: dict[int, list[Challenge]] = {}
    for challenge in waiting:
        own.setdefault(challenge.owner, []).append(challenge)
    longest_ago: Callable[[int], int] = lambda o: served.index(o) if o in served else -1  # noqa: E731
    owners = sorted(own, key=longest_ago)
    rounds = max(map(len, own.values()), default=0)
    return [own[owner][n] for n in range(rounds) for owner in owners if n < len(own[owner])]
