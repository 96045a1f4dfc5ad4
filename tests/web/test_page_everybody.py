"""Every page by keyboard alone and at 200 % zoom, and in the looks that no other test checks."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from arena.plugins.manager import Plugins
from arena.web.rules_text import rules_texts
from tests.arena.server_with_tokens import ServerWithTokens
from tests.web.accessibility import check_keyboard, check_looks
from tests.web.conftest import OpenPage
from tests.web.staffed_servers import as_admin, staffed_server

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
    """One server for all pages."""
    folder = tmp_path_factory.mktemp("everybody")
    async with staffed_server(folder, plugins) as server:
        yield server


async def opened(open_page: OpenPage, here: ServerWithTokens, path: str) -> Page:
    """A page as an admin sees it."""
    watched = await open_page(here.server.url + "/rules")
    await as_admin(watched.page, here)
    await watched.page.goto(here.server.url + path)
    await expect(watched.page.locator("#main :is(h1, h2)").first).to_be_visible()
    await watched.page.wait_for_load_state("networkidle")
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


@pytest.mark.parametrize("width", [768, 820, 1024])
async def test_the_links_of_all_pages_stand_beside_the_buttons(
    open_page: OpenPage, here: ServerWithTokens, width: int
) -> None:
    page = await opened(open_page, here, "/t")
    await page.set_viewport_size({"width": width, "height": 900})
    nav = page.locator(".top nav")
    assert await nav.evaluate("one => one.scrollWidth <= one.clientWidth"), "no link is cut"
    await page.close()
