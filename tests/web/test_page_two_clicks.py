"""How far everything is: two clicks from the lobby; with the keyboard, on a phone, at 200 %."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from playwright.async_api import Page, expect

from arena.plugins.bot_specs import Player
from arena.server.app import Running
from arena.table.spec import RoomSpec
from arena.testing import running_server
from tests.web.conftest import OpenPage
from tests.web.tables import Gate, GatedBot, open_table

LINKS = {"permissions": ["clipboard-read", "clipboard-write"]}


@asynccontextmanager
async def house() -> AsyncIterator[tuple[Running, Gate]]:
    """A server with a riichi table of house bots that goes on, and a match that is over."""
    gate, quick = Gate(), Gate()

    class Waiting(GatedBot):
        def __init__(self) -> None:
            super().__init__(gate)

    async with running_server() as running:
        players = [Player(f"bot-{seat}", None, Waiting(), Waiting) for seat in range(4)]
        running.lobby.open(RoomSpec("live", "riichi", 4, bots=("first",) * 4), players)
        await gate.let(9)
        bots, short = [GatedBot(quick), GatedBot(quick)], {"target": 1}
        done = open_table(running.lobby, bots, room_id="done", config=short)
        quick.free()
        await done.finished
        yield running, gate
        gate.free()


async def in_lobby(page: Page, running: Running) -> None:
    await page.goto(running.url)
    await page.wait_for_selector("[data-room=done]")


@pytest.mark.acceptance("shared-two-clicks")
async def test_everything_is_two_clicks_away(open_page: OpenPage) -> None:
    async with house() as (running, gate):
        page = (await open_page("about:blank", **LINKS)).page

        await in_lobby(page, running)  # a live table
        await page.get_by_role("link", name="Watch", exact=True).click()
        await expect(page.locator(".bar .badge.live")).to_be_visible()

        await in_lobby(page, running)  # a replay with all hands
        await page.locator("[data-room=done]").click()
        await page.wait_for_selector(".match[data-as=all]")

        await in_lobby(page, running)  # the move that lost it, and a link to it
        await page.get_by_role("link", name="The move that decided it").click()
        await expect(page.locator(".bar .note")).to_contain_text("decides here")
        await page.get_by_role("button", name="Copy link").click()
        await expect(page.locator(".bar .note")).to_contain_text("copied")
        link = await page.evaluate("navigator.clipboard.readText()")
        there = await page.get_attribute(".match", "data-event")
        await page.goto("about:blank")
        await page.goto(link)
        await expect(page.locator(f'.match[data-event="{there}"]')).to_be_visible()

        await in_lobby(page, running)  # a seat at a table
        await page.locator("[data-room=live]").click()
        await page.get_by_role("link", name="Sit down").click()
        gate.free()
        await page.wait_for_selector("[data-open=true]")
        await page.close()


async def test_the_keyboard_alone_leads_from_the_lobby_to_a_replay(open_page: OpenPage) -> None:
    async with house() as (running, _gate):
        page = (await open_page(running.url)).page
        await page.wait_for_selector("[data-room=done]")
        for _ in range(60):
            await page.keyboard.press("Tab")
            room = await page.evaluate("document.activeElement.dataset.room")
            if room == "done":
                break
        await page.keyboard.press("Enter")
        await page.wait_for_selector(".match[data-as=all]")
        await page.keyboard.press("m")
        await expect(page.locator(".bar .note")).to_contain_text("decides here")
        await page.close()


@pytest.mark.acceptance("shared-menu")
async def test_the_pages_are_in_a_menu_on_a_phone(open_page: OpenPage) -> None:
    async with running_server() as running:
        page = (await open_page(running.url, width=390, height=844, has_touch=True)).page
        link = page.get_by_role("navigation", name="Pages").get_by_role("link", name="Protocol")
        await expect(link).to_be_hidden()
        await page.get_by_role("button", name="Menu").tap()
        await link.tap()
        await expect(page).to_have_url(f"{running.url}/docs")
        await page.close()


@pytest.mark.acceptance("shared-zoom")
async def test_nothing_is_lost_at_twice_the_size(open_page: OpenPage) -> None:
    async with house() as (running, _gate):
        page = (await open_page(running.url, width=683, height=430, device_scale_factor=2)).page
        match_id = running.lobby.rooms["done"].match_id
        pages = ("/", "/play/riichi", "/replay", "/docs", f"/m/{match_id}", f"/embed/{match_id}")
        for path in pages:
            await page.goto(running.url + path)
            assert await page.evaluate("document.documentElement.scrollWidth") <= 683, path
        await page.close()
