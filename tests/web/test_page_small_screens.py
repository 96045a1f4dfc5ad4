"""Tables on phones, upright and on their side: everything readable, nothing covered, in reach."""

from typing import Any

import pytest
from playwright.async_api import Page, expect

from arena.testing import running_server
from tests.web.conftest import OpenPage
from tests.web.looks import problems
from tests.web.samples import Samples
from tests.web.shown_matches import at_event, loaded, showing

GAMES = ("riichi", "taiwan", "sichuan", "texas42", "tigerdragon")
ON_ITS_SIDE = [(844, 390), (740, 360)]
UPRIGHT = (390, 844)
SMALL = (18.5, 14)
"""Hands at the sides of a table of sixteen tiles, all open and with four melds."""
POND = 15.9
TOUCHED = 40
"""The height in pixels of what a thumb can hit."""
CUT_NAME = "tigerdragon-search"
"""Longer than the sixteen characters that every plate has room for."""

SIDES = """selector => [...document.querySelectorAll(selector)].map(tile => {
  const box = tile.getBoundingClientRect();
  return [Math.min(box.width, box.height), Math.max(box.width, box.height)];
})"""

NEAREST = """() => [0, 1, 2, 3].map(place => {
  const middle = box => [box.x + box.width / 2, box.y + box.height / 2];
  const own = middle(document.querySelector(`.pos-${place} .flowers`).getBoundingClientRect());
  const away = plate => {
    const [x, y] = middle(plate.getBoundingClientRect());
    return Math.hypot(x - own[0], y - own[1]);
  };
  const plates = [...document.querySelectorAll(".plate")];
  const nearest = plates.sort((a, b) => away(a) - away(b))[0];
  return [String(place), nearest.className.match(/at-(\\d)/)[1]];
})"""
"""By place at the table, whose plate is nearest to the flowers that lie there."""

SEEN = """() => [...document.querySelectorAll(".choices button")]
  .map(button => [button, button.getBoundingClientRect()])
  .filter(([, box]) => box.width > 1)
  .map(([button, box]) => [button.className.includes("by-tile"), box.right <= innerWidth &&
    box.bottom <= innerHeight && box.top >= 0, box.height])"""


