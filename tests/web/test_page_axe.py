"""Every page for everybody: axe, dark and light, wide and narrow."""

from pathlib import Path
from typing import Any, Literal

import pytest
from axe_playwright_python.async_playwright import Axe  # type: ignore[import-untyped]  # has none
from playwright.async_api import Page

from arena.plugins.manager import Plugins
from arena.testing import running_server
from arena.web.log_viewer import serving
from tests.web.conftest import OpenPage
from tests.web.cups import new_cup, store_server
from tests.web.ladders import ladder_server
from tests.web.samples import Samples
from tests.web.tables import Gate, GatedBot, open_table

SCHEMES: tuple[Literal["dark", "light"], ...] = ("dark", "light")
WIDTHS = (1366, 390)
BOTH = {"resultTypes": ["violations", "incomplete"]}
"""Without it axe names one element a rule of what it leaves undecided, however many there are."""
UNDECIDED = 40
"""Elements that axe leaves undecided; more would want a look."""
ON_FELT = 130
"""The same where a table is: axe cannot work out contrasts on gradients, so we do below."""
PLATES = """() => {
  const numbers = text => text.match(/[\\d.]+/g).map(Number);
  const hex = text => [1, 3, 5].map(k => parseInt(text.trim().slice(k, k + 2), 16));
  const over = ([r, g, b, a = 1], under) => [r, g, b].map((c, k) => c * a + under[k] * (1 - a));
  const light = rgb => {
    const [r, g, b] = rgb.map(c => c / 255).map(
      c => c <= .03928 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4);
    return .2126 * r + .7152 * g + .0722 * b;
  };
  const ratio = (one, other) => {
    const [a, b] = [light(one), light(other)].sort((x, y) => y - x);
    return (a + .05) / (b + .05);
  };
  const root = getComputedStyle(document.documentElement);
  const felts = ["--felt", "--felt2"].map(name => hex(root.getPropertyValue(name)));
  const weak = [];
  for (const plate of document.querySelectorAll(".plate"))
    for (const e of plate.querySelectorAll("*")) {
      if (![...e.childNodes].some(node => node.nodeType === 3 && node.data.trim())) continue;
      for (const felt of felts) {
        const layers = [];
        for (let at = e; ; at = at.parentElement) { layers.unshift(at); if (at === plate) break; }
        const ground = layers.reduce(
          (under, at) => over(numbers(getComputedStyle(at).backgroundColor), under), felt);
        const found = ratio(over(numbers(getComputedStyle(e).color), ground), ground);
        if (found < 4.5) weak.push(`${e.className} ${e.textContent.trim()} ${found.toFixed(1)}`);
      }
    }
  return weak;
}"""


async def check_looks(page: Page) -> None:
    """One page in every look: the style sheets alone make the difference."""
    for width in WIDTHS:
        await page.set_viewport_size({"width": width, "height": 860})
        assert await page.evaluate("document.documentElement.scrollWidth") <= width
        for scheme in SCHEMES:
            await page.emulate_media(color_scheme=scheme)
            await check(page, f"{scheme}, {width} pixels wide")


async def check(page: Page, look: str = "as it opens") -> None:
    found = (await Axe().run(page, options=BOTH)).response
    grave = [rule for rule in found["violations"] if rule["impact"] in ("serious", "critical")]
    assert [told(rule) for rule in grave] == [], look
    most = ON_FELT if await page.locator(".felt").count() else UNDECIDED
    assert sum(len(rule["nodes"]) for rule in found["incomplete"]) <= most, look
    assert await page.evaluate(PLATES) == [], look


def told(rule: dict[str, Any]) -> str:
    nodes = [f"{node['html'][:120]} {node['failureSummary'][:160]}" for node in rule["nodes"][:4]]
    return f"{rule['id']}: {nodes}"


@pytest.mark.acceptance("shared-axe")
async def test_the_match_page(samples: Samples, open_page: OpenPage) -> None:
    async with serving(samples.source("riichi")) as url:
        page = (await open_page(f"{url}#e=120")).page
        await page.wait_for_selector("[data-loaded=true]")
        await check_looks(page)


@pytest.mark.parametrize("game", ["taiwan", "sichuan", "texas42", "tigerdragon"])
async def test_the_other_tables(samples: Samples, open_page: OpenPage, game: str) -> None:
    source = samples.source(game)
    result = next(k for k, f in enumerate(source.history["frames"]) if f.get("results"))
    async with serving(source) as url:
        page = (await open_page(f"{url}#e={result}")).page
        await page.wait_for_selector("[data-loaded=true]")
        await check(page)
        await page.emulate_media(color_scheme="light")
        assert await page.evaluate(PLATES) == []


async def test_the_lobby_and_a_table_to_play_at(open_page: OpenPage) -> None:
    async with running_server() as running:
        gate = Gate()
        open_table(running.lobby, [GatedBot(gate), GatedBot(gate)])
        watched = await open_page(running.url)
        page = watched.page
        await page.wait_for_selector("[data-room=table]")
        await check_looks(page)
        await page.goto(f"{running.url}/play/tigerdragon")
        await page.wait_for_selector(".form")
        await check_looks(page)
        await page.get_by_role("button", name="Sit down").click()
        await page.wait_for_selector("[data-open=true]")
        await check_looks(page)
        await page.close()


async def test_the_docs(open_page: OpenPage) -> None:
    async with running_server() as running:
        page = (await open_page(f"{running.url}/docs")).page
        await page.locator("#open-table").click()
        await page.wait_for_selector("#send:not([disabled])")
        await page.locator("#send").click()
        await page.wait_for_selector("[data-offers]:not([data-offers='0'])")
        await check_looks(page)
        await page.close()


async def test_tournaments(open_page: OpenPage, plugins: Plugins, tmp_path: Path) -> None:
    async with store_server(tmp_path) as running:
        cup = await new_cup(running, plugins)
        cup.finish()
        page = (await open_page(f"{running.url}/t/{cup.id}")).page
        await page.wait_for_selector("[data-state=finished]")
        await check_looks(page)
        await page.goto(f"{running.url}/t")
        await check_looks(page)
        await page.close()


async def test_the_ladder(open_page: OpenPage, plugins: Plugins, tmp_path: Path) -> None:
    async with ladder_server(tmp_path, plugins, 12) as running:
        page = (await open_page(f"{running.url}/l/tigerdragon")).page
        for address in ("/l/tigerdragon", "/b/mochi", "/submit"):
            await page.goto(f"{running.url}{address}")
            await page.wait_for_selector(".boards")
            await check_looks(page)
        await page.close()
