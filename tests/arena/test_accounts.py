"""A server with tokens: who gets in, and what hostile clients are told, each its code alone."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from arena.testing import running_server
from tests.arena.clients import Client, clients
from tests.arena.hostile_requests import HOSTILE_JOINS, HOSTILE_REQUESTS
from tests.arena.server_with_tokens import ServerWithTokens, server_with_tokens


@asynccontextmanager
async def playing(here: ServerWithTokens) -> AsyncIterator[tuple[Client, Client]]:
    """Anna and Ben at the rated table, the match begun."""
    async with clients(here.server, 2, "rated") as (anna, ben):
        for client, name in ((anna, "anna"), (ben, "ben")):
            await client.join(name, "rated", detail="full", token=here.tokens[name])
            await client.send("ready")
        await anna.find("state")
        yield anna, ben


@pytest.fixture(autouse=True)
def _nothing_loud(capsys: pytest.CaptureFixture[str]) -> Iterator[None]:
    """Whatever hostile clients do, nothing above a warning is logged."""
    yield
    said = capsys.readouterr().out
    assert "[error" not in said
    assert "[critical" not in said


# -- REST: who may do what


NEW_ROOMS: list[tuple[str, Any, int, str | None]] = [
    ("", {"room_id": "r"}, 401, "unauthorized"),
    ("no-such-token", {"room_id": "r"}, 401, "unauthorized"),
    ("anna", {"room_id": "r"}, 201, None),
    ("anna", {"room_id": "r", "rated": True}, 403, "not_allowed"),
    ("anna", {"room_id": "r", "deals": {"seed": "mine"}}, 403, "not_allowed"),
    ("olga", {"room_id": "r", "deals": {"seed": "mine"}}, 201, None),
    ("olga", {"room_id": "r", "rated": True, "num_ai_players": 0}, 201, None),
    ("olga", {"room_id": "r", "rated": True, "deals": {"seed": "mine"}}, 400, "not_allowed"),
    ("anna", {"room_id": "../r"}, 400, "invalid_message"),
    ("anna", {"room_id": "r\u0000"}, 400, "invalid_message"),
    ("anna", {"room_id": "r", "num_ai_players": 10**9}, 400, "invalid_message"),
    ("anna", {"room_id": "r", "config": {"target": 10**400}}, 400, "not_allowed"),
]


async def test_rooms_are_opened_by_those_who_may(tmp_path: Path) -> None:
    async with server_with_tokens(tmp_path) as here:
        for who, body, status, code in NEW_ROOMS:
            given, answer = await here.call("POST", "/rooms", who, body)
            assert given == status, (who, body, answer)
            room = here.server.lobby.rooms.get("r")
            assert (code is None) == (room is not None)
            if room is not None:
                here.server.lobby.close(room)
            else:
                assert set(answer) == {"error"}
                assert answer["error"]["code"] == code


async def test_only_organisers_open_rooms_where_rooms_are_not_open(tmp_path: Path) -> None:
    async with server_with_tokens(tmp_path, open_rooms=False) as here:
        assert (await here.call("POST", "/rooms", "anna", {"room_id": "a"}))[0] == 403
        assert (await here.call("POST", "/rooms", "olga", {"room_id": "b"}))[0] == 201


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "/api/tokens", None),
        ("POST", "/api/tokens", {"name": "eve", "role": "admin"}),
        ("DELETE", "/api/tokens/anna", None),
    ],
)
async def test_tokens_are_the_admins_business(
    tmp_path: Path, method: str, path: str, body: Any
) -> None:
    async with server_with_tokens(tmp_path) as here:
        for who, status, code in (
            ("", 401, "unauthorized"),
            ("guess", 401, "unauthorized"),
            ("anna", 403, "not_allowed"),
            ("olga", 403, "not_allowed"),
        ):
            given, answer = await here.call(method, path, who, body)
            assert (given, answer["error"]["code"]) == (status, code), who
        assert (await here.call(method, path, "ada", body))[0] in (200, 201, 204)


async def test_a_token_is_made_shown_once_and_revoked(tmp_path: Path) -> None:
    async with server_with_tokens(tmp_path) as here:
        status, fresh = await here.call("POST", "/api/tokens", "ada", {"name": "carl"})
        assert (status, fresh["role"]) == (201, "player")
        assert await here.call("GET", "/api/session", fresh["token"]) == (
            200,
            {"name": "carl", "role": "player"},
        )
        status, _ = await here.call("POST", "/api/tokens", "ada", {"name": "carl"})
        assert status == 409
        _, rows = await here.call("GET", "/api/tokens", "ada")
        assert "carl" in [row["name"] for row in rows]
        assert fresh["token"] not in str(rows)
        assert (await here.call("DELETE", "/api/tokens/carl", "ada"))[0] == 204
        assert (await here.call("GET", "/api/session", fresh["token"]))[0] == 401
        assert (await here.call("DELETE", "/api/tokens/nobody", "ada"))[0] == 404


async def test_a_server_without_a_store_keeps_no_tokens() -> None:
    async with running_server() as server:
        here = ServerWithTokens(server, {})
        status, answer = await here.call("POST", "/api/tokens", "", {"name": "x"})
        assert (status, answer["error"]["code"]) == (409, "not_allowed")
        assert "--db" in answer["error"]["message"]


@pytest.mark.parametrize("said", ["Basic YTpi", "Bearer", "Bearer ", "token"])
async def test_a_header_that_is_no_token_is_told_so(tmp_path: Path, said: str) -> None:
    async with server_with_tokens(tmp_path) as here:
        status, answer = await here.call("GET", "/api/session", Authorization=said)
        assert (status, answer["error"]["message"]) == (401, "Authorization is `Bearer TOKEN`")


async def test_a_hostile_request_is_told_its_code_and_nothing_else(tmp_path: Path) -> None:
    async with server_with_tokens(tmp_path) as here:
        for what, text, status in HOSTILE_REQUESTS:
            given, answer = await here.raw(text)
            assert given == status, (what, answer)
            assert status == 200 or set(answer) == {"error"}, what
            assert status == 200 or set(answer["error"]) == {"code", "message"}, what


# -- the browser's session


async def test_a_session_is_a_cookie_for_this_site_and_no_script(tmp_path: Path) -> None:
    async with (
        server_with_tokens(tmp_path) as here,
        aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as browser,
    ):
        url = f"{here.server.url}/api/session"
        async with browser.post(url, json={"token": "guess"}) as refused:
            assert refused.status == 401
            assert "Set-Cookie" not in refused.headers
        async with browser.post(url, json={"token": here.tokens["anna"]}) as response:
            cookie = response.headers["Set-Cookie"]
            assert await response.json() == {"name": "anna", "role": "player"}
        assert "HttpOnly" in cookie
        assert "SameSite=Strict" in cookie
        assert here.tokens["anna"] not in cookie
        async with browser.get(url) as response:
            assert (await response.json())["name"] == "anna"
        foreign = {"Origin": "https://evil.example"}
        async with browser.get(url, headers=foreign) as response:
            assert (await response.json())["name"] == ""
        async with browser.post(
            f"{here.server.url}/rooms", json={"room_id": "r"}, headers=foreign
        ) as response:
            assert response.status == 403
        async with browser.post(f"{here.server.url}/rooms", json={"room_id": "r"}) as response:
            assert response.status == 201
        async with browser.delete(url) as response:
            assert response.status == 204
        async with browser.get(url) as response:
            assert (await response.json())["name"] == ""


async def test_a_browser_plays_by_its_session_but_not_from_other_sites(tmp_path: Path) -> None:
    async with (
        server_with_tokens(tmp_path) as here,
        aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as browser,
    ):
        await browser.post(f"{here.server.url}/api/session", json={"token": here.tokens["anna"]})
        url = f"{here.server.url}/ws/new"
        async with browser.ws_connect(url, origin=here.server.url) as socket:
            join = {"type": "join", "room_id": "new", "player_id": "anna", "role": "p"}
            await socket.send_json(join)
            assert (await socket.receive_json())["type"] == "join_ack"
        with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
            await browser.ws_connect(url, origin="https://evil.example")


# -- WebSockets: who may come in, and what they are told


async def test_a_hostile_join_is_told_its_code_and_nothing_else(tmp_path: Path) -> None:
    async with server_with_tokens(tmp_path) as here:
        before = set(here.server.lobby.rooms)
        for what, join, code in HOSTILE_JOINS:
            async with clients(here.server, 1, path="/ws") as (eve,):
                given = {"role": "player", **join}
                answer = await eve.join("eve", given.pop("room"), detail="full", **given)
                assert (answer["type"], answer["code"]) == ("error", code), what
                assert set(answer) == {"type", "message", "code", "detail"}, what
                await eve.send("discards_request", room_id="shut")
                assert (await eve.get())["code"] == "room_not_found", what
        assert set(here.server.lobby.rooms) == before


async def test_another_players_token_opens_nothing(tmp_path: Path) -> None:
    async with server_with_tokens(tmp_path) as here, playing(here) as (anna, _):
        seat_token = next(f["token"] for f in anna.heard if f["type"] == "join_ack")
        async with clients(here.server, 1, "rated") as (eve,):
            for given, code in (
                ({"token": here.tokens["ben"], "takeover": True}, "name_taken"),
                ({"token": "guess", "takeover": True}, "unauthorized"),
                ({"takeover": True}, "unauthorized"),
            ):
                answer = await eve.join("anna", "rated", detail="full", **given)
                assert answer["code"] == code, given
            assert here.server.lobby.rooms["rated"].seats[0].peer is not None
            # The seat's own token is what it takes.
            answer = await eve.join("anna", "rated", detail="full", token=seat_token, takeover=True)
            assert answer["type"] == "join_ack"


async def test_two_seats_of_one_owner_are_never_rated_together(tmp_path: Path) -> None:
    async with server_with_tokens(tmp_path) as here, clients(here.server, 2, "rated") as (one, two):
        token = here.tokens["anna"]
        await one.join("anna", "rated", detail="full", token=token)
        answer = await two.join("anna2", "rated", detail="full", token=token)
        assert answer["code"] == "not_allowed"


async def test_hands_of_a_rated_match_are_their_owners_alone(tmp_path: Path) -> None:
    async with server_with_tokens(tmp_path) as here, playing(here) as (anna, _):
        seat_token = next(f["token"] for f in anna.heard if f["type"] == "join_ack")
        path = f"/api/matches/{here.server.lobby.rooms['rated'].match_id}"
        for who, viewer, status in (
            ("", "public", 200),
            ("", "0", 403),
            ("ben", "0", 403),
            ("olga", "0", 403),
            ("ada", "1", 403),
            ("guess", "0", 401),
            ("anna", "0", 200),
            ("anna", "1", 403),
            (seat_token, "0", 200),
            (seat_token, "1", 403),
            ("anna", "9", 400),
            ("anna", "../0", 400),
        ):
            given, answer = await here.call("GET", f"{path}/frames?as={viewer}", who)
            assert given == status, (who, viewer, answer)
            assert status == 200 or set(answer) == {"error"}
        for who in ("", "anna", "ada", seat_token):
            assert (await here.call("GET", f"{path}/replay", who))[0] == 403
            _, history = await here.call("GET", f"{path}/frames?as=all", who)
            assert history["frames"] == []


async def test_spectators_of_a_rated_match_see_no_hand_live(tmp_path: Path) -> None:
    async with (
        server_with_tokens(tmp_path) as here,
        playing(here),
        clients(here.server, 2, "rated") as (public, everything),
    ):
        await public.join("eve", "rated", role="spectator", detail="full")
        assert (await public.find("state"))["hand"] == ""
        await everything.join("eve2", "rated", role="spectator", detail="full", view="all")
        await everything.send("ping")
        assert (await everything.get())["type"] == "pong"  # and no state before it


async def test_a_shut_room_is_seen_by_its_players_and_organisers(tmp_path: Path) -> None:
    async with server_with_tokens(tmp_path) as here, clients(here.server, 1, "shut") as (anna,):
        await anna.join("anna", "shut", token=here.tokens["anna"])
        await anna.find("state")
        path = f"/api/matches/{here.server.lobby.rooms['shut'].match_id}/frames"
        for who, status in (("", 403), ("ben", 403), ("anna", 200), ("olga", 200)):
            assert (await here.call("GET", path, who))[0] == status, who
