"""The leaderboard, in a real browser."""

import csv
import io
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, expect

from arena.plugins.manager import Plugins
from arena.testing import running_server
from tests.web.conftest import OpenPage
from tests.web.filled_ladders import ladder_server
from tests.web.whiskers import check_whiskers

CELLS = """at => [...document.querySelectorAll(".standings tbody tr")].map(
  row => row.children[at].innerText)"""
NAMES = """() => [...document.querySelectorAll(".standings tbody tr")].map(
  row => row.dataset.bot)"""
RANKS = """() => [...document.querySelectorAll(".standings tbody tr")].map(
  row => row.querySelector(".possible")?.lastChild.textContent.trim() ?? "")"""
COLUMNS = {"rank": "rank", "name": "name", "rating": "rating", "superior": "better_than_next",
           "games": "games", "average": "mean_place", "faults": "faults"}  # fmt: skip


MEAN_PLACE = 7


def mean_place(row: dict[str, Any]) -> str:
    """A mean place as the page has it; in this store everybody has played enough."""
    return (
        f"{row['mean_place']:.2f} "
        f"{row['mean_place_low']:.2f} to {row['mean_place_high']:.2f}, {row['matches']} matches"
    )


async def api_rows(page: Page) -> list[dict[str, Any]]:
    response = await page.request.get("/api/leaderboard?game=tigerdragon")
    rows: list[dict[str, Any]] = (await response.json())["rows"]
    return rows


def in_order(rows: list[dict[str, Any]], key: str, *, down: bool) -> list[str]:
    known = [row for row in rows if row[key] is not None]
    ordered = sorted(known, key=lambda row: row["rank"])
    ordered.sort(key=lambda row: row[key], reverse=down)
    return [row["name"] for row in ordered] + [r["name"] for r in rows if r[key] is None]


@pytest.mark.acceptance("leaderboard-whiskers")
@pytest.mark.acceptance("leaderboard-ranks")
@pytest.mark.acceptance("leaderboard-sort")
@pytest.mark.acceptance("leaderboard-filter")
@pytest.mark.acceptance("leaderboard-files")
async def test_the_table_is_the_api_s(
    open_page: OpenPage, plugins: Plugins, tmp_path: Path
) -> None:
    async with ladder_server(tmp_path, plugins, 30) as running:
        page = (await open_page(f"{running.url}/l/tigerdragon", base_url=running.url)).page
        rows = await api_rows(page)
        assert await page.evaluate(NAMES) == [row["name"] for row in rows]
        await check_whiskers(
            page, [{"from": row["low"], "to": row["high"], "mean": row["rating"]} for row in rows]
        )
        assert await page.evaluate(CELLS, MEAN_PLACE) == [mean_place(row) for row in rows]
        ranks = ["\u2013".join(map(str, dict.fromkeys(row["ranks"] or ()))) for row in rows]
        assert any("\u2013" in text for text in ranks)
        assert await page.evaluate(RANKS) == ranks
        await by_mouse_and_keyboard(page, rows)
        await fewer(page, rows)
        await files(page, rows)
        await page.close()


async def by_mouse_and_keyboard(page: Page, rows: list[dict[str, Any]]) -> None:
    for column, key in COLUMNS.items():
        button = page.locator(f"[data-sort={column}]")
        head = page.locator(f"th:has([data-sort={column}])")
        await button.click()
        said = await head.get_attribute("aria-sort")
        first = said == "descending"
        assert await page.evaluate(NAMES) == in_order(rows, key, down=first)
        await button.focus()
        await page.keyboard.press("Enter")
        await expect(head).to_have_attribute("aria-sort", "ascending" if first else "descending")
        assert await page.evaluate(NAMES) == in_order(rows, key, down=not first)
    await expect(page.locator("th:not([aria-sort=none]) .sort")).to_have_count(1)
    assert "sort=faults" in page.url


async def fewer(page: Page, rows: list[dict[str, Any]]) -> None:
    most = max(row["games"] for row in rows)
    await page.get_by_label("At least so many matches").fill(str(most))
    shown = await page.evaluate(NAMES)
    assert sorted(shown) == sorted(row["name"] for row in rows if row["games"] >= most)
    assert len(shown) < len(rows)
    await page.reload()
    await expect(page.locator(".standings tbody tr")).to_have_count(len(shown))


async def files(page: Page, rows: list[dict[str, Any]]) -> None:
    address = await page.get_by_role("link", name="CSV").get_attribute("href")
    response = await page.request.get(str(address))
    found = list(csv.DictReader(io.StringIO(await response.text())))
    assert [(row["name"], float(row["rating"])) for row in found] == [
        (r["name"], r["rating"]) for r in rows
    ]
    address = await page.get_by_role("link", name="JSON").get_attribute("href")
    assert (await (await page.request.get(str(address))).json())["rows"] == rows


async def test_a_ladder_nobody_plays_on(
    open_page: OpenPage, plugins: Plugins, tmp_path: Path
) -> None:
    async with ladder_server(tmp_path, plugins, 0) as running:
        page = (await open_page(f"{running.url}/l/riichi")).page
        await expect(page.locator("body")).to_contain_text("Nobody plays on this ladder yet")
        response = await page.request.get(f"{running.url}/l/chess")
        assert response.status == 404
        await page.close()


async def test_every_page_of_the_menu_is_there_without_a_store_too(open_page: OpenPage) -> None:
    async with running_server() as running:
        page = (await open_page(running.url)).page
        links = page.get_by_role("navigation", name="Pages").get_by_role("link")
        paths = await links.evaluate_all("all => all.map(link => link.getAttribute('href'))")
        assert paths == ["/", "/play", "/docs"]
        for path in paths:
            assert (await page.request.get(running.url + path)).status == 200
        for path in ("/l", "/submit"):
            response = await page.request.get(running.url + path)
            assert "arena serve --db" in await response.text()
        await page.close()


@pytest.mark.parametrize("width", [390, 820])
async def test_intervals_and_names_are_seen_on_small_screens(
    open_page: OpenPage, plugins: Plugins, tmp_path: Path, width: int
) -> None:
    async with ladder_server(tmp_path, plugins, 30) as running:
        page = (await open_page(f"{running.url}/l/tigerdragon", width=width, height=844)).page
        table = page.locator(".scroll")
        edge = await table.evaluate("box => box.getBoundingClientRect().right")
        ends = await page.locator(".standings .whisker").evaluate_all(
            "all => all.map(one => one.getBoundingClientRect().right)"
        )
        assert max(ends) <= edge
        labels = await page.locator(".axis .tick:visible").evaluate_all(
            "all => all.map(one => one.getBoundingClientRect())"
        )
        assert labels
        assert all(a["right"] < b["left"] for a, b in pairwise(labels))
        await table.evaluate("box => box.scrollTo(box.scrollWidth, 0)")
        await expect(page.locator(".standings tbody th a").first).to_be_in_viewport(ratio=1)
