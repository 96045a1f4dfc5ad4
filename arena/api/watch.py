"""The server's own look at itself, every few seconds: queues, stopped work, and what of it is new.

Requests only read what was found last, so that neither /metrics nor /admin wait for the store.
"""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Final

import structlog
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from arena.errors import StoreError
from arena.ladder.challenges import LIMITS
from arena.store import Store, now_ms
from arena.store.sizes import oldest_queued, store_bytes, waiting_submissions

if TYPE_CHECKING:
    from arena.api.health import HealthEndpoints
    from arena.api.tournaments import TournamentEndpoints
    from arena.hosting.lobby import Lobby
    from arena.ladder.service import LadderService

log = structlog.get_logger()
LOOK_SECONDS: Final = 3.0
ROOMS: Final = "rooms"


@dataclass(frozen=True, slots=True)
class Queue:
    """Something that can be full: how much it holds, and how much it may; 0 has no limit."""

    name: str
    waiting: int
    limit: int = 0

    @property
    def full(self) -> bool:
        """Whether nothing more is taken."""
        return 0 < self.limit <= self.waiting


class Watch(Collector):
    """Looks at one server for as long as it runs."""

    def __init__(
        self,
        lobby: "Lobby",
        health: "HealthEndpoints",
        store: Store | None,
        ladder: "LadderService | None",
        tournaments: "TournamentEndpoints",
    ) -> None:
        self._lobby = lobby
        self._health = health
        self._store = store
        self._ladder = ladder
        self._tournaments = tournaments
        self.queues: list[Queue] = []
        self.problems: list[str] = []
        self.store_bytes = 0
        self.gate_age = 0.0
        """Seconds that the oldest submitted version has waited for the gate."""
        health.warnings = self.warnings

    # -- looking

    async def run(self) -> None:
        """Look again and again; what is new goes to the log."""
        known: set[str] = set()
        while True:
            await self.look()
            now = {*self.problems, *self.warnings()}
            for text in sorted(now - known):
                log.warning("server_unwell", problem=text)
            for text in sorted(known - now):
                log.warning("server_well_again", problem=text)
            known = now
            await asyncio.sleep(LOOK_SECONDS)

    async def look(self) -> None:
        """Look once."""
        try:
            self.queues = await asyncio.to_thread(self._queues)
        except StoreError as error:  # /health says it in its own way
            log.warning("queues_not_read", reason=str(error))
        self.problems = await self._health.problems()

    def warnings(self) -> list[str]:
        """Return which queues are full, and which tournaments have failed."""
        full = [queue for queue in self.queues if queue.full]
        return [
            *(f"{queue.name}: full, {queue.waiting} of {queue.limit}" for queue in full),
            *(f"tournament {failed}: failed; cancel it" for failed in self._tournaments.failed),
        ]

    def _queues(self) -> list[Queue]:
        settings, lobby = self._lobby.settings, self._lobby
        # A room that is over makes way for a new one.
        unfinished = sum(not room.told for room in list(lobby.rooms.values()))
        found = [Queue(ROOMS, unfinished, settings.max_games)]
        if self._store is None:
            return found
        database = self._store.database
        self.store_bytes = store_bytes(database)
        found.append(Queue("store writes", self._store.waiting))
        most = settings.tournaments_at_once + settings.tournaments_waiting
        found.append(Queue("tournaments", self._tournaments.busy, most))
        if self._ladder is not None:
            number, since = oldest_queued(database)
            self.gate_age = (now_ms() - since) / 1000 if since else 0.0
            found.append(Queue("gate", number))
            found.append(Queue("challenges", self._store.challenges.number_waiting(), LIMITS.all))
            found.append(Queue("class submissions", waiting_submissions(database)))
        return found

    # -- for Prometheus

    def collect(self) -> Iterator[Metric]:
        """Queues and limits, the store, the ladder and its work."""
        names = ["queue"]
        waiting = GaugeMetricFamily("arena_queue", "What waits, by queue.", labels=names)
        limits = GaugeMetricFamily("arena_queue_limit", "The most that may wait.", labels=names)
        for queue in self.queues:
            waiting.add_metric([queue.name], queue.waiting)
            if queue.limit:
                limits.add_metric([queue.name], queue.limit)
        yield from (waiting, limits)
        yield _gauge("arena_unwell", "Problems that /health reports.", len(self.problems))
        draining = bool(self._lobby.maintenance)
        yield _gauge("arena_maintenance", "Whether no new matches begin.", draining)
        if self._store is not None:
            yield _gauge("arena_store_bytes", "The size of the store.", self.store_bytes)
            healthy = self._store.healthy
            yield _gauge("arena_store_healthy", "Whether the last write succeeded.", healthy)
        if self._ladder is not None:
            age = monotonic() - self._ladder.ladder.last_over
            yield _gauge("arena_ladder_age_seconds", "Since the ladder's last match.", age)
            yield _gauge("arena_gate_age_seconds", "How long the oldest waits.", self.gate_age)
            works = GaugeMetricFamily("arena_work", "Whether work goes on.", labels=["work"])
            for name, goes_on in self._ladder.works().items():
                works.add_metric([name], goes_on)
            yield works


def _gauge(name: str, does: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(name, does, value)