@pytest.mark.parametrize(("width", "height"), ON_ITS_SIDE)
@pytest.mark.parametrize("game", GAMES)
async def test_tables_are_tidy_on_a_phone_on_its_side(
    samples: Samples, open_page: OpenPage, game: str, width: int, height: int
) -> None:
    async with showing(samples, game) as (url, history):
        end = next(k for k, frame in enumerate(history["frames"]) if frame.get("results"))
        page = (await open_page(f"{url}#e=1", width=width, height=height)).page
        await loaded(page, 1)
        for event in (1, end // 2, end - 1):
            await page.goto(f"{url}#e={event}")
            await at_event(page, event)
            wrong = [text for text in await problems(page, SMALL) if CUT_NAME not in text]
            assert wrong == [], event
            ponds = await page.evaluate(SIDES, ".pond .tile, .played .tile, .lead .tile")
            assert all(short >= POND for short, _ in ponds), event
        await page.goto(f"{url}#e={end}")
        await at_event(page, end)
        result = page.locator(".result")
        assert await result.evaluate("one => one.scrollHeight <= one.clientHeight + 1"), "cut"
        board = await page.locator(".board").bounding_box()
        play = await page.get_by_role("button", name="Play (Space)").bounding_box()
        assert board is not None
        assert play is not None
        assert board["y"] + board["height"] <= play["y"], "the controls cover the table"
        assert play["height"] >= TOUCHED
        assert play["y"] + play["height"] <= height
        assert await page.evaluate("document.documentElement.scrollWidth") <= width


async def test_flowers_lie_beside_the_plate_of_their_seat(
    samples: Samples, open_page: OpenPage
) -> None:
    async with showing(samples, "taiwan") as (url, history):
        flowers = [frame["view"]["flowers"] for frame in history["frames"]]
        event = next(k for k, rows in enumerate(flowers) if all(rows))
        page = (await open_page(f"{url}#e={event}", width=844, height=390)).page
        await loaded(page, event)
        assert await page.evaluate(NEAREST) == [[str(seat), str(seat)] for seat in range(4)]


async def seated(open_page: OpenPage, url: str, **options: Any) -> Page:
    """A page at its first decision."""
    page = (await open_page(url, has_touch=True, **options)).page
    await page.get_by_role("button", name="Sit down").click()
    await page.wait_for_selector("[data-open=true]")
    hand = await page.locator("[data-seat='0'] .hand").last.bounding_box()
    assert hand is not None
    assert hand["y"] > 0, "the table is seen, wherever the form was"
    await page.evaluate("document.activeElement.blur()")
    return page


@pytest.mark.parametrize("game", GAMES)
async def test_who_plays_on_a_phone_touches_the_tiles_and_reaches_every_other_choice(
    open_page: OpenPage, game: str
) -> None:
    async with running_server() as running:
        page = await seated(open_page, f"{running.url}/play/{game}", width=740, height=360)
        for width, height in (*ON_ITS_SIDE, UPRIGHT):
            await page.set_viewport_size({"width": width, "height": height})
            hand = await page.evaluate(SIDES, "[data-seat='0'] .hand [data-tile]")
            assert hand
            assert all(long >= TOUCHED for _, long in hand), (width, hand)
            seen = await page.evaluate(SEEN)
            assert not any(by_tile for by_tile, _, _ in seen)
            assert width == UPRIGHT[0] or all(inside for _, inside, _ in seen)
            assert all(high >= TOUCHED for _, _, high in seen)
        await page.close()


@pytest.mark.parametrize("game", GAMES)
async def test_the_choices_do_not_cover_the_own_hand(open_page: OpenPage, game: str) -> None:
    async with running_server() as running:
        page = await seated(open_page, f"{running.url}/play/{game}", width=390, height=640)
        hand = await page.locator("[data-seat='0'] .hand").last.bounding_box()
        bar = await page.locator(".scrub").bounding_box()
        assert hand is not None
        assert bar is not None
        assert hand["y"] + hand["height"] <= bar["y"]
        await page.close()


async def test_hints_do_not_cover_the_hand_on_a_phone(open_page: OpenPage) -> None:
    async with running_server() as running:
        width, height = UPRIGHT
        page = await seated(open_page, f"{running.url}/play/riichi", width=width, height=height)
        await page.get_by_label("Hints on choices").check()
        await page.wait_for_selector(".choices .hint")
        await page.evaluate("scrollTo(0, 0)")
        board = await page.locator(".board").bounding_box()
        hints = await page.locator(".scrub").bounding_box()
        assert board is not None
        assert hints is not None
        assert board["y"] + board["height"] <= hints["y"]
        await page.close()


async def test_a_tile_is_touched_and_a_key_finds_the_button_of_it(open_page: OpenPage) -> None:
    async with running_server() as running:
        width, height = UPRIGHT
        address = f"{running.url}/play/tigerdragon"
        page = await seated(open_page, address, width=width, height=height)
        await expect(page.locator(".choices .touch")).to_be_visible()
        names = page.locator(".choices").get_by_role("button")
        legal = page.locator(".choices [data-choice]")
        assert await names.count() == await legal.count(), "readers of the screen have them all"
        await page.keyboard.press("Tab")
        while not await page.locator(".by-tile:focus").count():
            await page.keyboard.press("Tab")
        box = await page.locator(".by-tile:focus").bounding_box()
        assert box is not None
        assert box["height"] >= TOUCHED, "where the focus is can be seen"
        hand = page.locator("[data-seat='0'] .hand [data-tile]")
        before = await hand.count()
        await hand.first.tap()
        await expect(hand).to_have_count(before - 1)
        await page.close()
