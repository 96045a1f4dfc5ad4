"""Every page by keyboard alone and at 200 % zoom, and in the looks that no other test checks."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from arena.plugins.manager import Plugins
from arena.settings import Settings
from arena.store import open_store
from arena.table.spec import RoomSpec
from arena.testing import running_server
from arena.web.rules_text import rules_texts
from tests.arena.server_with_tokens import ServerWithTokens
from tests.web.accessibility import check_keyboard, check_looks
from tests.web.conftest import OpenPage
from tests.web.filled_ladders import fill_ladder

ELSEWHERE = (
    "/", "/play", "/play/riichi", "/l/tigerdragon", "/b/mochi", "/submit", "/docs", "/t", "/replay",
    "/admin", "/account", "/classes", "/events/new", "/room/table",
)  # fmt: skip
"""Pages whose looks other tests check."""
LOOKS = ("/rules", *[f"/rules/{game}" for game in rules_texts()], "/seasons", "/nothing-here")
HALF = 683
"""The width in CSS pixels of a window of 1366 pixels at 200 % zoom."""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def here(
    tmp_path_factory: pytest.TempPathFactory, plugins: Plugins
) -> AsyncIterator[ServerWithTokens]:
    """One server with an admin, a room and a ladder for all pages."""
    db = f"sqlite:///{tmp_path_factory.mktemp('everybody')}/arena.db"
    with open_store(db, create=True) as store:
        tokens = {"ada": store.tokens.create("ada", "admin")}
        fill_ladder(store, plugins, 12)
    options = Settings(port=0, db=db, ladder_games=("tigerdragon",), ladder_pause=60.0)
    room = RoomSpec("table", seats=2, bots=("first",))
    async with running_server(rooms=[room], settings=options, plugins=plugins) as server:
        yield ServerWithTokens(server, tokens)


async def opened(open_page: OpenPage, here: ServerWithTokens, path: str) -> Page:
    """A page as an admin sees it."""
    watched = await open_page(here.server.url + "/rules")
    session = f"{here.server.url}/api/session"
    response = await watched.page.request.post(session, data={"token": here.tokens["ada"]})
    assert response.ok
    await watched.page.goto(here.server.url + path)
    await expect(watched.page.locator("#main :is(h1, h2)").first).to_be_visible()
    if path == "/nothing-here":
        watched.problems.clear()  # the browser reports the 404
    return watched.page


@pytest.mark.acceptance("shared-keyboard")
@pytest.mark.acceptance("shared-zoom")
@pytest.mark.parametrize("path", [*ELSEWHERE, *LOOKS])
async def test_a_page_is_used_by_keyboard_alone_and_at_twice_its_size(
    open_page: OpenPage, here: ServerWithTokens, path: str
) -> None:
    page = await opened(open_page, here, path)
    await check_keyboard(page)
    await page.set_viewport_size({"width": HALF, "height": 430})
    assert await page.evaluate("document.documentElement.scrollWidth") <= HALF
    if path in LOOKS:
        await check_looks(page)
    await page.close()
