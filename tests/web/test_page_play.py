"""A person at the table, in a real browser."""

import re
from pathlib import Path

import pytest
from playwright.async_api import Locator, Page, expect

from arena.testing import running_server
from engine.game import PUBLIC, Viewer
from tests.arena.server_with_tokens import server_with_tokens
from tests.web.conftest import OpenPage

READY = "[data-open=true], #go-on, [data-over=true]"


async def sit_down(page: Page, bot: str = "random", seats: str | None = None) -> None:
    await page.select_option("label:has-text('Against') select", bot)
    if seats:
        await page.select_option("label:has-text('Seats') select", seats)
    await page.get_by_role("button", name="Sit down").click()


async def click_and_wait(page: Page, place: Locator) -> None:
    """Click what stands for a decision, and wait until the table has gone on."""
    before = await page.get_attribute(".match", "data-seq")
    await place.click()
    await page.wait_for_selector(f'.match:not([data-seq="{before}"]), #go-on, [data-over=true]')


@pytest.mark.acceptance("play-tigerdragon")
async def test_a_whole_match_of_tiger_and_dragon_by_clicking(open_page: OpenPage) -> None:
    async with running_server() as running:
        page = (await open_page(f"{running.url}/play/tigerdragon")).page
        await sit_down(page, seats="3")
        while True:
            await page.wait_for_selector(READY)
            if await page.locator("[data-over=true]").count():
                break
            if await page.locator("#go-on").count():
                await page.locator("#go-on").click()
                await page.locator("#go-on").wait_for(state="detached")
                continue
            await click_and_wait(page, page.locator(".choices button").first)
        await expect(page.locator(".plate .chip", has_text="1st")).to_be_visible()
        room = next(iter(running.lobby.rooms.values()))
        assert room.state == "over"
        rank = room.match.outcome.ranks[0]
        await expect(page.locator(".turn")).to_have_text(
            re.compile("^You won|first place" if rank == 1 else f"you came {rank}")
        )
        scores = [f"{score:,}" for score in room.match.view(PUBLIC)["scores"]]
        assert await page.locator(".scoreline b").all_inner_texts() == scores
        winner = room.match.outcome.winner
        await expect(page.locator(f"[data-seat='{winner}'] .hand .tile")).to_have_count(0)
        for seat, score in enumerate(scores):
            plate = page.locator(f"[data-seat='{seat}'] .plate")
            await expect(plate.locator(".score")).to_have_text(score)
            assert "acts" not in (await plate.get_attribute("class") or "").split()
        assert [fault for fault in room.match.faults if fault.seat == 0] == []
        await page.get_by_role("link", name="Watch the replay").click()
        await expect(page.locator(".match")).to_have_attribute("data-as", "all")
        await page.close()


@pytest.mark.acceptance("play-riichi")
async def test_a_riichi_round_by_clicking_tiles(open_page: OpenPage) -> None:
    async with running_server() as running:
        page = (await open_page(f"{running.url}/play/riichi")).page
        await sit_down(page)
        while not await page.locator("#go-on, [data-over=true]").count():
            await page.wait_for_selector(READY)
            passing = page.locator("[data-choice=pass]")
            drawn = page.locator("[data-choice=tsumogiri]")
            if await passing.count():
                await click_and_wait(page, passing)
            elif await drawn.count():
                await click_and_wait(page, page.locator(".pos-0 .hand .tile.new"))
            elif await page.locator(".choices button").count():
                await click_and_wait(page, page.locator(".choices button").first)
        await expect(page.locator(".result")).to_be_visible()
        room = next(iter(running.lobby.rooms.values()))
        assert [fault for fault in room.match.faults if fault.seat == 0] == []
        await page.close()


@pytest.mark.acceptance("play-keyboard")
async def test_a_table_by_keyboard_alone(open_page: OpenPage) -> None:
    async with running_server() as running:
        page = (await open_page(f"{running.url}/play/tigerdragon")).page
        await page.get_by_role("button", name="Sit down").focus()
        await page.keyboard.press("Enter")
        for turn in range(4):
            await page.wait_for_selector(READY)
            if await page.locator("#go-on").count():
                await page.locator("#go-on").focus()
                await page.keyboard.press("Enter")
                continue
            await expect(page.locator(".choices button").first).to_be_focused()
            before = int(await page.get_attribute(".match", "data-seq") or 0)
            if turn % 2:
                keyed = page.locator(".choices button[aria-keyshortcuts]")
                if not await keyed.count():
                    await page.keyboard.press("Enter")
                else:
                    key = await keyed.first.get_attribute("aria-keyshortcuts") or ""
                    await expect(keyed.first.locator("kbd")).to_have_text(key)
                    await page.keyboard.press(key)
            else:
                await page.keyboard.press("ArrowRight")
                await page.keyboard.press("Enter")
            await page.wait_for_selector(f'.match:not([data-seq="{before}"])')
        room = next(iter(running.lobby.rooms.values()))
        assert [fault for fault in room.match.faults if fault.seat == 0] == []
        await page.close()


