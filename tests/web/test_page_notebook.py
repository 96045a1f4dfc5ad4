"""A match in a notebook's cell: the match page in a frame that needs no server."""

from playwright.async_api import expect

import arena
from tests.web.conftest import OpenPage


async def test_a_match_is_looked_through_inside_a_cell(open_page: OpenPage) -> None:
    result = arena.play("tigerdragon", ["counter", "random"], seed=7, config={"target": 1})
    watched = await open_page("about:blank")
    await watched.page.set_content(result._repr_html_())
    match = watched.page.frame_locator("iframe").locator(".match")
    await expect(match).to_have_attribute("data-event", "0")
    await match.locator('button[title^="On one event"]').click()
    await expect(match).to_have_attribute("data-event", "1")
    await expect(match.locator(".board .t-tT, .board [class*='t-t']").first).to_be_visible()
