"""The match page on finished matches: keys, links, perspectives, thoughts, in a real browser."""

import json
import re
from typing import Any

import pytest
from playwright.async_api import expect

from arena.web.log_viewer import serving
from tests.web.conftest import OpenPage
from tests.web.samples import Samples
from tests.web.shown_matches import HANDS, at_event, loaded, showing, tiles_of
from tests.web.working_time import seconds_worked, watch_time

PAST_15 = re.compile(r"^(1[6-9]|[2-9]\d|\d{3})$")
PAST_41 = re.compile(r"^(4[2-9]|[5-9]\d|\d{3})$")
SPOKEN = """() => {
  window.spoken = [];
  const region = document.querySelector(".unseen[aria-live=polite]");
  new MutationObserver(() => window.spoken.push(region.textContent))
    .observe(region, {childList: true, characterData: true, subtree: true});
}"""


@pytest.mark.acceptance("match-deep-link")
async def test_a_link_opens_its_event_and_view(samples: Samples, open_page: OpenPage) -> None:
    async with showing(samples, "riichi") as (url, history):
        watched = await open_page(f"{url}#e=77&seat=2&view=seat")
        page = watched.page
        await loaded(page, 77)
        assert await page.get_attribute(".match", "data-as") == "2"
        players = ", ".join(history["players"])
        await expect(page).to_have_title(f"Riichi: {players} \u2013 Table Arena")
        assert await page.locator(".spin.pos-0 .hand [data-tile]").count() > 0
        assert await page.locator("section[data-seat='2'] .spin.pos-0").count() == 1
        assert "e=77" in page.url
        assert "seat=2" in page.url
        await page.reload()
        await loaded(page, 77)
        await page.goto(f"{url}#e=78&seat=1")
        await at_event(page, 78)
        await expect(page.locator(".match")).to_have_attribute("data-as", "1")
        assert history["players"][1] in await page.inner_text(".plate.at-0")


@pytest.mark.acceptance("match-hidden")
async def test_a_seats_view_holds_no_hidden_tile(samples: Samples, open_page: OpenPage) -> None:
    async with showing(samples, "riichi") as (url, history):
        watched = await open_page("about:blank")
        bodies: list[str] = []

        async def keep(response: Any) -> None:
            if "/api/" in response.url:
                bodies.append(await response.text())

        watched.page.on("response", keep)
        await watched.page.goto(f"{url}#e=20&seat=1&view=seat")
        await loaded(watched.page, 20)
        own = history["frames"][20]["view"]["hands"][1]
        assert sorted(await watched.page.evaluate(HANDS)) == sorted(own)
        frames = json.loads(bodies[0])["frames"]
        for frame in frames:
            hands = frame["view"]["hands"]
            assert [hand for seat, hand in enumerate(hands) if seat != 1 and hand] == []
            for event in frame["events"]:
                if event["type"] in ("dealt", "drawn") and event["seat"] != 1:
                    assert event.get("hand") is None
                    assert event.get("tile") is None
            assert set(frame.get("moves", {})) | set(frame.get("info", {})) <= {"1"}


@pytest.mark.acceptance("match-keys")
async def test_keys(samples: Samples, open_page: OpenPage) -> None:
    async with showing(samples, "riichi") as (url, history):
        page = (await open_page(f"{url}#e=40")).page
        await loaded(page, 40)
        last = len(history["frames"]) - 1
        rounds = [item["frame"] for item in history["rounds"]]
        faults = [mark["frame"] for mark in history["marks"] if mark["frame"] > 40]
        for key, event in (
            ("ArrowRight", 41), ("ArrowLeft", 40), ("ArrowDown", 41), ("ArrowUp", 40),
            ("PageDown", rounds[1]), ("PageUp", rounds[0]), ("End", last), ("Home", 0),
        ):  # fmt: skip
            await page.keyboard.press(key)
            await at_event(page, event)
        await page.goto(f"{url}#e=40")
        await at_event(page, 40)
        await page.keyboard.press("n")
        await at_event(page, faults[0])
        await page.keyboard.press("n")
        await at_event(page, next(frame for frame in faults if frame > faults[0]))
        await page.keyboard.press("p")
        await at_event(page, faults[0])
        await page.keyboard.press("2")
        await expect(page.locator(".match")).to_have_attribute("data-as", "1")
        mine = [k for k, f in enumerate(history["frames"]) if "1" in f.get("moves", {})]
        await page.keyboard.press("Shift+ArrowRight")
        await at_event(page, next(k - 1 for k in mine if k - 1 > faults[0]))
        await page.keyboard.press("Shift+ArrowLeft")
        await at_event(page, next(k - 1 for k in reversed(mine) if k - 1 <= faults[0]))
        await page.keyboard.press("0")
        await expect(page.locator(".match")).to_have_attribute("data-as", "all")
        await page.keyboard.press("h")
        await expect(page.locator(".match")).to_have_attribute("data-as", "public")
        await page.keyboard.press("i")
        await expect(page.locator("html")).to_have_class(re.compile("no-index"))
        await page.keyboard.press("t")
        await expect(page.locator("html")).to_have_attribute("data-theme", "light")
        await page.keyboard.press("?")
        await expect(page.locator("dialog")).to_be_visible()
        await page.keyboard.press("Escape")
        await expect(page.locator("dialog")).not_to_be_visible()


