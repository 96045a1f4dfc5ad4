"""The match page on running matches, in a real browser."""

import asyncio
import json
import re
import threading
from collections.abc import AsyncIterator
from itertools import pairwise
from statistics import mean
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, Route, expect

from arena.match.clock import ClockRules
from arena.match.playback import match_history
from arena.room.room import Room
from arena.testing import running_server
from engine.game import PUBLIC
from tests.arena.clients import until
from tests.web.conftest import OpenPage, watched_pages
from tests.web.tables import Gate, GatedBot, LoadingBot, open_table

EVENTS_SEEN = """() => {
  window.seen = [];
  const match = document.querySelector(".match");
  new MutationObserver(() => window.seen.push([Number(match.dataset.event), performance.now()]))
    .observe(match, {attributeFilter: ["data-event"]});
}"""


AT_ONCE = """if (location.protocol === "http:" && !localStorage.getItem("arena-pace"))
  localStorage.setItem("arena-pace", "off");"""
"""What readers do who want bots' matches at their own pace; a test turns it on again."""


@pytest_asyncio.fixture(loop_scope="session")
async def open_page(browser: Browser) -> AsyncIterator[OpenPage]:
    async with watched_pages(browser, AT_ONCE) as open_page:
        yield open_page


async def caught_up(page: Page, room: Room) -> int:
    """Until the page knows every frame that the server knows; the number of the last."""
    last = len(match_history(room.match, PUBLIC)["frames"]) - 1
    await expect(page.locator(".count")).to_have_text(re.compile(rf"/ {last:,}$"))
    return last


@pytest.mark.acceptance("match-freeze")
async def test_stepping_back_freezes_the_table_while_live_goes_on(open_page: OpenPage) -> None:
    gate = Gate()
    async with running_server() as running:
        room = open_table(running.lobby, [GatedBot(gate) for _ in range(4)], game="riichi")
        await gate.let(12)
        page = (await open_page(f"{running.url}/m/{room.match_id}")).page
        await expect(page.locator(".badge.live")).to_be_visible()
        last = await caught_up(page, room)
        await page.wait_for_selector(f'.match[data-event="{last}"]')
        await page.keyboard.press("ArrowLeft")
        await page.keyboard.press("ArrowLeft")
        await page.wait_for_selector(f'.match[data-event="{last - 2}"]')
        await gate.let(8)
        further = await caught_up(page, room)
        assert further > last
        await page.wait_for_selector(f'.match[data-event="{last - 2}"]')
        await expect(page.locator(".bar")).to_contain_text(f"live is at {further}")
        await page.get_by_role("button", name="Go live").click()
        await page.wait_for_selector(f'.match[data-event="{further}"]')
        await gate.let(4)
        now = await caught_up(page, room)
        await page.wait_for_selector(f'.match[data-event="{now}"]')
        await page.close()


async def test_what_is_loaded_may_be_ahead_of_what_is_told(open_page: OpenPage) -> None:
    gate, asked, answered = Gate(), asyncio.Event(), asyncio.Event()
    async with running_server() as running:
        room = open_table(running.lobby, [GatedBot(gate) for _ in range(4)])
        await gate.let(2)
        page = (await open_page("about:blank")).page

        async def once(route: Route) -> None:
            if not asked.is_set():
                asked.set()
                await answered.wait()
                await route.continue_()

        await page.route("**/frames?as=public", once)
        await page.goto(f"{running.url}/m/{room.match_id}")
        await asked.wait()
        await gate.let(4)
        answered.set()
        await caught_up(page, room)
        await gate.let(1)
        last = await caught_up(page, room)  # by the socket: nothing else is answered any more
        await page.wait_for_selector(f'.match[data-event="{last}"]')
        await page.close()


