"""The lobby, in a real browser."""

import re
from pathlib import Path

import pytest
from playwright.async_api import expect

from arena.plugins.manager import Plugins
from arena.testing import running_server
from tests.arena.clients import until
from tests.web.conftest import OpenPage
from tests.web.played_tournaments import play_tournament, store_server
from tests.web.tables import Gate, GatedBot, PacedBot, open_table
from tests.web.working_time import seconds_busy, watch_time

APPEARS = """async url => {
  const begun = performance.now();
  const room = "r" + Math.random().toString(36).slice(2);
  const body = {room_id: room, game: "tigerdragon", seats: 2, bots: ["random"]};
  await fetch("/rooms", {method: "POST", body: JSON.stringify(body),
                         headers: {"Content-Type": "application/json"}});
  while (!document.querySelector(`[data-room="${room}"]`))
    await new Promise(done => requestAnimationFrame(done));
  return performance.now() - begun;
}"""
TABLES = 50
STEPS_A_SECOND = 2 * TABLES


@pytest.mark.acceptance("lobby-empty")
@pytest.mark.acceptance("lobby-appears")
async def test_a_new_table_shows_up_by_itself(open_page: OpenPage) -> None:
    async with running_server() as running:
        page = (await open_page(running.url)).page
        await expect(page.locator(".empty")).to_contain_text("arena demo")
        waits: list[float] = []
        while not waits or (
            min(waits) >= 1000 and len(waits) < 20
        ):  # a busy machine may hold it up
            waits.append(await page.evaluate(APPEARS, running.url))
        assert min(waits) < 1000
        await expect(page.locator(".empty")).to_have_count(0)
        await page.close()


async def test_an_empty_lobby_fits_on_a_phone(open_page: OpenPage) -> None:
    async with running_server() as running:
        page = (await open_page(running.url, width=390, height=844)).page
        await expect(page.locator(".empty")).to_be_visible()
        assert await page.evaluate("document.documentElement.scrollWidth") <= 390
        await page.close()


@pytest.mark.acceptance("lobby-finishes")
async def test_a_finished_match_moves_to_just_finished(open_page: OpenPage) -> None:
    gate = Gate()
    async with running_server() as running:
        room = open_table(running.lobby, [GatedBot(gate), GatedBot(gate)], config={"target": 1})
        page = (await open_page(running.url)).page
        playing = page.get_by_role("region", name="Playing now")
        await expect(playing.locator("[data-room=table]")).to_be_visible()
        gate.free()
        await room.finished
        over = page.get_by_role("region", name="Just finished").locator("[data-room=table]")
        await expect(over).to_contain_text("1st")
        await over.click()
        await expect(page.locator(".bar .badge")).to_have_text("final")
        await page.close()


@pytest.mark.acceptance("lobby-filter")
async def test_the_filter_is_in_the_url(open_page: OpenPage) -> None:
    gate = Gate()
    async with running_server() as running:
        for game, seats in (("tigerdragon", 2), ("riichi", 4)):
            bots = [GatedBot(gate) for _ in range(seats)]
            open_table(running.lobby, bots, room_id=game, game=game)
        page = (await open_page(running.url)).page
        await page.select_option("select[aria-label=Game]", "riichi")
        await expect(page.locator(".card.table")).to_have_count(1)
        assert page.url.endswith("?game=riichi")
        await page.select_option("select[aria-label='Kind of table']", "ladder")
        await expect(page.locator(".card.table")).to_have_count(0)
        await page.select_option("select[aria-label='Kind of table']", "room")
        await expect(page).to_have_url(re.compile(r"\?game=riichi&kind=room$"))
        await page.reload()
        await expect(page.locator(".card.table")).to_have_count(1)
        await page.fill("input[aria-label='Player or bot']", "nobody")
        await expect(page.locator(".card.table")).to_have_count(0)
        await expect(page).to_have_url(re.compile("bot=nobody"))
        await page.close()


@pytest.mark.acceptance("lobby-tournaments")
async def test_tournaments_stand_among_the_tables(
    open_page: OpenPage, plugins: Plugins, tmp_path: Path
) -> None:
    async with store_server(tmp_path) as running:
        tournament = await play_tournament(running, plugins)
        tournament.store_results(8)
        open_table(running.lobby, [GatedBot(Gate()), GatedBot(Gate())])
        page = (await open_page(f"{running.url}?kind=tournament")).page
        card = page.locator(f"[data-cup='{tournament.id}']")
        await expect(card).to_contain_text("8 matches")
        await expect(page.locator("[data-room]")).to_have_count(0)
        await page.fill("input[aria-label='Player or bot']", "nobody")
        await expect(card).to_have_count(0)
        await page.fill("input[aria-label='Player or bot']", "defender")
        await card.click()
        await expect(page.locator("h1")).to_have_text("Autumn Cup")
        await page.close()


@pytest.mark.acceptance("lobby-fifty")
async def test_fifty_live_tables_leave_time_for_thirty_frames_a_second(
    open_page: OpenPage,
) -> None:
    async with running_server() as running:
        for number in range(TABLES):
            bots = [PacedBot(0.5) for _ in range(2)]
            open_table(running.lobby, bots, room_id=f"t{number}", config={"target": 1000})
        page = (await open_page(running.url)).page
        await expect(page.locator("[data-state=running]")).to_have_count(TABLES)
        devtools, rooms = await watch_time(page), running.lobby.rooms.values()
        before, steps = await seconds_busy(devtools), sum(room.match.n for room in rooms)
        # Counted in steps and in the time of the page's own thread: on a busy machine both take
        # longer, and neither says anything about the page.
        await until(lambda: sum(room.match.n for room in rooms) >= steps + 3 * STEPS_A_SECOND, 90)
        shown = await page.evaluate("new Promise(done => requestAnimationFrame(() => done(true)))")
        assert shown  # all that it was sent is drawn by now
        made = sum(room.match.n for room in rooms) - steps
        busy = (await seconds_busy(devtools) - before) * STEPS_A_SECOND / made
        # Of every second, 30 frames have half.
        assert 0 < busy < 0.5
        await page.close()
