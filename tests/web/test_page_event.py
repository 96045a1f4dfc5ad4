"""The pages of events and rooms, in a real browser."""

from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.arena.clients import clients
from tests.arena.events.event_servers import (
    act,
    enter_hall,
    event_server,
    play,
    set_up,
    until_event,
)
from tests.arena.server_with_tokens import ServerWithTokens
from tests.web.accessibility import check_looks
from tests.web.conftest import OpenPage

FOUR = ("anna", "ben", "cara", "dan")


async def sign_in(page: Page, here: ServerWithTokens, who: str) -> None:
    """Open a session in the browser, and load the page again."""
    url = f"{here.server.url}/api/session"
    response = await page.request.post(url, data={"token": here.tokens[who]})
    assert response.ok
    await page.reload()


WIDE = """() => [...document.querySelectorAll("fieldset :is(input, select, textarea)")]
  .filter(field => field.getBoundingClientRect().right >
    field.closest("fieldset").getBoundingClientRect().right)
  .map(field => field.name)"""
"""The fields that are wider than their frame."""


@pytest.mark.acceptance("event-set-up")
@pytest.mark.acceptance("event-direct")
async def test_an_event_is_set_up_and_directed_from_pages(
    open_page: OpenPage, tmp_path: Path
) -> None:
    async with event_server(tmp_path, FOUR) as here:
        page = (await open_page(f"{here.server.url}/events/new")).page
        assert await page.evaluate(WIDE) == []
        await check_looks(page)
        await sign_in(page, here, "olga")
        await page.get_by_label("Name").fill("Spring cup")
        await page.get_by_label("Id: clients join").fill("cup")
        await page.get_by_label("Options, as JSON").fill('{"target": 3}')
        await page.get_by_label("Accounts").fill("anna, ben")
        await page.get_by_label("A house bot fills").check()
        await page.get_by_label("Rounds").fill("2")
        await page.get_by_label("Game").select_option("tigerdragon")
        await page.get_by_role("button", name="Set up the event").click()
        await page.wait_for_url("**/t/cup")
        status = page.locator(".event").get_by_role("status")
        await expect(status).to_have_text("registration; a director starts it")
        async with clients(here.server, 2, "event:cup") as (anna, ben):
            await enter_hall(anna, here.tokens["anna"])
            await enter_hall(ben, here.tokens["ben"])
            await expect(page.locator("li[data-here=true]")).to_have_count(3)
            await page.get_by_role("button", name="Start now").click()
            await expect(status).to_have_text("round 1 of 2 is played")
            await expect(page.locator(".event-table[data-state=playing]")).to_have_count(1)
            await check_looks(page)
            page.on("dialog", lambda dialog: dialog.accept())
            await page.get_by_role("button", name="Void and play again").click()
            await expect(page.locator(".event-table")).to_contain_text("played again")
            await page.get_by_role("button", name="Pause").click()
            await expect(status).to_have_text("paused in round 1 of 2")
            other = (await open_page(f"{here.server.url}/t/cup")).page
            await expect(other.locator(".event").get_by_role("status")).to_contain_text("paused")
            await expect(other.get_by_role("button", name="Resume")).to_have_count(0)
            await page.get_by_role("button", name="Cancel the event").click()
            await expect(status).to_have_text("cancelled")
            await page.close()
            await other.close()