@pytest.mark.acceptance("match-hidden-live")
async def test_no_hidden_tile_reaches_a_spectator(open_page: OpenPage) -> None:
    gate = Gate()
    async with running_server() as running:
        room = open_table(running.lobby, [GatedBot(gate) for _ in range(4)], game="riichi")
        watched = await open_page(f"{running.url}/m/{room.match_id}")
        await watched.page.wait_for_selector("[data-loaded=true]")
        await gate.let(16)
        await caught_up(watched.page, room)
        states = [json.loads(frame) for frame in watched.frames]
        states = [frame for frame in states if frame["type"] == "state"]
        assert len(states) > 3
        for state in states:
            assert state["view"]["hands"] == [None] * 4
            assert state["view"]["drawn"] is None
            assert state["view"]["wall"] is None
            assert state["hand"] == ""
            assert [e for e in state["events"] if hidden(e)] == []
        shown = watched.page.locator(".hand > .tiles:first-child")
        assert await shown.locator("[data-tile]").count() == 0
        assert await shown.locator(".back").count() > 30
        hands = await watched.page.context.request.get(
            f"{running.url}/api/matches/{room.match_id}/frames?as=all"
        )
        assert (await hands.json())["frames"] == []  # this round is not over
        await watched.page.close()


def hidden(event: dict[str, Any]) -> bool:
    """Whether an event tells what only a seat may know."""
    return event["type"] in ("dealt", "drawn") and bool(event.get("hand") or event.get("tile"))


@pytest.mark.acceptance("match-clock")
async def test_plates_show_the_time_that_is_left(open_page: OpenPage) -> None:
    gate = Gate()
    clock = ClockRules(decision_ms=90_000, bank_ms=30_000)
    async with running_server() as running:
        bots = [GatedBot(gate) for _ in range(3)]
        room = open_table(running.lobby, bots, clock=clock)
        await gate.let(2)
        page = (await open_page(f"{running.url}/m/{room.match_id}")).page
        await caught_up(page, room)
        mine, others = page.locator(".plate.acts .clock"), page.locator(".plate:not(.acts) .clock")
        await expect(mine).to_have_text(re.compile(r"^1:\d\d \+$"))
        await expect(mine).to_have_attribute("title", re.compile("then 30 s from the bank$"))
        assert await others.all_inner_texts() == ["30 s", "30 s"]
        shown = await mine.inner_text()
        await expect(mine).not_to_have_text(shown)
        await expect(page.locator(".bar")).to_contain_text("hands after each round")
        await page.close()


@pytest.mark.acceptance("match-pace")
async def test_a_watchable_pace_stays_behind_live(open_page: OpenPage) -> None:
    gate = Gate()
    async with running_server() as running:
        room = open_table(running.lobby, [GatedBot(gate) for _ in range(4)], game="riichi")
        await gate.let(2)
        page = (await open_page(f"{running.url}/m/{room.match_id}")).page
        first = await caught_up(page, room)
        await page.wait_for_selector(f'.match[data-event="{first}"]')
        await page.locator("#pace").check()
        await page.evaluate(EVENTS_SEEN)
        await gate.let(3)
        last = await caught_up(page, room)
        await expect(page.locator(".bar")).to_contain_text(f"live is at {last}")
        await page.wait_for_selector(f'.match[data-event="{last}"]')
        seen = await page.evaluate("seen")
        assert [event for event, _ in seen] == list(range(first + 1, last + 1))
        gaps = [after - before for (_, before), (_, after) in pairwise(seen)]
        assert mean(gaps) > 300  # 500 on a quiet machine; without a pace all come at once
        await gate.let(3)
        newest = await caught_up(page, room)
        await page.get_by_role("button", name="Go live").click()
        await page.wait_for_selector(f'.match[data-event="{newest}"]')
        await page.close()


@pytest.mark.acceptance("match-rounds")
async def test_hands_are_open_when_their_round_is_over(open_page: OpenPage) -> None:
    gate = Gate()
    async with running_server() as running:
        room = open_table(running.lobby, [GatedBot(gate) for _ in range(3)], config={"target": 40})
        page = (await open_page(f"{running.url}/m/{room.match_id}")).page
        await page.wait_for_selector("[data-loaded=true]")
        hands = page.locator(".station .hand [data-tile]")
        await page.keyboard.press("0")
        await expect(page.locator(".match")).to_have_attribute("data-as", "all")
        assert await hands.count() == 0
        while not room.table.results:
            await gate.let(1)
        last = await caught_up(page, room)
        await page.keyboard.press("PageUp")
        await page.keyboard.press("Home")
        await expect(hands).not_to_have_count(0)
        await page.keyboard.press("End")
        await page.wait_for_selector(f'.match[data-event="{last}"]')
        await expect(hands).to_have_count(0)
        await page.keyboard.press("h")
        await expect(page.locator(".match")).to_have_attribute("data-as", "public")
        await page.keyboard.press("Home")
        await page.wait_for_selector('.match[data-event="0"]')
        await expect(hands).to_have_count(0)
        await page.close()


