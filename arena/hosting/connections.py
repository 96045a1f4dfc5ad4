"""Connections to a server: how many there may be, and how long one may do nothing."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from aiohttp import web
from aiohttp.web_protocol import RequestHandler

from arena.hosting.quotas import QuotaError, address_key
from arena.settings import Settings, is_loopback

SPARE: Final = 16
"""Connections beyond the most there may be, for a look at the server's health."""
SPARE_SECONDS: Final = 2.0
"""How long one of those lasts."""
LINGER_SECONDS: Final = 2.0
"""How long a refused body is read and thrown away, so that its sender sees the answer."""
HANDSHAKE_SECONDS: Final = 10.0
SWEEP_SECONDS: Final = 1.0


def most_connections(wanted: int) -> int:
    """Return how many connections this process can hold, and keep files for everything else."""
    try:
        import resource  # not on every system
    except ImportError:
        return wanted
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return wanted if files == resource.RLIM_INFINITY else min(wanted, files * 3 // 4)


class Connections:
    """Counts the connections of one server, in all and by address."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.most = most_connections(settings.max_connections)
        self._open: dict[RequestHandler, str] = {}
        self._by_address: Counter[str] = Counter()
        self._forwarded: Counter[str] = Counter()
        self._spare: set[RequestHandler] = set()
        self._unread: dict[RequestHandler, tuple[int, float]] = {}

    def __len__(self) -> int:
        return len(self._open)

    def opened(self, handler: RequestHandler, transport: asyncio.Transport) -> None:
        """Count a connection; one too many is ended at once, or lasts for a moment."""
        address = str((transport.get_extra_info("peername") or ("",))[0])
        key = address_key(address)
        self._open[handler] = key
        self._by_address[key] += 1
        crowded = self._by_address[key] > self.settings.connections_per_address
        if (crowded and not is_loopback(address)) or len(self._open) > self.most + SPARE:
            # Not before aiohttp has begun with it: else it would log an error for each.
            asyncio.get_running_loop().call_soon(transport.abort)
        elif len(self._open) > self.most:
            self._spare.add(handler)
            asyncio.get_running_loop().call_later(SPARE_SECONDS, self._end_spare, handler)

    def closed(self, handler: RequestHandler) -> None:
        """Count a connection no more."""
        key = self._open.pop(handler, None)
        if key is None:
            return
        _count_off(self._by_address, key)
        self._spare.discard(handler)
        self._unread.pop(handler, None)

    @contextmanager
    def forwarded(self, address: str | None) -> Iterator[None]:
        """Count a request or WebSocket of an address behind the proxy; QuotaError for one too many.

        The proxy's own connections come from this machine and tell nothing of who is behind them.
        """
        key, most = address_key(address), self.settings.connections_per_address
        if self._forwarded[key] >= most:
            raise QuotaError(f"{most} connections of one address at the same time are the most")
        self._forwarded[key] += 1
        try:
            yield
        finally:
            _count_off(self._forwarded, key)

    def is_spare(self, handler: RequestHandler) -> bool:
        """Return whether a connection is beyond the most there may be."""
        return handler in self._spare

    def _end_spare(self, handler: RequestHandler) -> None:
        if handler in self._spare and handler.transport is not None:
            handler.transport.abort()

    async def sweep(self) -> None:
        """End those who leave all that they were sent unread, for as long as the server runs."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            now = asyncio.get_running_loop().time()
            for handler in list(self._open):
                self._look_at(handler, now)

    def _look_at(self, handler: RequestHandler, now: float) -> None:
        transport = handler.transport
        size = transport.get_write_buffer_size() if isinstance(transport, asyncio.Transport) else 0
        before, since = self._unread.get(handler, (0, now))
        if not size or size < before:
            since = now  # something was read
        self._unread[handler] = (size, since)
        if size and now - since > self.settings.send_seconds and transport is not None:
            transport.abort()


def _count_off(counts: Counter[str], key: str) -> None:
    """Count one less, and forget who has none left."""
    counts[key] -= 1
    if not counts[key]:
        del counts[key]


class BoundedServer(web.Server):
    """Makes the connections' protocols, and has each counted."""

    counted: Connections

    def connection_made(self, handler: RequestHandler, transport: asyncio.Transport) -> None:
        """A connection is there."""
        super().connection_made(handler, transport)
        self.counted.opened(handler, transport)

    def connection_lost(self, handler: RequestHandler, exc: BaseException | None = None) -> None:
        """A connection is gone."""
        super().connection_lost(handler, exc)
        self.counted.closed(handler)


class BoundedRunner(web.AppRunner):
    """Runs an application whose connections are counted and have their time."""

    __slots__ = ("_connections", "_sweeping")

    def __init__(self, app: web.Application, connections: Connections) -> None:
        super().__init__(
            app,
            access_log=None,
            handle_signals=False,
            shutdown_timeout=2,
            # aiohttp counts it from the connection's first moment: it bounds headers too.
            keepalive_timeout=connections.settings.idle_seconds,
            lingering_time=LINGER_SECONDS,
        )
        self._connections = connections
        self._sweeping: asyncio.Task[None] | None = None

    async def _make_server(self) -> web.Server:
        made = await super()._make_server()
        bounded = BoundedServer(
            made.request_handler, request_factory=made.request_factory, **made._kwargs
        )
        bounded.counted = self._connections
        self._sweeping = asyncio.get_running_loop().create_task(self._connections.sweep())
        return bounded

    async def _cleanup_server(self) -> None:
        if self._sweeping is not None:
            self._sweeping.cancel()
        await super()._cleanup_server()


class BoundedSite(web.TCPSite):
    """A port whose TLS handshakes have their time too."""

    async def start(self) -> None:
        """Listen."""
        await web.BaseSite.start(self)
        server = self._runner.server
        assert server is not None
        handshake = HANDSHAKE_SECONDS if self._ssl_context else None
        self._server = await asyncio.get_running_loop().create_server(
            server,
            self._host,
            self._port,
            ssl=self._ssl_context,
            backlog=self._backlog,
            ssl_handshake_timeout=handshake,
        )
