"""Moderation over the API: each act does what it says, at once, and has its line in the audit."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from arena.ladder.challenges import Challenges, Series
from arena.settings import Settings
from arena.store import Seated, StoredChallenge
from arena.testing import running_server
from tests.arena.clients import Client, clients, until
from tests.arena.ladder.ladder_servers import (
    add_active_bot,
    checked_version,
    ladder_server_with_tokens,
    played_challenge,
    stop_ladder,
    store_of,
    submission,
)
from tests.arena.server_with_tokens import ServerWithTokens, server_with_tokens
from tests.arena.store.stored_matches import store_match

ADMIN = "/api/admin"
ACTS: list[tuple[str, str, Any]] = [
    ("POST", f"{ADMIN}/matches/m/void", {"reason": "x"}),
    ("POST", f"{ADMIN}/bots/b/restore", None),
    ("POST", f"{ADMIN}/accounts/anna/ban", {"reason": "x"}),
    ("DELETE", f"{ADMIN}/accounts/anna/ban", None),
    ("POST", f"{ADMIN}/accounts/anna/messages", {"text": "x"}),
    ("POST", f"{ADMIN}/announcement", {"text": "x"}),
    ("DELETE", f"{ADMIN}/announcement", None),
    ("POST", f"{ADMIN}/maintenance", {"reason": "x"}),
    ("DELETE", f"{ADMIN}/maintenance", None),
    ("GET", ADMIN, None),
    ("GET", f"{ADMIN}/audit", None),
]


async def add_moderator(here: ServerWithTokens) -> None:
    """Mona moderates."""
    _, fresh = await here.call("POST", "/api/tokens", "ada", {"name": "mona", "role": "moderator"})
    here.tokens["mona"] = fresh["token"]


async def audited(here: ServerWithTokens) -> list[tuple[str, str, str]]:
    """The lines of the audit table, the oldest first."""
    _, page = await here.call("GET", f"{ADMIN}/audit", "ada")
    return [(act["actor"], act["act"], act["target"]) for act in reversed(page["acts"])]


async def test_moderation_is_for_moderators(tmp_path: Path) -> None:
    async with server_with_tokens(tmp_path) as here:
        for method, path, body in ACTS:
            for who, status in (("", 401), ("anna", 403), ("olga", 403)):
                assert (await here.call(method, path, who, body))[0] == status, (path, who)
        assert await audited(here) == []
        await add_moderator(here)
        assert (await here.call("GET", ADMIN, "mona"))[0] == 200
        for method in ("POST", "DELETE"):
            body = {"reason": "x"} if method == "POST" else None
            assert (await here.call(method, f"{ADMIN}/maintenance", "mona", body))[0] == 403


async def test_who_is_connected_and_what_is_played_is_seen(tmp_path: Path) -> None:
    async with server_with_tokens(tmp_path) as here, clients(here.server, 1, "glass") as (anna,):
        await anna.join("annie", "glass", token=here.tokens["anna"])
        await here.server.server.watch.look()
        _, seen = await here.call("GET", ADMIN, "ada")
        (row,) = seen["connections"]
        assert row == {
            "account": "anna", "name": "annie", "address": "127.0.0.1", "room": "glass", "seat": 0,
        }  # fmt: skip
        assert {room["room_id"] for room in seen["rooms"]} == {"rated", "shut", "glass"}
        assert "rooms" in [queue["name"] for queue in seen["queues"]]
        assert seen["storage"]["bytes"] > 0
        assert [one["name"] for one in seen["accounts"]] == ["ada", "anna", "ben", "olga"]


async def test_the_opener_of_a_room_is_seen_by_name(tmp_path: Path) -> None:
    async with server_with_tokens(tmp_path) as here:
        body = {"room_id": "mine", "game": "tigerdragon"}
        assert (await here.call("POST", "/rooms", "anna", body))[0] == 201
        _, seen = await here.call("GET", ADMIN, "ada")
        openers = {room["room_id"]: room["opener"] for room in seen["rooms"]}
        assert openers == {"rated": "", "shut": "", "glass": "", "mine": "anna"}


async def test_a_banned_account_is_out_at_once_and_comes_back(tmp_path: Path) -> None:
    async with server_with_tokens(tmp_path) as here:
        await add_moderator(here)
        async with (
            clients(here.server, 2, "glass") as (playing, watching),
            clients(here.server, 1, "shut") as (other,),
        ):
            anna = here.tokens["anna"]
            await playing.join("anna", "glass", detail="full", token=anna)
            seat_token = playing.heard[-1]["token"]
            await playing.send("ready")
            await playing.find("state")
            await watching.join("eye", "glass", role="spectator", token=anna)
            await other.join("ben", "shut", token=here.tokens["ben"])
            session = await session_of(here, "anna")
            ended = asyncio.gather(playing.closed(), watching.closed())
            sockets = [p for p in here.server.server.peers if p.joined_as.name == "anna"]
            path = f"{ADMIN}/accounts/anna/ban"
            assert (await here.call("POST", path, "mona", {"reason": "bad words"}))[0] == 204
            # Before the moderator is answered, not some time later.
            assert [peer.closing for peer in sockets] == [True, True]
            assert here.server.server.access.in_session(session).id == 0
            seat = here.server.lobby.rooms["glass"].seats[0]
            assert (seat.peer, seat.owner) == (None, None)
            await until(lambda: seat.substitute is not None)
            assert list(await ended) == [1008, 1008]
            for token in (anna, seat_token):
                await refused_join(here, token)
            status, answer = await here.call("GET", "/api/session", "anna")
            assert (status, answer["error"]["message"]) == (
                401,
                "this account is banned: bad words",
            )
            assert here.server.lobby.rooms["shut"].seats[0].peer is not None
        assert (await here.call("DELETE", path, "mona"))[0] == 204
        assert (await here.call("GET", "/api/session", "anna"))[1]["name"] == "anna"
        assert await audited(here) == [
            ("ada", "create_token", "mona"),
            ("mona", "ban", "anna"),
            ("mona", "unban", "anna"),
        ]


async def test_a_banned_account_does_not_come_back_to_a_seat_it_had_left(tmp_path: Path) -> None:
    async with server_with_tokens(tmp_path) as here:
        async with clients(here.server, 1, "glass") as (anna,):
            await anna.join("anna", "glass", detail="full", token=here.tokens["anna"])
            seat_token = anna.heard[-1]["token"]
            await anna.send("ready")
            await anna.find("state")
        seat = here.server.lobby.rooms["glass"].seats[0]
        await until(lambda: seat.peer is None)
        path = f"{ADMIN}/accounts/anna/ban"
        assert (await here.call("POST", path, "ada", {"reason": "x"}))[0] == 204
        await refused_join(here, seat_token)
        assert seat.peer is None


async def session_of(here: ServerWithTokens, name: str) -> str:
    """A browser's session."""
    access = here.server.server.access
    return await asyncio.to_thread(access.open_session, here.tokens[name])


