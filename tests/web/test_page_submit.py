"""The submit page with the real gate behind it, in a real browser."""

from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, expect

from arena.settings import Settings
from arena.store import open_store
from arena.testing import running_server
from tests.web.accessibility import check_looks
from tests.web.conftest import OpenPage

BAD = b"""
raise RuntimeError("no idea")
"""
GOOD = b"""
from bots import Bot
class Good(Bot):
    name = "good"
    def act(self, turn):
        return turn.legal[0]
"""
PATIENCE = 60_000


def quick(folder: Path) -> tuple[Settings, str]:
    """A server whose ladder plays short matches, and a player's token."""
    db = f"sqlite:///{folder}/arena.db"
    with open_store(db, create=True) as store:
        token = store.tokens.create("mira", "player")
    short: Any = {"tigerdragon": {"target": 1}}
    return Settings(port=0, db=db, ladder_games=("tigerdragon",), ladder_config=short), token


async def submit(page: Page, name: str, body: bytes) -> None:
    await page.get_by_label("Name").fill(name)
    file: Any = {"name": "bot.py", "mimeType": "text/x-python", "buffer": body}
    await page.get_by_label("File").set_input_files(file)
    await page.get_by_role("button", name="Submit").click()


@pytest.mark.acceptance("submit-failing")
@pytest.mark.acceptance("submit-again")
@pytest.mark.acceptance("submit-words")
async def test_a_bad_bot_then_a_better_version(open_page: OpenPage, tmp_path: Path) -> None:
    settings, token = quick(tmp_path)
    async with running_server(settings=settings) as running:
        page = (await open_page(f"{running.url}/submit")).page
        await page.get_by_label("Your token").fill(token)
        await page.get_by_role("button", name="Sign in").click()
        await submit(page, "mochi", BAD)
        failed = page.locator("[data-status=failed]")
        await expect(failed).to_be_visible(timeout=PATIENCE)
        said = failed.get_by_role("alert")
        await expect(said).to_contain_text("RuntimeError: no idea")
        await expect(said).to_contain_text("It could have sent")
        await expect(failed.locator("pre")).to_contain_text("mochi")
        await expect(failed.locator(".step.failed small")).to_have_text("failed")
        await submit(page, "mochi", GOOD)
        done = page.locator("[data-status=active]")
        await expect(done).to_be_visible(timeout=PATIENCE)
        await expect(done.locator("h2").first).to_contain_text("version 2")
        await expect(done.locator(".step small")).to_have_text(["done"] * 4)
        await page.close()


async def test_a_wrong_token_and_a_bad_name_are_told(open_page: OpenPage, tmp_path: Path) -> None:
    settings, token = quick(tmp_path)
    async with running_server(settings=settings) as running:
        watched = await open_page(f"{running.url}/submit")
        page = watched.page
        await page.get_by_label("Your token").fill("nonsense")
        await page.get_by_role("button", name="Sign in").click()
        await expect(page.get_by_role("alert")).to_contain_text("token")
        await page.get_by_label("Your token").fill(token)
        await page.get_by_role("button", name="Sign in").click()
        await submit(page, "counter", GOOD)
        await expect(page.get_by_role("alert")).to_contain_text("counter")
        watched.problems = [text for text in watched.problems if "status of 40" not in text]
        await page.close()


@pytest.mark.acceptance("submit-token")
async def test_a_token_is_made_on_the_page_and_shown_once(
    open_page: OpenPage, tmp_path: Path
) -> None:
    settings, _ = quick(tmp_path)
    async with running_server(settings=settings.model_copy(update={"sign_up": True})) as running:
        watched = await open_page(f"{running.url}/submit")
        page = watched.page
        for name, taken in (("Mira", True), ("nora", False)):
            await page.get_by_label("Your name").fill(name)
            await page.get_by_role("button", name="Make an account").click()
            if taken:
                await expect(page.get_by_role("alert")).to_contain_text("Mira is taken")
        token = await page.locator("#fresh-token").inner_text()
        await expect(page.locator("[data-signed-in=nora]")).to_be_visible()
        assert running.server.access.find(token) is not None
        await check_looks(page)
        await page.get_by_role("button", name="I have kept it").click()
        await expect(page.locator("#fresh-token")).to_have_count(0)
        assert token not in await page.content()
        await page.reload()
        await expect(page.locator("[data-signed-in=nora]")).to_be_visible()
        assert token not in await page.content()
        assert not [url for url in watched.requests if token in url]
        assert await page.evaluate("localStorage.length + sessionStorage.length") == 0
        watched.problems = [text for text in watched.problems if "status of 409" not in text]
        await page.close()


async def test_without_sign_up_the_page_says_what_makes_a_token(
    open_page: OpenPage, tmp_path: Path
) -> None:
    settings, _ = quick(tmp_path)
    async with running_server(settings=settings) as running:
        page = (await open_page(f"{running.url}/submit")).page
        await expect(page.locator("body")).to_contain_text("arena token create NAME --role player")
        await expect(page.get_by_label("Your name")).to_have_count(0)
        await page.close()
