"""Seasons: final tables are archived with their prizes, and the next one begins from them."""

import asyncio
from pathlib import Path
from typing import Any

from arena.ladder.leaderboard import Leaderboard
from arena.ladder.season import Order, fit_season
from arena.plugins.manager import load_plugins
from arena.store import Seated, Store, now_ms, open_store
from arena.store.seasons import close_season
from tests.arena.clients import until
from tests.arena.ladder.ladder_servers import (
    add_active_bot,
    ladder_server_with_tokens,
    store_of,
)
from tests.arena.store.stored_matches import store_match

GAME = "tigerdragon"


def play_rated(store: Store, first: Seated, number: int, start: int = 0) -> None:
    """So many rated matches of a player against the bot `first`."""
    for seed in range(start, start + number):
        store_match(store, f"s{seed}", rated=True, seats=[first, Seated("first", "house:first")])


async def test_a_season_is_archived_with_prizes_and_the_next_one_begins(tmp_path: Path) -> None:
    async with ladder_server_with_tokens(tmp_path, ladder_games=[GAME]) as here:
        ladder, store = here.server.server.ladder, store_of(here)
        assert ladder is not None
        await ladder.stop()
        version = add_active_bot(here, "mine", "anna")
        found = store.bots.version(version)
        assert found is not None
        mine = Seated("mine", f"bot:{found.bot_id}", None, version)
        await asyncio.to_thread(play_rated, store, mine, 12)
        ladder.board._mains = {GAME: store.matches.busiest_ladder(GAME)}
        body = {"name": "Autumn", "prizes": ["a cup", "a spoon"]}
        for who, status in (("", 401), ("olga", 403)):
            assert (await here.call("POST", "/api/admin/seasons", who, body))[0] == status
        ladder.board._stopped.clear()  # it was stopped with the ladder
        status, closed = await here.call("POST", "/api/admin/seasons", "ada", body)
        assert status == 201
        assert (await here.call("POST", "/api/admin/seasons", "ada", body))[0] == 409
        (board,) = closed["boards"]
        assert {row["name"]: row["games"] for row in board["rows"]} == {"mine": 12, "first": 12}
        (prize,) = board["prizes"]
        assert (prize["prize"], prize["name"], prize["owner"]) == ("a cup", "mine", "anna")
        _, listed = await here.call("GET", "/api/seasons")
        assert [(row["id"], row["name"]) for row in listed] == [(closed["id"], "Autumn")]
        assert (await here.call("GET", f"/api/seasons/{closed['id']}"))[1] == closed
        for wrong in ("99", "x", "1" * 30):
            assert (await here.call("GET", f"/api/seasons/{wrong}"))[0] == 404
        await asyncio.to_thread(ladder.board.recount, GAME)
        _, now = await here.call("GET", f"/api/leaderboard?game={GAME}")
        assert {row["name"]: row["games"] for row in now["rows"]} == {"mine": 0}
        assert (await here.call("GET", "/api/admin/audit", "ada"))[1]["acts"][0]["act"] == (
            "close_season"
        )


async def test_every_ladder_of_a_game_is_archived(tmp_path: Path) -> None:
    async with ladder_server_with_tokens(tmp_path, ladder_games=[GAME]) as here:
        store = store_of(here)
        mine = Seated("random", "house:random")
        await asyncio.to_thread(play_rated, store, mine, 3)  # by other rules than the server's
        ladder = store.matches.busiest_ladder(GAME)
        body = {"name": "Autumn", "prizes": ["a cup"]}
        status, closed = await here.call("POST", "/api/admin/seasons", "ada", body)
        assert status == 201
        (board,) = [one for one in closed["boards"] if one["ladder"]]
        assert (board["game"], board["ladder"], board["prizes"]) == (GAME, ladder, [])
        assert board["rules"] == "target 1, 2 seats, no clock"
        assert {row["name"]: row["games"] for row in board["rows"]} == {"random": 3, "first": 3}
        path = f"/seasons/{closed['id']}"
        _, page = await here.call("GET", path, Accept="text/html")
        assert "target 1, 2 seats, no clock" in page
        await here.call("POST", "/api/admin/seasons", "ada", {"name": "Winter"})
        _, last = await here.call("GET", "/api/seasons")
        _, winter = await here.call("GET", f"/api/seasons/{last[0]['id']}")
        assert not [one for one in winter["boards"] if one["ladder"]], "nothing was played on it"


async def test_closing_a_season_resets_the_boards_by_itself(tmp_path: Path) -> None:
    async with ladder_server_with_tokens(tmp_path, ladder_games=[GAME]) as here:
        ladder, store = here.server.server.ladder, store_of(here)
        assert ladder is not None
        await asyncio.to_thread(play_rated, store, Seated("random", "house:random"), 2)
        ladder.board._mains = {GAME: store.matches.busiest_ladder(GAME)}
        await until(lambda: games_on(ladder) == 2)
        assert (await here.call("POST", "/api/admin/seasons", "ada", {"name": "One"}))[0] == 201
        await until(lambda: games_on(ladder) == 0)


def games_on(ladder: Any) -> int:
    standing = ladder.board.ratings(GAME).standings.get("house:random")
    return standing.games if standing else 0


def test_a_new_season_counts_its_own_matches_and_begins_from_the_last_ratings(
    tmp_path: Path,
) -> None:
    with open_store(f"sqlite:///{tmp_path}/arena.db", create=True) as store:
        check_ratings_of_a_new_season(store)


def check_ratings_of_a_new_season(store: Store) -> None:
    plugins, strong = load_plugins(), Seated("strong", "house:strong")
    play_rated(store, strong, 30)
    mains = {GAME: store.matches.busiest_ladder(GAME)}
    board = Leaderboard(store, plugins, mains, carry=0.1)
    assert board.refresh(GAME)
    before = board.ratings(GAME).of("house:strong")
    store.writer.run(lambda c: close_season(c, "One", 0, now_ms(), []))
    play_rated(store, strong, 1, start=100)
    soft, hard = (Leaderboard(store, plugins, mains, carry=carry) for carry in (0.1, 0.0))
    for each in (soft, hard):
        store.leaderboards.save(mains[GAME], {})  # else what the first has rated stands
        store.flush()
        each.refresh(GAME)
        assert each.ratings(GAME).of("house:strong").games == 1
    carried = soft.ratings(GAME).of("house:strong")
    forgotten = hard.ratings(GAME).of("house:strong")
    assert carried.rated is not None
    assert forgotten.rated is not None
    assert (carried.rated.matches, forgotten.rated.matches) == (31, 1)
    assert before.rated is not None
    assert abs(carried.rating - before.rating) < abs(forgotten.rating - before.rating)


def test_a_match_of_an_earlier_season_weighs_less() -> None:
    old = [Order((("a",), ("b",)), (2, 4), 0, 0.1)] * 20
    new = [Order((("b",), ("a",)), (2, 4), 0)] * 4
    fitted = fit_season([*old, *new])
    assert fitted.ratings["b"].rating > fitted.ratings["a"].rating
