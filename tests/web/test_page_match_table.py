"""How the table of a finished match is drawn, in a real browser."""

import re
from typing import Any

import pytest
from playwright.async_api import Page, expect

from arena.local.loop import play
from arena.match.log import parse_log
from arena.plugins.manager import Plugins
from arena.web.log_viewer import LogSource, serving
from tests.web.conftest import OpenPage
from tests.web.looks import problems
from tests.web.samples import Samples
from tests.web.shown_matches import HANDS, at_event, loaded, showing, tiles_of

GAMES = ("riichi", "taiwan", "sichuan", "texas42", "tigerdragon")


@pytest.mark.acceptance("shared-origin")
@pytest.mark.acceptance("shared-narrow")
@pytest.mark.parametrize("game", GAMES)
async def test_every_table_is_drawn_from_its_frames_and_fits_a_phone(
    samples: Samples, open_page: OpenPage, game: str
) -> None:
    async with showing(samples, game) as (url, history):
        middle = len(history["frames"]) // 2
        watched = await open_page(f"{url}#e={middle}")
        await loaded(watched.page, middle)
        view = history["frames"][middle]["view"]
        assert sorted(await watched.page.evaluate(HANDS)) == tiles_of(view)
        for name in history["players"]:
            await expect(watched.page.locator(".plate", has_text=name).first).to_be_visible()
        assert (watched.outside(), watched.problems) == ([], [])
        await watched.page.set_viewport_size({"width": 360, "height": 740})
        await watched.page.goto(f"{url}#e=20")
        await at_event(watched.page, 20)
        assert await watched.page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.acceptance("shared-first-draw")
async def test_the_table_is_there_before_any_frame_is_fetched(
    samples: Samples, open_page: OpenPage
) -> None:
    async with showing(samples, "riichi") as (url, _history):
        watched = await open_page("about:blank")
        await watched.page.route("**/api/**", lambda _route: None)  # never answered
        await watched.page.goto(url)
        await expect(watched.page.locator(".plate")).to_have_count(4)
        await watched.page.close()


async def test_indicators_are_called_so_and_those_not_turned_lie_face_down(
    samples: Samples, open_page: OpenPage
) -> None:
    async with showing(samples, "riichi") as (url, history):
        won = next(
            place
            for place, frame in enumerate(history["frames"])
            if any(event.get("ura") for event in frame["events"])
        )
        page = (await open_page(f"{url}#e={won}")).page
        await loaded(page, won)
        turned = history["frames"][won]["view"]["dora"]
        line = page.locator(".centre .indicators")
        await expect(line).to_contain_text("dora indicator")
        await expect(line.locator("[data-tile]")).to_have_count(len(turned))
        await expect(line.locator(".tile.back")).to_have_count(5 - len(turned))
        ura = page.get_by_role("group", name="ura-dora indicators").locator("[data-tile]")
        (event,) = (e for e in history["frames"][won]["events"] if e.get("ura"))
        shown = await ura.evaluate_all("all => all.map(tile => tile.dataset.tile)")
        assert shown == list(event["ura"])


async def test_a_receipt_names_the_riichi_sticks_that_go_to_the_winner(
    samples: Samples, open_page: OpenPage
) -> None:
    async with showing(samples, "riichi") as (url, history):
        place, taken = next(
            (place, sum(event["deltas"]))
            for place, frame in enumerate(history["frames"])
            for event in frame["events"]
            if event["type"] == "won" and sum(event["deltas"])
        )
        page = (await open_page(f"{url}#e={place}")).page
        await loaded(page, place)
        await expect(page.locator(".payments li").last).to_have_text(
            re.compile(rf"takes {taken // 1000} riichi sticks?: {taken:,}$")
        )


async def test_every_result_is_a_receipt(samples: Samples, open_page: OpenPage) -> None:
    said = {
        "tigerdragon": r"closes with .* points?",
        "texas42": r"declares .*side A takes \d+ points, side B \d+.*\d marks? for side [AB]",
    }
    for game, receipt in said.items():
        async with showing(samples, game) as (url, history):
            last = len(history["frames"]) - 1
            page = (await open_page(f"{url}#e={last}")).page
            await loaded(page, last)
            card = page.get_by_role("group", name="Result of the round")
            await expect(card).to_contain_text(re.compile(receipt, re.DOTALL))
            if game == "tigerdragon":
                (result,) = history["frames"][last]["results"]
                laid = card.locator("[data-tile]")
                tiles = result["result"]["winner_discards"].split(",")
                assert await laid.evaluate_all("all => all.map(tile => tile.dataset.tile)") == [
                    token[0] for token in tiles
                ]


