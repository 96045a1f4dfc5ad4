"""The rules of each game for beginners, in a real browser."""

from aiohttp import ClientSession
from playwright.async_api import expect

from arena.testing import running_server
from arena.web.rules_text import rules_texts
from tests.web.accessibility import check_accessibility, check_looks
from tests.web.conftest import OpenPage
from tests.web.tables import Gate, GatedBot, open_table

UNDRAWN = """() => [...document.querySelectorAll("[data-piece]")].filter(
  e => !e.querySelector(".tile")).map(e => e.dataset.piece)"""


async def test_pages_are_found_from_the_lobby_from_play_and_from_the_docs(
    open_page: OpenPage,
) -> None:
    async with running_server() as running:
        page = (await open_page(f"{running.url}/?game=riichi")).page
        await page.get_by_role("link", name="Rules", exact=True).click()
        await expect(page).to_have_url(f"{running.url}/rules/riichi")
        await page.goto(f"{running.url}/play/taiwan")
        await page.get_by_role("link", name="Rules", exact=True).click()
        await expect(page).to_have_url(f"{running.url}/rules/taiwan")
        await page.goto(f"{running.url}/docs/texas42")
        await page.get_by_role("link", name="the rules of Texas 42").click()
        await expect(page).to_have_url(f"{running.url}/rules/texas42")
        await page.goto(running.url)
        await page.get_by_role("link", name="Rules", exact=True).click()
        await expect(page).to_have_url(f"{running.url}/rules")
        room = open_table(running.lobby, [GatedBot(gate := Gate()), GatedBot(gate)])
        await page.goto(f"{running.url}/m/{room.match_id}")
        await page.get_by_role("link", name="Rules", exact=True).click()
        await expect(page).to_have_url(f"{running.url}/rules/tigerdragon")
        gate.free()
        await page.close()


async def test_every_piece_is_drawn_and_every_link_leads_somewhere(open_page: OpenPage) -> None:
    async with running_server() as running, ClientSession() as session:
        page = (await open_page(f"{running.url}/rules")).page
        links: set[str] = set()
        for name in rules_texts():
            await page.goto(f"{running.url}/rules/{name}")
            await page.wait_for_selector("[data-drawn=true]")
            assert await page.evaluate(UNDRAWN) == []
            found = await page.locator(".rules a").evaluate_all("all => all.map(a => a.href)")
            links.update(found)
        for link in links:
            async with session.get(link) as response:
                assert response.status == 200, link
        await page.close()


async def test_everybody_can_read_them(open_page: OpenPage) -> None:
    async with running_server() as running:
        page = (await open_page(f"{running.url}/rules")).page
        await check_accessibility(page)
        await page.goto(f"{running.url}/rules/tigerdragon")
        await page.wait_for_selector("[data-drawn=true]")
        await check_looks(page)
        await page.close()
