"""Pictures of every page and every game's table for the docs: `python -m tools.screenshots`.

Drawn by a real browser from real matches, and made small: 256 colours are plenty for a table.
"""

import asyncio
import base64
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import pairwise
from pathlib import Path
from shutil import copyfile, which
from subprocess import run
from tempfile import TemporaryDirectory
from typing import Any

import goita
import numpy as np
from playwright.async_api import Browser, Page, async_playwright

from arena.hosting.lobby import Lobby
from arena.local.loop import play as play_locally
from arena.match.log import parse_log
from arena.plugins.manager import load_plugins
from arena.room.room import Room
from arena.testing import running_server
from arena.web.languages import ENGLISH, LANGUAGES
from arena.web.log_viewer import LogSource, serving
from tests.arena.events.event_servers import act, event_server, play, set_up, until_event
from tests.web.conftest import ARGS, CHROMIUM
from tests.web.filled_ladders import ladder_server
from tests.web.played_tournaments import LEAGUE, TEST, play_tournament, store_server
from tests.web.samples import Samples
from tests.web.staffed_servers import as_admin, staffed_server
from tests.web.tables import Gate, GatedBot, open_table
from tools.indexed_png import indexed_png

FOLDER = Path("build/screenshots")
"""Where all pictures go, to be looked at."""
SHOWN = Path("docs/images")
"""Where those go that the docs show."""
PREVIEWS = Path("arena/web/static/preview")
PREVIEW = """() => {
  for (const place of document.querySelectorAll("body > header, .bar, .panel, .scrub"))
    place.style.display = "none";
  document.querySelector("#main").style.padding = "0";
  document.querySelector(".match").style.cssText = "display:block;height:630px;min-height:0";
  document.querySelector(".board").style.height = "630px";
}"""
SIZES = {
    "desktop": (1366, 860),
    "tablet": (820, 1180),
    "phone": (390, 844),
    "landscape": (844, 390),
}
SCHEMES = ("dark", "light")
MANY = ["counter", "random", "first", "defender", "early=counter", "late=random"]
OUTSIDE = Path("examples/higher_card.py")
GAMES = ("riichi", "taiwan", "sichuan", "texas42", "tigerdragon")
EVENT_PAGES = {"event-new": "/events/new", "event": "/t/cup", "event-screen": "/t/cup?screen"}
STAFF_PAGES = {
    "admin": "/admin",
    "account": "/account",
    "classes": "/classes",
    "seasons": "/seasons",
    "season": "/seasons/1",
    "room": "/room/table",
}
LATE = {"texas42": 0.55, "tigerdragon": 0.7}
"""How far into its longest round a table is shown, so that something lies on it; else 0.8."""
MOVES = {"sichuan": 0, "texas42": 1, "tigerdragon": 1}
"""How many decisions are made before a table to play at is shown: Sichuan's exchange is one."""
SEED = "spring"
"""What such a table is dealt from, so that its pictures are the same each time."""
PIXELS = """async data => {
  const picture = new Image();
  picture.src = data;
  await picture.decode();
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  const context = canvas.getContext("2d");
  context.drawImage(picture, 0, 0);
  const bytes = context.getImageData(0, 0, canvas.width, canvas.height).data;
  const parts = [];
  for (let at = 0; at < bytes.length; at += 30000)
    parts.push(String.fromCharCode(...bytes.subarray(at, at + 30000)));
  return [canvas.width, canvas.height, btoa(parts.join(""))];
}"""


async def previews(browser: Browser) -> None:
    """Take the pictures that stand beside links to matches, one a game."""
    samples = Samples(load_plugins())
    for game in GAMES:
        event = telling_event(samples.source(game).history, LATE.get(game, 0.8))
        context = await browser.new_context(viewport={"width": 1200, "height": 630})
        page = await context.new_page()
        async with serving(samples.source(game)) as url:
            await page.goto(f"{url}#e={event}")
            await page.wait_for_selector(f'[data-loaded=true][data-event="{event}"]')
            await page.evaluate(PREVIEW)
            size = await keep(browser, page, PREVIEWS / f"{game}.png")
        await context.close()
        print(f"preview of {game} {size // 1024} kB")  # noqa: T201


