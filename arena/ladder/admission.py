"""The gate: submitted versions are checked in the sandbox, one at a time, in the order given."""

import asyncio
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import structlog

from arena.ladder.submission import write_out
from arena.ladder.subprocess_task import run_worker
from arena.match.stderr_logs import newest
from arena.settings import Settings
from arena.store import BotVersion, Store
from arena.store.bots import VersionStatus

log = structlog.get_logger()
PROCESS = "arena.ladder.admission_worker"


class Admission:
    """Takes versions from the queue for as long as the server runs."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        folder: Path,
        plugin_files: Sequence[str],
        passed: Callable[[], None],
        may_begin: asyncio.Event,
    ) -> None:
        self._bots = store.bots
        self._settings = settings
        self._folder = folder
        self._plugin_files = list(plugin_files)
        self._passed = passed
        self._may_begin = may_begin
        self._new = asyncio.Event()

    def call(self) -> None:
        """There is a version to check."""
        self._new.set()

    async def run(self) -> None:
        """Check what waits, the oldest first, then wait for more."""
        for version in await asyncio.to_thread(self._bots.versions, status="checking"):
            await self._set(version, "queued")  # the server stopped in the middle of it
        while True:
            self._new.clear()
            waiting = await asyncio.to_thread(self._bots.versions, status="queued", banned=False)
            for version in waiting:
                await self._may_begin.wait()
                try:
                    await self.check(version)
                except Exception:  # the next in the queue shall not suffer for it
                    log.exception("gate_failed", version=version.id)
                    await self._say(version, "the gate itself failed; the operator's log says why")
                    await self._set(version, "failed")
            if not waiting:
                await self._new.wait()

    async def check(self, version: BotVersion) -> None:
        """One version: into the ladder, or not."""
        bot = await asyncio.to_thread(self._bots.with_id, version.bot_id)
        await self._set(version, "checking")
        report: dict[str, Any] = {}
        for game in version.games:
            report = await self._checked(version, bot.name, game)
            if not report.get("passed"):
                await self._set(version, "failed", report)
                return
        await self._say(version, f"{bot.name} version {version.number} enters the ladder")
        await asyncio.to_thread(self._bots.activate, version.id, report)
        self._passed()

    async def _checked(self, version: BotVersion, name: str, game: str) -> dict[str, Any]:
        file = await asyncio.to_thread(write_out, self._folder, self._bots, version)
        result, words = file.parent / "report.json", file.parent / "words.log"
        words.unlink(missing_ok=True)
        await self._say(version, f"checking {name} for {game}")
        task = {
            "file": str(file), "game": game, "name": name, "report": str(result),
            "words": str(words),
            "config": self._settings.ladder_config.get(game, {}),
            "variants": self._settings.ladder_variants.get(game, []),
            "plugins": self._plugin_files,
        }  # fmt: skip
        seconds = self._settings.gate_seconds
        code = await run_worker(
            PROCESS, task, self._settings, lambda line: self._say(version, line), seconds
        )
        await asyncio.to_thread(self._keep_words, version, words)
        if code is None:
            await self._say(version, f"broken off: not done within {seconds:g} s")
        if code not in (0, 1):
            return {"passed": False, "problems": ["it could not be checked"]}
        report: dict[str, Any] = json.loads(await asyncio.to_thread(result.read_text))
        return report

    def _keep_words(self, version: BotVersion, words: Path) -> None:
        """Keep what it wrote to stderr, for its owner."""
        lines = words.read_text(encoding="utf-8").split("\n")[:-1] if words.exists() else []
        self._bots.keep_bot_log(version.id, newest(lines))

    async def _say(self, version: BotVersion, line: str) -> None:
        await asyncio.to_thread(self._bots.log, version.id, f"{line}\n")

    async def _set(
        self, version: BotVersion, status: VersionStatus, report: dict[str, Any] | None = None
    ) -> None:
        await asyncio.to_thread(self._bots.set_status, version.id, status, report)
