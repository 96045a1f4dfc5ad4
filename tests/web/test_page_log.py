"""What bots wrote to stderr beside the match, for their owners alone; in a real browser."""

from pathlib import Path

import pytest
from playwright.async_api import expect

from arena.plugins.manager import Plugins
from arena.store import Filter
from arena.store.bot_logs import NewBotLog
from tests.web.conftest import OpenPage
from tests.web.filled_ladders import ladder_server


@pytest.mark.acceptance("match-version")
@pytest.mark.acceptance("match-log")
async def test_the_owner_reads_stderr_beside_the_events(
    open_page: OpenPage, plugins: Plugins, tmp_path: Path
) -> None:
    async with ladder_server(tmp_path, plugins, 1) as running:
        store = running.server.store
        assert store is not None
        (match,) = store.matches.find(Filter(), limit=1)
        seat = next(p.seat for p in match.players if p.name == "mochi")
        bot = store.bots.named("mochi")
        assert bot is not None
        lines = ["3\tthree tiles weighed", "7\t<b>a doubt</b>"]
        store.bot_logs.keep(NewBotLog(match.match_id, seat, bot.id, lines))
        store.flush()
        stranger = await open_page(f"{running.url}/m/{match.match_id}#e=5")
        await expect(stranger.page.locator(f"[data-seat='{seat}'] .version")).to_have_text("v1")
        await stranger.page.get_by_role("tab", name="Bot log").click()
        await expect(stranger.page.locator(".tabpanel")).to_contain_text("kept for its owner")
        assert [url for url in stranger.requests if url.endswith("/logs")] == []
        store.tokens.revoke("lindqvist")
        token = store.tokens.create("lindqvist", "player")
        page = (await open_page(running.url)).page
        running.server.access.forget()
        signed = await page.request.post(f"{running.url}/api/session", data={"token": token})
        assert signed.ok
        await page.goto(f"{running.url}/m/{match.match_id}#e=5")
        await page.get_by_role("tab", name="Bot log").click()
        written = page.locator(".stderr li")
        await expect(written.locator("code")).to_have_text(
            ["three tiles weighed", "<b>a doubt</b>"]
        )
        await written.nth(1).get_by_role("button").click()
        await expect(page.locator(".match")).to_have_attribute("data-event", "7")
        await expect(page.locator(".stderr .now")).to_have_attribute("data-seq", "7")
        await page.close()