def shown_in_docs() -> set[str]:
    """The pictures that the docs show."""
    pages = [Path("README.md"), *Path("docs").rglob("*.md")]
    texts = [page.read_text("utf-8") for page in pages]
    return {name for text in texts for name in re.findall(r"images/([\w-]+\.png)", text)}


async def main(names: list[str]) -> None:
    """Take all pictures, or those whose names hold one of the given words."""
    shown = shown_in_docs()
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=str(CHROMIUM), args=ARGS)
        if not names or "previews" in names:
            await previews(browser)
        async for name, page in pictures(browser, names):
            if not names or any(word in name for word in names):
                size = await keep(browser, page, FOLDER / f"{name}.png")
                if f"{name}.png" in shown:
                    copyfile(FOLDER / f"{name}.png", SHOWN / f"{name}.png")
                print(f"{name} {size // 1024} kB")  # noqa: T201
        await browser.close()


async def pictures(browser: Browser, words: list[str]) -> AsyncIterator[tuple[str, Page]]:
    """Every page in every look, ready to be taken; only of the servers that are asked for."""
    for group, pages in GROUPS.items():
        if any(named(word, pages) for word in words) or not words:
            async for picture in group(browser):
                yield picture


def named(word: str, pages: tuple[str, ...]) -> bool:
    """Whether a word may be part of the name of one of these pages."""
    page = word.partition("-")[0]
    known = {one for each in GROUPS.values() for one in each}
    return page in pages or page not in known


async def match_pictures(browser: Browser) -> AsyncIterator[tuple[str, Page]]:
    """A match of every game, and the result of a round."""
    samples = Samples(load_plugins())
    for game in GAMES:
        history = samples.source(game).history
        end = next(k for k, frame in enumerate(history["frames"]) if frame.get("results"))
        events = {"match": telling_event(history, LATE.get(game, 0.8)), "result": end}
        async with serving(samples.source(game)) as url:
            for look, page in [item async for item in looks(browser)]:
                for name, event in events.items():
                    await page.goto(f"{url}#e={event}")
                    await page.wait_for_selector(f'[data-loaded=true][data-event="{event}"]')
                    yield f"{name}-{game}-{look}", page
                await page.context.close()


async def outside_pictures(browser: Browser) -> AsyncIterator[tuple[str, Page]]:
    """Games from outside: one that draws its own table, one that leaves it to the pages."""
    plugins = load_plugins([OUTSIDE])
    plugins.add("goita", lambda: goita)
    for game, event in (("goita", 25), ("higher_card", 4)):
        bots = ["random"] * plugins.game(game).default_seats
        match = play_locally(game, bots, seed=3, plugins=plugins)
        source = LogSource(parse_log(match.log), plugins.game(game), plugins)
        async with serving(source) as url:
            for look, page in [item async for item in looks(browser)]:
                await page.goto(f"{url}#e={event}")
                await page.wait_for_selector(f'[data-loaded=true][data-event="{event}"]')
                yield f"outside-{game}-{look}", page
                await page.context.close()


async def live_pictures(browser: Browser) -> AsyncIterator[tuple[str, Page]]:
    """The lobby and a running match, and every game's table to play at."""
    async with live_server() as url:
        for look, page in [item async for item in looks(browser)]:
            await page.goto(url)
            await page.wait_for_selector("[data-room]")
            await page.frame_locator(".tv").locator("[data-loaded=true]").wait_for()
            yield f"lobby-{look}", page
            await page.goto(f"{url}/tv?embed")
            await page.wait_for_selector("[data-loaded=true]")
            yield f"embed-{look}", page
            await page.goto(f"{url}/tv?game=riichi")
            await page.wait_for_selector("[data-loaded=true]")
            yield f"live-{look}", page
            await page.goto(f"{url}/replay")
            await page.wait_for_selector(".bring")
            yield f"replay-{look}", page
            await page.goto(f"{url}/play/riichi")
            await page.locator(".rules summary").click()
            await page.wait_for_selector(".rules [name]")
            yield f"play-choose-{look}", page
            async for picture in seats(page, url, look):
                yield picture
            async for picture in played_out(page, url, look):
                yield picture
            await page.context.close()


