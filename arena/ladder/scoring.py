"""Submissions to classes are scored one after the other, in the sandbox, as long as it runs."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, Final

import structlog

from arena.ladder.subprocess_task import run_worker
from arena.plugins.manager import Plugins
from arena.settings import Settings
from arena.store import Store
from arena.store.classes import Assignment, Submission

log = structlog.get_logger()
PROCESS: Final = "arena.ladder.scoring_worker"
AT_ONCE: Final = 10
"""Submissions of one assignment that share a process."""
SETS: Final = ("public", "hidden")


class Scoring:
    """Scores what classes submit."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        folder: Path,
        plugins: Plugins,
        may_begin: asyncio.Event,
    ) -> None:
        self._classes = store.classes
        self._settings = settings
        self._folder = folder
        self._plugins = plugins
        self._may_begin = may_begin
        self._new = asyncio.Event()

    def call(self) -> None:
        """There is something to score."""
        self._new.set()

    async def run(self) -> None:
        """Score what waits, the oldest first, then wait for more."""
        while True:
            self._new.clear()
            await self._may_begin.wait()
            waiting = await asyncio.to_thread(self._classes.waiting, AT_ONCE)
            if not waiting:
                await self._new.wait()
                continue
            _, together = next(groupby(waiting, key=lambda one: one.assignment_id))
            await self._score(list(together))

    async def _score(self, together: Sequence[Submission]) -> None:
        assignment = await asyncio.to_thread(self._classes.assignment, together[0].assignment_id)
        files = await asyncio.to_thread(self._write_out, together)
        found: dict[int, dict[str, Any]] = {one.id: {} for one in together}

        async def heard(line: str) -> None:
            row = json.loads(line)
            found[row["id"]][row["set"]] = row

        seconds = self._settings.gate_seconds * len(together)
        task = self._task(assignment, files)
        try:
            code = await run_worker(PROCESS, task, self._settings, heard, seconds)
        finally:
            await asyncio.to_thread(_remove, files)
        for number, rows in found.items():
            await asyncio.to_thread(self._close, number, rows, code)

    def _task(self, assignment: Assignment, files: Mapping[int, Path]) -> dict[str, Any]:
        return {
            "game": assignment.game,
            "rules": dict(assignment.rules),
            "sets": {"public": assignment.public_set, "hidden": assignment.hidden_set},
            "files": {number: str(file) for number, file in files.items()},
            "plugins": self._plugins.files,
        }

    def _write_out(self, together: Sequence[Submission]) -> dict[int, Path]:
        files = {}
        for one in together:
            file = self._folder / f"submission-{one.id}" / one.filename
            file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            file.write_bytes(self._classes.archive(one.id))
            files[one.id] = file
        return files

    def _close(self, number: int, rows: Mapping[str, Any], code: int | None) -> None:
        """Keep what one submission scored."""
        problems = [row["problem"] for row in rows.values() if "problem" in row]
        scores = {name: row["score"] for name, row in rows.items() if "score" in row}
        if code is None:
            problems.append("it took too long")
        elif set(rows) != set(SETS):
            problems.append("it could not be scored; the operator's log says why")
            log.warning("submission_not_scored", submission=number, code=code)
        state: Final = "failed" if problems else "scored"
        self._classes.close_submission(number, state, "; ".join(problems[:1]), scores)


def _remove(files: Mapping[int, Path]) -> None:
    for file in files.values():
        file.unlink(missing_ok=True)
        file.parent.rmdir()
