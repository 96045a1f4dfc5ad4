"""The viewer on one match log: a small server of its own, for this machine only."""

import asyncio
import webbrowser
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from aiohttp import web

from arena.api.responses import refusal
from arena.match.log import MatchLog
from arena.match.playback import log_history, viewer_of
from arena.plugins.advisers import with_studies
from arena.plugins.drawings import Drawing
from arena.plugins.manager import Plugins
from arena.web.pages import PAGES, add_pages, packed
from engine.game import ALL_HANDS, AnyGame

HOST = "127.0.0.1"


class LogSource:
    """One match, from its log; the log is checked when this is made."""

    def __init__(self, log: MatchLog, game: AnyGame, plugins: Plugins) -> None:
        self._plugins = plugins
        self._log = log
        self._game = game
        self.history = log_history(log, game, ALL_HANDS)

    async def match(self, _request: web.Request, match_id: str) -> dict[str, object] | None:
        """The match's facts and its first frame."""
        if match_id != self.history["match_id"]:
            return None
        return {**self.history, "frames": self.history["frames"][:1], "room_id": None}

    def lobby(self) -> dict[str, object]:
        """No tables: there is one match only."""
        return {"rooms": []}

    def games(self) -> dict[str, object]:
        """Nothing to play here."""
        return {}

    @property
    def longest_ms(self) -> int:
        """No clock runs here."""
        return 0

    def drawing(self, game: str) -> Drawing | None:
        """Return how a game's table is drawn; None if it has no drawing of its own."""
        return self._plugins.drawings.get(game)

    async def frames(self, request: web.Request) -> web.Response:
        """Every frame; it is the reader's own file, so every perspective is allowed."""
        wanted = request.query.get("as", "all")
        viewer = viewer_of(wanted, len(self._log.players))
        if request.match_info["match_id"] != self.history["match_id"]:
            return refusal(404, "not_found", "this viewer shows another match")
        if viewer is None:
            return refusal(400, "invalid_message", f"as={wanted}: all, public or a seat's number")
        if viewer is ALL_HANDS:
            return await asyncio.to_thread(packed, self.history)
        return await asyncio.to_thread(self._packed, wanted)

    def _packed(self, wanted: str) -> web.Response:
        viewer = viewer_of(wanted, len(self._log.players))
        assert viewer is not None
        history = log_history(self._log, self._game, viewer)
        return packed(with_studies(history, self._plugins, self._game))


def viewer_app(source: LogSource) -> web.Application:
    """The viewer's pages and frames; the root shows the match."""
    app = web.Application()
    add_pages(app, source, without=[path for path, _ in PAGES])
    app.router.add_get("/api/matches/{match_id}/frames", source.frames)

    async def root(_request: web.Request) -> web.Response:
        raise web.HTTPFound(f"/m/{source.history['match_id']}")

    app.router.add_get("/", root)
    return app


@asynccontextmanager
async def serving(source: LogSource, port: int = 0) -> AsyncIterator[str]:
    """A viewer that listens; gives the match's address."""
    runner = web.AppRunner(viewer_app(source), access_log=None)
    await runner.setup()
    try:
        site = web.TCPSite(runner, HOST, port)
        await site.start()
        number = runner.addresses[0][1]
        yield f"http://{HOST}:{number}/m/{source.history['match_id']}"
    finally:
        await runner.cleanup()


async def show_in_browser(source: LogSource, port: int, opened: Callable[[str], None]) -> None:
    """Serve a match until interrupted, and open it."""
    async with serving(source, port) as url:
        opened(url)
        await asyncio.to_thread(webbrowser.open, url)
        await asyncio.Event().wait()
