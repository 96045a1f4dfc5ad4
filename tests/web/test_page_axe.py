"""Every page for everybody: axe, dark and light, wide and narrow."""

from pathlib import Path

import pytest

from arena.plugins.manager import Plugins
from arena.testing import running_server
from arena.web.log_viewer import serving
from tests.web.accessibility import PLATES, check_accessibility, check_looks
from tests.web.conftest import OpenPage
from tests.web.filled_ladders import ladder_server
from tests.web.played_tournaments import play_tournament, store_server
from tests.web.samples import Samples
from tests.web.tables import Gate, GatedBot, open_table


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
        await check_accessibility(page)
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


async def test_a_match_in_a_frame_and_one_brought_along(open_page: OpenPage) -> None:
    async with running_server() as running:
        gate = Gate()
        room = open_table(running.lobby, [GatedBot(gate), GatedBot(gate)], config={"target": 1})
        gate.free()
        await room.finished
        page = (await open_page(f"{running.url}/embed/{room.match_id}#e=9")).page
        await page.wait_for_selector("[data-loaded=true]")
        await check_looks(page)
        await page.goto(f"{running.url}/replay")
        await page.wait_for_selector(".bring")
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
        tournament = await play_tournament(running, plugins)
        tournament.finish()
        page = (await open_page(f"{running.url}/t/{tournament.id}")).page
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