@pytest.mark.acceptance("event-screen")
@pytest.mark.acceptance("match-taken-over")
async def test_the_projector_view_and_a_match_that_was_forfeited(
    open_page: OpenPage, tmp_path: Path
) -> None:
    async with event_server(tmp_path, FOUR) as here:
        more = {"rounds": 2, "no_show": "forfeit", "no_show_minutes": 0}
        breaks = {"breaks": [{"after": 1, "minutes": 30}]}
        name = "Frühling 春"
        await set_up(here, name=name, entrants=FOUR[:3], bots=["first"], **more, **breaks)
        playing = play(here, "anna", "ben")
        await until_event(here, lambda row: sum(one["here"] for one in row["members"]) == 3)
        await act(here, "start")
        row = await until_event(here, lambda row: row["due"] is not None and row["played"])
        page = (await open_page(f"{here.server.url}/t/cup?screen")).page
        await expect(page.get_by_role("heading", level=1)).to_have_text(name)
        await expect(page.get_by_role("timer")).to_contain_text("Round 2 begins in")
        await expect(page.get_by_role("timer")).to_contain_text("29:")
        await expect(page.locator(".screen-standings li")).to_have_count(4)
        ranks = await page.locator(".screen-standings .rank").all_inner_texts()
        assert ranks[:2] == ["1", "1"], "who won at either table is level"
        assert ranks[2] == "3"
        await expect(page.locator(".screen-tables article")).to_have_count(2)
        height = await page.evaluate(
            "document.querySelector('.screen-standings li').getBoundingClientRect().height"
            " / innerHeight"
        )
        assert height > 1 / 20, "a line is to be read from ten metres"
        await check_looks(page)
        await page.close()
        deals = [table["deals"][0] for table in row["played"][0]["tables"]]
        lost = next(deal for deal in deals if "cara" in deal["seats"])
        match = (await open_page(f"{here.server.url}/m/{lost['match_id']}")).page
        await expect(match.locator(".taken-over")).to_contain_text("by a house bot, forfeited")
        await match.close()
        for task in playing:
            task.cancel()


async def test_the_projector_names_everybody_who_is_level_in_first_place(
    open_page: OpenPage, tmp_path: Path
) -> None:
    async with event_server(tmp_path, FOUR) as here:
        await set_up(here, bots=["first", "random", "counter", "defender"], rounds=1)
        await act(here, "start")
        row = await until_event(here, lambda row: row["state"] == "finished")
        deals = [table["deals"][0] for table in row["played"][0]["tables"]]
        won = {deal["seats"][deal["ranks"].index(1)] for deal in deals}
        page = (await open_page(f"{here.server.url}/t/cup?screen")).page
        winner = page.locator(".screen-winner")
        await expect(winner).to_contain_text("Level in first place: ")
        assert set((await winner.locator("b").inner_text()).split(" and ")) == won
        await page.close()


@pytest.mark.acceptance("room-control")
async def test_a_room_is_controlled_from_its_page(open_page: OpenPage, tmp_path: Path) -> None:
    async with event_server(tmp_path, FOUR) as here:
        body = {"room_id": "final", "game": "tigerdragon", "seats": 3, "num_ai_players": 0,
                "entrants": ["anna"]}  # fmt: skip
        assert (await here.call("POST", "/rooms", "ben", body))[0] == 201
        for who, rooms in (("", []), ("anna", []), ("ben", ["final"]), ("olga", ["final"])):
            assert (await here.call("GET", "/rooms/controlled", who))[1] == {"rooms": rooms}
        page = (await open_page(here.server.url)).page
        await expect(page.locator("[data-room=final]")).to_be_visible()
        await expect(page.get_by_label("Rooms you control")).to_have_count(0)
        await sign_in(page, here, "ben")
        await page.get_by_label("Rooms you control").get_by_role("link", name="final").click()
        await page.wait_for_url("**/room/final")
        await page.request.delete(f"{here.server.url}/api/session")
        await page.reload()
        seats = page.locator(".seat-control")
        await expect(seats.nth(0)).to_contain_text("reserved for anna")
        await expect(seats.nth(0)).to_contain_text("Seat 1")
        await check_looks(page)
        await sign_in(page, here, "ben")
        await seats.nth(2).get_by_role("button", name="Fill with").click()
        await expect(seats.nth(2)).to_contain_text("house bot plays")
        async with clients(here.server, 1, "final") as (cara,):
            await cara.join("cara", "final", token=here.tokens["cara"])
            await expect(seats.nth(1)).to_contain_text("connected")
            await seats.nth(1).get_by_role("button", name="Send away").click()
            await expect(seats.nth(1)).to_contain_text("free")
        await seats.nth(1).get_by_label("Give to").fill("dan")
        await seats.nth(1).get_by_role("button", name="Give").click()
        await expect(seats.nth(1)).to_contain_text("reserved for dan")
        page.on("dialog", lambda dialog: dialog.accept())
        await page.get_by_role("button", name="Close the room").click()
        await expect(page.locator("[data-state=closed]")).to_be_visible()
        await page.close()
