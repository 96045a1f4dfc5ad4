"""One account or address cannot take what belongs to all; operators are never locked out."""

from pathlib import Path
from typing import Any

import pytest

from arena.hosting.accounts import Access
from arena.hosting.quotas import KEYS, Quota, QuotaError, Quotas, address_key
from arena.settings import Settings
from arena.testing import running_server
from tests.arena.clients import clients, until
from tests.arena.server_with_tokens import ServerWithTokens, server_with_tokens
from tests.arena.token_book import ONE, Book, Kept

HOUR_MS = 3_600_000


class Clock:
    """A clock that the test moves."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


# -- the counter itself


def test_a_key_has_so_many_within_a_window_and_then_again() -> None:
    clock = Clock()
    quota = Quota(2, 60, "calls", clock)
    quota.take("ann")
    quota.take("ann")
    with pytest.raises(QuotaError, match="2 calls within 60 s are the most; try again in 60 s"):
        quota.take("ann")
    quota.take("ben")
    clock.now = 60.0
    quota.take("ann")


def test_what_is_counted_is_bounded() -> None:
    quota = Quota(1, 60, "calls", Clock())
    for number in range(KEYS + 10):
        quota.take(str(number))
    assert len(quota) == KEYS


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("10.0.0.7", "10.0.0.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("::ffff:10.0.0.7", "10.0.0.7"),
        (None, ""),
        ("unix", "unix"),
    ],
)
def test_an_address_of_ipv6_counts_by_its_network(address: str | None, key: str) -> None:
    assert address_key(address) == key


# -- rooms


def room(name: str, **more: Any) -> dict[str, Any]:
    return {"room_id": name, **more}


async def opened(here: ServerWithTokens, who: str, number: int, first: int = 0) -> list[int]:
    """The statuses of so many calls that open a room."""
    return [
        (await here.call("POST", "/rooms", who, room(f"{who}{first + count}")))[0]
        for count in range(number)
    ]


async def test_a_player_opens_only_so_many_rooms(tmp_path: Path) -> None:
    async with server_with_tokens(tmp_path, rooms_per_account=3) as here:
        assert await opened(here, "anna", 4) == [201, 201, 201, 429]
        assert await opened(here, "ben", 1) == [201]
        _, answer = await here.call("POST", "/rooms", "anna", room("more"))
        assert answer["error"]["code"] == "rate_limited"
        assert "3 rooms" in answer["error"]["message"]
        here.server.lobby.close(here.server.lobby.rooms["anna0"])
        assert await opened(here, "anna", 1, first=9) == [201]


async def test_a_join_that_opens_a_room_counts_too(tmp_path: Path) -> None:
    async with server_with_tokens(tmp_path, rooms_per_account=1) as here:
        assert await opened(here, "anna", 1) == [201]
        async with clients(here.server, 1, "another") as (one,):
            refused = await one.join("anna", "another", token=here.tokens["anna"], detail="full")
        assert refused["message"] == "the server is full; try again later"
        assert "1 rooms" in refused["detail"]


async def test_players_leave_rooms_for_organisers(tmp_path: Path) -> None:
    async with server_with_tokens(
        tmp_path, rooms_per_account=100, max_games=9, reserved_rooms=2
    ) as here:
        # Three rooms are open already.
        assert await opened(here, "anna", 5) == [201, 201, 201, 201, 503]
        assert await opened(here, "olga", 1) == [201]
        assert await opened(here, "ada", 2) == [201, 503]


async def test_an_empty_room_of_a_player_makes_way_after_a_while(tmp_path: Path) -> None:
    limits = {"max_games": 5, "reserved_rooms": 0, "empty_room_seconds": 0.5}
    async with server_with_tokens(tmp_path, **limits) as here:
        assert await opened(here, "anna", 2) == [201, 201]
        await until(lambda: "anna0" not in here.server.lobby.rooms)
        assert await opened(here, "ben", 1) == [201]


async def test_a_private_server_without_tokens_has_no_quotas() -> None:
    settings = Settings(port=0, rooms_per_account=1, rooms_per_address=1, player_clock_seconds=1)
    async with running_server(settings=settings) as server:
        here = ServerWithTokens(server, {})
        assert await opened(here, "", 3) == [201, 201, 201]
        slow = room("slow", time={"bank_ms": 24 * HOUR_MS})
        assert (await here.call("POST", "/rooms", "", slow))[0] == 201


@pytest.mark.parametrize("field", ["decision_ms", "bank_ms", "round_bonus_ms", "ready_ms"])
async def test_a_player_s_clock_is_bounded(field: str, tmp_path: Path) -> None:
    async with server_with_tokens(tmp_path) as here:
        wanted = room("slow", time={field: HOUR_MS})
        status, answer = await here.call("POST", "/rooms", "anna", wanted)
        assert status == 403
        assert answer["error"]["message"] == (
            f"time.{field} is at most 600000 in rooms that players open, not {HOUR_MS}"
        )
        assert (await here.call("POST", "/rooms", "olga", wanted))[0] == 201


# -- sessions


def test_an_account_s_sessions_end_nobody_else_s() -> None:
    others = {"boss": Kept(9, "ada", "admin"), "other": Kept(2, "ben", "player")}
    access = Access(Settings(sessions_per_account=3), Book({**ONE, **others}))
    boss, other = access.open_session("boss"), access.open_session("other")
    mine = [access.open_session("secret") for _ in range(2000)]
    assert access.in_session(boss).name == "ada"
    assert access.in_session(other).name == "ben"
    assert [access.in_session(key).name for key in mine[-4:]] == ["", "anna", "anna", "anna"]


def test_many_accounts_end_no_operator_s_session(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.hosting.accounts.SESSIONS", 10)
    people = {f"s{number}": Kept(number, f"p{number}", "player") for number in range(1, 50)}
    access = Access(Settings(), Book({**people, "boss": Kept(99, "ada", "admin")}))
    boss = access.open_session("boss")
    for secret in people:
        access.open_session(secret)
    assert access.in_session(boss).name == "ada"
    assert len(access._sessions) == 10


# -- tokens and accounts


async def test_tokens_are_not_guessed_without_end(tmp_path: Path) -> None:
    async with server_with_tokens(tmp_path, wrong_tokens_a_minute=5) as here:
        assert (await here.call("GET", "/api/session", "anna"))[0] == 200
        statuses = [(await here.call("GET", "/api/session", f"arena_{n}"))[0] for n in range(7)]
        assert statuses == [401] * 5 + [429] * 2
        # Whoever has shown a token before goes on; a right guess would not come in.
        assert (await here.call("GET", "/api/session", "anna"))[0] == 200
        assert (await here.call("GET", "/api/session", "ben"))[0] == 429
        body = {"token": here.tokens["ben"]}
        assert (await here.call("POST", "/api/session", "", body))[0] == 429
        async with clients(here.server, 1, "glass") as (one,):
            refused = await one.join("ben", "glass", token=here.tokens["ben"], detail="full")
        assert refused["code"] == "rate_limited"


async def test_guesses_over_the_socket_count_and_seats_tokens_do_not(tmp_path: Path) -> None:
    async with server_with_tokens(tmp_path, wrong_tokens_a_minute=2) as here:
        async with clients(here.server, 4, "glass") as sockets:
            for number, one in enumerate(sockets[:3]):
                await one.join(f"p{number}", "glass", token=f"{number:032x}", detail="full")
            assert (await here.call("GET", "/api/session", "anna"))[0] == 200
            for _ in range(2):
                await sockets[3].join("p", "glass", token="arena_guess", detail="full")
        assert (await here.call("GET", "/api/session", "ben"))[0] == 429


def test_wrong_tokens_are_forgotten_after_a_minute() -> None:
    clock = Clock()
    settings = Settings(wrong_tokens_a_minute=1)
    right = {"arena_anna": Kept(1, "anna", "player"), "arena_ben": Kept(2, "ben", "player")}
    access = Access(settings, Book(right), Quotas(settings, clock))
    assert access.find("arena_guess", "10.0.0.7") is None
    with pytest.raises(QuotaError):
        access.find("arena_anna", "10.0.0.7")
    assert access.find("arena_ben", "10.0.0.8") is not None
    clock.now = 61.0
    assert access.find("arena_anna", "10.0.0.7") is not None


async def test_one_address_makes_only_so_many_accounts(tmp_path: Path) -> None:
    limits = {"sign_up": True, "sign_ups_per_address": 2}
    async with server_with_tokens(tmp_path, **limits) as here:
        names = [{"name": f"new{number}"} for number in range(3)]
        answers = [await here.call("POST", "/api/accounts", "", name) for name in names]
        assert [status for status, _ in answers] == [201, 201, 429]
        assert (await here.call("POST", "/api/tokens", "ada", {"name": "made"}))[0] == 201


async def test_a_name_that_is_taken_costs_no_account(tmp_path: Path) -> None:
    async with server_with_tokens(tmp_path, sign_up=True, sign_ups_per_address=1) as here:
        for _ in range(3):
            assert (await here.call("POST", "/api/accounts", "", {"name": "ada"}))[0] == 409
        assert (await here.call("POST", "/api/accounts", "", {"name": "nora"}))[0] == 201


async def test_a_class_behind_one_address_signs_up_and_plays(tmp_path: Path) -> None:
    async with server_with_tokens(tmp_path, sign_up=True) as here:
        for number in range(30):
            body = {"name": f"pupil{number}"}
            status, made = await here.call("POST", "/api/accounts", "", body)
            assert status == 201
            here.tokens[body["name"]] = made["token"]
            assert await opened(here, body["name"], 2) == [201, 201]
