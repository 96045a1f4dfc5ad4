"""The page of a bot, in a real browser."""

import re
from pathlib import Path
from statistics import fmean

import pytest
from playwright.async_api import expect

from arena.plugins.manager import Plugins
from arena.server.app import Running
from arena.store import Filter, QueueLimits, StoredChallenge
from arena.store.bot_logs import NewBotLog
from arena.tournament.results import places2
from tests.web.accessibility import check_looks
from tests.web.conftest import OpenPage
from tests.web.filled_ladders import ladder_server

NOTES = "Plays safe.\n</script><script>document.title = 'taken'</script><img src=x onerror=boo()>"


def worst_frame(running: Running, match_id: str, seat: int) -> int:
    """The frame whose round cost the seat the most, found by hand."""
    from arena.match.log import parse_log
    from arena.match.playback import log_history
    from engine.game import PUBLIC

    assert running.server.store is not None
    text = running.server.store.matches.replay(match_id)
    assert text is not None
    game = running.lobby.plugins.game("tigerdragon")
    frames = log_history(parse_log(text.splitlines()), game, PUBLIC)["frames"]
    costs = [(r["points"][seat], at) for at, f in enumerate(frames) for r in f.get("results", ())]
    return min(costs)[1]


async def test_a_bot_s_mean_place_without_luck_stands_beside_the_plain_one(
    open_page: OpenPage, plugins: Plugins, tmp_path: Path
) -> None:
    async with ladder_server(tmp_path, plugins, 12) as running:
        service = running.server.ladder
        assert service is not None
        page = (await open_page(f"{running.url}/b/counter")).page
        await expect(page.locator(".placed").first).to_contain_text("mean place")
        await expect(page.locator(".without-luck")).to_have_count(0)
        ladder = service.board.ladder("tigerdragon")
        row = {"player": "counter", "identity": "house:counter", "matches": 12, "saved": 0.25,
               "plain": [1.5, 1.2, 1.8], "without_luck": [1.6, 1.4, 1.8]}  # fmt: skip
        data = {"ladder": ladder, "computed": 1, "matches": 12, "explained": 0.2, "rounds": 2,
                "bot": "defender", "rows": [row]}  # fmt: skip
        service.store.leaderboards.save(f"luck/{ladder}", data)
        service.store.flush()
        await page.reload()
        shown = page.locator(".without-luck")
        await expect(shown).to_contain_text("without luck 1.60 (1.40 to 1.80)")
        await expect(shown).to_contain_text("plain 1.50 (1.20 to 1.80), last 12 matches")
        await expect(shown).to_contain_text("saves 25 % of the matches")
        await expect(shown).to_contain_text("played again by defender")


@pytest.mark.acceptance("bot-filters")
@pytest.mark.acceptance("bot-losses")
async def test_a_bot_s_matches_and_losses(
    open_page: OpenPage, plugins: Plugins, tmp_path: Path
) -> None:
    async with ladder_server(tmp_path, plugins, 30) as running:
        store = running.server.store
        assert store is not None
        bot = store.bots.named("mochi")
        assert bot is not None
        mine = f"bot:{bot.id}"
        found = store.matches.find(Filter(identity=mine), limit=100)
        own = [p for match in found for p in match.players if p.identity == mine]
        page = (await open_page(f"{running.url}/b/mochi")).page
        boards = page.locator(".boards")
        await expect(boards).to_have_attribute("data-matches", str(len(own)))
        await expect(page.locator("[data-cause=illegal] + b")).to_have_text(
            str(sum((p.faults or {}).get("illegal", 0) for p in own))
        )
        mean = fmean(
            places2([p.rank or 0 for p in match.players])[p.seat] / 2
            for match in found
            for p in match.players
            if p.identity == mine
        )
        told = rf"\s*mean place {mean:.2f}\s+\d\.\d\d to \d\.\d\d, {len(own)} matches\s*"
        await expect(page.locator(".placed")).to_have_text(re.compile(f"^{told}$"))
        await page.select_option("[data-filter=place]", "1")
        won = [p for p in own if p.rank == 1]
        await expect(boards).to_have_attribute("data-matches", str(len(won)))
        assert "place=1" in page.url
        await page.reload()
        await expect(boards).to_have_attribute("data-matches", str(len(won)))
        await page.select_option("[data-filter=place]", "")
        losses = page.get_by_role("region", name="Worst losses").first
        row = losses.locator("tr[data-match]").first
        match_id = await row.get_attribute("data-match")
        assert match_id
        seat = next(p.seat for m in found if m.match_id == match_id for p in m.players
                    if p.identity == mine)  # fmt: skip
        await row.get_by_role("link").click()
        event = worst_frame(running, match_id, seat)
        await expect(page).to_have_url(re.compile(rf"/m/{match_id}#e={event}&seat={seat}"))
        await expect(page.locator(".match")).to_have_attribute("data-event", str(event))
        await page.close()


