"""A real Chromium against a real server in the same event loop; every page is watched."""

import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, async_playwright, expect

from arena.plugins.manager import Plugins, load_plugins
from tests.web.samples import Samples

# The shell is Chromium without windows: it takes a fifth less time than the whole browser.
BROWSERS = [Path("/usr/bin/chromium-headless-shell"), Path("/usr/bin/chromium")]
CHROMIUM = next((program for program in BROWSERS if program.exists()), BROWSERS[-1])
HAS_CHROMIUM = CHROMIUM.exists()
ARGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    # Pages share one process: a new one for each takes half of the time of a short test.
    "--disable-features=SpareRendererForSitePerProcess,IsolateOrigins,site-per-process",
    "--disable-site-isolation-trials", "--renderer-process-limit=1",
]  # fmt: skip

PATIENCE = 20_000
"""Milliseconds a page gets for whatever a test waits for: a busy machine is not a failure."""
expect.set_options(timeout=PATIENCE)
LOCALES = {"en": "en-GB", "ja": "ja-JP", "zh-Hans": "zh-CN", "zh-Hant": "zh-TW"}
"""What a browser calls the languages of the pages."""

OpenPage = Callable[..., Awaitable["Watched"]]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every test here shares the session's loop; one reason is given where no browser is."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents and item.path.name.startswith("test_page"):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@dataclass
class Watched:
    """A page that remembers what went wrong in it and what it was sent."""

    page: Page
    problems: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)
    frames: list[str] = field(default_factory=list)

    def attend(self) -> None:
        """Listen to the page from now on."""
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("console", self._console)
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("websocket", self._socket)

    def _console(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.problems.append(message.text)

    def _socket(self, socket: Any) -> None:
        socket.on("framereceived", lambda text: self.frames.append(str(text)))

    def outside(self) -> list[str]:
        """Requests that left this machine."""
        local = ("http://127.0.0.1", "ws://127.0.0.1", "data:", "blob:", "about:")
        return [url for url in self.requests if not url.startswith(local)]


@asynccontextmanager
async def launched(environment: dict[str, str]) -> AsyncIterator[Browser]:
    """A Chromium with a few variables more in its environment."""
    if not HAS_CHROMIUM:
        unavailable(f"no {CHROMIUM}: the browser tests were not run")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=str(CHROMIUM), args=ARGS, env={**os.environ, **environment}
        )
        yield browser
        await browser.close()


def unavailable(reason: str) -> NoReturn:
    """Skip a test by name; in CI, which installs everything, that is a failure."""
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


@asynccontextmanager
async def watched_pages(browser: Browser, script: str = "") -> AsyncIterator[OpenPage]:
    """Opens pages in fresh contexts; afterwards no page may have complained or left home.

    `script` runs in each page before its own.
    """
    opened: list[Watched] = []

    async def open_page(
        url: str, *, width: int = 1366, height: int = 860, scheme: Any = "dark", **options: Any
    ) -> Watched:
        context = await browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=scheme,
            reduced_motion="reduce",
            **options,
        )
        if script:
            await context.add_init_script(script)
        watched = Watched(await context.new_page())
        watched.attend()
        opened.append(watched)
        watched.page.set_default_timeout(PATIENCE)
        await watched.page.goto(url)
        return watched

    yield open_page
    for watched in opened:
        await watched.page.context.close()
    assert [watched.problems for watched in opened if watched.problems] == []
    assert [watched.outside() for watched in opened if watched.outside()] == []


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    async with launched({}) as browser:
        yield browser


@pytest_asyncio.fixture(loop_scope="session")
async def open_page(browser: Browser) -> AsyncIterator[OpenPage]:
    async with watched_pages(browser) as open_page:
        yield open_page


@pytest.fixture(scope="session")
def plugins() -> Plugins:
    return load_plugins()


@pytest.fixture(scope="session")
def samples(plugins: Plugins) -> Samples:
    return Samples(plugins)