async def seats(page: Page, url: str, look: str) -> AsyncIterator[tuple[str, Page]]:
    """A seat at a table of each game, and hints where there are some."""
    for game in GAMES:
        await page.goto(f"{url}/play/{game}")
        await page.locator(".rules summary").click()
        await page.get_by_label("Seed").fill(SEED)
        await page.get_by_role("button", name="Sit down").click()
        for _ in range(MOVES.get(game, 6)):
            await page.wait_for_selector("[data-open=true]")
            before = await page.get_attribute(".match", "data-seq")
            # the first choice, as a hand of Texas 42 that everybody passes is over
            await page.locator(".choices button").first.evaluate("one => one.click()")
            await page.wait_for_selector(f'.match:not([data-seq="{before}"])')
        await page.wait_for_selector("[data-open=true]")
        yield f"play-{game}-{look}", page
        if await page.locator(".choices [data-choice^=discard]").count():
            await page.get_by_label("Hints on choices").check()
            await page.wait_for_selector(".choices .hint")
            await page.evaluate("scrollTo(0, 0)")
            yield f"hints-{game}-{look}", page


async def played_out(page: Page, url: str, look: str) -> AsyncIterator[tuple[str, Page]]:
    """A table that somebody has played at to the end, and the review of the own decisions."""
    await page.goto(f"{url}/play/tigerdragon")
    await page.locator(".rules summary").click()
    await page.get_by_label("Seed").fill(SEED)
    await page.select_option("label:has-text('Seats') select", "2")
    await page.get_by_role("button", name="Sit down").click()
    while True:
        await page.wait_for_selector("[data-open=true], #go-on, [data-over=true]")
        if await page.locator("[data-over=true]").count():
            break
        if await page.locator("#go-on").count():
            await page.locator("#go-on").evaluate("one => one.click()")
            await page.locator("#go-on").wait_for(state="detached")
            continue
        before = await page.get_attribute(".match", "data-seq")
        await page.locator(".choices button").first.evaluate("one => one.click()")
        await page.wait_for_selector(f'.match:not([data-seq="{before}"]), #go-on, [data-over=true]')
    yield f"play-over-{look}", page
    await page.get_by_role("link", name="Review your decisions").click()
    await page.get_by_role("status").filter(has_text="differ from what the search").wait_for()
    yield f"review-{look}", page


async def study_pictures(browser: Browser) -> AsyncIterator[tuple[str, Page]]:
    """A hand under review: a decision with somebody in riichi."""
    samples = Samples(load_plugins())
    frames, seat = samples.source("riichi").history["frames"], 1
    event = next(
        place
        for place, frame in enumerate(frames)
        if str(seat) in frames[place + 1].get("info", {})
        and any(frame["view"]["riichi"])
        and len(frame["view"]["hands"][seat]) % 3 == 2
    )
    async with serving(samples.source("riichi")) as url:
        for look, page in [item async for item in looks(browser)]:
            await page.goto(f"{url}#e={event}&seat={seat}&view=seat")
            await page.get_by_role("tab", name="Hand").click()
            await page.wait_for_selector(".study .danger")
            yield f"study-riichi-{look}", page
            await page.context.close()


async def staff_pictures(browser: Browser) -> AsyncIterator[tuple[str, Page]]:
    """The pages of people with an account."""
    with TemporaryDirectory() as folder:
        async with staffed_server(Path(folder), load_plugins()) as here:
            await here.call("POST", "/api/classes", "ada", {"name": "AI 101"})
            await here.call("POST", "/api/admin/seasons", "ada", {"name": "Autumn"})
            for look, page in [item async for item in looks(browser)]:
                await as_admin(page, here)
                for address in (
                    "admin",
                    "account",
                    "classes",
                    "seasons",
                    "seasons/1",
                    "room/table",
                ):
                    await page.goto(f"{here.server.url}/{address}")
                    await page.locator("#main .card", has_text=re.compile(r"\w")).first.wait_for()
                    await page.wait_for_load_state("networkidle")
                    name = "season" if address == "seasons/1" else address.partition("/")[0]
                    yield f"{name}-{look}", page


