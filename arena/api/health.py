"""For those who run a server: is it well, how busy is it, what does Prometheus want to know."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import web
from pydantic import BaseModel

from arena.api.endpoint import Endpoint
from arena.api.responses import RefusedError
from arena.hosting.lobby import Lobby
from arena.hosting.metrics import Metrics
from arena.store import Store

STORE_SECONDS = 3.0
"""How long the store may take before a server is not well."""
Check = Callable[[], Awaitable[str]]
"""Says what is wrong, or nothing."""


class Health(BaseModel):
    """The server is well."""

    status: str
    lag_ms: int
    """How late the server woke up of late; the worst of the last seconds."""
    warnings: list[str]
    """What an operator should look at, such as a queue that is full."""


class Status(BaseModel):
    """The server's load."""

    active_rooms: int
    active_games: int
    capacity_used: float
    """The share of `max_games` that is taken: every room counts, until it is closed."""
    max_games: int
    rooms: dict[str, int]
    """Rooms by the state of their match."""


class HealthEndpoints:
    """The endpoints of a server's operators."""

    def __init__(self, lobby: Lobby, metrics: Metrics, store: Store | None = None) -> None:
        self._lobby = lobby
        self._store = store
        self._writing: asyncio.Future[None] | None = None
        self._metrics = metrics
        self.checks: list[Check] = [self._on_time, self._writable, self._not_closing]
        """What must be true of a server that is well."""
        self.warnings: Callable[[], list[str]] = list
        """Says what an operator should look at though the server is well."""

    def endpoints(self) -> list[Endpoint]:
        """Return the endpoints of this group."""
        text = "text/plain"
        return [
            Endpoint("GET", "/health", self.health, "Whether the server is healthy.", Health),
            Endpoint("GET", "/status", self.status, "The server's load.", Status),
            Endpoint("GET", "/metrics", self.metrics, "For Prometheus.", media=text),
        ]

    async def health(self, _request: web.Request) -> Any:
        """Return whether every check passes; 503 says which does not."""
        if problems := await self.problems():
            raise RefusedError(503, "; ".join(problems), "unwell")
        lag_ms = round(self._lobby.lag.recent * 1000)
        return {"status": "ok", "lag_ms": lag_ms, "warnings": self.warnings()}

    async def problems(self) -> list[str]:
        """Return what is wrong with the server now."""
        return [problem for check in self.checks if (problem := await check())]

    async def _on_time(self) -> str:
        lag, most = self._lobby.lag.recent, self._lobby.settings.max_lag
        return f"the server wakes up {lag:.1f} s late, {most:g} s is the limit" * (lag > most)

    async def _writable(self) -> str:
        """A write of nothing says as much as one of something; one at a time will do."""
        if self._store is None:
            return ""
        if self._writing is None or self._writing.done():
            self._writing = asyncio.ensure_future(asyncio.to_thread(self._store.flush))
        await asyncio.wait({self._writing}, timeout=STORE_SECONDS)
        if self._store.full:
            return "the store's disk is full; matches wait until there is room"
        # Everybody may ask: which database it is, and what it said, stands in the log alone.
        if not self._writing.done():
            return f"the store has not written for {STORE_SECONDS:g} s; the operator's log says why"
        failed = self._writing.exception() is not None or not self._store.healthy
        return "the store cannot be written; the operator's log says why" * failed

    async def _not_closing(self) -> str:
        return "the server is closing" * self._lobby.closing

    async def status(self, _request: web.Request) -> Any:
        """Rooms and games, against what there may be."""
        rooms, most = len(self._lobby.rooms), self._lobby.settings.max_games
        return {
            "active_rooms": rooms,
            "active_games": self._lobby.running,
            "capacity_used": rooms / most,
            "max_games": most,
            "rooms": self._lobby.by_state,
        }

    async def metrics(self, _request: web.Request) -> web.Response:
        """Everything that is counted."""
        return web.Response(body=self._metrics.text(), headers={"Content-Type": FORM})


FORM = "text/plain; version=0.0.4; charset=utf-8"