async def test_bids_of_texas_42_are_words_not_tiles(open_page: OpenPage) -> None:
    async with running_server() as running:
        page = (await open_page(f"{running.url}/play/texas42")).page
        await sit_down(page)
        await page.wait_for_selector("[data-open=true]")
        assert await page.locator("[data-choice='2m'] .tile").count() == 0
        await expect(page.locator("[data-choice='2m']")).to_have_text("2 marks")
        await page.locator("[data-choice='2m']").click()
        await page.wait_for_selector("[data-open=true] [data-choice^='t:'], [data-choice*='-']")
        trumps = page.locator("[data-choice^='t:']")
        assert await trumps.locator(".tile").count() == 0
        await page.close()


async def test_a_decision_can_be_taken_back_and_made_again(open_page: OpenPage) -> None:
    async with running_server() as running:
        page = (await open_page(f"{running.url}/play/tigerdragon")).page
        await sit_down(page, seats="2")
        await page.wait_for_selector("[data-open=true]")
        hand = page.locator(".station.at-0 .hand [data-tile]")
        before, asked = await hand.count(), await page.get_attribute(".match", "data-seq")
        await page.locator(".choices button").first.click()
        await page.wait_for_selector(f'[data-open=true]:not([data-seq="{asked}"])')
        then = await page.get_attribute(".match", "data-seq")
        await expect(page.locator("#redo")).to_have_count(0)
        await page.keyboard.press("u")
        await page.wait_for_selector(f'[data-open=true][data-seq="{asked}"]')
        await expect(hand).to_have_count(before)
        await page.locator("#redo").click()
        await page.wait_for_selector(f'[data-open=true][data-seq="{then}"]')
        await expect(page.locator("#redo")).to_have_count(0)
        await page.close()


async def test_the_bot_chosen_beforehand_is_the_one_that_fills_seats(open_page: OpenPage) -> None:
    async with running_server() as running:
        page = (await open_page(f"{running.url}/play/riichi")).page
        chosen = page.locator("label:has-text('Against') select")
        await expect(chosen).to_have_value(running.lobby.plugins.house_bot("riichi"))
        options = chosen.locator("option")
        assert await options.evaluate_all("all => all.map(each => each.label)") == [
            "random (beginner)", "riichi-careless (casual)", "riichi-greedy (club)",
            "riichi-guard (strong)", "riichi-search (expert)", "first",
        ]  # fmt: skip
        await page.close()


async def test_the_rules_of_a_short_match_are_those_it_is_played_by(open_page: OpenPage) -> None:
    async with running_server() as running:
        page = (await open_page(f"{running.url}/play/riichi")).page
        await page.locator(".rules summary").click()
        length = page.locator("select[name=length]")
        await expect(length).to_have_value("tonpuu")
        await page.get_by_label("a short match").uncheck()
        await expect(length).to_have_value("hanchan")
        await page.get_by_label("a short match").check()
        await expect(length).to_have_value("tonpuu")
        await length.select_option("hanchan")
        await page.get_by_role("button", name="Sit down").click()
        await page.wait_for_selector(READY)
        (room,) = running.lobby.rooms.values()
        assert room.match.config.length == "hanchan"
        await page.close()


@pytest.mark.acceptance("play-variants")
async def test_variants_are_chosen_and_shown(open_page: OpenPage) -> None:
    async with running_server() as running:
        page = (await open_page(f"{running.url}/play/texas42")).page
        await page.get_by_role("checkbox", name="hints").check()
        await page.get_by_role("checkbox", name="one-hand").check()
        await page.select_option("select[name='one-hand.trump']", "4")
        await sit_down(page)
        await expect(page.locator(".bar .facts")).to_have_text("one-hand (trump 4) · hints")
        await page.wait_for_selector("[data-open=true]")
        await expect(page.locator(".choices .recommended")).to_have_count(1)
        await expect(page.locator(".choices .recommended .hint")).to_contain_text("recommended")
        (room,) = running.lobby.rooms.values()
        fours = {"type": "one-hand", "config": {"trump": "4"}}
        assert room.match.header.variants == (fours, "hints")
        await page.close()


async def test_a_server_with_tokens_asks_for_one_and_then_seats_the_player(
    open_page: OpenPage, tmp_path: Path
) -> None:
    async with server_with_tokens(tmp_path) as here:
        watched = await open_page(f"{here.server.url}/play/tigerdragon")
        page = watched.page
        await page.get_by_role("button", name="Sit down").click()
        token = page.get_by_label("Your token")
        await token.fill("arena_wrong")
        await page.get_by_role("button", name="Sign in").click()
        await expect(page.locator(".signin .bad")).to_be_visible()
        await token.fill(here.tokens["anna"])
        await page.get_by_role("button", name="Sign in").click()
        await page.wait_for_selector("[data-open=true]")
        assert len(watched.problems) == 2  # the browser reports both refusals
        watched.problems.clear()
        await page.close()