async def test_badges_are_not_cut_at_the_edge_of_a_plate(
    samples: Samples, open_page: OpenPage
) -> None:
    async with showing(samples, "sichuan") as (url, history):
        last = len(history["frames"]) - 1
        page = (await open_page(f"{url}#e={last}")).page
        await loaded(page, last)
        for width, height in ((1366, 860), (1280, 720), (820, 1180), (844, 390)):
            await page.set_viewport_size({"width": width, "height": height})
            cut = await page.locator(".plate .chip").evaluate_all(
                """chips => chips.filter(chip => {
                  const [inner, outer] = [chip, chip.closest(".plate")].map(e =>
                    e.getBoundingClientRect());
                  const seen = chip.parentElement.getBoundingClientRect();
                  return inner.right > Math.min(outer.right, seen.right + 1) ||
                    inner.bottom > outer.bottom;
                }).map(chip => chip.textContent)"""
            )
            assert cut == [], width
            assert [text for text in await problems(page) if text.startswith("under")] == [], width
        assert await page.locator(".plate:has(.chip:nth-child(3))").count(), "three on a plate"


async def test_partners_of_the_losing_side_are_second(
    samples: Samples, open_page: OpenPage
) -> None:
    async with showing(samples, "texas42") as (url, history):
        last = len(history["frames"]) - 1
        page = (await open_page(f"{url}#e={last}")).page
        await loaded(page, last)
        places = await page.locator(".result tbody td:last-child").all_inner_texts()
        ranks = history["result"]["ranks"]
        assert places == ["1st" if rank == 1 else "2nd" for rank in ranks]
        chips = await page.locator(".plate .chips .chip:first-child").all_inner_texts()
        assert sorted(chips) == ["1st", "1st", "2nd", "2nd"]


async def test_nothing_is_counted_or_drawn_before_the_frames_are_there(
    samples: Samples, open_page: OpenPage
) -> None:
    async with showing(samples, "riichi") as (url, _history):
        watched = await open_page("about:blank")
        await watched.page.route("**/api/**", lambda _route: None)  # never answered
        await watched.page.goto(url)
        await expect(watched.page.locator(".plate")).to_have_count(4)
        await expect(watched.page.locator(".count")).to_have_text("…")
        await expect(watched.page.locator(".graph")).to_have_count(0)
        await watched.page.close()


async def test_tiles_keep_their_faces_and_edges_in_forced_colours(
    samples: Samples, open_page: OpenPage
) -> None:
    async with showing(samples, "riichi") as (url, _history):
        page = (await open_page(f"{url}#e=20", forced_colors="active")).page
        await loaded(page, 20)
        style = await page.locator(".board .tile:not(.back)").first.evaluate(
            "tile => [getComputedStyle(tile).backgroundColor, getComputedStyle(tile).outlineStyle]"
        )
        assert style == ["rgb(251, 247, 234)", "solid"]


async def test_tiles_in_the_list_of_events_stand_in_their_sentences(
    samples: Samples, open_page: OpenPage
) -> None:
    async with showing(samples, "riichi") as (url, _history):
        page = (await open_page(f"{url}#e=20")).page
        await loaded(page, 20)
        sentences = page.locator(".events .what")
        cut = await sentences.evaluate_all(
            """all => all.filter(line => line.scrollHeight > line.clientHeight + 1 ||
              line.scrollWidth > line.clientWidth + 1).map(line => line.textContent.trim())"""
        )
        assert cut == []
        broken = await sentences.evaluate_all(
            """all => all.filter(line => {
              line.style.whiteSpace = "nowrap";
              return line.clientHeight > 40;
            }).map(line => line.textContent.trim())"""
        )
        assert broken == []


@pytest.mark.parametrize(("width", "height"), [(820, 1180), (390, 844), (1024, 700), (844, 390)])
async def test_the_controls_stay_within_reach_on_small_screens(
    samples: Samples, open_page: OpenPage, width: int, height: int
) -> None:
    async with showing(samples, "riichi") as (url, _history):
        page = (await open_page(f"{url}#e=60", width=width, height=height)).page
        await loaded(page, 60)
        box = await page.get_by_role("button", name="Play (Space)").bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= height
        if width > height:  # the whole table is to be seen beside them
            board = await page.locator(".board").bounding_box()
            assert board is not None
            assert board["y"] + min(board["height"], 520) <= box["y"] + 1
        await page.get_by_role("button", name="On one event").click()
        await at_event(page, 61)


