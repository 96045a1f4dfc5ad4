"""Leaderboards are brought up to date in the background; a view only reads them."""

import asyncio
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from runpy import run_path
from time import process_time

import pytest
from sqlalchemy import Connection, insert, select

from arena.ladder import leaderboard
from arena.ladder.leaderboard import Leaderboard, main_ladder
from arena.local.loop import play_match
from arena.match.ladder_name import ladder_name
from arena.match.match import Match
from arena.plugins.manager import load_plugins
from arena.store import Filter, Seated, Store, open_store
from arena.store.tables import matches, players
from arena.table.spec import DEFAULT_CLOCK
from engine.rng import Deals
from tests.arena.ladder.ladder_servers import PATIENCE, ladder_server_with_tokens
from tests.web.filled_ladders import SHORT, fill_ladder, store_finished

PLUGINS = load_plugins(entry_points=False)
GAME = "tigerdragon"
LADDER = main_ladder(PLUGINS.game(GAME), SHORT)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(f"sqlite:///{tmp_path}/arena.db", create=True) as opened:
        fill_ladder(opened, PLUGINS, 15)
        yield opened


def copied(store: Store, times: int) -> None:
    """Put copies of every match into a store, each a little later than the last."""

    def copy(connection: Connection) -> None:
        rows = connection.execute(select(matches)).mappings().all()
        seats = connection.execute(select(players)).mappings().all()
        for number in range(times):
            connection.execute(insert(matches), [
                {**row, "id": f"{row['id']}-{number}", "finished": row["finished"] + number}
                for row in rows
            ])  # fmt: skip
            connection.execute(insert(players), [
                {**row, "match_id": f"{row['match_id']}-{number}"} for row in seats
            ])  # fmt: skip

    store.writer.run(copy)


def test_a_view_counts_nothing_and_an_update_everything(store: Store) -> None:
    board = Leaderboard(store, PLUGINS, {GAME: LADDER})
    assert [row["games"] for row in board.rows(GAME)] == [0]
    assert board.refresh(GAME)
    rows = board.rows(GAME)
    assert sum(row["games"] for row in rows) == 60
    assert all(row["low"] < row["rating"] < row["high"] for row in rows if row["matches"] >= 10)
    assert not board.refresh(GAME)


def test_a_new_server_has_the_leaderboard_of_the_last_one_at_once(store: Store) -> None:
    first = Leaderboard(store, PLUGINS, {GAME: LADDER})
    first.refresh(GAME)
    store.flush()
    second = Leaderboard(store, PLUGINS, {GAME: LADDER})
    assert any(row["ranks"] and row["better_than_next"] for row in first.rows(GAME))
    assert second.rows(GAME) == first.rows(GAME)
    second.refresh(GAME)
    assert second.rows(GAME) == first.rows(GAME)


def test_matches_of_a_later_server_join_the_season_of_the_earlier_ones(store: Store) -> None:
    Leaderboard(store, PLUGINS, {GAME: LADDER}).refresh(GAME)
    copied(store, 1)
    second = Leaderboard(store, PLUGINS, {GAME: LADDER})
    second.refresh(GAME)
    store.leaderboards.save(LADDER, {"format": 0})
    store.flush()
    whole = Leaderboard(store, PLUGINS, {GAME: LADDER})
    whole.refresh(GAME)
    for one, other in zip(second.rows(GAME), whole.rows(GAME), strict=True):
        assert one["rating"] == pytest.approx(other["rating"], abs=0.2)
        assert (one["games"], one["places"]) == (other["games"], other["places"])


def test_the_newest_matches_of_a_player_are_found_without_a_search(store: Store) -> None:
    board = Leaderboard(store, PLUGINS, {GAME: LADDER})
    board.refresh(GAME)
    wanted = Filter(status="finished", rated=True, identity="house:counter")
    expected = {match.match_id for match in store.matches.find(wanted)}
    found = board.latest(GAME, "house:counter")
    assert set(found) == expected
    by_id = [match.match_id for match in store.matches.by_ids(found)]
    assert by_id == [match.match_id for match in store.matches.find(wanted)]


