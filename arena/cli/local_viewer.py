"""The viewer beside a command that goes on: a match on this machine, opened at one step."""

import asyncio
import threading
import webbrowser
from concurrent.futures import Future
from types import TracebackType

from arena.match.log import MatchLog
from arena.plugins.manager import Plugins
from engine.game import AnyGame, Seat


class LocalViewer:
    """Serves one match at a time from a thread of its own; used as a context."""

    def __init__(self, plugins: Plugins) -> None:
        self._plugins = plugins
        self._loop: asyncio.AbstractEventLoop | None = None
        self._shown: Future[None] | None = None

    def __enter__(self) -> "LocalViewer":
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._loop.stop)

    def open(self, log: MatchLog, game: AnyGame, seat: Seat, step: int) -> str:
        """Open a match at the position before a step, as its seat saw it; return the address."""
        from arena.web.log_viewer import LogSource, serving

        source = LogSource(log, game, self._plugins)
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            threading.Thread(target=self._loop.run_forever, daemon=True).start()
        if self._shown is not None:
            self._shown.cancel()
        address: Future[str] = Future()

        async def serve() -> None:
            async with serving(source) as url:
                address.set_result(url)
                await asyncio.Event().wait()

        self._shown = asyncio.run_coroutine_threadsafe(serve(), self._loop)
        url = f"{address.result(timeout=30)}#e={step - 1}&seat={seat}"
        webbrowser.open(url)
        return url
