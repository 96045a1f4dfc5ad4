"""Tables measured in a real browser: nothing overlaps, nothing is clipped, no tile is tiny."""

import pytest

from arena.local.loop import play
from arena.match.log import parse_log
from arena.plugins.manager import Plugins
from arena.web.log_viewer import LogSource, serving
from tests.web.conftest import OpenPage
from tests.web.looks import problems, untidy
from tests.web.samples import Samples

GAMES = ("riichi", "taiwan", "sichuan", "texas42", "tigerdragon")


@pytest.mark.parametrize("game", GAMES)
async def test_tables_are_tidy(samples: Samples, open_page: OpenPage, game: str) -> None:
    assert await untidy(samples.source(game), open_page) == {}


@pytest.mark.parametrize("seats", [2, 3, 4])
async def test_tiger_and_dragon_with_fewer_seats(
    plugins: Plugins, open_page: OpenPage, seats: int
) -> None:
    match = play("tigerdragon", ["random"] * seats, seed=3, config={"target": 1}, plugins=plugins)
    source = LogSource(parse_log(match.log), plugins.game("tigerdragon"), plugins)
    async with serving(source) as url:
        event = len(source.history["frames"]) - 2
        page = (await open_page(f"{url}#e={event}")).page
        await page.wait_for_selector(f'[data-loaded=true][data-event="{event}"]')
        assert await problems(page) == []
