"""Matches that are brought along, gone on with and shared, in a real browser."""

import json
from pathlib import Path

import pytest
from aiohttp import ClientSession
from playwright.async_api import expect

from arena.api.replay import MOST_BYTES, MOST_STEPS
from arena.match.link import log_link, write_link
from arena.match.log import dump
from arena.plugins.manager import Plugins
from arena.server.app import Running
from arena.testing import running_server
from tests.web.conftest import OpenPage
from tests.web.samples import Samples
from tests.web.shown_matches import loaded
from tests.web.tables import Gate, GatedBot, open_table


def link_of(samples: Samples, plugins: Plugins, game: str) -> str:
    return write_link(log_link(samples.log(game), plugins.game(game)))


def log_text(samples: Samples, game: str) -> str:
    log = samples.log(game)
    return "".join(f"{dump(row)}\n" for row in (log.header, *log.steps, log.result) if row)


@pytest.mark.acceptance("replay-bring")
async def test_a_link_opens_at_its_event_and_from_every_seat(
    samples: Samples, plugins: Plugins, open_page: OpenPage
) -> None:
    link = link_of(samples, plugins, "riichi")
    async with running_server() as running:
        page = (await open_page(f"{running.url}/replay#{link}&e=40&seat=2&view=seat")).page
        await loaded(page, 40)
        await expect(page.locator(".match")).to_have_attribute("data-as", "2")
        await page.keyboard.press("0")
        await expect(page.locator(".match")).to_have_attribute("data-as", "all")
        await page.keyboard.press("ArrowRight")
        await expect(page).to_have_url(f"{running.url}/replay#{link}&e=41&seat=2")
        await page.close()


@pytest.mark.acceptance("replay-bring")
async def test_a_log_file_is_shown_with_its_players_and_gets_a_link(
    samples: Samples, plugins: Plugins, open_page: OpenPage, tmp_path: Path
) -> None:
    file = tmp_path / "match.jsonl"
    file.write_text(log_text(samples, "texas42"), "utf-8")
    async with running_server() as running:
        page = (await open_page(f"{running.url}/replay")).page
        await page.get_by_label("Log file").set_input_files(file)
        await loaded(page)
        for name in set(samples.log("texas42").players):
            await expect(page.locator(".plate", has_text=name).first).to_be_visible()
        assert link_of(samples, plugins, "texas42") in page.url
        await page.close()


@pytest.mark.acceptance("replay-refuse")
async def test_what_is_no_match_is_refused_with_a_sentence(
    samples: Samples, plugins: Plugins, open_page: OpenPage
) -> None:
    link = link_of(samples, plugins, "texas42")
    header = dict(samples.log("texas42").header)
    steps = "".join(dump({"n": n, "moves": {}}) + "\n" for n in range(MOST_STEPS + 1))
    bad = {
        "expected either link or log": {},
        "five parts": {"link": "hello"},
        "a letter of it was changed": {"link": link[:-1] + ("A" if link[-1] != "A" else "B")},
        "the log is empty": {"log": "<script>alert(1)</script>"},
        "steps;": {"log": dump(header) + "\n" + steps},
        "as=9": {"link": link, "as": "9"},
        "no game 'chess'": {"log": dump({**header, "game": "chess"}) + "\n"},
    }
    async with running_server() as running, ClientSession() as session:
        for sentence, body in bad.items():
            async with session.post(f"{running.url}/api/replay", json=body) as response:
                told = (await response.json())["error"]["message"]
                assert (response.status, sentence in told) == (400, True), told
        huge = json.dumps({"log": "x" * MOST_BYTES})
        async with session.post(f"{running.url}/api/replay", data=huge) as response:
            assert response.status == 413
        watched = await open_page(f"{running.url}/replay#no.link.at.all")
        await expect(watched.page.get_by_role("status")).to_contain_text("no link to a match")
        watched.problems.clear()  # the browser reports the refusal
        await watched.page.close()


async def finished_table(running: Running) -> str:
    gate = Gate()
    room = open_table(running.lobby, [GatedBot(gate), GatedBot(gate)], config={"target": 1})
    gate.free()
    await room.finished
    return room.match_id


@pytest.mark.acceptance("match-play-on")
async def test_a_person_plays_on_from_a_step_of_a_finished_match(open_page: OpenPage) -> None:
    async with running_server() as running:
        match_id = await finished_table(running)
        page = (await open_page(f"{running.url}/m/{match_id}#e=3&seat=1")).page
        await loaded(page, 3)
        before = await page.locator(".felt .played [data-tile]").count()
        await page.get_by_role("button", name="Play on").click()
        await page.wait_for_selector("[data-open=true]")
        room = next(room for room in running.lobby.rooms.values() if room.spec.moves)
        assert (len(room.spec.moves), room.seats[1].house) == (3, None)
        assert await page.locator(".felt .played [data-tile]").count() >= before
        await page.close()


@pytest.mark.acceptance("match-preview")
async def test_a_shared_link_has_a_title_a_description_and_a_picture() -> None:
    async with running_server() as running, ClientSession() as session:
        match_id = await finished_table(running)
        async with session.get(f"{running.url}/m/{match_id}") as response:
            text = await response.text()
        assert '<meta property="og:title" content="Tiger &amp; Dragon: ' in text
        assert '<meta property="og:description" content="Tiger &amp; Dragon: 1. gated-' in text
        picture = text.split('og:image" content="')[1].split('"')[0]
        assert picture.startswith(running.url)
        async with session.get(picture) as response:
            assert response.content_type == "image/png"
            assert (await response.read())[:4] == b"\x89PNG"
