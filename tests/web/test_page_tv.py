"""The featured table of the lobby and matches in frames, in a real browser."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from aiohttp import ClientSession
from playwright.async_api import expect

from arena.server.app import Running
from arena.settings import Settings
from arena.testing import running_server
from engine.game import PUBLIC
from engine.rng import Deals
from tests.web.conftest import OpenPage
from tests.web.tables import Gate, GatedBot, open_table


@asynccontextmanager
async def two_tables(*games: str) -> AsyncIterator[tuple[Running, Gate]]:
    """A server with a table per game, whose bots wait."""
    gate = Gate()
    async with running_server() as running:
        for game in games:
            names = ["first", "random", "anna", "bert"][: 2 if game == "tigerdragon" else 4]
            bots = [GatedBot(gate) for _ in names]
            deals = Deals.seed(game)
            open_table(running.lobby, bots, room_id=game, game=game, names=names, deals=deals)
        await gate.let(8)
        yield running, gate


@pytest.mark.acceptance("lobby-welcome")
@pytest.mark.acceptance("lobby-tv")
async def test_the_lobby_shows_a_match_and_goes_on_to_the_next(open_page: OpenPage) -> None:
    async with two_tables("riichi", "tigerdragon") as (running, gate):
        page = (await open_page(running.url)).page
        await expect(page.get_by_role("heading", level=1)).to_contain_text("hidden tiles")
        screen = page.frame_locator(".tv")
        shown = await screen.locator(".about h1").text_content()
        await screen.get_by_role("link", name="Next match").click()
        await expect(screen.locator(".about h1")).not_to_have_text(shown or "")
        for name, path in (("Watch", "/tv"), ("Play", "/play"), ("Write a bot", "/docs")):
            link = page.locator(".welcome").get_by_role("link", name=name, exact=True)
            assert await link.get_attribute("href") == path
        await page.locator(".welcome").get_by_role("link", name="Watch").click()
        await expect(page.locator(".bar .badge")).to_have_text("live")
        gate.free()
        await page.close()


@pytest.mark.acceptance("lobby-tv")
async def test_the_closest_finished_match_is_shown_when_none_is_live(
    open_page: OpenPage,
) -> None:
    gate = Gate()
    async with running_server() as running:
        room = open_table(running.lobby, [GatedBot(gate), GatedBot(gate)], config={"target": 1})
        gate.free()
        await room.finished
        page = (await open_page(running.url)).page
        screen = page.frame_locator(".tv")
        await expect(screen.locator(".about .badge")).to_have_text("replay")
        await expect(screen.get_by_role("button", name="Pause (Space)")).to_be_visible()
        await screen.get_by_role("link", name="Open").click()
        await expect(page).to_have_url(re.compile(rf"/m/{room.match_id}#e=\d+$"))
        await page.close()


@pytest.mark.acceptance("embed-frame")
async def test_who_may_show_a_match_in_a_frame() -> None:
    origin = "https://club.example"
    async with (
        running_server(settings=Settings(port=0, embed_origins=(origin,))) as running,
        ClientSession() as session,
    ):
        gate = Gate()
        room = open_table(running.lobby, [GatedBot(gate), GatedBot(gate)])
        await gate.let(2)
        policies = {}
        for path in ("embed", "m"):
            async with session.get(f"{running.url}/{path}/{room.match_id}") as response:
                policies[path] = response.headers["Content-Security-Policy"]
        assert policies["embed"].endswith(f"frame-ancestors 'self' {origin}")
        assert policies["m"].endswith("frame-ancestors 'none'")
        for path in ("/embed/none", "/tv?game=%3Cb%3E&not=../x"):
            async with session.get(running.url + path, allow_redirects=False) as response:
                assert response.status in (302, 404)
                assert "<b>" not in await response.text()
        gate.free()


@pytest.mark.acceptance("embed-frame")
async def test_the_address_of_a_frame_chooses_how_the_match_is_shown(open_page: OpenPage) -> None:
    async with running_server() as running:
        gate = Gate()
        room = open_table(running.lobby, [GatedBot(gate), GatedBot(gate)], config={"target": 1})
        gate.free()
        await room.finished
        frame = f"{running.url}/embed/{room.match_id}"
        still = (await open_page(f"{frame}?step=4&seat=1&theme=light")).page
        await still.wait_for_selector("[data-loaded=true][data-event='4']")
        await expect(still.locator("html")).to_have_attribute("data-theme", "light")
        await expect(still.locator(".seat.at-0")).to_have_attribute("data-seat", "1")
        await expect(still.locator("[data-seat='0'] .hand .back").first).to_be_visible()
        await expect(still.get_by_role("button", name="Play (Space)")).to_be_visible()
        await still.goto(f"{frame}?step=3&autoplay=true&speed=20&controls=false")
        await still.wait_for_selector("[data-loaded=true]:not([data-event='3'])")
        await expect(still.locator(".controls")).to_have_count(0)
        await still.goto(f"{frame}?step=x&speed=-1&seat=99&view=%3Cb%3E&autoplay=false&theme=none")
        await still.wait_for_selector("[data-loaded=true]")
        await expect(still.get_by_role("button", name="Play (Space)")).to_be_visible()
        await still.goto(f"{running.url}/tv?embed&theme=dark&speed=8")
        await expect(still).to_have_url(re.compile(r"\?tv=&theme=dark&speed=8$"))
        await still.close()


def moves(token: str) -> bool:
    """Whether a token of a history is something that a seat laid or called."""
    return token[0].isdecimal() and not token.endswith("pass")


@pytest.mark.acceptance("match-last-move")
@pytest.mark.parametrize("game", ["riichi", "taiwan", "sichuan", "texas42", "tigerdragon"])
async def test_the_last_move_is_marked_in_every_game(open_page: OpenPage, game: str) -> None:
    async with two_tables(game) as (running, gate):
        await gate.let(30)
        room = running.lobby.rooms[game]
        while not any(map(moves, room.match.view(PUBLIC)["history"])):
            await gate.let(1)  # nobody has moved in a new round
        page = (await open_page(f"{running.url}/m/{room.match_id}")).page
        await page.wait_for_selector("[data-loaded=true]")
        await expect(page.locator("#pace")).to_be_checked()  # bots alone play here
        await expect(page.locator(".board .last")).to_have_count(1)
        gate.free()
        await page.close()


@pytest.mark.acceptance("match-turning")
async def test_the_move_that_decided_a_match_is_one_click_from_the_lobby(
    open_page: OpenPage,
) -> None:
    gate = Gate()
    async with running_server() as running:
        room = open_table(running.lobby, [GatedBot(gate), GatedBot(gate)], config={"target": 1})
        gate.free()
        await room.finished
        page = (await open_page(running.url)).page
        await page.get_by_role("link", name="The move that decided it").click()
        await expect(page.locator(".bar .note")).to_contain_text("decides here")
        there = await page.get_attribute(".match", "data-event")
        await page.keyboard.press("End")
        await page.get_by_role("button", name="Turning point").click()
        await expect(page.locator(f'.match[data-event="{there}"]')).to_be_visible()
        await page.close()