@pytest.mark.parametrize(("width", "height"), [(820, 1180), (390, 844), (740, 360)])
async def test_the_buttons_are_in_one_row_on_small_screens(
    samples: Samples, open_page: OpenPage, width: int, height: int
) -> None:
    async with showing(samples, "riichi") as (url, _history):
        page = (await open_page(f"{url}#e=60", width=width, height=height)).page
        await loaded(page, 60)
        buttons = page.locator(".scrub button:visible")
        middles = await buttons.evaluate_all(
            """all => all.map(each => each.getBoundingClientRect())
              .map(box => box.y + box.height / 2)"""
        )
        assert max(middles) - min(middles) < 4
        await page.get_by_role("button", name="More").click()
        await expect(page.get_by_role("button", name="Copy link")).to_be_visible()
        await expect(page.get_by_role("button", name="Turning point")).to_be_visible()


async def test_ponds_are_six_wide_on_a_phone(samples: Samples, open_page: OpenPage) -> None:
    async with showing(samples, "riichi") as (url, history):
        event = next(
            place
            for place, frame in enumerate(history["frames"])
            if len(frame["view"]["ponds"][0]) == 14
        )
        page = (await open_page(f"{url}#e={event}", width=390, height=844)).page
        await loaded(page, event)
        tops = await page.locator(".seat[data-seat='0'] .pond .tile:not(.side)").evaluate_all(
            "all => all.map(tile => Math.round(tile.getBoundingClientRect().top))"
        )
        widest = max(tops.count(top) for top in set(tops))
        assert (widest, len(set(tops))) == (6, 3)


async def test_plates_stay_where_they_are_while_tiles_are_laid(
    samples: Samples, open_page: OpenPage
) -> None:
    async with showing(samples, "tigerdragon") as (url, history):
        page = (await open_page(url)).page
        await loaded(page)
        seen = set()
        for event in range(0, len(history["frames"]), 6):
            await page.goto(f"{url}#e={event}")
            await at_event(page, event)
            places = await page.locator(".plate").evaluate_all(
                "all => all.map(plate => plate.getBoundingClientRect())"
                ".map(box => [box.left, box.top, box.width, box.height].map(Math.round).join())"
            )
            seen.add(tuple(places))
        assert len(seen) == 1


async def test_signs_on_buttons_need_no_font(samples: Samples, open_page: OpenPage) -> None:
    async with showing(samples, "texas42") as (url, _history):
        page = (await open_page(url)).page
        await loaded(page)
        buttons = page.locator(".scrub .buttons button, .bar button[aria-label='Full screen']")
        assert await buttons.count() == 12
        assert set(await buttons.all_inner_texts()) == {""}
        sizes = await buttons.locator("svg path").evaluate_all(
            "all => all.map(path => Math.min(path.getBBox().width, path.getBBox().height))"
        )
        assert len(sizes) == 12
        assert min(sizes) >= 8


async def test_every_win_of_a_sichuan_deal_has_its_fan_and_its_payers(
    plugins: Plugins, open_page: OpenPage
) -> None:
    game = plugins.game("sichuan")
    log = play("sichuan", ["sichuan-greedy"] * 4, seed=3, config=game.short, plugins=plugins).log
    source = LogSource(parse_log(log), game, plugins)
    async with serving(source) as url:
        frames = source.history["frames"]
        end = next(place for place, frame in enumerate(frames) if frame.get("results"))
        events = [event for frame in frames[: end + 1] for event in frame["events"]]
        paid = [event for event in events if event["type"] == "hu_settled"]
        assert len(paid) > 1
        page = (await open_page(f"{url}#e={end}")).page
        await loaded(page, end)
        card = page.get_by_role("group", name="Result of the round")
        await expect(card.get_by_role("group", name="winning hand")).to_have_count(len(paid))
        for event in paid:
            await expect(card).to_contain_text(f"{event['fan']} fan, {event['value']} point")
            for name, worth in event["fans"]:
                await expect(card).to_contain_text(f"{name} {worth}")
        melds = frames[end]["view"]["melds"]
        assert any(melds[event["seat"]] for event in paid)
        for event, hand in zip(paid, await card.get_by_role("group").all(), strict=True):
            kongs = sum("kong" in meld["type"] for meld in melds[event["seat"]])
            await expect(hand.locator("[data-tile]")).to_have_count(14 + kongs)
        await page.close()


