"""The vendored font, and tables drawn without it: with DejaVu alone, which is wider than most."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page

from arena.match.clock import ClockRules
from arena.testing import running_server
from arena.web.log_viewer import serving
from engine.rng import Deals
from tests.web.conftest import OpenPage, launched, unavailable, watched_pages
from tests.web.looks import SIZES, problems, untidy
from tests.web.samples import Samples
from tests.web.tables import Gate, GatedBot, open_table

FONTS: Final = Path("/usr/share/fonts/truetype/dejavu")
CORE: Final = ("DejaVuSans", "DejaVuSans-Bold", "DejaVuSansMono", "DejaVuSansMono-Bold")
"""Without the condensed cuts of fonts-dejavu-extra, which would fit where these do not."""
CONFIG: Final = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{folder}</dir><cachedir>{folder}/cache</cachedir>
<alias><family>system-ui</family><prefer><family>DejaVu Sans</family></prefer></alias>
</fontconfig>"""

WITHOUT_WEB_FONTS: Final = """addEventListener("DOMContentLoaded", () =>
  document.documentElement.style.setProperty("--font", "'DejaVu Sans'"))"""
"""Some readers turn the fonts of pages off."""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def dejavu_browser(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Browser]:
    if not all((FONTS / f"{name}.ttf").exists() for name in CORE):
        unavailable(f"no DejaVu fonts in {FONTS}: tables were not measured with them")
    folder = tmp_path_factory.mktemp("fonts")
    for name in CORE:
        (folder / f"{name}.ttf").symlink_to(FONTS / f"{name}.ttf")
    config = folder / "fonts.conf"
    config.write_text(CONFIG.format(folder=folder), "utf-8")
    async with launched({"FONTCONFIG_FILE": str(config)}) as browser:
        yield browser


@pytest_asyncio.fixture(loop_scope="session")
async def open_page(dejavu_browser: Browser) -> AsyncIterator[OpenPage]:
    async with watched_pages(dejavu_browser, WITHOUT_WEB_FONTS) as open_page:
        yield open_page


@pytest.mark.parametrize("game", ["riichi", "taiwan", "sichuan", "texas42", "tigerdragon"])
async def test_tables_are_tidy_with_dejavu_alone(
    samples: Samples, open_page: OpenPage, game: str
) -> None:
    assert await untidy(samples.source(game), open_page) == {}


@pytest.mark.parametrize("game", ["riichi", "taiwan", "texas42", "tigerdragon"])
async def test_whoever_is_to_act_has_a_whole_name_and_a_clock_on_the_plate(
    open_page: OpenPage, game: str
) -> None:
    gate = Gate()
    names = ["anna-long-name", "bots-long-names", "carl-long-names", "dora-long-names"]
    clock = ClockRules(600_000, 3_600_000, 60_000)
    async with running_server() as running:
        bots = [GatedBot(gate) for _ in names]
        deals = Deals.seed("plates")
        room = open_table(running.lobby, bots, game=game, names=names, clock=clock, deals=deals)
        await gate.let(4)
        page = (await open_page(f"{running.url}/m/{room.match_id}")).page
        await page.wait_for_selector("[data-loaded=true] .plate.acts .clock")
        found = {}
        for size, (width, height) in {**SIZES, "sideways": (1024, 700)}.items():
            await page.set_viewport_size({"width": width, "height": height})
            if wrong := await problems(page):
                found[size] = wrong
        assert found == {}
        await page.close()


async def fonts_of(page: Page, *places: str) -> set[str]:
    """The fonts that the browser drew these places with."""
    session = await page.context.new_cdp_session(page)
    await session.send("DOM.enable")
    await session.send("CSS.enable")
    root = (await session.send("DOM.getDocument"))["root"]["nodeId"]
    names: set[str] = set()
    for place in places:
        query = {"nodeId": root, "selector": place}
        node = (await session.send("DOM.querySelector", query))["nodeId"]
        used = await session.send("CSS.getPlatformFontsForNode", {"nodeId": node})
        names |= {font["familyName"] for font in used["fonts"]}
    return names


async def test_only_dejavu_is_there(samples: Samples, open_page: OpenPage) -> None:
    async with serving(samples.source("texas42")) as url:
        page = (await open_page(url)).page
        assert await fonts_of(page, ".plate .who", ".bar h1") == {"DejaVu Sans"}


async def test_pages_bring_their_font(samples: Samples, dejavu_browser: Browser) -> None:
    async with (
        serving(samples.source("texas42")) as url,
        watched_pages(dejavu_browser) as open_page,
    ):
        page = (await open_page(url)).page
        await page.wait_for_selector("[data-loaded=true]")  # drawn for good: nodes stay the same
        await page.evaluate("document.fonts.ready.then(() => true)")
        assert await fonts_of(page, ".plate .who", ".bar h1", ".plate .mk") == {
            "Inter",
            "Inter Semi Bold",
        }


async def test_own_words_on_english_pages_need_no_font_of_the_machine(
    dejavu_browser: Browser,
) -> None:
    async with running_server() as server, watched_pages(dejavu_browser) as open_page:
        for game in ("riichi", "taiwan", "sichuan"):
            page = (await open_page(f"{server.url}/rules/{game}")).page
            await page.evaluate("document.fonts.ready.then(() => true)")
            drawn = await fonts_of(page, "main span[lang]")
            assert drawn == {"Noto Sans CJK JP"}, game
            await page.close()