@pytest.mark.acceptance("match-buttons")
async def test_every_key_has_a_button_or_a_title(samples: Samples, open_page: OpenPage) -> None:
    keys = ("←", "→", "Shift ←", "Shift →", "↑ ↓", "Page up", "Page down", "Home", "End", "Space",
            "n", "p", "1-5", "0", "h", "l", "f", "i", "t", "Esc", "?")  # fmt: skip
    async with showing(samples, "riichi") as (url, _history):
        page = (await open_page(f"{url}#e=40")).page
        await loaded(page, 40)
        await page.locator(".events button").first.click()
        await expect(page.get_by_role("button", name="unpin")).to_be_visible()
        titles = await page.locator("[title]").evaluate_all("all => all.map(one => one.title)")
        assert [key for key in keys if not any(f"({key})" in title for title in titles)] == []
        told = " ".join(await page.locator("dialog kbd").all_text_contents())
        assert [key for key in keys if short(key) not in told] == []
        await page.get_by_role("button", name="To the end (End)").click()
        await page.get_by_role("button", name="To the start (Home)").click()
        await at_event(page, 0)


def short(key: str) -> str:
    """A key as the list of keys has it."""
    return {"Page up": "PgUp", "Page down": "PgDn"}.get(key, key.removeprefix("Shift "))


@pytest.mark.acceptance("match-spoken")
async def test_what_happens_is_spoken_when_there_is_time(
    samples: Samples, open_page: OpenPage
) -> None:
    async with showing(samples, "riichi") as (url, history):
        result = next(k for k, f in enumerate(history["frames"]) if f.get("results"))
        page = (await open_page(f"{url}#e={result - 6}")).page
        await loaded(page, result - 6)
        region = page.locator(".unseen[aria-live=polite]")
        await page.keyboard.press("ArrowRight")
        await expect(region).to_contain_text(re.compile("draws|discards|calls|wins|Nothing"))
        await page.select_option("select[aria-label=Speed]", "8")
        await page.evaluate(SPOKEN)
        await page.keyboard.press(" ")
        await page.wait_for_function(
            "k => Number(document.querySelector('.match').dataset.event) > k", arg=result
        )
        spoken = await page.evaluate("spoken")
        assert len(spoken) == 1
        assert "The round is over" in spoken[0]


async def test_space_plays_and_f_fills_the_screen(samples: Samples, open_page: OpenPage) -> None:
    async with showing(samples, "riichi") as (url, _history):
        page = (await open_page(f"{url}#e=40")).page
        await loaded(page, 40)
        await page.keyboard.press(" ")
        await expect(page.locator(".match")).to_have_attribute("data-event", PAST_41)
        await page.keyboard.press(" ")
        await expect(page.get_by_role("button", name="Play (Space)")).to_be_visible()
        await page.keyboard.press("f")
        await expect(page.locator("html:fullscreen")).to_have_count(1)


async def test_l_copies_a_link_to_this_event(samples: Samples, open_page: OpenPage) -> None:
    async with showing(samples, "riichi") as (url, _history):
        watched = await open_page(
            f"{url}#e=33&seat=1", permissions=["clipboard-read", "clipboard-write"]
        )
        page = watched.page
        await loaded(page, 33)
        await page.keyboard.press("l")
        await expect(page.locator(".bar")).to_contain_text("copied")
        copied = await page.evaluate("navigator.clipboard.readText()")
        assert copied == f"{url}#e=33&seat=1&view=seat"


@pytest.mark.acceptance("match-scrub-api")
async def test_the_slider_at_k_shows_frame_k(samples: Samples, open_page: OpenPage) -> None:
    async with showing(samples, "riichi") as (url, history):
        page = (await open_page(url)).page
        await loaded(page)
        for event in (150, 31, 222):
            await page.locator("input[type=range]").fill(str(event))
            await at_event(page, event)
            frame = history["frames"][event]
            assert sorted(await page.evaluate(HANDS)) == tiles_of(frame["view"])
            said = await page.get_attribute("input[type=range]", "aria-valuetext") or ""
            assert f"event {event} of {len(history['frames']) - 1}" in said


