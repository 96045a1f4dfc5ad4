"""Challenges: unrated series of two bots, one at a time, owners by turns."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import structlog

from arena.errors import ArenaError
from arena.ladder.store_logs import Keeper
from arena.ladder.submission import write_out
from arena.ladder.subprocess_task import run_worker
from arena.plugins.bot_specs import house_name
from arena.plugins.manager import Plugins
from arena.settings import Settings
from arena.store import QueueLimits, Store, StoredChallenge

log = structlog.get_logger()
PROCESS: Final = "arena.ladder.challenge_worker"
LIMITS: Final = QueueLimits(own=3, all=100)
SECONDS: Final = 3600.0
BANNED: Final = "one of its players was banned"


class Challenges:
    """The queue, and the one that is played."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        folder: Path,
        plugins: Plugins,
        may_begin: asyncio.Event,
    ) -> None:
        self._house = store
        self._store = store.challenges
        self._bots = store.bots
        self._settings = settings
        self._folder = folder
        self._plugins = plugins
        self._may_begin = may_begin
        self._new = asyncio.Event()
        self._owners: set[int | None] = set()
        self._series: asyncio.Task[str] | None = None
        """The series that is played, and the accounts that take part in it."""

    async def add(self, challenge: StoredChallenge) -> None:
        """Queue a challenge; StoreError if its owner has too many waiting, or all have."""
        await asyncio.to_thread(self._store.add, challenge, LIMITS)
        self._new.set()

    def call(self) -> None:
        """Look at the queue again."""
        self._new.set()

    def queue(self) -> list[StoredChallenge]:
        """Those that wait, in the order they will be played; waits for the database."""
        return by_turns(self._store.waiting(), self._store.served())

    async def run(self) -> None:
        """Play what is queued, for as long as the server runs; first what the last run began."""
        await asyncio.to_thread(self._store.put_back)
        while True:
            self._new.clear()
            await self._may_begin.wait()
            waiting = await asyncio.to_thread(self.queue)
            if not waiting:
                await self._new.wait()
                continue
            await self._play(waiting[0])

    async def _play(self, challenge: StoredChallenge) -> None:
        await asyncio.to_thread(self._store.begin, challenge.id)
        self._owners = await asyncio.to_thread(self._owners_of, challenge)
        self._series = asyncio.create_task(self._played(challenge, Series(challenge)))
        try:
            reason = await self._series
        except asyncio.CancelledError:
            if self._owners:
                raise  # the server stops
            reason = BANNED
        except ArenaError as error:
            log.warning("challenge_failed", id=challenge.id, reason=str(error))
            reason = error.public
        except Exception:  # the next in the queue shall not suffer for it
            log.exception("challenge_failed", id=challenge.id)
            reason = "the operator's log says why"
        state: Final = "failed" if reason else "done"
        await asyncio.to_thread(self._store.close, challenge.id, state, reason)
        log.info("challenge_over", id=challenge.id, state=state)

    def stop_of(self, owner: int) -> None:
        """End the series that is played if an account takes part in it: it was banned."""
        if self._series is not None and owner in self._owners:
            self._owners = set()
            self._series.cancel()

    def _owners_of(self, challenge: StoredChallenge) -> set[int | None]:
        """Return the accounts that take part: who asked for it, and whose bots play."""
        found = map(
            self._bots.version, filter(None, (challenge.mine_version, challenge.bot_version))
        )
        bots = {self._bots.with_id(version.bot_id).owner for version in found if version}
        return {challenge.owner, *bots}

    async def _played(self, challenge: StoredChallenge, series: "Series") -> str:
        """Play what is left of a series; why that did not work, or nothing."""
        task = await asyncio.to_thread(self._task, challenge)
        keeper = await asyncio.to_thread(Keeper, self._house, challenge, self._folder)

        async def heard(line: str) -> None:
            series.note(json.loads(line))
            await asyncio.to_thread(self._store.note, challenge.id, series.played, series.faults)

        try:
            code = await run_worker(PROCESS, task, self._settings, heard, SECONDS)
        finally:
            # Logs reveal the deals, so they wait for the end of the series. A server that stops
            # in the middle of it removes the files, so that is an end too.
            for match_id in series.matches:
                await asyncio.to_thread(keeper.keep, match_id)
        if code is None:
            return f"not done within {SECONDS:g} s"
        return series.problem or (f"its process ended with code {code}" if code else "")

    def _task(self, challenge: StoredChallenge) -> dict[str, Any]:
        return {
            "game": challenge.game, "seed": challenge.seed,
            "deals": challenge.deals, "first": len(challenge.played),
            "bots": [
                self._side(challenge.mine, challenge.mine_version),
                self._side(challenge.bot, challenge.bot_version),
            ],
            "config": self._settings.ladder_config.get(challenge.game, {}),
            "variants": self._settings.ladder_variants.get(challenge.game, []),
            "plugins": self._plugins.files, "folder": str(self._folder),
        }  # fmt: skip

    def _side(self, name: str, version_id: int | None) -> str:
        """A bot as a plan names it: a house bot, or a version in the sandbox."""
        if version_id is None:
            return house_name(name, self._plugins)
        version = self._bots.version(version_id)
        if version is None or self._bots.with_id(version.bot_id).retired is not None:
            raise ArenaError(f"{name} was retired meanwhile")
        if version.id not in {v.id for v in self._bots.versions(version.bot_id, banned=False)}:
            raise ArenaError(BANNED)
        return f"{name}=box:{write_out(self._folder, self._bots, version)}"


class Series:
    """What the process has said so far, after what an earlier one had played."""

    def __init__(self, challenge: StoredChallenge) -> None:
        self.played = [list(deal) for deal in challenge.played]
        self.faults = challenge.faults
        self.problem = ""
        self.matches: list[str] = []
        """The matches that the process has left as files, to be kept."""

    def note(self, row: Mapping[str, Any]) -> None:
        """Take down a line of the process."""
        if "error" in row:
            self.problem = row["error"]
            return
        self.played.append([row["places"], row["points"]])
        self.faults += row["faults"]
        self.matches += row["matches"]


def by_turns(
    waiting: Sequence[StoredChallenge], served: Sequence[int | None]
) -> list[StoredChallenge]:
    """Owners one after the other, who was served longest ago first; each in its own order."""
    own: dict[int | None, list[StoredChallenge]] = {}
    for challenge in waiting:
        own.setdefault(challenge.owner, []).append(challenge)
    owners = sorted(own, key=lambda owner: served.index(owner) if owner in served else -1)
    rounds = max(map(len, own.values()), default=0)
    return [own[owner][n] for n in range(rounds) for owner in owners if n < len(own[owner])]