async def test_a_digit_lays_the_tile_of_that_number(open_page: OpenPage) -> None:
    async with running_server() as running:
        page = (await open_page(f"{running.url}/play/tigerdragon")).page
        await sit_down(page, seats="2")
        await page.wait_for_selector("[data-open=true]")
        tile = await page.locator(".choices [data-choice]").evaluate_all(
            "all => all.map(each => each.dataset.choice).filter(each => /^\\d$/.test(each)).at(-1)"
        )
        await page.keyboard.press(tile)
        did = page.locator(".talk li", has_text="guest attacks with")
        await expect(did.get_by_role("img", name=tile)).to_be_visible()
        await page.close()


async def test_tiles_that_may_not_be_played_now_are_dim(open_page: OpenPage) -> None:
    async with running_server() as running:
        page = (await open_page(f"{running.url}/play/texas42")).page
        await page.locator(".rules summary").click()
        await page.get_by_label("Seed").fill("spring")
        await sit_down(page, bot="texas42-count")
        hand = page.locator(".pos-0 .hand [data-tile]")
        plays: list[str] = []
        for _ in range(40):
            await page.wait_for_selector(READY)
            if await page.locator("#go-on").count():
                await page.locator("#go-on").click()
                continue
            plays = await page.locator(".choices [data-choice]").evaluate_all(
                "all => all.map(each => each.dataset.choice).filter(each => /^\\d-\\d$/.test(each))"
            )
            if 0 < len(plays) < await hand.count():
                break
            await click_and_wait(page, page.locator(".choices button").first)
        tiles = await hand.evaluate_all("all => all.map(tile => tile.dataset.tile)")
        assert 0 < len(plays) < len(tiles)
        barred = page.locator(".pos-0 .hand .barred")
        await expect(barred).to_have_count(len(tiles) - len(plays))
        dim = await barred.evaluate_all("all => all.map(tile => tile.dataset.tile)")
        assert set(dim) == set(tiles) - set(plays)
        await page.close()


async def test_bots_of_one_name_are_told_apart_by_their_marks(open_page: OpenPage) -> None:
    async with running_server() as running:
        page = (await open_page(f"{running.url}/play/tigerdragon")).page
        await sit_down(page, seats="3")
        await page.wait_for_selector("[data-open=true]")
        await click_and_wait(page, page.locator(".choices button").first)
        for seat in (1, 2):
            move = page.locator(".talk li", has=page.locator(f".mk.c{seat}"), has_text="random")
            await expect(move.first).to_be_visible()
        await page.close()


async def test_three_tiles_are_exchanged_by_clicking_them(open_page: OpenPage) -> None:
    async with running_server() as running:
        page = (await open_page(f"{running.url}/play/sichuan")).page
        await sit_down(page)
        await page.wait_for_selector("[data-open=true]")
        (room,) = running.lobby.rooms.values()
        take = page.get_by_role("button", name="Choose 3 more")
        await expect(take).to_be_disabled()
        view = room.match.view(Viewer.player(0))
        legal = view["legal"]
        await expect(page.locator(".choices [data-pick]")).to_have_count(len(view["hand"]))
        digits, suit = legal[0].removeprefix("exchange:")[:3], legal[0][-1]
        for digit in digits:
            tiles = page.locator(f".pos-0 .hand [data-tile='{digit}{suit}']:not(.picked)")
            await tiles.first.click()
        await expect(page.locator(".pos-0 .hand .picked")).to_have_count(3)
        await page.get_by_role("button", name="Give these").click()
        await page.wait_for_selector("[data-open=true] [data-choice^='void:']")
        assert room.match.records[0].moves[0].choice == legal[0]
        await page.close()


async def test_a_name_in_another_script_is_shown_to_everybody(open_page: OpenPage) -> None:
    async with running_server() as running:
        page = (await open_page(f"{running.url}/play/tigerdragon")).page
        await page.get_by_label("Your name").fill("小明 <b>")
        await expect(page.locator(".form")).to_contain_text("Logs and addresses call you b")
        await sit_down(page, seats="2")
        await page.wait_for_selector("[data-open=true]")
        await expect(page.locator("[data-seat='0'] .who")).to_contain_text("小明 b")
        (room,) = running.lobby.rooms.values()
        assert room.match.header.players[0] == "b"
        watching = (await open_page(running.url)).page
        await expect(watching.locator(f'[data-room="{room.room_id}"]')).to_contain_text("小明 b")
        await watching.goto(f"{running.url}/m/{room.match_id}")
        await expect(watching.locator("[data-seat='0'] .who")).to_contain_text("小明 b")
        await watching.close()
        await page.close()
