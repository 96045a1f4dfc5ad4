"""One's own account: a new token, recovery, another name, all one's data, and its end."""

import asyncio
import io
import json
from pathlib import Path
from zipfile import ZipFile

import aiohttp
import pytest

from arena.match.log import parse_log, split_lines
from arena.plugins.manager import load_plugins
from arena.store import Seated, Store
from arena.store.verify import check_matches
from tests.arena.clients import clients
from tests.arena.ladder.ladder_servers import (
    add_active_bot,
    ladder_server_with_tokens,
    stop_ladder,
    store_of,
)
from tests.arena.server_with_tokens import ServerWithTokens, server_with_tokens
from tests.arena.store.stored_matches import store_match

ACCOUNT = "/api/account"


async def test_a_new_token_takes_the_place_of_the_old_one(tmp_path: Path) -> None:
    async with (
        server_with_tokens(tmp_path) as here,
        aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as browser,
    ):
        url = here.server.url
        await browser.post(f"{url}/api/session", json={"token": here.tokens["anna"]})
        other = await asyncio.to_thread(here.server.server.access.open_session, here.tokens["anna"])
        async with browser.post(f"{url}{ACCOUNT}/token") as response:
            fresh = await response.json()
        assert (await here.call("GET", "/api/session", "anna"))[0] == 401
        assert (await here.call("GET", "/api/session", fresh["token"]))[1]["name"] == "anna"
        async with browser.get(f"{url}/api/session") as response:
            assert (await response.json())["name"] == "anna"  # the browser that asked stays
        assert here.server.server.access.in_session(other).id == 0
        assert (await here.call("POST", f"{ACCOUNT}/token"))[0] == 401


@pytest.mark.parametrize("how", ["rotated", "recovered", "revoked"])
async def test_connections_of_the_old_token_are_closed(tmp_path: Path, how: str) -> None:
    async with (
        server_with_tokens(tmp_path) as here,
        clients(here.server, 2, "glass") as (anna, watching),
        clients(here.server, 1, "shut") as (ben,),
    ):
        _, made = await here.call("POST", f"{ACCOUNT}/recovery", "anna")
        await anna.join("anna", "glass", detail="full", token=here.tokens["anna"])
        seat_token = anna.heard[-1]["token"]
        await watching.join("eye", "glass", role="spectator", token=here.tokens["anna"])
        await ben.join("ben", "shut", token=here.tokens["ben"])
        ended = asyncio.gather(anna.closed(), watching.closed())
        if how == "rotated":
            _, fresh = await here.call("POST", f"{ACCOUNT}/token", "anna")
        elif how == "recovered":
            code = {"name": "anna", "code": made["code"]}
            _, fresh = await here.call("POST", "/api/accounts/recover", "", code)
        else:
            assert (await here.call("DELETE", "/api/tokens/anna", "ada"))[0] == 204
            fresh = None
        assert list(await ended) == [1008, 1008]
        assert here.server.lobby.rooms["shut"].seats[0].peer is not None
        async with clients(here.server, 2, "glass") as (thief, back):
            refused = await thief.join("anna", "glass", detail="full", token=seat_token)
            assert refused["type"] == "error", "the seat's own token was given to the old one"
            if fresh is not None:
                again = await back.join("anna", "glass", detail="full", token=fresh["token"])
                assert (again["type"], again["seat"]) == ("join_ack", 0)


async def test_a_lost_token_is_recovered_once_by_its_code(tmp_path: Path) -> None:
    async with server_with_tokens(tmp_path, wrong_tokens_a_minute=4) as here:
        _, made = await here.call("POST", f"{ACCOUNT}/recovery", "anna")
        recover = "/api/accounts/recover"
        for name, code in (("anna", "guess"), ("nobody", made["code"])):
            status, _ = await here.call("POST", recover, "", {"name": name, "code": code})
            assert status == 401
        given = {"name": "anna", "code": made["code"]}
        status, fresh = await here.call("POST", recover, "", given)
        assert (status, fresh["role"]) == (201, "player")
        assert (await here.call("GET", "/api/session", "anna"))[0] == 401
        assert (await here.call("GET", "/api/session", fresh["token"]))[1]["name"] == "anna"
        assert (await here.call("POST", recover, "", given))[0] == 401  # it is used up
        assert (await here.call("POST", recover, "", given))[0] == 429  # and guesses are counted


async def test_a_banned_account_is_not_recovered(tmp_path: Path) -> None:
    async with server_with_tokens(tmp_path) as here:
        _, made = await here.call("POST", f"{ACCOUNT}/recovery", "anna")
        await here.call("POST", "/api/admin/accounts/anna/ban", "ada", {"reason": "x"})
        given = {"name": "anna", "code": made["code"]}
        assert (await here.call("POST", "/api/accounts/recover", "", given))[0] == 401