@pytest.mark.acceptance("match-fault")
async def test_a_fault_tells_its_reason_and_the_raw_message(
    samples: Samples, open_page: OpenPage
) -> None:
    async with showing(samples, "riichi") as (url, history):
        fault = next(mark for mark in history["marks"] if mark["kind"] == "fault")
        page = (await open_page(f"{url}#e={fault['frame']}")).page
        await loaded(page, fault["frame"])
        panel = page.locator(".panel")
        await expect(panel).to_contain_text("answered 'nonsense'; legal were")
        await expect(panel.locator("code")).to_have_text("nonsense")
        await page.keyboard.press("ArrowRight")
        await expect(page.locator("section[data-seat='1'] .plate")).to_contain_text("1 fault")
        await page.get_by_role("tab", name="Bot log").click()
        await expect(panel.locator("pre").first).to_have_text("nonsense")


async def test_a_jump_to_a_problem_shows_the_decision_it_is_about(
    samples: Samples, open_page: OpenPage
) -> None:
    async with showing(samples, "riichi") as (url, history):
        page = (await open_page(url)).page
        await loaded(page)
        doubts = [mark for mark in history["marks"] if mark["kind"] == "doubt"]
        first = min(mark["frame"] for mark in history["marks"])
        assert doubts[0]["frame"] == first
        await page.keyboard.press("n")
        await at_event(page, first)
        why = page.locator(".why")
        await expect(why).to_contain_text(history["players"][doubts[0]["seat"]])
        chosen = history["frames"][first + 1]["moves"][str(doubts[0]["seat"])]
        await expect(why.locator(f".facts [title='{chosen}']")).to_contain_text("chose discard ")
        await expect(why.locator(".facts")).not_to_contain_text("rank #1 ")


@pytest.mark.parametrize("width", [390, 1240, 1366])
async def test_a_note_is_in_sight_at_every_width(
    samples: Samples, open_page: OpenPage, width: int
) -> None:
    async with showing(samples, "riichi") as (url, _history):
        page = (await open_page(f"{url}#e=10", width=width, height=860)).page
        await loaded(page, 10)
        await page.keyboard.press("m")
        note = page.get_by_role("status").filter(has_text="decides here")
        await expect(note).to_be_visible()
        assert await note.evaluate("one => one.scrollWidth <= one.clientWidth + 1"), "cut"
        await expect(note).to_be_in_viewport(ratio=1)


async def test_space_plays_even_after_a_click_on_another_button(
    samples: Samples, open_page: OpenPage
) -> None:
    async with showing(samples, "riichi") as (url, _history):
        page = (await open_page(f"{url}#e=10")).page
        await loaded(page, 10)
        await page.get_by_role("button", name="On one event").click()
        await at_event(page, 11)
        await page.keyboard.press("Space")
        await expect(page.get_by_role("button", name="Pause (Space)")).to_be_visible()
        await page.keyboard.press("Space")
        await expect(page.get_by_role("button", name="Play (Space)")).to_be_visible()
        step = page.get_by_role("button", name="On one event")
        await page.keyboard.press("Home")
        await at_event(page, 0)
        await page.keyboard.press("Tab")
        await step.focus()
        await page.keyboard.press("Space")  # reached by keyboard, a button is pressed as usual
        await at_event(page, 1)


@pytest.mark.acceptance("match-speed")
async def test_speeds(samples: Samples, open_page: OpenPage) -> None:
    async with showing(samples, "riichi") as (url, _history):
        page = (await open_page(f"{url}#e=10")).page
        await loaded(page, 10)
        options = await page.locator("select[aria-label=Speed] option").all()
        speeds = [await option.get_attribute("value") for option in options]
        assert speeds == ["0", "0.5", "1", "2", "4", "8"]
        await page.select_option("select[aria-label=Speed]", "8")
        await page.get_by_role("button", name="Play (Space)").click()
        await expect(page.locator(".match")).to_have_attribute("data-event", PAST_15)
        await page.select_option("select[aria-label=Speed]", "0")
        await expect(page.get_by_role("button", name="Play (Space)")).to_be_visible()
        now = int(await page.get_attribute(".match", "data-event") or 0)
        await page.get_by_role("button", name="Play (Space)").click()
        await at_event(page, now + 1)


@pytest.mark.acceptance("match-perspective")
async def test_a_new_round_keeps_the_perspective(samples: Samples, open_page: OpenPage) -> None:
    async with showing(samples, "riichi") as (url, history):
        second = history["rounds"][1]["frame"]
        page = (await open_page(f"{url}#e={second - 1}&seat=3&view=seat")).page
        await loaded(page, second - 1)
        await expect(page.locator(".result")).to_be_visible()
        await page.keyboard.press("ArrowRight")
        await at_event(page, second)
        assert await page.get_attribute(".match", "data-as") == "3"
        assert await page.locator("section[data-seat='3'] .pos-0 [data-tile]").count() >= 13
        assert await page.locator("section[data-seat='0'] .hand [data-tile]").count() == 0


