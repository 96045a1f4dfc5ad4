"""Hints, the search's advice, automatic moves and reviews for people, in a real browser."""

import re

import pytest
from aiohttp import ClientSession
from playwright.async_api import Page, expect

from arena.plugins.bot_specs import Player
from arena.server.app import Running
from arena.table.spec import RoomSpec
from arena.testing import running_server
from arena.web.languages import messages
from tests.web.conftest import LOCALES, OpenPage
from tests.web.tables import Gate, GatedBot, open_table


async def seated(page: Page, bot: str = "random") -> None:
    """Sit down against a bot, and wait for the first decision."""
    await page.select_option("label:has-text('Against') select", bot)
    await page.get_by_role("button", name="Sit down").click()
    await page.wait_for_selector("[data-open=true]")


@pytest.mark.acceptance("play-rules")
async def test_rules_are_built_from_presets_options_seats_and_a_seed(open_page: OpenPage) -> None:
    async with running_server() as running:
        page = (await open_page(f"{running.url}/play/sichuan")).page
        await page.get_by_text("Rules, seed and a bot for each seat").click()
        await page.get_by_label("Preset").select_option("contract")
        await expect(page.get_by_label("men qing")).to_be_checked()
        await page.get_by_label("exchange three").uncheck()
        await page.get_by_label("cap").fill("6")
        await page.get_by_label("Seat 3").select_option("sichuan-greedy")
        await page.get_by_label("Seed").fill("lunch")
        await seated(page)
        (room,) = running.lobby.rooms.values()
        config = room.match.header.config
        chosen = {"preset": "contract", "exchange_three": False, "cap": 6, "deals": 1}
        assert {key: config[key] for key in chosen} == chosen
        assert room.table.deals.root == "lunch"
        assert [seat.bot for seat in room.seats][1:] == ["random", "sichuan-greedy", "random"]
        await page.close()


@pytest.mark.acceptance("play-hints")
async def test_hints_tell_waits_and_the_search_recommends(open_page: OpenPage) -> None:
    async with running_server() as running:
        page = (await open_page(f"{running.url}/play/riichi")).page
        await seated(page)
        await page.get_by_label("Hints on choices").check()
        hints = page.locator(".choices .hint")
        await expect(hints.first).to_contain_text("away")
        discards = page.locator(".choices [data-choice^=discard], .choices [data-choice=tsumogiri]")
        assert await hints.count() == await discards.count()
        await page.keyboard.press("a")
        await expect(page.locator(".choices .recommended")).to_have_count(1)
        await page.close()


@pytest.mark.acceptance("play-hints")
@pytest.mark.parametrize("game", ["taiwan", "sichuan"])
async def test_hints_of_the_other_mahjongs(open_page: OpenPage, game: str) -> None:
    async with running_server() as running:
        page = (await open_page(f"{running.url}/play/{game}")).page
        if game == "sichuan":
            await page.get_by_text("Rules, seed and a bot for each seat").click()
            await page.get_by_label("exchange three").uncheck()
        await seated(page)
        if game == "sichuan":
            await page.locator(".choices [data-choice^=void]").first.click()
        await page.get_by_label("Hints on choices").check()
        while not await page.locator(".choices [data-choice^=discard]").count():
            await page.wait_for_selector("[data-open=true]")
            await page.locator(".choices button").last.click()
        hint = page.locator(".choices [data-choice^=discard] .hint").first
        await expect(hint).to_contain_text(re.compile(r"away, \d+ tiles help|waits for"))
        await page.close()


@pytest.mark.acceptance("play-hints")
@pytest.mark.parametrize("language", ["ja", "zh-Hans", "zh-Hant"])
async def test_hints_come_in_the_language_of_the_page(open_page: OpenPage, language: str) -> None:
    said = messages(language)
    async with running_server() as running:
        page = (await open_page(f"{running.url}/play/riichi", locale=LOCALES[language])).page
        await page.get_by_role("button", name=said["Sit down"]).click()
        await page.wait_for_selector("[data-open=true]")
        await page.get_by_label(said["Hints on choices"]).check()
        hints = page.locator(".choices .hint")
        away = said["{away} away, {n} tiles help"].replace("{away}", r"\d").replace("{n}", r"\d+")
        await expect(hints.first).to_have_text(re.compile(away))
        assert not [text for text in await hints.all_inner_texts() if re.search("[a-z]", text)]


