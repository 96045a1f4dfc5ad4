"""The ladder of a real server: clients who wait, what is kept of it, and a restart."""

import asyncio
from pathlib import Path

from arena.ladder.leaderboard import main_ladder
from arena.match.match import Match
from arena.plugins.manager import load_plugins
from arena.store import Filter, NewMatch, open_store
from arena.tournament.results import places2
from engine.rng import Deals
from tests.arena.clients import clients, until
from tests.arena.ladder.ladder_clients import ROOM, play, takes_part
from tests.arena.ladder.ladder_servers import (
    PATIENCE,
    SHORT,
    ladder_server_with_tokens,
    store_of,
)
from tests.arena.server_with_tokens import ServerWithTokens


async def test_a_client_plays_house_bots_and_is_rated(tmp_path: Path) -> None:
    async with (
        ladder_server_with_tokens(tmp_path, ladder_pause=0.3) as here,
        clients(here.server, 1, ROOM) as (anna,),
    ):
        ack = await anna.join("anna", ROOM, detail="full", token=here.tokens["anna"])
        assert ack["type"] == "join_ack"
        await anna.send("ready")
        await play(anna)
        await rated(here, 4)
        _, board = await here.call("GET", "/api/leaderboard?game=tigerdragon")
        owners = {row["name"]: row["owner"] for row in board["rows"]}
        assert owners["anna"] == "anna"
        assert sorted(owners.values())[1:] == ["house"] * 3
        _, page = await here.call("GET", "/api/matches?rated=true")
        (match,) = page["matches"]
        assert (match["kind"], match["room_id"].startswith(f"{ROOM}:")) == ("ladder", True)
        told = [(row["mean_place"], row["mean_place_low"], row["matches"]) for row in board["rows"]]
        places = places2([player["rank"] for player in match["players"]])
        assert sorted(told) == [(twice / 2, None, 1) for twice in sorted(places)]
        assert all(row["rating"] and row["low"] is None for row in board["rows"])
        status, text = await here.call("GET", "/api/leaderboard.csv?game=tigerdragon")
        assert (status, text.count("\n"), text[:9]) == (200, 5, "rank,name")
        assert ",mean_place,mean_place_low,mean_place_high,matches," in text


async def test_two_clients_who_come_together_get_tables_of_their_own(tmp_path: Path) -> None:
    async with (
        ladder_server_with_tokens(tmp_path, ladder_pause=600.0) as here,
        clients(here.server, 2, ROOM) as (anna, ben),
    ):
        await anna.join("anna", ROOM, detail="full", token=here.tokens["anna"])
        table = next(iter(here.server.lobby.rooms))
        async with clients(here.server, 1, table) as (guest,):
            refused = await guest.join("ben", table, detail="full", token=here.tokens["ben"])
            assert refused["code"] == "room_running"
        assert (await ben.join("ben", ROOM, token=here.tokens["ben"]))["type"] == "join_ack"
        rooms = here.server.lobby.rooms.values()
        assert [sum(not seat.free for seat in room.seats) for room in rooms] == [1, 1]


async def test_a_client_who_left_its_waiting_table_comes_back_to_it(tmp_path: Path) -> None:
    async with (
        ladder_server_with_tokens(tmp_path, ladder_pause=600.0) as here,
        clients(here.server, 1, ROOM) as (anna,),
    ):
        await anna.join("anna", ROOM, detail="full", token=here.tokens["anna"])
        async with clients(here.server, 1, ROOM) as (again,):
            await again.join("anna", ROOM, detail="full", token=here.tokens["anna"])
            assert len(here.server.lobby.rooms) == 1


async def rated(here: ServerWithTokens, players: int) -> None:
    """Wait until this many are on the leaderboard."""
    async with asyncio.timeout(PATIENCE):
        while True:
            _, board = await here.call("GET", "/api/leaderboard")
            if len(board["rows"]) >= players:
                return
            await asyncio.sleep(0.05)


async def test_a_match_that_spectators_see_late_is_rated_late(tmp_path: Path) -> None:
    async with (
        ladder_server_with_tokens(tmp_path, ladder_pause=0.0, spectator_delay=600) as here,
        clients(here.server, 1, ROOM) as (anna,),
    ):
        await anna.join("anna", ROOM, detail="full", token=here.tokens["anna"])
        await anna.send("ready")
        await play(anna)
        store = here.server.server.store
        assert store is not None
        await asyncio.to_thread(store.flush)
        assert (await here.call("GET", "/api/leaderboard?game=tigerdragon"))[1]["rows"] == []
        _, page = await here.call("GET", "/api/matches?rated=true")
        assert [match["status"] for match in page["matches"]] == ["running"]


