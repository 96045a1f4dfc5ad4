"""A finished match in the viewer, and waiting until a page shows one of its events."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from playwright.async_api import Page

from arena.web.log_viewer import serving
from tests.web.samples import Samples

HANDS = """[...document.querySelectorAll('.board .tiles.hand, .board .hand > .tiles:first-child')]
  .flatMap(hand => [...hand.querySelectorAll('[data-tile]')].map(tile => tile.dataset.tile))"""


@asynccontextmanager
async def showing(samples: Samples, game: str) -> AsyncIterator[tuple[str, dict[str, Any]]]:
    source = samples.source(game)
    async with serving(source) as url:
        yield url, source.history


async def loaded(page: Page, event: int | None = None) -> None:
    await page.wait_for_selector("[data-loaded=true]")
    if event is not None:
        await at_event(page, event)


async def at_event(page: Page, event: int) -> None:
    await page.wait_for_selector(f'.match[data-event="{event}"]')


def tiles_of(view: dict[str, Any]) -> list[str]:
    return sorted(tile for hand in view["hands"] if hand for tile in hand)