@pytest.mark.acceptance("match-tabs")
async def test_two_tabs_hold_different_events(samples: Samples, open_page: OpenPage) -> None:
    async with showing(samples, "riichi") as (url, _history):
        one = (await open_page(f"{url}#e=12")).page
        await loaded(one, 12)
        two = await one.context.new_page()
        await two.goto(f"{url}#e=90")
        await loaded(two, 90)
        await one.bring_to_front()
        await one.keyboard.press("ArrowRight")
        await at_event(one, 13)
        assert await two.get_attribute(".match", "data-event") == "90"
        await one.reload()
        await loaded(one, 13)


@pytest.mark.acceptance("match-thousand")
async def test_a_thousand_events_scrub_quickly(samples: Samples, open_page: OpenPage) -> None:
    async with serving(samples.long) as url:
        page = (await open_page(url)).page
        await loaded(page)
        devtools = await watch_time(page)
        before = await seconds_worked(devtools)
        await page.evaluate(
            """async () => {
              const slider = document.querySelector("input[type=range]");
              for (let k = 0; k < 1000; k += 50) {
                slider.value = String(k);
                slider.dispatchEvent(new Event("input"));
                await new Promise(done => requestAnimationFrame(() => setTimeout(done)));
                if (document.querySelector(".match").dataset.event !== String(k)) throw Error(k);
              }
            }"""
        )
        assert (await seconds_worked(devtools) - before) / 20 < 0.05


async def test_hovering_previews_and_a_click_pins(samples: Samples, open_page: OpenPage) -> None:
    async with showing(samples, "riichi") as (url, _history):
        page = (await open_page(f"{url}#e=40")).page
        await loaded(page, 40)
        await page.get_by_role("tab", name="Events").click()
        row = page.locator(".events li", has=page.locator(".num", has_text="36")).first
        await row.hover()
        await at_event(page, 36)
        await page.mouse.move(300, 300)
        await at_event(page, 40)
        await row.locator("button").click()
        await page.mouse.move(300, 300)
        await at_event(page, 36)
        await page.keyboard.press("Escape")
        await at_event(page, 36)


async def test_the_bots_thoughts_are_bars(samples: Samples, open_page: OpenPage) -> None:
    async with showing(samples, "riichi") as (url, history):
        place = next(
            k
            for k, f in enumerate(history["frames"])
            if len(_weights(f)) > 4 and not f.get("faults")
        )
        page = (await open_page(f"{url}#e={place - 1}")).page
        await loaded(page, place - 1)
        weights = _weights(history["frames"][place])
        total = sum(sorted(weights.values())[::-1])
        rows = await page.locator(".why .row b").all_inner_texts()
        assert rows[0] == f"{round(100 * max(weights.values()) / total)}%"
        await expect(page.locator(".why")).to_contain_text("choices")
        assert await page.locator(".why .row.chosen").count() == 1


async def test_what_a_bot_expects_is_told_as_it_is(samples: Samples, open_page: OpenPage) -> None:
    async with showing(samples, "texas42") as (url, history):
        frames = history["frames"]
        place = next(k for k, f in enumerate(frames) if min(_weights(f).values(), default=0) < 0)
        page = (await open_page(f"{url}#e={place - 1}")).page
        await loaded(page, place - 1)
        expected = sorted(_weights(frames[place]).values(), reverse=True)
        rows = await page.locator(".why .row b").all_inner_texts()
        told = [float(text.replace("\N{MINUS SIGN}", "-").replace("±", "")) for text in rows]
        assert told == [round(value, 2) for value in expected[:5]]
        longest = page.locator(".why .bar-fill").first
        assert await longest.evaluate("bar => bar.style.width") == "100%"


def _weights(frame: dict[str, Any]) -> dict[str, float]:
    for info in frame.get("info", {}).values():
        weights: dict[str, float] = info["candidates"]
        return weights
    return {}


async def test_text_mode_is_the_frame_in_words(samples: Samples, open_page: OpenPage) -> None:
    async with showing(samples, "tigerdragon") as (url, history):
        page = (await open_page(f"{url}#e=12&view=text")).page
        await loaded(page, 12)
        words = await page.inner_text(".plain")
        hand = history["frames"][12]["view"]["hands"][0]
        assert " ".join(hand) in words
        assert history["players"][0] in words


async def test_the_whole_frame_is_in_the_state_tab(samples: Samples, open_page: OpenPage) -> None:
    async with showing(samples, "sichuan") as (url, _history):
        page = (await open_page(f"{url}#e=12")).page
        await loaded(page, 12)
        await page.get_by_role("tab", name="State").click()
        await expect(page.locator(".tree")).to_contain_text("hand sizes")
        await page.get_by_role("tab", name="State").press("ArrowRight")
        await expect(page.get_by_role("tab", name="Why")).to_have_attribute("aria-selected", "true")
