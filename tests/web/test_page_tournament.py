"""The tournament page, in a real browser."""

import json
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from playwright.async_api import Page, expect

from arena.plugins.manager import Plugins
from tests.web.conftest import OpenPage
from tests.web.played_tournaments import TEST, play_tournament, store_server
from tests.web.whiskers import check_whiskers

CROSS = """() => [...document.querySelectorAll(".cross tbody tr")].map(
  row => [...row.querySelectorAll("td")].map(cell => {
    const share = cell.querySelector(".share");
    if (!share) return null;
    const style = getComputedStyle(share);
    return {value: Number(share.textContent), heavy: Number(style.fontWeight) >= 600,
            under: style.textDecorationLine === "underline"};
  }))"""


async def read_from_api(page: Page, tournament_id: str) -> Any:
    response = await page.request.get(f"/api/tournaments/{tournament_id}")
    return json.loads(await response.text())


async def test_the_seed_is_shown_when_all_is_over_until_then_its_hash(
    open_page: OpenPage, plugins: Plugins, tmp_path: Path
) -> None:
    async with store_server(tmp_path) as running:
        tournament = await play_tournament(running, plugins)
        tournament.store_results(24)
        page = (await open_page(f"{running.url}/t/{tournament.id}", base_url=running.url)).page
        promise = (await read_from_api(page, tournament.id))["seed_hash"]
        below = page.locator(".below").first
        await expect(below).to_contain_text(f"Seed hash {promise}.")
        tournament.finish()
        await expect(below).to_contain_text("Seed cup.")


@pytest.mark.acceptance("tournament-standings")
@pytest.mark.acceptance("tournament-cross")
@pytest.mark.acceptance("tournament-significant")
async def test_tables_say_what_the_api_says(
    open_page: OpenPage, plugins: Plugins, tmp_path: Path
) -> None:
    async with store_server(tmp_path) as running:
        tournament = await play_tournament(running, plugins)
        tournament.finish()
        page = (await open_page(f"{running.url}/t/{tournament.id}", base_url=running.url)).page
        data = await read_from_api(page, tournament.id)
        rows = [row["rating"] for row in data["standings"]]
        await check_whiskers(
            page, [{"from": r["low"], "to": r["high"], "mean": r["mean"]} for r in rows]
        )
        names = [row["bot"] for row in data["standings"]]
        shares = {(cell["a"], cell["b"]): cell for cell in data["cross"]}
        drawn = await page.evaluate(CROSS)
        for i, one in enumerate(names):
            for j, other in enumerate(names):
                if i == j:
                    continue
                cell, mirror, api = drawn[i][j], drawn[j][i], shares[one, other]
                assert cell["value"] + mirror["value"] == 100
                assert abs(cell["value"] - 100 * api["mean"]) <= 0.51
                sure = api["low"] > 0.5 or api["high"] < 0.5
                assert (cell["heavy"], cell["under"]) == (sure, sure)
        await expect(page.locator("body")).to_contain_text(
            "20 complete deals counted, each played from 4 seatings"
        )
        await page.goto(f"{running.url}/t")
        await expect(page.get_by_role("row", name="Autumn Cup")).to_contain_text("Tiger & Dragon")
        await page.get_by_role("link", name="Autumn Cup").click()
        await expect(page.locator("h1")).to_have_text("Autumn Cup")
        await page.close()


@pytest.mark.acceptance("tournament-in-place")
async def test_it_updates_in_place(open_page: OpenPage, plugins: Plugins, tmp_path: Path) -> None:
    async with store_server(tmp_path) as running:
        tournament = await play_tournament(running, plugins)
        tournament.store_results(20)
        page = (await open_page(f"{running.url}/t/{tournament.id}", height=500)).page
        await expect(page.locator(".boards")).to_have_attribute("data-done", "20")
        await page.locator("[data-sort=games]").focus()
        await page.evaluate("scrollTo(0, 130)")
        tournament.finish()
        await expect(page.locator(".boards")).to_have_attribute("data-state", "finished")
        await expect(page.locator("[data-sort=games]")).to_be_focused()
        assert await page.evaluate("scrollY") == 130
        await page.close()


