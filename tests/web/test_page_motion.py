"""What moves and sounds by itself: slides, sounds, a dropped file, the next match on TV."""

import json
import re

import pytest
from playwright.async_api import Page, expect

from arena.plugins.manager import Plugins
from arena.server.app import Running
from arena.testing import running_server
from tests.web.conftest import OpenPage
from tests.web.samples import Samples
from tests.web.shown_matches import at_event, loaded, showing
from tests.web.tables import Gate, GatedBot, open_table

SLIDE = "getComputedStyle(document.querySelector('.board .last')).animationName"
COUNT_SOUNDS = """
window.sounds = 0;
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) {
  window.sounds += 1;
  return start.apply(this, when);
};
"""
DROP = """([name, text]) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], name));
  window.dispatchEvent(new DragEvent("drop", { dataTransfer, cancelable: true }));
}"""
PAUSE_MS = 7000


@pytest.mark.acceptance("match-last-move")
async def test_the_last_tile_slides_unless_motion_is_unwelcome(
    samples: Samples, open_page: OpenPage
) -> None:
    async with showing(samples, "riichi") as (url, history):
        laid = next(
            place
            for place, frame in enumerate(history["frames"])
            if any(event["type"] == "discarded" for event in frame["events"])
        )
        page = (await open_page(f"{url}#e={laid - 1}")).page
        await loaded(page, laid - 1)
        for motion, slide in (("reduce", "none"), ("no-preference", "laid")):
            await page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]  # one of two
            await page.keyboard.press("ArrowRight")
            await at_event(page, laid)
            assert await page.evaluate(SLIDE) == slide
            await page.keyboard.press("ArrowLeft")
            await at_event(page, laid - 1)
        await page.keyboard.press("End")  # a jump is no move
        await expect(page.locator(".board")).not_to_have_class(re.compile("moved"))


async def test_sounds_are_heard_once_they_are_turned_on(
    samples: Samples, open_page: OpenPage
) -> None:
    async with showing(samples, "tigerdragon") as (url, _):
        page = (await open_page(url)).page
        await page.context.add_init_script(COUNT_SOUNDS)
        await page.reload()
        await loaded(page)
        await played(page, 4)
        assert await page.evaluate("sounds") == 0
        await page.keyboard.press("s")
        await expect(page.locator(".bar .note")).to_have_text("Sounds are on.")
        await played(page, 8)
        assert await page.evaluate("sounds") > 0
        heard = await page.evaluate("sounds")
        now = int(await page.get_attribute(".match", "data-event") or 0)
        await page.keyboard.press("ArrowRight")  # stepping is silent
        await at_event(page, now + 1)
        assert await page.evaluate("sounds") == heard
        await page.reload()
        await expect(page.get_by_role("button", name="Sounds")).to_have_attribute(
            "aria-pressed", "true"
        )


async def played(page: Page, event: int) -> None:
    """Let the match play by itself at least up to an event, and stop it."""
    await page.get_by_label("Speed").select_option("8")
    await page.get_by_role("button", name="Play (Space)").click()
    while int(await page.get_attribute(".match", "data-event") or 0) < event:
        await page.wait_for_timeout(50)
    await page.get_by_role("button", name="Pause (Space)").click()
    await page.get_by_role("button", name="Play (Space)").wait_for()


@pytest.mark.acceptance("replay-bring")
async def test_a_log_file_dropped_on_the_page_is_shown(
    samples: Samples, open_page: OpenPage
) -> None:
    log = samples.log("tigerdragon")
    rows = [log.header, *log.steps, log.result]
    text = "".join(json.dumps(row) + "\n" for row in rows)
    async with running_server() as running:
        watched = await open_page(f"{running.url}/replay")
        page = watched.page
        await page.wait_for_selector(".bring")
        await page.evaluate(DROP, ["big.jsonl", "x" * 1_000_001])
        await expect(page.get_by_role("status")).to_contain_text("big.jsonl is larger than 1 MB")
        await page.evaluate(DROP, ["match.jsonl", text])
        await loaded(page)
        await expect(page.locator(".bar h1")).to_have_text("Tiger & Dragon")
        await expect(page.locator(".plate")).to_have_count(5)
        await page.close()


async def finished(running: Running, room_id: str) -> str:
    gate = Gate()
    room = open_table(
        running.lobby, [GatedBot(gate), GatedBot(gate)], room_id=room_id, config={"target": 1}
    )
    gate.free()
    await room.finished
    return room.match_id


@pytest.mark.acceptance("lobby-tv")
async def test_tv_goes_on_to_the_next_match_a_while_after_the_end(
    open_page: OpenPage, plugins: Plugins
) -> None:
    async with running_server(plugins=plugins) as running:
        first, second = [await finished(running, room_id) for room_id in ("one", "two")]
        page = (await open_page(f"{running.url}/rules")).page
        await page.clock.install()
        await page.goto(f"{running.url}/embed/{first}?tv#e=99999")
        await page.clock.run_for(100)
        await page.wait_for_selector("[data-loaded=true]")
        await page.clock.run_for(PAUSE_MS - 1000)
        assert first in page.url
        await page.clock.run_for(2000)
        await expect(page).to_have_url(re.compile(rf"/embed/{second}\?tv"))
        await page.close()