async def refused_join(here: ServerWithTokens, token: str) -> None:
    """A token opens no seat."""
    async with clients(here.server, 1, "glass") as (again,):
        answer = await again.join("anna", "glass", detail="full", token=token, takeover=True)
        assert answer["code"] in ("unauthorized", "name_taken", "room_running"), answer


async def test_nobody_bans_upwards_or_themselves(tmp_path: Path) -> None:
    async with server_with_tokens(tmp_path) as here:
        await add_moderator(here)
        for who, whom, status in (
            ("mona", "ada", 403),
            ("mona", "mona", 403),
            ("ada", "ada", 403),
            ("mona", "nobody", 404),
            ("mona", "olga", 204),
            ("mona", "olga", 409),
            ("ada", "mona", 204),
        ):
            path = f"{ADMIN}/accounts/{whom}/ban"
            given, answer = await here.call("POST", path, who, {"reason": "x"})
            assert given == status, (who, whom, answer)
        assert [act for _, act, _ in await audited(here)].count("ban") == 2


async def test_bots_of_a_banned_owner_leave_the_ladder_at_once_and_return(tmp_path: Path) -> None:
    async with ladder_server_with_tokens(tmp_path, ladder_games=["tigerdragon"]) as here:
        add_active_bot(here, "mine", "anna")
        ladder = here.server.server.ladder
        assert ladder is not None
        ladder.ladder.call()
        rooms = here.server.lobby.rooms
        await until(lambda: any(room.state == "running" for room in rooms.values()))
        playing = [room for room in rooms.values() if room.state == "running"]
        path = f"{ADMIN}/accounts/anna/ban"
        assert (await here.call("POST", path, "ada", {"reason": "x"}))[0] == 204
        assert {room.state for room in playing} <= {"void", "over"}
        assert ladder.board.active("tigerdragon") == []
        _, board = await here.call("GET", "/api/leaderboard?game=tigerdragon")
        assert "mine" not in [row["name"] for row in board["rows"]]
        status, _ = await here.call("POST", "/api/bots", "anna", submission("other"))
        assert status == 401
        assert (await here.call("DELETE", path, "ada"))[0] == 204
        assert [version.number for version in ladder.board.active("tigerdragon")] == [1]