async def language_pictures(browser: Browser) -> AsyncIterator[tuple[str, Page]]:
    """The result of a round in every language; needs fonts that have their characters."""
    source = Samples(load_plugins()).source("riichi")
    end = next(k for k, frame in enumerate(source.history["frames"]) if frame.get("results"))
    async with serving(source) as url:
        for language in LANGUAGES:
            for look, page in [item async for item in looks(browser, language)]:
                await page.goto(f"{url}#e={end}")
                await page.wait_for_selector(f'[data-loaded=true][data-event="{end}"]')
                yield f"language-{language}-{look}", page
                await page.context.close()


async def docs_pictures(browser: Browser) -> AsyncIterator[tuple[str, Page]]:
    """The docs page with a table at its playground, and the rules of each game."""
    async with running_server() as running:
        for look, page in [item async for item in looks(browser)]:
            await page.goto(f"{running.url}/docs/riichi")
            await page.locator("#open-table").click()
            await page.wait_for_selector("#send:not([disabled])")
            await page.locator("#send").click()
            await page.wait_for_selector("[data-offers]:not([data-offers='0'])")
            yield f"docs-{look}", page
            for name in ("rules", "missing"):
                await page.goto(f"{running.url}/{name}")
                yield f"{name}-{look}", page
            for game in GAMES:
                await page.goto(f"{running.url}/rules/{game}")
                await page.wait_for_selector("[data-drawn=true]")
                yield f"rules-{game}-{look}", page
            await page.context.close()


async def cup_pictures(browser: Browser) -> AsyncIterator[tuple[str, Page]]:
    """A tournament that is nearly over, and a test that was decided."""
    plugins = load_plugins()
    with TemporaryDirectory() as folder:
        async with store_server(Path(folder)) as running:
            tournament = await play_tournament(
                running, plugins, {**LEAGUE, "bots": MANY, "deals": 60}
            )
            tournament.store_results(230)
            test = await play_tournament(
                running, plugins, {**TEST, "deals": 40, "name": "a better hand"}
            )
            test.finish()
            for look, page in [item async for item in looks(browser)]:
                for name, address in (("tournament", tournament.id), ("test", test.id)):
                    await page.goto(f"{running.url}/t/{address}")
                    await page.wait_for_selector(".standings")
                    yield f"{name}-{look}", page
                await page.goto(f"{running.url}/t")
                yield f"tournaments-{look}", page
                await page.context.close()


async def event_pictures(browser: Browser) -> AsyncIterator[tuple[str, Page]]:
    """The form of an event, an event in a break, and its projector view."""
    teams = ("anna", "ben", "cara", "dan", "emil", "fay")
    with TemporaryDirectory() as folder:
        async with event_server(Path(folder), teams) as here:
            pause = [{"after": 2, "minutes": 15}]
            bots = ["counter", "random"]
            await set_up(here, name="Spring cup", entrants=teams, bots=bots, breaks=pause)
            playing = play(here, *teams)
            await until_event(here, lambda row: all(one["here"] for one in row["members"]))
            await act(here, "start")
            await until_event(here, lambda row: row["round"] == 2 and row["due"] is not None)
            for look, page in [item async for item in looks(browser)]:
                for name, address in EVENT_PAGES.items():
                    await page.goto(here.server.url + address)
                    await page.wait_for_selector("[data-loaded=true], .standings")
                    yield f"{name}-{look}", page
                await page.context.close()
            for task in playing:
                task.cancel()


async def ladder_pictures(browser: Browser) -> AsyncIterator[tuple[str, Page]]:
    """A ladder, a bot of it, and the way onto it."""
    plugins = load_plugins()
    with TemporaryDirectory() as folder:
        async with ladder_server(Path(folder), plugins, 120) as running:
            for look, page in [item async for item in looks(browser)]:
                for name, address in (("leaderboard", "l/tigerdragon"), ("bot", "b/mochi"),
                                      ("submit", "submit")):  # fmt: skip
                    await page.goto(f"{running.url}/{address}")
                    await page.wait_for_selector(".boards")
                    yield f"{name}-{look}", page
                await page.context.close()


