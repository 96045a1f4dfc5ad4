"""The runner: hands out chunks, keeps what comes back, and ends when all is played or decided.

It blocks, so a server calls it in a thread; `cancel` may be called from any other.
"""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, Final

from arena.errors import ArenaError
from arena.tournament.comparison import Comparison
from arena.tournament.executors import Workers, cluster_workers, local_workers
from arena.tournament.repository import Repository
from arena.tournament.results import Played, read_played
from arena.tournament.schedule import MatchKey, Schedule
from arena.tournament.standings import mean_places
from arena.tournament.worker import Chunk, Task, play_chunk, setting_of
from arena.tournament.worker_kills import Solitary, spared

CHUNK_SECONDS = 0.5
"""What a chunk should take: far more than handing it out costs, little enough to be lost."""
MOST_TASKS = 500
CANCEL_SECONDS = 1.0
"""How often it is seen whether somebody else has cancelled the tournament."""
LOOK_SECONDS = 0.25
"""How often the runner looks up while nothing comes back."""


@dataclass(slots=True)
class Progress:
    """How far a run has come; `fresh` are the matches since the last look."""

    schedule: Schedule
    results: dict[MatchKey, Played]
    total: int
    comparison: Comparison | None = None
    played: int = 0
    """Matches of this run alone, without those that were there before."""
    begun: float = field(default_factory=monotonic)
    fresh: list[Played] = field(default_factory=list)

    @property
    def done(self) -> int:
        """Matches whose results are there."""
        return len(self.results)

    @property
    def rate(self) -> float:
        """Matches a second."""
        seconds = monotonic() - self.begun
        return self.played / seconds if seconds > 0 else 0.0

    @property
    def seconds_left(self) -> float | None:
        """What the rest will take; nobody knows before the first match."""
        rate = self.rate
        return (self.total - self.done) / rate if rate else None


Watch = Callable[[Progress], None]
BARRED: Final = "its account is banned, and it is not asked any more"


class Runner:
    """One run of a schedule, from what is kept to the end."""

    def __init__(
        self,
        schedule: Schedule,
        archive: Repository,
        tournament_id: str,
        *,
        watch: Watch = lambda _progress: None,
        results: dict[MatchKey, Played] | None = None,
    ) -> None:
        self.schedule = schedule
        self._archive = archive
        self._id = tournament_id
        self.watch = watch
        self._setting = setting_of(schedule.plan)
        self._cancelled = threading.Event()
        self._next_look = 0.0
        self._pace = 0.0
        """Seconds a match takes, as last seen."""
        self._kills: dict[int, int] = {}
        self.barred: frozenset[int] = frozenset()
        """Entrants who are not asked any more: the accounts of their bots are banned."""
        comparison = Comparison(schedule) if schedule.plan.format == "compare" else None
        self.progress = Progress(schedule, results or {}, schedule.total, comparison)

    def cancel(self) -> None:
        """Stop handing out matches; may be called from any thread."""
        self._cancelled.set()

    @property
    def cancelled(self) -> bool:
        """Whether the run was stopped before its end."""
        return self._cancelled.is_set()

    def run(self, workers: Workers) -> dict[MatchKey, Played]:
        """Play all that is missing; results are kept as they come in."""
        tasks = self._tasks()
        outstanding: dict[Future[dict[str, Any]], Chunk] = {}
        try:
            while not self._over():
                self._hand_out(tasks, outstanding, workers)
                if not outstanding:
                    break
                self._collect(outstanding, workers)
        finally:
            for future in outstanding:
                future.cancel()
        return self.progress.results

    def _over(self) -> bool:
        comparison = self.progress.comparison
        decided = comparison is not None and comparison.look(self.progress.results)
        if monotonic() >= self._next_look:
            self._next_look = monotonic() + CANCEL_SECONDS
            if self._archive.find(self._id).state == "cancelled":
                self.cancel()
        return decided or self.cancelled

    # -- what is to be played

    def _tasks(self) -> Iterator[Task | None]:
        """Every missing match in the schedule's order; None while a Swiss round is not over."""
        schedule, results = self.schedule, self.progress.results
        number = 0
        while True:
            for block in schedule.blocks[number:]:
                number += 1
                entrants = schedule.plan.seats(block.table)
                for key in schedule.matches(block):
                    if key not in results:
                        seed, identity = block.seed(schedule.plan), schedule.match_id(key)
                        yield Task(key, seed, identity, entrants)
            if schedule.complete:
                return
            while any(k not in results for b in schedule.blocks for k in schedule.matches(b)):
                yield None
            schedule.next_round(mean_places(schedule, results))

    def _hand_out(
        self,
        tasks: Iterator[Task | None],
        outstanding: dict[Future[dict[str, Any]], Chunk],
        workers: Workers,
    ) -> None:
        while len(outstanding) < workers.slots and not self._cancelled.is_set():
            taken = self._take(tasks, workers.slots)
            if not taken:
                return
            chunk = Chunk(self._setting, tuple(taken))
            outstanding[workers.executor.submit(play_chunk, chunk)] = chunk
            if workers.slots == 1:
                return

    def _take(self, tasks: Iterator[Task | None], slots: int) -> list[Task]:
        taken: list[Task] = []
        most = self._chunk_size(slots)
        while len(taken) < most and (task := next(tasks, None)) is not None:
            barred = [(who, BARRED) for who in sorted(self.barred.intersection(task.entrants))]
            taken.append(spared(task, self._kills).without(barred))
        return taken

    def _chunk_size(self, slots: int) -> int:
        """By the pace so far; towards the end smaller, so that all workers end together."""
        if not self._pace:
            return 1
        left = self.progress.total - self.progress.done
        size = min(int(CHUNK_SECONDS / self._pace), MOST_TASKS, left // (2 * slots))
        return max(size, 1)

    # -- what comes back

    def _collect(self, outstanding: dict[Future[dict[str, Any]], Chunk], workers: Workers) -> None:
        done, _ = wait(outstanding, timeout=LOOK_SECONDS, return_when=FIRST_COMPLETED)
        suspects: list[Chunk] = []
        broken = False
        for future in done:
            chunk = outstanding.pop(future)
            try:
                self._keep(future.result())
            except ArenaError:
                raise
            except (Exception, CancelledError) as error:  # a worker died; see `suspects`
                suspects.append(chunk)
                broken = broken or isinstance(error, BrokenExecutor)
        if broken:
            suspects += outstanding.values()
            outstanding.clear()
            workers.renew()
        if suspects:
            self._find_culprits(suspects)
        self.watch(self.progress)
        self.progress.fresh = []

    def _find_culprits(self, suspects: list[Chunk]) -> None:
        with Solitary() as alone:
            for chunk in suspects:
                self._keep(alone.play(chunk, self._kills))

    def _keep(self, answer: dict[str, Any]) -> None:
        rows = [read_played(row) for row in answer["rows"]]
        fresh = [played for played in rows if played.key not in self.progress.results]
        self._archive.add(self._id, fresh)
        for played in fresh:
            self.progress.results[played.key] = played
        self.progress.played += len(fresh)
        self.progress.fresh += fresh
        if rows:
            self._pace = answer["seconds"] / len(rows)


@contextmanager
def open_workers(jobs: int, cluster: str = "", *, apart: bool = False) -> Iterator[Workers]:
    """The workers asked for: a cluster's, or so many processes of this machine."""
    local = local_workers(jobs, apart=apart)
    with cluster_workers(cluster) if cluster else local as workers:
        yield workers
