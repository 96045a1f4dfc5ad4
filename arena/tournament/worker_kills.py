"""Who killed the worker: suspected chunks are played again, alone, with notes of who is asked."""

from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from multiprocessing.process import BaseProcess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from arena.errors import TournamentError
from arena.tournament.executors import end_pool, process_pool
from arena.tournament.worker import Chunk, Task, play_chunk

MOST_KILLS = 3
"""A bot that has killed so many workers is not asked any more."""
GIVEN_UP = f"killed its worker {MOST_KILLS} times and is not asked any more"
Kills = dict[int, int]
"""How many workers each entrant has killed."""


class Solitary:
    """One process for suspected chunks, one at a time; a new one whenever it has been killed."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._folder = TemporaryDirectory(prefix="arena-")
        self._trace = Path(self._folder.name, "asked")

    def __enter__(self) -> "Solitary":
        return self

    def __exit__(self, *_: object) -> None:
        if self._pool is not None:
            end_pool(self._pool)
        self._folder.cleanup()

    def play(self, chunk: Chunk, kills: Kills) -> dict[str, Any]:
        """Play a chunk until it survives.

        Whenever the process dies, the bot that was being asked is at fault: in that match it is
        replaced by one that fails at every turn, so that the others get their result.
        """
        while True:
            self._trace.write_text("", encoding="ascii")
            answer, end = self._attempt(replace(chunk, trace=str(self._trace)))
            if answer is not None:
                return answer
            note = self._trace.read_text(encoding="ascii")
            chunk = without_culprit(chunk, note, end, kills)

    def _attempt(self, chunk: Chunk) -> tuple[dict[str, Any] | None, str]:
        """A chunk's answer, or how its process ended."""
        pool = self._pool = self._pool or process_pool(1)
        processes: dict[int, BaseProcess] = {}
        try:
            future = pool.submit(play_chunk, chunk)
            processes |= getattr(pool, "_processes", None) or {}
            return future.result(), ""
        except BrokenProcessPool:
            self._pool = None
            end_pool(pool)
            return None, how_it_ended(processes.values())


def how_it_ended(processes: Iterable[BaseProcess]) -> str:
    """The exit code or the signal, as far as it is known."""
    for process in processes:
        process.join(1)
        code = process.exitcode
        if code is not None:
            return f"signal {-code}" if code < 0 else f"exit code {code}"
    return "no exit code"


def without_culprit(chunk: Chunk, note: str, end: str, kills: Kills) -> Chunk:
    """The chunk with the bot that was asked last taken out of the match it killed."""
    if not note:
        raise TournamentError(f"a worker died before any bot was asked ({end})")
    block, rotation, seat = map(int, note.split())
    tasks = []
    for task in chunk.tasks:
        if task.key == (block, rotation):
            entrants = (*task.entrants[rotation:], *task.entrants[:rotation])
            culprit = entrants[seat]
            kills[culprit] = kills.get(culprit, 0) + 1
            task = task.without([(culprit, f"killed its worker ({end})")])
        tasks.append(task)
    return replace(chunk, tasks=tuple(spared(task, kills) for task in tasks))


def spared(task: Task, kills: Kills) -> Task:
    """A task without the bots that have killed too many workers."""
    gone = [who for who in sorted(set(task.entrants)) if kills.get(who, 0) >= MOST_KILLS]
    return task.without([(who, GIVEN_UP) for who in gone])
