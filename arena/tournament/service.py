"""Tournaments that a server runs: started on demand, followed while they go, stopped at will.

Matches are played in other processes, so that rooms are not slowed down. `start` and `snapshot`
may take a while: from an event loop, call them by `asyncio.to_thread`.
"""

from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Lock
from typing import Any, Final

import structlog

from arena.errors import SHOWN, ArenaError, TournamentError, UnknownNameError
from arena.plugins.manager import Plugins
from arena.tournament.entry import submitted_version
from arena.tournament.lifecycle import Tournament, check_game, go_on, start
from arena.tournament.plan import listed, make_plan, split_name
from arena.tournament.report import Report, as_json, make_report
from arena.tournament.repository import Repository
from arena.tournament.results import Played
from arena.tournament.runner import Progress
from arena.tournament.schedule import MatchKey, Schedule

log = structlog.get_logger()
HERE: Final = "server"
"""Stands in the ids of tournaments that a server began, which are its own to go on with."""
REMEMBERED: Final = 20
"""Tournaments that are over and still held."""
Changed = Callable[[str, Progress], None]
"""Told in the run's own thread whenever matches have come in: the id, and how far it is."""


class TournamentService:
    """The tournaments of a server; so many at a time, the others wait."""

    def __init__(
        self, archive: Repository, plugins: Plugins, *, jobs: int = 1, at_once: int = 1
    ) -> None:
        self._archive, self._plugins, self._jobs = archive, plugins, jobs
        self._threads = ThreadPoolExecutor(at_once, thread_name_prefix="tournament")
        self._running: dict[str, tuple[Tournament, Future[Report]]] = {}
        self._lock = Lock()
        self._barred: frozenset[int] = frozenset()

    def start(self, settings: Mapping[str, Any], changed: Changed | None = None) -> str:
        """Begin a tournament by the settings of a tournament file; its id."""
        check_open(settings, self._plugins)
        with_ours = {**settings, "plugins": self._plugins.files}  # workers must load them too
        begun = start(make_plan(with_ours, self._plugins), self._archive, place=HERE)
        self._run(begun, changed)
        return begun.id

    def resume(self, tournament_id: str, changed: Changed | None = None) -> None:
        """Go on with one that the server did not finish before it ended."""
        kept = self._archive.find(tournament_id)
        check_game(kept.plan, self._plugins)
        specs = [entrant.spec for entrant in kept.plan.entrants]
        check_open({"bots": specs, "plugins": kept.plan.plugins}, self._plugins)
        self._run(go_on(kept, self._archive), changed)

    def bar(self, versions: Iterable[int]) -> None:
        """Ask these versions of submitted bots no more, and all others again."""
        self._barred = frozenset(versions)
        for begun, _ in list(self._running.values()):
            begun.runner.barred = self._barred_in(begun)

    def _barred_in(self, begun: Tournament) -> frozenset[int]:
        """Return the entrants of a tournament that may not play, by number."""
        entrants = begun.runner.schedule.plan.entrants
        return frozenset(
            n for n, one in enumerate(entrants) if submitted_version(one.spec) in self._barred
        )

    def _run(self, begun: Tournament, changed: Changed | None) -> None:
        begun.runner.barred = self._barred_in(begun)
        if changed is not None:
            begun.runner.watch = lambda progress: changed(begun.id, progress)
        with self._lock:
            if begun.id in self._running and not self._running[begun.id][1].done():
                raise TournamentError(f"{begun.id} is running already")
            self._forget()
            future = self._threads.submit(begun.run, self._jobs, "", self._plugins, apart=True)
            self._running[begun.id] = (begun, future)
        future.add_done_callback(lambda ended: log_end(begun, ended))

    def _forget(self) -> None:
        over = [key for key, (_, future) in self._running.items() if future.done()]
        for tournament_id in over[:-REMEMBERED]:
            del self._running[tournament_id]

    def __contains__(self, tournament_id: str) -> bool:
        return tournament_id in self._running

    @property
    def busy(self) -> int:
        """How many run or wait."""
        return sum(not future.done() for _, future in list(self._running.values()))

    @property
    def failed(self) -> list[str]:
        """The tournaments whose run has ended by an error, unless they were cancelled since."""
        found = list(self._running.items())
        return [key for key, (begun, future) in found if state_of(begun, future) == "failed"
                and not begun.runner.cancelled]  # fmt: skip

    def snapshot(self, tournament_id: str) -> dict[str, Any]:
        """How far a tournament of this server is, and its tables as they stand."""
        return self.progress(tournament_id) | as_json(self.report(tournament_id))

    def report(self, tournament_id: str) -> Report:
        """The tables as they stand; it takes a while."""
        return make_report(*self.results(tournament_id))

    def results(self, tournament_id: str) -> tuple[Schedule, dict[MatchKey, Played]]:
        """What is played, and what came out so far."""
        begun, _ = self._find(tournament_id)
        return begun.schedule, dict(begun.runner.progress.results)

    def progress(self, tournament_id: str) -> dict[str, Any]:
        """How far a tournament of this server is."""
        begun, future = self._find(tournament_id)
        progress = begun.runner.progress
        failed = future.exception() if future.done() and not future.cancelled() else None
        return {
            "id": tournament_id,
            "state": state_of(begun, future),
            "error": public_reason(failed),
            "done": progress.done,
            "total": progress.total,
            "matches_per_second": round(progress.rate, 2),
            "seconds_left": progress.seconds_left,
        }

    def cancel(self, tournament_id: str) -> None:
        """End a tournament for good; what was played is kept."""
        begun, _ = self._find(tournament_id)
        begun.runner.cancel()
        self._archive.close(tournament_id, "cancelled", None)

    def wait(self, tournament_id: str, seconds: float | None = None) -> Report:
        """The report of a tournament once it has ended; what went wrong is raised."""
        return self._find(tournament_id)[1].result(seconds)

    def close(self) -> None:
        """Stop all runs where they are; they stay open in the archive."""
        for begun, _ in self._running.values():
            begun.runner.cancel()
        self._threads.shutdown(cancel_futures=True)

    def _find(self, tournament_id: str) -> tuple[Tournament, Future[Report]]:
        if tournament_id not in self._running:
            raise UnknownNameError("running tournament", tournament_id, self._running)
        return self._running[tournament_id]