async def test_who_lost_the_connection_is_led_back_and_nobody_else(tmp_path: Path) -> None:
    async with ladder_server_with_tokens(tmp_path, ladder_pause=0.0) as here:
        token = here.tokens["anna"]
        async with clients(here.server, 1, ROOM) as (anna,):
            await anna.join("anna", ROOM, detail="full", token=token)
            await anna.send("ready")
            await anna.find("state")
        table = next(iter(here.server.lobby.rooms.values()))
        await until(lambda: table.seats.connected == 0)
        async with clients(here.server, 1, ROOM) as (back,):
            ack = await back.join("anna", ROOM, detail="full", token=token)
            assert ack["type"] == "join_ack"
            assert table.seats[ack["seat"]].player_id == "anna"
            async with clients(here.server, 1, table.room_id) as (other,):
                refused = await other.join("ben", table.room_id, token=here.tokens["ben"])
                assert refused["type"] == "error"


async def test_the_ladder_needs_a_token_and_a_game_it_plays(tmp_path: Path) -> None:
    async with ladder_server_with_tokens(tmp_path) as here:
        token = {"token": here.tokens["anna"]}
        for room, keys, code in (
            (ROOM, {}, "unauthorized"),
            ("ladder:chess", token, "room_not_found"),
        ):
            async with clients(here.server, 1, room) as (client,):
                refused = await client.join("anna", room, detail="full", **keys)
                assert refused["code"] == code
        body = {"room_id": ROOM}
        assert (await here.call("POST", "/rooms", "olga", body))[0] == 403
        assert here.server.lobby.rooms == {}


async def test_a_table_that_everybody_left_is_forgotten(tmp_path: Path) -> None:
    async with ladder_server_with_tokens(tmp_path, ladder_pause=0.2) as here:
        async with clients(here.server, 1, ROOM) as (anna,):
            joined = await anna.join("anna", ROOM, token=here.tokens["anna"])
            assert joined["type"] == "join_ack"
            assert len(here.server.lobby.rooms) == 1
        await until(lambda: not here.server.lobby.rooms)


async def test_accomplices_among_twenty_clients_meet_no_more_often_than_strangers(
    tmp_path: Path,
) -> None:
    """Two of 22 clients join at the same moment, again and again; all tables are looked at."""
    db = f"sqlite:///{tmp_path}/arena.db"
    names = [f"p{n}" for n in range(22)]
    with open_store(db, create=True) as store:
        tokens = {name: store.tokens.create(name, "player") for name in names}
    async with ladder_server_with_tokens(tmp_path, tokens, ladder_pause=0.2) as here:
        for _ in range(3):
            async with clients(here.server, len(names), ROOM) as joined:
                await asyncio.gather(*(
                    takes_part(client, name, tokens[name])
                    for client, name in zip(joined, names, strict=True)
                ))  # fmt: skip
        matches = store_of(here).matches
        ladder = main_ladder(here.server.lobby.plugins.game("tigerdragon"), SHORT["tigerdragon"])
        await until(lambda: len(matches.rated(ladder)) == 3 * len(names), PATIENCE)
        tables = [
            {player.name for player in match.players} & set(names)
            for match in matches.rated(ladder)
        ]
    assert len(tables) == 3 * len(names)
    assert all(len(table) == 1 for table in tables)


async def test_a_match_that_a_stop_interrupted_is_void(tmp_path: Path) -> None:
    game = load_plugins(entry_points=False).game("tigerdragon")
    match = Match(game, ["a", "b", "c", "d"], Deals.seed("1"), match_id="m1")
    with open_store(f"sqlite:///{tmp_path}/arena.db", create=True) as store:
        store.matches.begin(NewMatch.of(match, room_id="x", rated=True, kind="ladder"))
    async with ladder_server_with_tokens(tmp_path) as here:
        assert here.server.server.store is not None
        matches = here.server.server.store.matches
        await until(lambda: matches.find(Filter(status="void")))
        _, board = await here.call("GET", "/api/leaderboard")
        assert board["rows"] == []