def test_a_server_that_stops_leaves_the_rest_to_the_next(store: Store) -> None:
    board = Leaderboard(store, PLUGINS, {GAME: LADDER})
    board.stop()
    assert not board.refresh(GAME)
    assert store.leaderboards.read(LADDER) is None
    again = Leaderboard(store, PLUGINS, {GAME: LADDER})
    assert again.refresh(GAME)
    assert sum(row["games"] for row in again.rows(GAME)) == 60


def test_data_of_another_format_is_computed_again(store: Store) -> None:
    store.leaderboards.save(LADDER, {"format": 0})
    store.flush()
    board = Leaderboard(store, PLUGINS, {GAME: LADDER})
    board.refresh(GAME)
    assert sum(row["games"] for row in board.rows(GAME)) == 60
    store.leaderboards.save(LADDER, {"format": leaderboard.FORMAT, "last": 1})
    store.flush()
    again = Leaderboard(store, PLUGINS, {GAME: LADDER})
    again.refresh(GAME)
    assert again.rows(GAME) == board.rows(GAME)


def test_a_view_costs_the_same_with_few_matches_and_with_many(store: Store) -> None:
    def cost(board: Leaderboard) -> float:
        board.refresh(GAME)
        begin = process_time()
        for _ in range(20):
            board.rows(GAME)
        return process_time() - begin

    few = cost(Leaderboard(store, PLUGINS, {GAME: LADDER}))
    copied(store, 100)
    assert cost(Leaderboard(store, PLUGINS, {GAME: LADDER})) < 5 * few + 0.05


async def test_a_running_server_brings_its_leaderboard_up_to_date_by_itself(
    tmp_path: Path,
) -> None:
    async with ladder_server_with_tokens(tmp_path, ladder_config={GAME: SHORT}) as here:
        store = here.server.server.store
        assert store is not None
        await asyncio.to_thread(fill_ladder, store, PLUGINS, 3)

        async with asyncio.timeout(PATIENCE):
            while True:
                _, board = await here.call("GET", f"/api/leaderboard?game={GAME}")
                if sum(row["games"] for row in board["rows"]) == 12:
                    break
                await asyncio.sleep(0.05)


def test_matches_by_other_rules_are_on_another_ladder(store: Store) -> None:
    game = PLUGINS.game(GAME)
    other = Match(
        game, ["counter", "random", "first", "defender"], Deals.seed("x"),
        config={"target": 3}, match_id="m3", clock=DEFAULT_CLOCK.as_json(),
    )  # fmt: skip
    bots = [PLUGINS.bot(name)() for name in other.header.players]
    play_match(other, bots, "x")
    seats = [Seated(name, f"house:{name}") for name in other.header.players]
    store_finished(store, other, seats)
    store.flush()
    board = Leaderboard(store, PLUGINS, {GAME: LADDER})
    for ladder in board.active_ladders([GAME]):
        board.refresh(ladder)
    assert sum(row["games"] for row in board.rows(GAME)) == 60
    own, its = board.ladders(GAME)
    assert (own["ladder"], own["matches"], its["matches"]) == (LADDER, 15, 1)
    assert its["config"]["target"] == 3
    rows = board.rows(its["ladder"])
    assert sorted(row["name"] for row in rows) == sorted(other.header.players)


def test_a_ladder_is_its_rules_seats_and_time_control() -> None:
    header = {
        "game": GAME, "config": {"target": 1}, "variants": [], "players": ["a", "b"],
        "clock": DEFAULT_CLOCK.as_json(),
    }  # fmt: skip
    name = ladder_name(header)
    floor = {**header, "clock": {**DEFAULT_CLOCK.as_json(), "claim_floor_ms": 300, "ready_ms": 1}}
    assert ladder_name(floor) == name, "floors and the time to load change nothing"
    for change in (
        {"config": {"target": 2}},
        {"variants": ["auto"]},
        {"players": ["a", "b", "c"]},
        {"clock": {**DEFAULT_CLOCK.as_json(), "decision_ms": 1}},
        {"clock": None},
    ):
        assert ladder_name({**header, **change}) != name


def test_matches_from_before_there_were_ladders_get_the_name_of_their_rules(store: Store) -> None:
    match = store.matches.find(Filter(rated=True), limit=1)[0]
    (migration,) = files("arena").joinpath("store", "migrations", "versions").glob("*_events.py")  # type: ignore[attr-defined]  # a folder here
    names = run_path(str(migration))
    assert names["_ladder"](match.header) == ladder_name(match.header) == LADDER