@pytest.mark.acceptance("bot-unrated")
@pytest.mark.acceptance("bot-challenge")
async def test_a_bot_without_matches(open_page: OpenPage, plugins: Plugins, tmp_path: Path) -> None:
    async with ladder_server(tmp_path, plugins, 0) as running:
        page = (await open_page(f"{running.url}/b/mochi")).page
        await expect(page.locator(".unrated")).to_have_text("Not rated yet")
        assert "25.0" not in await page.locator("body").inner_text()
        await page.locator("#challenge").focus()
        await page.keyboard.press("Enter")
        assert running.server.store is not None
        token = running.server.store.tokens.create("mira", "player")
        await page.get_by_label("Your token").fill(token)
        await page.get_by_role("button", name="Sign in").click()
        await page.get_by_label("Your bot").fill("counter")
        await page.get_by_role("button", name="Play").click()
        await expect(
            page.locator("[data-challenge=queued], [data-challenge=failed]")
        ).to_contain_text("counter against mochi")
        response = await page.request.get(f"{running.url}/b/nobody")
        assert response.status == 404
        await page.close()


def token_of(running: Running, name: str) -> str:
    """A new token for somebody who has one already."""
    assert running.server.store is not None
    running.server.store.tokens.revoke(name)
    return running.server.store.tokens.create(name)


@pytest.mark.acceptance("bot-logs")
@pytest.mark.acceptance("bot-notes")
@pytest.mark.acceptance("bot-challenges")
async def test_logs_are_the_owner_s_and_notes_and_challenges_everybody_s(
    open_page: OpenPage, plugins: Plugins, tmp_path: Path
) -> None:
    async with ladder_server(tmp_path, plugins, 1) as running:
        store = running.server.store
        assert store is not None
        bot = store.bots.named("mochi")
        assert bot is not None
        (match,) = store.matches.find(Filter(identity=f"bot:{bot.id}"))
        store.bot_logs.keep(NewBotLog(match.match_id, 0, bot.id, ["3\t<b>hm</b>"]))
        store.challenges.add(
            StoredChallenge("c1", None, "tigerdragon", "mochi", None, "counter", None, 9, "s",
                            "done", [[1.0, 5.0], [0.5, 3.0]] * 5),
            QueueLimits(9, 9),
        )  # fmt: skip
        store.bots.set_notes("mochi", NOTES)
        page = (await open_page(f"{running.url}/b/mochi")).page
        notes = page.get_by_role("region", name="Notes").locator("p")
        assert await notes.text_content() == NOTES
        assert await notes.locator("*").count() == 0
        row = page.locator("[data-challenged=c1]")
        await expect(row).to_contain_text("mochi against counter")
        await expect(row).to_contain_text("+0.75 places per deal [0.56, 0.94] 95 %, 10 deals")
        for name, shown in {"": 0, "mira": 0, "lindqvist": 1}.items():
            if name:
                token = store.tokens.create("mira") if name == "mira" else token_of(running, name)
                running.server.access.forget()
                login = await page.request.post(f"{running.url}/api/session", data={"token": token})
                assert login.ok
                await page.reload()
            await expect(page.get_by_role("heading", name="Versions")).to_be_visible()
            await expect(page.get_by_role("region", name="Logs").first).to_have_count(shown)
        async with page.expect_download() as download:
            await page.locator(f"[data-log='{match.match_id}'] a[download]").click()
        assert (await (await download.value).path()).read_text() == "3\t<b>hm</b>\n"
        await expect(page.get_by_role("link", name="v1")).to_have_attribute(
            "href", "/api/bots/mochi/versions/1/log"
        )
        await check_looks(page)
        await page.close()
