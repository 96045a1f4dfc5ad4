"""A game of somebody else, without a drawing of its own, can be watched all the same."""

from pathlib import Path

from playwright.async_api import expect

from arena.local.loop import play
from arena.match.log import parse_log
from arena.plugins.manager import load_plugins
from arena.web.log_viewer import LogSource, serving
from tests.web.conftest import OpenPage

EXAMPLE = Path("examples/higher_card.py")


async def test_an_outside_game_is_shown_as_lists(open_page: OpenPage) -> None:
    plugins = load_plugins([EXAMPLE])
    game = next(name for name in plugins.games if name not in load_plugins().games)
    match = play(game, ["random"] * plugins.game(game).default_seats, seed=2, plugins=plugins)
    source = LogSource(parse_log(match.log), plugins.game(game))
    async with serving(source) as url:
        page = (await open_page(f"{url}#e=1")).page
        await page.wait_for_selector('[data-loaded=true][data-event="1"]')
        board = page.locator(".board .plain")
        await expect(board).to_contain_text("hand sizes")
        await expect(board).to_contain_text(source.history["players"][0])
        await page.keyboard.press("End")
        await expect(page.locator(".result")).to_be_visible()