def telling_event(history: dict[str, Any], late: float) -> int:
    """An event of the longest round with much on the table and a bot's thoughts beside it."""
    frames = history["frames"]
    begins = [item["frame"] for item in history["rounds"]] + [len(frames)]
    length, start = max((end - begin, begin) for begin, end in pairwise(begins))
    from_here = range(start + int(length * late), start + length - 2)
    thoughts = [k for k in from_here if frames[k + 1].get("info")]
    return thoughts[0] if thoughts else from_here[0]


async def looks(browser: Browser, language: str = ENGLISH) -> AsyncIterator[tuple[str, Page]]:
    """A fresh page in each size and scheme."""
    for size, (width, height) in SIZES.items():
        for scheme in SCHEMES:
            context = await browser.new_context(
                viewport={"width": width, "height": height},
                color_scheme=scheme,  # type: ignore[arg-type]  # one of two words
                reduced_motion="reduce",
                locale=language,
            )
            yield f"{size}-{scheme}", await context.new_page()


@asynccontextmanager
async def live_server() -> AsyncIterator[str]:
    """A server with some tables on it that stand still, and one that is over."""
    plugins = load_plugins()
    gate, quick = Gate(), Gate()
    async with running_server(plugins=plugins) as running:
        for game, seats in (*((game, 4) for game in GAMES), ("tigerdragon", 5)):
            seat_house_bots(running.lobby, gate, game, seats)
        await gate.let(260)
        done = seat_house_bots(running.lobby, quick, "tigerdragon", 2)
        quick.free()
        await done.finished
        yield running.url


def seat_house_bots(lobby: Lobby, gate: Gate, game: str, seats: int) -> Room:
    """A table of a game's house bots, who wait at the gate."""
    bots = lobby.plugins.bots
    own = [name for name in bots if game in bots[name].games]
    names = [own[seat % len(own)] for seat in range(seats)]
    seated = [GatedBot(gate, bots[name]()) for name in names]
    return open_table(lobby, seated, room_id=f"{game}-{seats}", game=game, names=names)


async def keep(browser: Browser, page: Page, path: Path) -> int:
    """Take a page's picture in 256 colours; its size in bytes."""
    taken = await page.screenshot()
    helper = await browser.new_page()
    data = "data:image/png;base64," + base64.b64encode(taken).decode()
    width, height, text = await helper.evaluate(PIXELS, data)
    await helper.close()
    flat = np.frombuffer(base64.b64decode(text), dtype=np.uint8).reshape(height, width, 4)
    body = indexed_png(flat[:, :, :3])
    await asyncio.to_thread(path.write_bytes, body)
    return len(body)


GROUPS = {
    match_pictures: ("match", "result"),
    study_pictures: ("study",),
    language_pictures: ("language",),
    outside_pictures: ("outside",),
    docs_pictures: ("docs", "rules", "missing"),
    cup_pictures: ("tournament", "test", "tournaments"),
    event_pictures: ("event",),
    ladder_pictures: ("leaderboard", "bot", "submit"),
    staff_pictures: ("admin", "account", "classes", "seasons", "season", "room"),
    live_pictures: ("lobby", "embed", "live", "replay", "play", "hints", "review"),
}
"""What takes pictures, and of which pages."""


def warn_of_fonts() -> None:
    """Say if this machine cannot draw the pages in Japanese and Chinese."""
    if (
        which("fc-list")
        and not run(["fc-list", ":lang=ja"], capture_output=True, check=True).stdout
    ):
        sys.stderr.write("no font has Japanese or Chinese: apt-get install fonts-noto-cjk\n")


if __name__ == "__main__":
    warn_of_fonts()
    FOLDER.mkdir(parents=True, exist_ok=True)
    asyncio.run(main(sys.argv[1:]))
