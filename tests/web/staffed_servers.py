"""A server with an admin, a room and a ladder, and pages of it as the admin sees them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from playwright.async_api import Page

from arena.plugins.manager import Plugins
from arena.settings import Settings
from arena.store import open_store
from arena.table.spec import RoomSpec
from arena.testing import running_server
from tests.arena.server_with_tokens import ServerWithTokens
from tests.web.filled_ladders import fill_ladder


@asynccontextmanager
async def staffed_server(folder: Path, plugins: Plugins) -> AsyncIterator[ServerWithTokens]:
    """A server that listens; `ada` is its admin."""
    db = f"sqlite:///{folder}/arena.db"
    with open_store(db, create=True) as store:
        tokens = {"ada": store.tokens.create("ada", "admin")}
        fill_ladder(store, plugins, 12)
    options = Settings(port=0, db=db, ladder_games=("tigerdragon",), ladder_pause=60.0)
    room = RoomSpec("table", seats=2, bots=("first",))
    async with running_server(rooms=[room], settings=options, plugins=plugins) as server:
        yield ServerWithTokens(server, tokens)


async def as_admin(page: Page, here: ServerWithTokens) -> None:
    """Open a session of the admin in a browser."""
    session = f"{here.server.url}/api/session"
    response = await page.request.post(session, data={"token": here.tokens["ada"]})
    assert response.ok