@pytest.mark.parametrize(
    ("game", "side"),
    [("riichi", 1), ("taiwan", 1), ("sichuan", 1), ("texas42", -1), ("tigerdragon", -1)],
)
async def test_the_next_to_act_sits_where_the_turn_passes_to(
    samples: Samples, open_page: OpenPage, game: str, side: int
) -> None:
    # Mahjong is played counter-clockwise, dominoes and Tiger & Dragon clockwise.
    async with showing(samples, game) as (url, history):
        page = (await open_page(f"{url}#e=1&seat=0&view=seat")).page
        await loaded(page, 1)
        middle = await _middle(page, ".board")
        following, last = len(history["players"]) // 4, len(history["players"]) - 1
        for seat, where in ((following, side), (last, -side)):
            assert (await _middle(page, f"[data-seat='{seat}'] .hand") - middle) * where > 50


async def _middle(page: Page, selector: str) -> float:
    box = await page.locator(selector).first.bounding_box()
    assert box
    return box["x"] + box["width"] / 2


async def test_the_points_of_a_riichi_round_add_up_to_the_new_scores(
    samples: Samples, open_page: OpenPage
) -> None:
    async with showing(samples, "riichi") as (url, history):
        frames = history["frames"]
        before = frames[0]["view"]["scores"]
        staked = 0
        for place, frame in enumerate(frames):
            staked += sum(event["type"] == "riichi_accepted" for event in frame["events"])
            if not frame.get("results"):
                continue
            page = (await open_page(f"{url}#e={place}")).page
            await loaded(page, place)
            after = frame["results"][-1]["scores"]
            rows = page.locator(".result tbody tr")
            gained = await rows.evaluate_all(
                "all => all.map(row => row.cells[1].textContent.trim())"
            )
            expected = [now - then for now, then in zip(after, before, strict=True)]
            assert [_points(text) for text in gained] == expected
            before = after
        assert staked  # else nothing was shown


def _points(text: str) -> int:
    return int(text.replace("\N{MINUS SIGN}", "-").replace("±", "").replace(",", ""))


@pytest.mark.parametrize("width", [390, 820])
async def test_no_meld_of_a_receipt_is_in_two_lines(
    samples: Samples, open_page: OpenPage, width: int
) -> None:
    async with showing(samples, "taiwan") as (url, history):
        wins = [k for k, frame in enumerate(history["frames"]) if melds_won(frame)]
        assert wins
        for event in wins[:2]:
            page = (await open_page(f"{url}#e={event}", width=width, height=900)).page
            await loaded(page, event)
            lines = await page.locator(".result .meld").evaluate_all(
                "all => all.map(meld => new Set([...meld.children].map(e => e.offsetTop)).size)"
            )
            assert lines
            assert {*lines} == {1}
            await page.close()


def melds_won(frame: dict[str, Any]) -> bool:
    return any(event["type"] == "won" and event["melds"] for event in frame["events"])


async def test_all_rows_of_the_event_that_is_shown_are_in_sight(
    samples: Samples, open_page: OpenPage
) -> None:
    async with showing(samples, "texas42") as (url, history):
        last = len(history["frames"]) - 1
        page = (await open_page(f"{url}#e={last}", height=700)).page
        await loaded(page, last)
        rows = page.locator(".events li")
        await expect(rows.last).to_contain_text("The match is over")
        await expect(rows.last).to_be_in_viewport(ratio=0.9)


async def test_an_attacker_is_told_apart_from_a_bot_of_the_same_name(
    samples: Samples, open_page: OpenPage
) -> None:
    async with showing(samples, "tigerdragon") as (url, history):
        players = history["players"]
        place, seat = next(
            (place, frame["view"]["attacker"])
            for place, frame in enumerate(history["frames"])
            if frame["view"]["attack_tile"]
            and players.count(players[frame["view"]["attacker"]]) > 1
        )
        page = (await open_page(f"{url}#e={place}")).page
        await loaded(page, place)
        said = f"{players[seat]} (seat {seat + 1}) attacks"
        await expect(page.locator(".centre .big")).to_have_text(said)


async def test_a_taiwan_hand_with_a_drawn_tile_does_not_show_the_distance_of_before(
    samples: Samples, open_page: OpenPage
) -> None:
    async with showing(samples, "taiwan") as (url, history):
        place, view = next(
            (place, frame["view"])
            for place, frame in enumerate(history["frames"])
            if frame["view"]["has_drawn"]
            and frame["view"]["distance"][frame["view"]["current"]] is not None
            and sum(distance is not None for distance in frame["view"]["distance"]) == 4
        )
        page = (await open_page(f"{url}#e={place}")).page
        await loaded(page, place)
        shown = [
            await page.locator(f"[data-seat='{seat}'] .chip", has_text="away").count()
            for seat in range(4)
        ]
        assert shown == [int(seat != view["current"]) for seat in range(4)]
