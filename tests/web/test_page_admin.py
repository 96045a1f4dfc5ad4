"""The pages of moderators, of one's own account and of past seasons, in a real browser."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from playwright.async_api import Page, Route, expect

from arena.plugins.manager import Plugins
from arena.settings import Settings
from arena.store import open_store
from arena.table.spec import RoomSpec
from arena.testing import running_server
from tests.arena.clients import clients
from tests.arena.server_with_tokens import ServerWithTokens
from tests.web.accessibility import check_looks
from tests.web.conftest import OpenPage
from tests.web.filled_ladders import fill_ladder

BOT = b"""
from bots import Bot
class Mine(Bot):
    def act(self, turn):
        return turn.legal[0]
"""
PEOPLE = {"ada": "admin", "mona": "moderator", "anna": "player", "ben": "player"}


@asynccontextmanager
async def server_of(
    folder: Path, plugins: Plugins, **settings: int
) -> AsyncIterator[ServerWithTokens]:
    """A server with people, a room, and a ladder that has been played on."""
    db = f"sqlite:///{folder}/arena.db"
    with open_store(db, create=True) as store:
        tokens = {name: store.tokens.create(name, role) for name, role in PEOPLE.items()}  # type: ignore[arg-type]  # roles all
        fill_ladder(store, plugins, 12)
        store.bots.retire("mochi")
    options = Settings(port=0, db=db, ladder_games=("tigerdragon",), ladder_pause=60.0, **settings)  # type: ignore[arg-type]  # numbers
    room = RoomSpec("table", seats=2, bots=("first",))
    async with running_server(rooms=[room], settings=options, plugins=plugins) as server:
        yield ServerWithTokens(server, tokens)


async def signed_in(open_page: OpenPage, here: ServerWithTokens, who: str, path: str) -> Page:
    """A page of somebody who has signed in on it."""
    page: Page = (await open_page(f"{here.server.url}{path}")).page
    await page.get_by_label("Your token").fill(here.tokens[who])
    await page.get_by_role("button", name="Sign in").click()
    return page


async def confirm(page: Page, text: str) -> None:
    """Give a reason, or a text."""
    dialog = page.get_by_role("dialog")
    await dialog.get_by_role("textbox").fill(text)
    await dialog.get_by_role("button", name="Confirm").click()


async def test_an_announcement_reaches_pages_that_are_open(
    open_page: OpenPage, plugins: Plugins, tmp_path: Path
) -> None:
    async with server_of(tmp_path, plugins) as here:
        page = (await open_page(here.server.url)).page
        await page.clock.install()
        await page.reload()
        await expect(page.locator(".notice")).to_have_count(0)
        await here.call("POST", "/api/admin/announcement", "ada", {"text": "<b>cup</b> at noon"})
        await here.call("POST", "/api/admin/maintenance", "ada", {"reason": "new disk"})
        await page.clock.run_for(30_000)
        await expect(page.locator(".notice").first).to_have_text("<b>cup</b> at noon")
        await expect(page.locator(".notice").nth(1)).to_contain_text("Maintenance: new disk.")
        await here.call("DELETE", "/api/admin/announcement", "ada")
        await here.call("DELETE", "/api/admin/maintenance", "ada")
        await page.clock.run_for(30_000)
        await expect(page.locator(".notice")).to_have_count(0)
        await page.close()


@pytest.mark.acceptance("admin-acts")
@pytest.mark.acceptance("admin-notices")
async def test_every_act_is_done_on_the_page(
    open_page: OpenPage, plugins: Plugins, tmp_path: Path
) -> None:
    async with server_of(tmp_path, plugins) as here, clients(here.server, 1, "table") as (anna,):
        await anna.join("anna", "table", token=here.tokens["anna"])
        page = await signed_in(open_page, here, "ada", "/admin")
        said = page.get_by_role("status").filter(has_not_text="noon")

        connected = page.get_by_label("Connections", exact=True)
        await expect(connected.get_by_role("row").nth(1)).to_contain_text("127.0.0.1")
        await page.get_by_label("Text").fill("cup at noon")
        await page.get_by_role("button", name="Announce").click()
        await expect(said).to_have_text("Announced.")
        account = page.locator("[data-account=ben]")
        await account.get_by_role("button", name="Message").click()
        await confirm(page, "please be kind")
        await expect(said).to_contain_text("Message to ben: done.")
        await account.get_by_role("button", name="Ban").click()
        await confirm(page, "was not kind")
        await expect(account).to_contain_text("banned: was not kind")
        await account.get_by_role("button", name="Unban").click()
        await expect(account).to_contain_text("active")
        await page.get_by_role("button", name="Void").click()
        await confirm(page, "a test")
        await expect(page.get_by_label("Rooms", exact=True).first).to_contain_text("void")
        await page.get_by_role("button", name="Restore").click()
        await expect(said).to_contain_text("mochi is back.")
        await page.get_by_label("Name", exact=True).first.fill("Autumn")
        await page.get_by_label("Prizes, one per line").fill("a cup\na spoon")
        await page.get_by_role("button", name="Close the season").click()
        await expect(said).to_contain_text("The season is closed.")
        await page.get_by_label("Reason").first.fill("new disk")
        await page.get_by_role("button", name="Begin maintenance").click()
        await page.get_by_role("button", name="End maintenance").click()
        await expect(said).to_contain_text("New matches begin again.")
        acts = page.get_by_label("Audit").get_by_role("row")
        words = [
            "end maintenance", "begin maintenance", "close season", "restore bot", "void match",
            "unban", "ban", "message", "announce",
        ]  # fmt: skip
        for number, word in enumerate(words, 1):
            await expect(acts.nth(number)).to_contain_text(word)
        await page.reload()
        await expect(page.locator(".notice")).to_have_text("cup at noon")
        await page.get_by_role("button", name="Withdraw").click()
        await expect(acts.nth(1)).to_contain_text("withdraw announcement")
        await page.close()


@pytest.mark.acceptance("admin-state")
async def test_what_is_wrong_is_told_by_itself(
    open_page: OpenPage, plugins: Plugins, tmp_path: Path
) -> None:
    async with server_of(tmp_path, plugins, max_games=2, reserved_rooms=0) as here:
        page = await signed_in(open_page, here, "mona", "/admin")
        state = page.get_by_label("State", exact=True)
        await expect(state).to_contain_text("Everything works.")
        await here.call("POST", "/rooms", "ada", {"room_id": "more"})
        await expect(state).to_contain_text("rooms: full, 2 of 2", timeout=10_000)
        ladder = here.server.server.ladder
        assert ladder is not None
        ladder._tasks["the ladder"].cancel()
        await expect(state).to_contain_text("the ladder stopped", timeout=10_000)
        await page.close()


@pytest.mark.acceptance("admin-closed")
async def test_others_see_nothing_of_it(
    open_page: OpenPage, plugins: Plugins, tmp_path: Path
) -> None:
    async with server_of(tmp_path, plugins) as here:
        page = await signed_in(open_page, here, "anna", "/admin")
        await expect(page.get_by_role("alert")).to_contain_text("anna is player")
        assert "127.0.0.1" not in await page.locator("#page-data").inner_text()
        assert await page.locator(".admin table").count() == 0
        await page.close()


@pytest.mark.acceptance("account-self")
async def test_an_account_is_looked_after_on_its_page(
    open_page: OpenPage, plugins: Plugins, tmp_path: Path
) -> None:
    async with server_of(tmp_path, plugins) as here:
        path = "/api/admin/accounts/ben/messages"
        await here.call("POST", path, "ada", {"text": "please <b>wait</b>"})
        page = await signed_in(open_page, here, "ben", "/account")
        await expect(page.locator(".messages")).to_contain_text("please <b>wait</b>")
        await page.get_by_role("button", name="New recovery code").click()
        code = await page.locator("#fresh-secret").inner_text()
        await page.get_by_role("button", name="I have kept it").click()
        await page.get_by_role("button", name="New token").click()
        fresh = await page.locator("#fresh-secret").inner_text()
        assert (await here.call("GET", "/api/session", "ben"))[0] == 401
        assert (await here.call("GET", "/api/session", fresh))[1]["name"] == "ben"
        await page.get_by_role("button", name="I have kept it").click()
        await page.get_by_label("New name").fill("Benno")
        await page.get_by_role("button", name="Rename").click()
        await expect(page.get_by_role("status")).to_contain_text("You are Benno now.")
        async with page.expect_download() as download:
            await page.get_by_role("link", name="Download all data").click()
        assert (await download.value).suggested_filename == "Benno.zip"
        other = (await open_page(f"{here.server.url}/account")).page
        await other.get_by_label("Name").fill("Benno")
        await other.get_by_label("Recovery code").fill(code)
        await other.get_by_role("button", name="Get a new token").click()
        await expect(other.locator("#fresh-secret")).to_contain_text("arena_")
        await other.get_by_label("To delete your account, type its name").fill("Benno")
        await other.get_by_role("button", name="Delete Benno").click()
        await other.wait_for_url(f"{here.server.url}/")
        names = {row["name"] for row in (await here.call("GET", "/api/tokens", "ada"))[1]}
        assert not names & {"ben", "Benno"}
        for each in (page, other):
            await each.close()


@pytest.mark.acceptance("season-tables")
async def test_a_past_season_is_shown_in_every_look(
    open_page: OpenPage, plugins: Plugins, tmp_path: Path
) -> None:
    async with server_of(tmp_path, plugins) as here:
        first = (await open_page(f"{here.server.url}/seasons")).page
        await expect(first.locator("main")).to_contain_text("The first season is being played")
        await first.close()
        await here.call("POST", "/api/admin/bots/mochi/restore", "ada")
        server = here.server.server
        assert server.ladder is not None
        assert server.store is not None
        ladder = server.store.matches.busiest_ladder("tigerdragon")
        server.ladder.board._mains = {"tigerdragon": ladder}
        body = {"name": "Autumn <1>", "prizes": ["a cup"]}
        _, season = await here.call("POST", "/api/admin/seasons", "ada", body)
        (board,) = season["boards"]
        await here.call("POST", "/api/admin/announcement", "ada", {"text": "x" * 500})
        page = (await open_page(f"{here.server.url}/seasons")).page
        await page.get_by_role("link", name="Autumn <1>").click()
        await expect(page.locator(".prizes")).to_contain_text("a cup: mochi by lindqvist")
        await expect(page.locator(".boards tbody tr")).to_have_count(len(board["rows"]))
        await check_looks(page)
        await page.close()


async def test_pages_of_moderators_and_accounts_are_fit_for_all_in_every_look(
    open_page: OpenPage, plugins: Plugins, tmp_path: Path
) -> None:
    async with server_of(tmp_path, plugins) as here:
        await here.server.server.watch.look()
        for path in ("/admin", "/account"):
            page = await signed_in(open_page, here, "ada", path)
            await expect(page.locator(".admin-grid .card").nth(2)).to_be_visible()
            await check_looks(page)
            await page.close()


async def test_moderators_see_who_gains_by_whose_company(
    open_page: OpenPage, plugins: Plugins, tmp_path: Path
) -> None:
    async with server_of(tmp_path, plugins) as here:
        service = here.server.server.ladder
        assert service is not None
        page = await signed_in(open_page, here, "ada", "/admin")
        card = page.get_by_label("Collusion")
        await expect(card).to_contain_text("Not computed yet.")
        row = {"pair": ["mochi", "counter"], "gaining": ["mochi"], "places": 0.5, "low": 0.25,
               "high": 0.75, "matches_together": 40, "chance": 0.0001}  # fmt: skip
        ladder = service.board.ladder("tigerdragon")
        data = {"ladder": ladder, "computed": 1, "matches": 90, "comparisons": 18, "found": [row],
                "matches_needed": {"0.5": 60}}  # fmt: skip
        service.store.leaderboards.save(f"collusion/{ladder}", data)
        await card.get_by_label("Game").select_option("tigerdragon")
        await expect(card.get_by_role("row").nth(1)).to_contain_text("mochi and counter")
        await expect(card).to_contain_text("after 60 matches together in 4 of 5 cases")
        await check_looks(page)
        await card.get_by_role("button", name="Compute again").click()
        await expect(card).to_contain_text("nothing to compare")
        await page.close()


@pytest.mark.acceptance("class-page")
async def test_a_class_is_run_on_its_page(
    open_page: OpenPage, plugins: Plugins, tmp_path: Path
) -> None:
    async with server_of(tmp_path, plugins) as here:
        await here.call("POST", "/api/classes", "ada", {"name": "AI 101"})
        soon = datetime.now() + timedelta(days=9)  # as the browser's clock says
        deadline = soon.strftime("%Y-%m-%dT%H:%M")
        work = {"Title": "First bot", "Deadline": deadline, "Seats": "2", "Versions": "5"}
        page = await signed_in(open_page, here, "ada", "/classes")
        members = page.get_by_label("Members of AI 101")
        await members.get_by_text("New assignment").click()
        form = members.get_by_role("form", name="New assignment for AI 101")
        for label, text in work.items():
            await form.get_by_label(label).fill(text)
        await form.get_by_label("Game").select_option("tigerdragon")
        for name in ("Public", "Hidden"):
            group = form.get_by_role("group", name=name)
            await group.get_by_label("House bots").fill("random")
            await group.get_by_label("Deals").fill("1")
            await group.get_by_label("Seed").fill("class")
        await form.get_by_label("Options").fill("{")
        await form.get_by_role("button", name="Give the assignment").click()
        await expect(page.get_by_role("alert")).to_contain_text("Options: expected a JSON object")
        await form.get_by_label("Options").fill('{"target": 1}')
        await check_looks(page)
        await form.get_by_role("button", name="Give the assignment").click()
        await expect(page.locator("[data-work]")).to_contain_text("1 deal against random")
        file = {"name": "class.csv", "mimeType": "text/csv", "buffer": "zoe,Zoë,A\n".encode()}
        await members.get_by_label("Accounts from CSV").set_input_files(file)  # type: ignore[arg-type]  # a file
        await members.get_by_role("button", name="Add").click()
        fresh = await page.locator("#fresh-tokens").inner_text()
        here.tokens["zoe"] = fresh.split(",")[3].strip('"')
        await check_looks(page)
        student = await signed_in(open_page, here, "zoe", "/classes")
        card = student.locator("[data-work]")
        bot = {"name": "bot.py", "mimeType": "text/x-python", "buffer": BOT}
        await card.get_by_label("File").set_input_files(bot)  # type: ignore[arg-type]  # a file
        await card.get_by_role("button", name="Submit").click()
        await expect(card).to_contain_text("1, counts")
        board = student.get_by_label("Leaderboard of First bot")
        await expect(board).to_contain_text("zoe", timeout=60_000)
        await check_looks(student)
        for each in (page, student):
            await each.close()


@pytest.mark.parametrize("path", ["/classes", "/account", "/submit"])
async def test_nobody_is_asked_to_sign_in_before_it_is_known_who_is_there(
    open_page: OpenPage, plugins: Plugins, tmp_path: Path, path: str
) -> None:
    answered = asyncio.Event()

    async def hold(route: Route) -> None:
        await answered.wait()
        await route.continue_()

    async with server_of(tmp_path, plugins) as here:
        page = (await open_page("about:blank")).page
        await page.route("**/api/session", hold)
        await page.goto(here.server.url + path)
        await expect(page.locator("#main h1")).to_be_visible()
        await expect(page.get_by_label("Your token")).to_have_count(0)
        answered.set()
        await expect(page.get_by_label("Your token")).to_be_visible()
