"""The docs page with its playground, in a real browser."""

import io
import zipfile

import pytest
from aiohttp import ClientSession
from playwright.async_api import Page, expect

from arena.plugins.manager import Plugins
from arena.testing import running_server
from protocol.codec import decode
from protocol.messages import CLIENT, FLAT_SERVER, FULL_SERVER
from tests.web.conftest import OpenPage

MODELS = {"client": CLIENT, "server_flat": FLAT_SERVER, "server_full": FULL_SERVER}
SAMPLES = """() => [...document.querySelectorAll(".sample")].map(
  e => [e.dataset.group, e.querySelector("code").textContent])"""
READY = "[data-offers]:not([data-offers='0']), .ground[data-over=true]"


async def open_table(page: Page) -> None:
    await page.locator("#open-table").click()
    await expect(page.locator("#send")).to_be_enabled()


@pytest.mark.acceptance("docs-samples")
async def test_every_sample_is_a_message_of_the_protocol(
    open_page: OpenPage, plugins: Plugins
) -> None:
    async with running_server() as running:
        page = (await open_page(f"{running.url}/docs")).page
        for game in plugins.games:
            await page.goto(f"{running.url}/docs/{game}")
            samples = await page.evaluate(SAMPLES)
            assert {group for group, _ in samples} == set(MODELS)
            for group, text in samples:
                kind = json_type(text)
                MODELS[group][kind].model_validate_json(text)
                if group == "client":
                    assert decode(text)["type"] == kind
            kinds = {(group, json_type(text)) for group, text in samples}
            assert {
                ("server_full", kind) for kind in ("state", "round_result", "game_over")
            } < kinds
        await page.close()


def json_type(text: str) -> str:
    return text.split('"type":"', 1)[1].split('"', 1)[0]


@pytest.mark.acceptance("docs-reference")
async def test_every_message_and_key_of_the_models_is_told(open_page: OpenPage) -> None:
    async with running_server() as running:
        page = (await open_page(f"{running.url}/docs")).page
        told = await page.locator(".reference details").all_text_contents()
        models = [(name, m) for group in MODELS.values() for name, m in group.items()]
        assert len(told) == len(models)
        for (name, model), text in zip(models, told, strict=True):
            assert text.startswith(name)
            assert [key for key in model.model_fields if key not in text] == []
        await page.close()


@pytest.mark.acceptance("docs-playground")
@pytest.mark.parametrize("level", ["flat", "full"])
async def test_the_playground_completes_a_deal(open_page: OpenPage, level: str) -> None:
    async with running_server() as running:
        page = (await open_page(f"{running.url}/docs/tigerdragon")).page
        await page.select_option("#level", level)
        await open_table(page)
        await page.locator("#send").click()
        if level == "full":
            await expect(page.locator("#message")).to_have_value('{"type":"ready"}')
            await page.locator("#send").click()
        while not await page.locator(".ground:not([data-rounds='0'])").count():
            await page.wait_for_selector(READY)
            await page.locator("#send").click()
        await expect(page.locator(".said")).to_contain_text("round_result")
        room = next(iter(running.lobby.rooms.values()))
        assert [fault for fault in room.match.faults if fault.seat == 0] == []
        await page.close()


async def test_the_playground_says_what_was_wrong_with_a_message(open_page: OpenPage) -> None:
    async with running_server() as running:
        page = (await open_page(f"{running.url}/docs")).page
        await open_table(page)
        await page.locator("#send").click()
        await page.wait_for_selector(READY)
        await page.locator("#message").fill('{"type":"action","choice":"castle"}')
        await page.locator("#message").press("Enter")
        await expect(page.get_by_role("alert")).to_contain_text("invalid choice")
        await page.close()


@pytest.mark.acceptance("docs-copy")
async def test_copy_buttons_work_by_keyboard(open_page: OpenPage) -> None:
    async with running_server() as running:
        permissions = ["clipboard-read", "clipboard-write"]
        page = (await open_page(f"{running.url}/docs", permissions=permissions)).page
        sample = page.locator(".sample").nth(2)
        await sample.locator(".copy").focus()
        await page.keyboard.press("Enter")
        await expect(sample.locator(".copy")).to_have_text("Copied")
        copied = await page.evaluate("navigator.clipboard.readText()")
        assert copied == await sample.locator("code").text_content()
        await page.close()


@pytest.mark.acceptance("docs-starters")
async def test_starter_bots_can_be_downloaded(open_page: OpenPage) -> None:
    async with running_server() as running, ClientSession() as session:
        page = (await open_page(f"{running.url}/docs/riichi")).page
        links = await page.locator(".starters a").all()
        assert len(links) == 8
        for link in links:
            address = await link.get_attribute("href")
            async with session.get(f"{running.url}{address}") as response:
                packed = zipfile.ZipFile(io.BytesIO(await response.read()))
            assert "my-bot/README.md" in packed.namelist()
            assert packed.testzip() is None
        async with session.get(f"{running.url}/docs/starter/riichi/cobol") as response:
            assert response.status == 404
        async with session.get(f"{running.url}/docs/chess") as response:
            assert response.status == 404
        await page.close()
