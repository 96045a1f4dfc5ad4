"""The review of a riichi match: hand, candidates and danger as a seat could know them."""

import re
from typing import Any

import pytest
from playwright.async_api import expect

from arena.match.log import MatchLog
from arena.match.playback import log_history
from arena.plugins.advisers import with_studies
from arena.plugins.manager import Plugins
from arena.testing import running_server
from arena.web.log_viewer import LogSource
from engine.game import Viewer
from tests.web.accessibility import check_looks
from tests.web.conftest import OpenPage
from tests.web.samples import Samples
from tests.web.shown_matches import at_event, loaded, showing
from tests.web.tables import Gate, GatedBot, open_table

THINKER = 1
ABOVE = f"[data-seat='{THINKER}'] .hand .above"


def threatened(history: dict[str, Any]) -> int:
    """A decision of the thinker with its tile drawn and somebody in riichi."""
    frames = history["frames"]
    return next(
        place
        for place, frame in enumerate(frames[:-1])
        if str(THINKER) in frames[place + 1].get("moves", {})
        and any(frame["view"]["riichi"])
        and len(frame["view"]["hands"][THINKER]) % 3 == 2
    )


@pytest.mark.acceptance("match-study")
async def test_candidates_and_danger_stand_above_the_tiles(
    samples: Samples, open_page: OpenPage
) -> None:
    async with showing(samples, "riichi") as (url, history):
        place = threatened(history)
        page = (await open_page(f"{url}#e={place}&seat={THINKER}&view=seat")).page
        await loaded(page, place)
        hand = history["frames"][place]["view"]["hands"][THINKER]
        weights = history["frames"][place + 1]["info"][str(THINKER)]["candidates"]
        discards = {choice.split(":")[1] for choice in weights if choice.startswith("discard:")}
        assert discards
        await expect(page.locator(f"{ABOVE} .risk")).to_have_count(len(hand))
        barred = page.locator(f"[data-seat='{THINKER}'] .hand .tile:has(.bar)")
        tiles = await barred.evaluate_all("all => all.map(tile => tile.dataset.tile)")
        assert set(tiles) >= discards
        labels = await page.locator(f"[data-seat='{THINKER}'] .hand .tile:has(.risk)").evaluate_all(
            "all => all.map(tile => tile.ariaLabel ?? tile.getAttribute('aria-label'))"
        )
        said = re.compile(r"(safe|danger) \(riichi-\w+: [a-z0-9, ]+")
        assert all(said.search(label) for label in labels), labels
        await page.get_by_role("tab", name="Hand").click()
        card = page.locator(".study")
        await expect(card.locator(".danger").nth(1)).to_be_visible()
        await expect(card.get_by_role("heading")).to_contain_text(re.compile("away|Ready"))
        await check_looks(page)
        for view in ("all", "public"):  # nobody sits there
            await page.goto(f"{url}#e={place}&view={view}")
            await page.wait_for_selector(f"[data-as={view}]")
            await expect(page.locator(".above, .study")).to_have_count(0)


LATIN = re.compile("[A-Za-z]{2,}")


@pytest.mark.acceptance("shared-languages")
async def test_a_study_is_told_in_the_language_of_the_reader(
    samples: Samples, open_page: OpenPage
) -> None:
    async with showing(samples, "riichi") as (url, history):
        place = threatened(history)
        address = f"{url}#e={place}&seat={THINKER}&view=seat"
        page = (await open_page(address, locale="ja")).page
        await loaded(page, place)
        await page.locator("#tab-hand").click()
        card = page.locator(".study")
        await expect(card.get_by_role("heading")).to_contain_text(re.compile("向聴|聴牌"))
        await expect(card.locator(".danger").nth(1)).to_be_visible()
        tiles = page.locator(f".study .tile, [data-seat='{THINKER}'] .hand .tile:has(.above)")
        said = await tiles.evaluate_all("all => all.map(e => e.getAttribute('aria-label'))")
        said += await tiles.evaluate_all("all => all.map(e => e.title)")
        said.append(await card.inner_text())
        for name in history["players"]:
            said = [text.replace(name, "") for text in said]
        assert [text for text in said if LATIN.search(text)] == []


async def test_the_wheel_over_the_table_steps(samples: Samples, open_page: OpenPage) -> None:
    async with showing(samples, "riichi") as (url, _):
        page = (await open_page(f"{url}#e=20")).page
        await loaded(page, 20)
        await page.locator(".centre").hover()
        await page.mouse.wheel(0, 100)
        await at_event(page, 21)
        await page.mouse.wheel(0, -100)
        await at_event(page, 20)
        await page.locator(".events").hover()
        await page.mouse.wheel(0, 100)  # scrolls the list
        await page.keyboard.press("l")
        await expect(page.locator(".bar .note")).not_to_have_text("")
        await expect(page.locator(".count b")).to_have_text("20")


async def test_a_study_knows_only_what_the_seat_could(samples: Samples, plugins: Plugins) -> None:
    source: LogSource = samples.source("riichi")
    log: MatchLog = samples.log("riichi")
    game = plugins.game("riichi")
    seen = log_history(log, game, Viewer.player(THINKER))
    studied = with_studies(seen, plugins, game)["frames"]
    assert any(frame["study"].get("dangers") for frame in studied)
    for frame in studied:
        others = [hand for seat, hand in enumerate(frame["view"]["hands"]) if seat != THINKER]
        assert others == [None] * 3
    open_hands = source.history
    assert with_studies(open_hands, plugins, game) is open_hands
    running = seen | {"result": None}
    assert with_studies(running, plugins, game) is running


OVERFLOW = """[".bar", ".scrub", ".scrub .buttons"].filter(name => {
  const line = document.querySelector(name);
  const shown = [...line.children].filter(e => e.offsetHeight);
  const middles = shown.map(e => e.offsetTop + e.offsetHeight / 2);
  return line.scrollWidth > line.clientWidth || Math.max(...middles) - Math.min(...middles) > 20;
})"""
"""The rows of controls that are too wide, or not in one line."""


def frames_of(match_id: str) -> str:
    return f"/api/matches/{match_id}/frames?as=0"


async def test_the_search_is_asked_about_what_is_shown(open_page: OpenPage) -> None:
    gate = Gate()
    async with running_server() as running:
        room = open_table(running.lobby, [GatedBot(gate), GatedBot(gate)], config={"target": 1})
        gate.free()
        await room.finished
        page = (await open_page(f"{running.url}/m/{room.match_id}#e=1&seat=0&view=seat")).page
        await loaded(page, 1)
        seen = await page.evaluate(
            "async url => (await fetch(url)).json()", frames_of(room.match_id)
        )
        place = next(
            place
            for place, frame in enumerate(seen["frames"][:-1])
            if len(frame["view"]["legal"]) > 1 and "0" in seen["frames"][place + 1].get("moves", {})
        )
        await page.goto(f"{running.url}/m/{room.match_id}#e={place}&seat=0&view=seat")
        await loaded(page, place)
        await page.keyboard.press("a")
        await expect(page.locator(".asked h2")).to_contain_text("would")
        await page.set_viewport_size({"width": 1280, "height": 720})
        assert await page.evaluate(OVERFLOW) == [], "the controls lie in one line"
        await page.keyboard.press("ArrowRight")
        await expect(page.locator(".asked")).to_have_count(0)
        await page.close()