async def test_a_challenge_of_a_banned_player_ends_and_the_next_one_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    began = asyncio.Event()

    async def play(_queue: Challenges, challenge: StoredChallenge, _series: Series) -> str:
        began.set()
        await asyncio.sleep(3600 if challenge.mine == "mine" else 0)
        return ""

    monkeypatch.setattr(Challenges, "_played", play)
    async with ladder_server_with_tokens(tmp_path, ladder_games=["tigerdragon"]) as here:
        add_active_bot(here, "mine", "anna")
        first = {"bot": "random", "mine": "mine", "deals": 6, "game": "tigerdragon"}
        _, own = await here.call("POST", "/api/challenges", "anna", first)
        await began.wait()
        second = {**first, "mine": "counter"}
        _, other = await here.call("POST", "/api/challenges", "ben", second)
        await here.call("POST", f"{ADMIN}/accounts/anna/ban", "ada", {"reason": "x"})
        ended = await played_challenge(here, own["id"])
        assert (ended["state"], ended["reason"]) == ("failed", "one of its players was banned")
        assert (await played_challenge(here, other["id"]))["state"] == "done"


async def test_the_gate_passes_over_what_a_banned_owner_has_sent(tmp_path: Path) -> None:
    async with ladder_server_with_tokens(tmp_path) as here:
        await stop_ladder(here)
        await here.call("POST", "/api/bots", "anna", submission("mine"))
        await here.call("POST", f"{ADMIN}/accounts/anna/ban", "ada", {"reason": "x"})
        bots = store_of(here).bots
        assert bots.versions(status="queued", banned=False) == []
        assert len(bots.versions(status="queued")) == 1


async def test_a_void_match_leaves_the_ratings(tmp_path: Path) -> None:
    async with ladder_server_with_tokens(tmp_path, ladder_games=["tigerdragon"]) as here:
        server = here.server.server
        assert server.ladder is not None
        seats = [Seated(name, f"house:{name}") for name in ("random", "first")]
        played = await asyncio.to_thread(store_match, store_of(here), rated=True, seats=seats)
        match_id = played.match.header.match_id
        ladder = store_of(here).matches.busiest_ladder("tigerdragon")
        server.ladder.board._mains = {"tigerdragon": ladder}
        await until(lambda: games_of(server.ladder) == 1)
        path = f"{ADMIN}/matches/{match_id}/void"
        assert (await here.call("POST", path, "ada", {"reason": "a cable"}))[0] == 204
        await until(lambda: games_of(server.ladder) == 0)
        _, row = await here.call("GET", f"/api/matches/{match_id}")
        assert row["status"] == "void"
        assert (await here.call("POST", path, "ada", {"reason": "again"}))[0] == 409
        assert (await here.call("POST", f"{ADMIN}/matches/no/void", "ada", {"reason": "x"}))[
            0
        ] == 404
        assert await audited(here) == [("ada", "void_match", match_id)]


def games_of(ladder: Any) -> int:
    """Seats that the first player of the board has played."""
    standings = ladder.board.ratings("tigerdragon").standings
    return sum(one.games for one in standings.values() if one.identity == "house:first")


async def test_a_running_match_is_made_void_and_ends(tmp_path: Path) -> None:
    async with server_with_tokens(tmp_path) as here, clients(here.server, 1, "glass") as (anna,):
        await anna.join("anna", "glass", detail="full", token=here.tokens["anna"])
        await anna.send("ready")
        await anna.find("state")
        room = here.server.lobby.rooms["glass"]
        path = f"{ADMIN}/matches/{room.match_id}/void"
        assert (await here.call("POST", path, "ada", {"reason": "wrong rules"}))[0] == 204
        assert (await anna.find("closing"))["reason"] == "wrong rules"
        assert room.state == "void"
        await asyncio.to_thread(store_of(here).flush)
        _, row = await here.call("GET", f"/api/matches/{room.match_id}")
        assert row["status"] == "void"


async def test_a_retired_bot_is_restored(tmp_path: Path) -> None:
    async with ladder_server_with_tokens(tmp_path, ladder_games=["tigerdragon"]) as here:
        await stop_ladder(here)
        add_active_bot(here, "mine", "anna")
        path = f"{ADMIN}/bots/mine/restore"
        assert (await here.call("POST", path, "ada"))[0] == 409
        assert (await here.call("DELETE", "/api/bots/mine", "anna"))[0] == 204
        assert (await here.call("POST", path, "ada"))[0] == 204
        version = await checked_version(here, "mine")
        assert version["status"] == "active"
        assert (await here.call("POST", f"{ADMIN}/bots/no/restore", "ada"))[0] == 404
        assert await audited(here) == [("ada", "restore_bot", "mine")]