@pytest.mark.acceptance("tournament-test")
@pytest.mark.acceptance("tournament-print")
async def test_a_sequential_test_and_paper(
    open_page: OpenPage, plugins: Plugins, tmp_path: Path
) -> None:
    async with store_server(tmp_path) as running:
        tournament = await play_tournament(running, plugins, TEST)
        tournament.finish()
        page = (await open_page(f"{running.url}/t/{tournament.id}", base_url=running.url)).page
        data = await read_from_api(page, tournament.id)
        test = data["sequential"]
        bar = page.locator(".llr")
        assert float(await bar.get_attribute("data-llr") or "nan") == test["llr"]
        box, fill = await bar.bounding_box(), await bar.locator(".fill").bounding_box()
        assert box
        assert fill
        stretch = test["upper"] - test["lower"]
        shown = (0, min(max(test["llr"], test["lower"]), test["upper"]))
        ends = [(value - test["lower"]) / stretch * box["width"] for value in shown]
        assert abs(fill["x"] - box["x"] - min(ends)) <= 1
        assert abs(fill["width"] - abs(ends[0] - ends[1])) <= 1
        await expect(page.locator(".verdict")).to_have_text(f"{data['verdict']}.")
        await page.emulate_media(media="print")
        await expect(page.locator("header.top")).to_be_hidden()
        await page.set_viewport_size({"width": 703, "height": 1000})  # A4 within its margins
        assert await page.evaluate("document.documentElement.scrollWidth") <= 703
        await page.close()


@pytest.mark.acceptance("shared-times")
@pytest.mark.acceptance("shared-estimates")
async def test_times_and_estimates_say_all_of_themselves(
    open_page: OpenPage, plugins: Plugins, tmp_path: Path
) -> None:
    async with store_server(tmp_path) as running:
        tournament = await play_tournament(running, plugins)
        tournament.finish()
        watched = await open_page(
            f"{running.url}/t/{tournament.id}", base_url=running.url, timezone_id="Asia/Tokyo"
        )
        page = watched.page
        created = (await read_from_api(page, tournament.id))["created"]
        for row in await page.locator(".standings tbody tr").all():
            cells = await row.locator("td").all_inner_texts()
            assert re.fullmatch(r"[\d.]+ ± [\d.]+", cells[1])
            assert re.fullmatch(r"\d+", cells[4])
            assert re.fullmatch(r"[\d.]+ ± [\d.]+", cells[6])
        for cell in await page.locator(".cross td:not(.self)").all_inner_texts():
            assert re.fullmatch(r"\d+\s+±\d+ · \d+", cell)
        for row in await page.locator("table.plain tbody tr").all():
            place, points, n = await row.locator("td").all_inner_texts()
            assert "±" in place
            assert "±" in points
            assert int(n) > 0
        below = await page.locator(".below").inner_text()
        assert "times as many games" not in below  # twenty deals are too few to say
        await check_time(page, created)
        await page.goto(f"{running.url}/t")
        await check_time(page, created)
        await page.close()


async def check_time(page: Page, ms: int) -> None:
    """A moment told in Tokyo's time, with the world's behind it."""
    time = page.locator("time")
    moment = datetime.fromtimestamp(ms / 1000, UTC)
    await expect(time).to_have_attribute("title", f"{moment:%Y-%m-%d %H:%M:%S} UTC")
    told = await time.get_attribute("datetime") or ""
    assert abs(datetime.fromisoformat(told) - moment).total_seconds() < 1
    there = moment.astimezone(ZoneInfo("Asia/Tokyo"))
    await expect(time).to_contain_text(f"{there:%-I:%M}")


async def test_a_tournament_there_is_not(open_page: OpenPage, tmp_path: Path) -> None:
    async with store_server(tmp_path) as running:
        page = (await open_page(f"{running.url}/t")).page
        await expect(page.locator("body")).to_contain_text("No tournaments yet")
        response = await page.request.get(f"{running.url}/t/none")
        assert response.status == 404
        assert "There is no tournament" in await response.text()
        await page.close()


@pytest.mark.acceptance("tournament-matches")
async def test_matches_are_listed_filtered_and_saved_as_csv(
    open_page: OpenPage, plugins: Plugins, tmp_path: Path
) -> None:
    async with store_server(tmp_path) as running:
        tournament = await play_tournament(running, plugins)
        tournament.finish()
        watched = await open_page(f"{running.url}/t/{tournament.id}", base_url=running.url)
        page = watched.page
        assert not any("results" in url for url in watched.requests)  # until they are wanted
        cell = page.locator(".cross tbody tr").first.locator("button").first
        pair = (await cell.get_attribute("title") or "").removeprefix("Their matches: ")
        await cell.click()
        table = page.get_by_role("region", name="Matches")
        first, other = pair.split(" and ")
        for row in await table.locator("tbody tr").all():
            await expect(row).to_contain_text(first)
            await expect(row).to_contain_text(other)
        assert f"?bot={first}&against={other}".replace("=again=", "=again%3D") in page.url
        csv = await (await page.request.get(f"/api/tournaments/{tournament.id}/results.csv")).text()
        api = f"/api/tournaments/{tournament.id}/results"
        told = json.loads(await (await page.request.get(api)).text())
        assert len(csv.splitlines()) - 1 == 4 * told["total"]
        assert (await page.request.get("/api/tournaments/none/results")).status == 404
        await page.close()
