"""Games from outside on the pages: drawn by their own package, or with plates and chips."""

import re
from pathlib import Path

import goita
from aiohttp import ClientSession
from playwright.async_api import expect

from arena import Drawing
from arena.local.loop import play
from arena.match.log import parse_log
from arena.plugins.manager import load_plugins
from arena.table.spec import RoomSpec
from arena.testing import running_server
from arena.web.log_viewer import LogSource, serving
from engine.rng import Deals
from tests.web.conftest import OpenPage

EXAMPLE = Path("examples/higher_card.py")
PLAIN_DEAL = "pppllnsg,pppllnsg,ppnnsgbr,ppsgbrkj"


async def test_an_outside_game_has_plates_hands_and_facts(open_page: OpenPage) -> None:
    plugins = load_plugins([EXAMPLE])
    game = next(name for name in plugins.games if name not in load_plugins().games)
    match = play(game, ["random"] * plugins.game(game).default_seats, seed=2, plugins=plugins)
    source = LogSource(parse_log(match.log), plugins.game(game), plugins)
    async with serving(source) as url:
        watched = await open_page(f"{url}#e=0&view=seat&seat=1")
        page = watched.page
        await page.wait_for_selector("[data-loaded=true][data-event='0']")
        board = page.locator(".board .generic")
        await expect(board.locator(".plate")).to_have_count(3)
        await expect(board.locator("[data-seat='1'] .hand .piece")).to_have_count(1)
        await expect(board).to_contain_text("rounds 5")
        phase = board.locator(".centre").get_by_text("Say")
        await expect(phase).to_have_count(1)  # as the heading, and not once more below it
        for key in ("to_act", "hand_sizes", "hand sizes", "asking", "legal", "viewer"):
            await expect(board).not_to_contain_text(key)
        await page.keyboard.press("End")
        await expect(page.locator(".result")).to_be_visible()


async def test_a_package_draws_its_own_table(open_page: OpenPage) -> None:
    plugins = load_plugins()
    plugins.add("goita", lambda: goita)
    match = play("goita", ["random"] * 4, seed=3, plugins=plugins)
    source = LogSource(parse_log(match.log), plugins.game("goita"), plugins)
    async with serving(source) as url:
        watched = await open_page(f"{url}#e=14")
        await watched.page.wait_for_selector('[data-loaded=true][data-event="14"]')
        board = watched.page.locator(".board .goita")
        await expect(board.locator(".goita-laid .goita-piece").first).to_be_visible()
        width = await board.locator(".goita-slot").first.evaluate("e => e.offsetWidth")
        assert width > 10  # the style sheet is there
        await expect(board.locator(".last .goita-piece.hot")).to_have_count(1)
        await expect(board.locator(".centre")).to_contain_text("random (seat ")
        await expect(watched.page.locator(".events")).to_contain_text("attacks with")
        passing = next(
            place
            for place, frame in enumerate(source.history["frames"])
            if [*frame.get("moves", {}).values()] == ["pass"]
        )
        await watched.page.goto(f"{url}#e={passing - 1}")
        await expect(watched.page.locator(".why")).to_contain_text("random: pass")
        assert watched.outside() == []
        assert watched.problems == []


async def test_a_person_plays_an_outside_game_by_clicks_on_its_pieces(open_page: OpenPage) -> None:
    plugins = load_plugins()
    plugins.add("goita", lambda: goita)
    deals = Deals.given([PLAIN_DEAL], "then")  # nobody has five pawns
    bots = ("goita-greedy",) * 3
    room = RoomSpec("r", game="goita", seats=4, bots=bots, deals=deals, clock=None)
    async with running_server(plugins=plugins, rooms=[room]) as server:
        watched = await open_page(f"{server.url}/play/goita?room=r")
        page = watched.page
        await page.locator("[data-open=true] .choices button").first.wait_for()
        own = page.locator("[data-seat='0'] .hand [data-tile]")
        await expect(own).to_have_count(8)
        await own.first.click()
        await expect(page.locator("[data-seat='0'] .goita-laid .goita-piece")).to_have_count(1)
        await expect(page.locator(".talk")).to_contain_text("face down")
        assert watched.problems == []


async def test_a_drawing_that_fails_leaves_the_plain_table(
    open_page: OpenPage, tmp_path: Path
) -> None:
    (tmp_path / "table.js").write_text("throw new Error('broken')", encoding="utf-8")
    plugins = load_plugins()
    plugins.add("goita", lambda: goita)
    match = play("goita", ["random"] * 4, seed=3, plugins=plugins)
    plugins.drawings["goita"] = Drawing("table.js", folder=tmp_path)
    async with serving(LogSource(parse_log(match.log), plugins.game("goita"), plugins)) as url:
        watched = await open_page(url)
        await expect(watched.page.locator(".board .generic .plate")).to_have_count(4)
        assert any("cannot be loaded" in problem for problem in watched.problems)
        watched.problems.clear()


async def test_only_files_of_a_drawing_are_served() -> None:
    plugins = load_plugins()
    plugins.add("goita", lambda: goita)
    async with running_server(plugins=plugins) as server, ClientSession() as session:
        async with session.get(f"{server.url}/play/goita") as response:
            text = await response.text()
        script = re.search(r'modulepreload" href="([^"]+)"', text)
        assert script is not None
        folder = script[1].rsplit("/", 1)[0]
        async with session.get(server.url + script[1]) as response:
            assert response.content_type == "text/javascript"
            assert "immutable" in response.headers["Cache-Control"]
            assert "default-src 'self'" in response.headers["Content-Security-Policy"]
        for path in ("none.js", "..%2f__init__.py", "../__init__.py", "%2e%2e/game.py"):
            async with session.get(f"{server.url}{folder}/{path}") as response:
                assert response.status == 404, path
        old = folder.rsplit("/", 1)[0] + "/old/goita.js"
        async with session.get(server.url + old) as response:
            assert response.headers["Cache-Control"] == "no-cache"