def public_reason(failed: BaseException | None) -> str:
    """Why a run failed, as everybody may know it; nothing if it did not."""
    if failed is None:
        return ""
    return failed.public if isinstance(failed, ArenaError) else "the operator's log says why"


def log_end(begun: Tournament, future: Future[Report]) -> None:
    """Tell the operator how a run ended."""
    failed = None if future.cancelled() else future.exception()
    if failed is not None:
        log.warning("tournament_failed", tournament=begun.id, reason=str(failed))
    elif not begun.runner.cancelled:
        log.info("tournament_finished", tournament=begun.id, matches=begun.runner.progress.done)


def state_of(begun: Tournament, future: Future[Report]) -> str:
    """Waiting, running, finished, cancelled or failed."""
    if future.done() and not future.cancelled() and future.exception():
        return "failed"
    if begun.runner.cancelled:
        return "cancelled"
    if future.done():
        return "finished"
    return "running" if future.running() else "waiting"


def check_open(settings: Mapping[str, Any], plugins: Plugins) -> None:
    """TournamentError unless every bot is a house bot or a submitted one, looked up by name."""
    for text in listed(settings, "bots"):
        _, spec = split_name(text)
        if spec not in plugins.bots and submitted_version(spec) is None:
            raise TournamentError(
                f"no house bot {spec[:SHOWN]!r}; a server plays those of `arena bots`,"
                " and submitted bots by name"
            )
    if not {*listed(settings, "plugins")} <= {*plugins.files}:
        raise TournamentError("plugins: a server plays with those it was started with")