async def test_a_message_is_read_by_whom_it_is_for(tmp_path: Path) -> None:
    async with server_with_tokens(tmp_path) as here:
        path = f"{ADMIN}/accounts/anna/messages"
        assert (await here.call("POST", path, "ada", {"text": "please\u202e wait"}))[0] == 204
        _, mine = await here.call("GET", "/api/account/messages", "anna")
        (message,) = mine["messages"]
        assert (message["sender"], message["text"]) == ("ada", "please wait")
        assert (await here.call("GET", "/api/account/messages", "ben"))[1]["messages"] == []
        assert (await here.call("GET", "/api/account/messages"))[0] == 401
        assert await audited(here) == [("ada", "message", "anna")]


async def test_an_announcement_is_told_until_it_ends_and_outlives_the_server(
    tmp_path: Path,
) -> None:
    async with server_with_tokens(tmp_path) as here:
        for text, until_ms, shown in (("soon", None, "soon"), ("past", 1, "")):
            body = {"text": text, "until": until_ms}
            assert (await here.call("POST", f"{ADMIN}/announcement", "ada", body))[0] == 204
            assert (await here.call("GET", "/api/notices"))[1]["announcement"] == shown
        await here.call("POST", f"{ADMIN}/announcement", "ada", {"text": "cup at noon"})
    db = f"sqlite:///{tmp_path}/arena.db"
    async with running_server(settings=Settings(port=0, db=db)) as server:
        again = ServerWithTokens(server, here.tokens)
        assert (await again.call("GET", "/api/notices"))[1]["announcement"] == "cup at noon"
        assert (await again.call("DELETE", f"{ADMIN}/announcement", "ada"))[0] == 204
        assert (await again.call("GET", "/api/notices"))[1]["announcement"] == ""
        assert [act for _, act, _ in await audited(again)] == [
            "announce", "announce", "announce", "withdraw_announcement",
        ]  # fmt: skip


async def test_maintenance_lets_matches_end_and_begins_no_new_ones(tmp_path: Path) -> None:
    async with server_with_tokens(tmp_path) as here, clients(here.server, 1, "glass") as (anna,):
        await anna.join("anna", "glass", token=here.tokens["anna"])
        await anna.find("state")
        path = f"{ADMIN}/maintenance"
        assert (await here.call("POST", path, "ada", {"reason": "new disk"}))[0] == 204
        assert not (await here.call("GET", ADMIN, "ada"))[1]["drained"]
        await nothing_new(here)
        await play_out(anna)
        await until(lambda: not here.server.lobby.running)
        assert (await here.call("GET", ADMIN, "ada"))[1]["drained"]
        assert (await here.call("DELETE", path, "ada"))[0] == 204
        assert (await here.call("POST", "/rooms", "anna", {"room_id": "new"}))[0] == 201
        assert await audited(here) == [
            ("ada", "begin_maintenance", ""),
            ("ada", "end_maintenance", ""),
        ]


async def nothing_new(here: ServerWithTokens) -> None:
    """No room, no seat of a room that waits."""
    for who in ("anna", "olga"):
        status, answer = await here.call("POST", "/rooms", who, {"room_id": "new"})
        assert (status, answer["error"]["code"]) == (503, "maintenance")
        assert "new disk" in answer["error"]["message"]
    async with clients(here.server, 1, "rated") as (ben,):
        answer = await ben.join("ben", "rated", detail="full", token=here.tokens["ben"])
        assert (answer["code"], "new disk" in answer["detail"]) == ("server_closing", True)
    async with clients(here.server, 1, "other") as (ben,):
        answer = await ben.join("ben", "other", detail="full", token=here.tokens["ben"])
        assert answer["type"] == "error"


async def play_out(client: Client) -> None:
    """Play a match to its end from the state that was heard last."""
    legal = next((f["legal"] for f in client.heard[::-1] if f["type"] == "state"), "")
    if legal:
        await client.send("action", choice=legal.split(",")[0])
    await client.play()


async def test_the_ladder_rests_during_maintenance(tmp_path: Path) -> None:
    async with ladder_server_with_tokens(tmp_path, ladder_games=["tigerdragon"]) as here:
        await here.call("POST", f"{ADMIN}/maintenance", "ada", {"reason": "x"})
        ladder = here.server.server.ladder
        assert ladder is not None
        assert not ladder.may_begin.is_set()
        add_active_bot(here, "mine", "anna")
        ladder.ladder.call()
        await asyncio.to_thread(store_of(here).flush)
        assert here.server.lobby.rooms == {}
        await here.call("DELETE", f"{ADMIN}/maintenance", "ada")
        await until(lambda: here.server.lobby.rooms)


@pytest.mark.parametrize("reason", ["", "x" * 501])
async def test_a_reason_is_needed_and_not_too_long(tmp_path: Path, reason: str) -> None:
    async with server_with_tokens(tmp_path) as here:
        path = f"{ADMIN}/accounts/anna/ban"
        assert (await here.call("POST", path, "ada", {"reason": reason}))[0] == 400
        assert await audited(here) == []
