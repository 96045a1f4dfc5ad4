"""Metrics for Prometheus, counted per match and connection, never per action."""

from collections.abc import Iterator
from typing import get_args

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Histogram,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from arena.hosting.lobby import Lobby
from arena.match.match import FaultKind
from arena.room.room import Room
from arena.table.spec import Phase

STATES = get_args(Phase)
FAULTS = get_args(FaultKind)
SECONDS = (0.001, 0.005, 0.02, 0.1, 0.5, 1, 2, 5, 10, 30)


class Now(Collector):
    """Gauges that are read from the lobby when Prometheus asks."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby

    def collect(self) -> Iterator[Metric]:
        """Rooms by state, people, and the host's own lag."""
        rooms = list(self._lobby.rooms.values())
        states = GaugeMetricFamily("arena_rooms", "Rooms by state.", labels=["state"])
        for state in STATES:
            states.add_metric([state], sum(room.shown_state == state for room in rooms))
        yield states
        watching = sum(room.spectators for room in rooms)
        yield GaugeMetricFamily("arena_spectators", "People who watch.", watching)
        playing = sum(room.peers for room in rooms) - watching
        yield GaugeMetricFamily("arena_players", "Connected players.", playing)
        most = self._lobby.settings.max_games
        yield GaugeMetricFamily("arena_max_games", "Rooms there may be.", most)
        lag = self._lobby.lag.total
        yield CounterMetricFamily("arena_loop_lag_seconds", "How late the loop woke up.", lag)


class Metrics:
    """A server's own registry: two servers in one process do not mix."""

    def __init__(self, lobby: Lobby) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)  # memory, processor time, open files
        self.registry.register(Now(lobby))
        matches = Counter(
            "arena_matches_finished", "Finished matches.", ["game"], registry=self.registry
        )
        steps = Counter("arena_steps", "Steps of finished matches.", registry=self.registry)
        faults = Counter("arena_faults", "Faults by kind.", ["kind"], registry=self.registry)
        self.connections = Counter(
            "arena_connections", "WebSockets accepted.", registry=self.registry
        )
        requests = Counter(
            "arena_requests", "HTTP requests by status.", ["status"], registry=self.registry
        )
        self._seconds = Histogram(
            "arena_decision_seconds",
            "Players' own time for a decision.",
            buckets=SECONDS,
            registry=self.registry,
        )
        self._void = Counter(
            "arena_matches_void", "Matches that came to nothing.", registry=self.registry
        )
        self._steps = steps
        # Labels are bound once: looking them up costs several times the counting.
        self._matches = {game: matches.labels(game) for game in lobby.plugins.games}
        self._faults = {kind: faults.labels(kind) for kind in FAULTS}
        self._requests = {kind: requests.labels(f"{kind}xx") for kind in range(1, 6)}
        lobby.on_over.append(self.match_over)

    def match_over(self, room: Room) -> None:
        """Count a finished match from its records, or one that came to nothing."""
        if room.state != "over":
            self._void.inc()
            return
        self._matches[room.game.name].inc()
        self._steps.inc(room.match.n)
        for record in room.match.records:
            for fault in record.faults:
                self._faults[fault.kind].inc()
            for elapsed_ms in record.ms.values():
                self._seconds.observe(elapsed_ms / 1000)

    def answered(self, status: int) -> None:
        """Count an HTTP answer."""
        self._requests[status // 100].inc()

    def text(self) -> bytes:
        """Everything, in Prometheus' text form."""
        return generate_latest(self.registry)