@pytest.mark.acceptance("play-hints")
async def test_notes_of_a_variant_come_in_the_language_of_the_page(open_page: OpenPage) -> None:
    async with running_server() as running:
        page = (await open_page(f"{running.url}/play/texas42", locale="ja")).page
        await page.get_by_text(messages("ja")["Rules, seed and a bot for each seat"]).click()
        await page.locator("input[value=hints], label:has-text('hints') input").first.check()
        await page.get_by_role("button", name=messages("ja")["Sit down"]).click()
        await page.wait_for_selector("[data-open=true]")
        hint = page.locator(".choices [data-choice=pass] .hint")
        await expect(hint).to_have_text(re.compile(r"手にダブル \d 枚$"))


@pytest.mark.acceptance("play-automatic")
async def test_passes_are_made_by_themselves(open_page: OpenPage) -> None:
    async with running_server() as running:
        page = (await open_page(f"{running.url}/play/riichi")).page
        await page.get_by_text("Rules, seed and a bot for each seat").click()
        await page.get_by_label("Seed").fill("passes")
        await seated(page)
        await page.get_by_label("Pass automatically").check()
        (room,) = running.lobby.rooms.values()
        for _ in range(12):
            await page.wait_for_selector("[data-open=true]")
            assert await page.locator("[data-choice=pass]").count() == 0
            before = await page.get_attribute(".match", "data-seq")
            await page.locator(".choices button").last.click()
            await page.wait_for_selector(f'.match:not([data-seq="{before}"])')
        passed = [record for record in room.match.records if 0 in record.moves]
        assert any(record.moves[0].choice == "pass" for record in passed)
        await page.close()


@pytest.mark.acceptance("play-review")
async def test_the_search_reviews_every_decision_of_a_seat(open_page: OpenPage) -> None:
    async with running_server() as running:
        match_id = await played(running)
        page = (await open_page(f"{running.url}/m/{match_id}#review&seat=0&view=seat")).page
        await expect(page.locator(".bar .note")).to_contain_text("differ from what the search")
        assert await page.locator(".mark.review").count() > 0
        await page.keyboard.press("Home")
        await page.keyboard.press("n")
        await expect(page.locator(".bar .note")).to_contain_text("tigerdragon-search would")
        await page.close()


async def played(running: Running) -> str:
    """A match of two bots that always take the first choice."""
    gate = Gate()
    room = open_table(running.lobby, [GatedBot(gate), GatedBot(gate)], config={"target": 1})
    gate.free()
    await room.finished
    return room.match_id


async def test_advice_is_for_the_own_seat_while_a_match_runs() -> None:
    gate = Gate()
    async with running_server() as running, ClientSession() as session:
        room = open_table(running.lobby, [GatedBot(gate), GatedBot(gate)])
        await gate.let(2)
        address = f"{running.url}/api/matches/{room.match_id}/advice"
        for query in ({}, {"seat": "0", "frame": "1"}):
            async with session.get(address, params=query) as response:
                assert response.status == 403
                assert "for its player" in await response.text()
        gate.free()
        await room.finished
        for query, status in (
            ({}, 400),
            ({"seat": "9", "frame": "0"}, 400),
            ({"seat": "0", "frame": "99999"}, 400),
            ({"seat": "0", "frame": "-1"}, 400),
        ):
            async with session.get(address, params=query) as response:
                assert response.status == status, await response.text()


@pytest.mark.acceptance("play-sit-in")
async def test_a_visitor_takes_a_house_bots_seat_in_a_running_match(open_page: OpenPage) -> None:
    gate = Gate()

    class Waiting(GatedBot):
        def __init__(self) -> None:
            super().__init__(gate)

    async with running_server() as running:
        players = [Player(f"bot-{seat}", None, Waiting(), Waiting) for seat in range(4)]
        room = running.lobby.open(RoomSpec("r", "riichi", 4, bots=("first",) * 4), players)
        await gate.let(3)
        page = (await open_page(f"{running.url}/m/{room.match_id}#seat=2")).page
        await page.get_by_role("link", name="Sit down").click()
        await expect(page.locator("[data-seat='2'] .who")).to_contain_text("guest")
        gate.free()
        await page.wait_for_selector("[data-open=true]")
        assert room.seats[2].house is None
        await page.close()