async def test_a_new_name_keeps_results_and_the_old_one_is_nobody_else_s(tmp_path: Path) -> None:
    async with ladder_server_with_tokens(
        tmp_path, ladder_games=["tigerdragon"], sign_up=True
    ) as here:
        store = store_of(here)
        anna = store.tokens.named("anna")
        assert anna is not None
        seats = [Seated("anna", f"token:{anna.id}", anna.id), Seated("first", "house:first")]
        await asyncio.to_thread(store_match, store, rated=True, seats=seats)
        assert here.server.server.ladder is not None
        ladder = here.server.server.ladder.board
        ladder._mains = {"tigerdragon": store.matches.busiest_ladder("tigerdragon")}
        await asyncio.to_thread(ladder.refresh, "tigerdragon")
        for name, status in (("ben", 409), ("counter", 409), ("a b", 400), ("Anita", 200)):
            assert (await here.call("PATCH", ACCOUNT, "anna", {"name": name}))[0] == status, name
        assert (await here.call("GET", "/api/session", "anna"))[1]["name"] == "Anita"
        _, board = await here.call("GET", "/api/leaderboard?game=tigerdragon")
        assert {row["name"]: row["games"] for row in board["rows"]} == {"Anita": 1, "first": 1}
        for who, path, method in (("", "/api/accounts", "POST"), ("ben", ACCOUNT, "PATCH")):
            assert (await here.call(method, path, who, {"name": "anna"}))[0] == 409
        assert (await here.call("POST", "/api/tokens", "ada", {"name": "anna"}))[0] == 409
        assert (await here.call("PATCH", ACCOUNT, "anna", {"name": "anna"}))[0] == 200
        assert (await here.call("PATCH", ACCOUNT, "anna", {"name": "four"}))[0] == 200
        assert (await here.call("PATCH", ACCOUNT, "anna", {"name": "five"}))[0] == 429


async def test_all_data_is_exported_to_its_owner(tmp_path: Path) -> None:
    async with ladder_server_with_tokens(tmp_path) as here:
        await stop_ladder(here)
        add_active_bot(here, "mine", "anna", "# mine\n")
        await here.call("POST", "/api/admin/accounts/anna/messages", "ada", {"text": "hello"})
        archive = await exported(here, "anna")
        told = json.loads(archive.read("account.json"))
        assert told["account"]["name"] == "anna"
        assert [bot["name"] for bot in told["bots"]] == ["mine"]
        assert [message["text"] for message in told["messages"]] == ["hello"]
        assert archive.read("bots/mine/v1/bot.py") == b"# mine\n"
        assert here.tokens["anna"] not in str(told)
        assert (await exported(here, "ben")).namelist() == ["account.json"]


async def exported(here: ServerWithTokens, who: str) -> ZipFile:
    headers = {"Authorization": f"Bearer {here.tokens[who]}"}
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"{here.server.url}{ACCOUNT}/export", headers=headers) as response,
    ):
        assert response.status == 200
        return ZipFile(io.BytesIO(await response.read()))


async def test_a_deleted_account_leaves_results_without_a_name(tmp_path: Path) -> None:
    async with ladder_server_with_tokens(tmp_path, ladder_games=["tigerdragon"]) as here:
        store, ids = store_of(here), {}
        for name in ("anna", "ben"):
            token = store.tokens.named(name)
            assert token is not None
            ids[name] = token.id
        await stop_ladder(here)
        add_active_bot(here, "secretive", "anna", "# anna@example.org\n")
        seats = [Seated(n, f"token:{number}", number) for n, number in ids.items()]
        played = await asyncio.to_thread(store_match, store, rated=True, seats=seats)
        wrong = {"name": "ben"}
        assert (await here.call("DELETE", ACCOUNT, "anna", wrong))[0] == 400
        assert (await here.call("DELETE", ACCOUNT, "ada", {"name": "ada"}))[0] == 403
        assert (await here.call("DELETE", ACCOUNT, "anna", {"name": "anna"}))[0] == 204
        assert (await here.call("GET", "/api/session", "anna"))[0] == 401
        await asyncio.to_thread(nothing_left, store, played.match.header.match_id, ids["anna"])
        _, row = await here.call("GET", f"/api/matches/{played.match.header.match_id}")
        assert [one["name"] for one in row["players"]] == [f"deleted-{ids['anna']}", "ben"]
        assert row["players"][0]["rank"] is not None


def nothing_left(store: Store, match_id: str, account: int) -> None:
    """The match still holds by its log, and the store's file has no trace of a name."""
    name = f"deleted-{account}"
    text = store.matches.replay(match_id)
    assert text is not None
    assert parse_log(split_lines(text)).header["players"][0] == name
    assert {one.verdict for one in check_matches(store, load_plugins().game)} == {"ok"}
    (bot,) = store.bots.all(account)
    assert (bot.name, bot.retired is not None) == (f"{name}-bot-{bot.id}", True)
    (version,) = store.bots.versions(bot.id)
    assert store.bots.archive(version.id) == b""