@pytest.mark.acceptance("match-final")
async def test_the_end_of_a_live_match_shows_the_places(open_page: OpenPage) -> None:
    gate = Gate()
    async with running_server() as running:
        room = open_table(running.lobby, [GatedBot(gate) for _ in range(3)], config={"target": 1})
        page = (await open_page(f"{running.url}/m/{room.match_id}")).page
        await expect(page.locator(".badge.live")).to_be_visible()
        gate.free()
        await room.finished
        await expect(page.locator(".bar .badge")).to_have_text("final")
        await expect(page.locator(".plate .chip", has_text="1st")).to_be_visible()
        await expect(page.locator(".result")).to_contain_text("place")
        await page.keyboard.press("0")  # hands are open now
        await expect(page.locator(".match")).to_have_attribute("data-as", "all")
        await page.close()


@pytest.mark.acceptance("match-delay")
async def test_a_table_that_is_seen_late_says_so_and_goes_on_to_its_end(
    open_page: OpenPage,
) -> None:
    gate = Gate()
    async with running_server() as running:
        bots = [GatedBot(gate) for _ in range(3)]
        room = open_table(running.lobby, bots, config={"target": 1}, spectator_delay=0.5)
        await gate.let(2)
        await until(lambda: room.table.audience.match)
        page = (await open_page(f"{running.url}/m/{room.match_id}")).page
        await expect(page.locator(".badge.live")).to_be_visible()
        await expect(page.locator(".bar .facts")).to_contain_text("0.5 s behind · hands after")
        await gate.let(2)
        last = await caught_up(page, room)
        await page.wait_for_selector(f'.match[data-event="{last}"]')
        gate.free()
        await room.finished
        assert (room.state, room.shown_state) == ("over", "running")
        await expect(page.locator(".bar .badge")).to_have_text("final")
        await expect(page.locator(".bar .facts")).not_to_contain_text("behind")
        await expect(page.locator(".plate .chip", has_text="1st")).to_be_visible()
        await page.close()


async def test_a_match_whose_bots_still_load_is_followed(open_page: OpenPage) -> None:
    loaded = threading.Event()
    async with running_server() as running:
        bots = [LoadingBot(loaded) for _ in range(3)]
        room = open_table(running.lobby, bots, config={"target": 1})
        try:
            page = (await open_page(f"{running.url}/m/{room.match_id}")).page
            await expect(page.locator(".badge.live")).to_be_visible()
            await expect(page.locator(".plate")).to_have_count(3)
            assert room.state == "starting"
        finally:
            loaded.set()
        await room.finished
        await expect(page.locator(".bar .badge")).to_have_text("final")
        await expect(page.locator(".plate .chip", has_text="1st")).to_be_visible()
        await page.close()


@pytest.mark.acceptance("shared-reconnect")
async def test_a_lost_socket_is_marked_and_comes_back_without_doubled_events(
    open_page: OpenPage,
) -> None:
    gate = Gate()
    async with running_server() as running:
        room = open_table(running.lobby, [GatedBot(gate) for _ in range(4)], game="riichi")
        await gate.let(8)
        watched = await open_page(f"{running.url}/m/{room.match_id}")
        page = watched.page
        await caught_up(page, room)
        await page.context.set_offline(True)
        for peer in list(running.server.peers):
            peer.close(1001, "a test")
        await expect(page.locator(".badge.lost")).to_be_visible()
        await gate.let(6)
        await page.context.set_offline(False)
        watched.problems.clear()  # the browser told of the attempts that failed
        await expect(page.locator(".badge.live")).to_be_visible()
        await gate.let(6)
        last = await caught_up(page, room)
        await page.get_by_role("tab", name="Events").click()
        numbers = await page.locator(".events .num").all_inner_texts()
        told = [int(text) for text in numbers if text]
        assert told == sorted(set(told))
        assert told[-1] == last
        await page.close()
