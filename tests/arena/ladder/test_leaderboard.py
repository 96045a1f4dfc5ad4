"""Leaderboards are brought up to date in the background; a view only reads them."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from time import process_time

import pytest
from sqlalchemy import Connection, insert, select

from arena.ladder import leaderboard
from arena.ladder.leaderboard import Leaderboard
from arena.plugins.manager import load_plugins
from arena.store import Filter, Store, open_store
from arena.store.tables import matches, players
from tests.arena.ladder.ladder_servers import PATIENCE, ladder_server_with_tokens
from tests.web.filled_ladders import fill_ladder

PLUGINS = load_plugins(entry_points=False)
GAME = "tigerdragon"


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
    board = Leaderboard(store, PLUGINS)
    assert [row["games"] for row in board.rows(GAME)] == [0]
    assert board.refresh(GAME)
    rows = board.rows(GAME)
    assert sum(row["games"] for row in rows) == 60
    assert all(row["low"] < row["rating"] < row["high"] for row in rows if row["matches"] >= 10)
    assert not board.refresh(GAME)


def test_a_new_server_has_the_leaderboard_of_the_last_one_at_once(store: Store) -> None:
    first = Leaderboard(store, PLUGINS)
    first.refresh(GAME)
    store.flush()
    second = Leaderboard(store, PLUGINS)
    rows = [{**row, "better_than_next": None, "ranks": None} for row in first.rows(GAME)]
    assert second.rows(GAME) == rows
    second.refresh(GAME)
    assert second.rows(GAME) == first.rows(GAME)


def test_matches_of_a_later_server_join_the_season_of_the_earlier_ones(store: Store) -> None:
    Leaderboard(store, PLUGINS).refresh(GAME)
    copied(store, 1)
    second = Leaderboard(store, PLUGINS)
    second.refresh(GAME)
    store.leaderboards.save(GAME, {"format": 0})
    store.flush()
    whole = Leaderboard(store, PLUGINS)
    whole.refresh(GAME)
    for one, other in zip(second.rows(GAME), whole.rows(GAME), strict=True):
        assert one["rating"] == pytest.approx(other["rating"], abs=0.2)
        assert (one["games"], one["places"]) == (other["games"], other["places"])


def test_the_newest_matches_of_a_player_are_found_without_a_search(store: Store) -> None:
    board = Leaderboard(store, PLUGINS)
    board.refresh(GAME)
    wanted = Filter(status="finished", rated=True, identity="house:counter")
    expected = {match.match_id for match in store.matches.find(wanted)}
    found = board.latest(GAME, "house:counter")
    assert set(found) == expected
    by_id = [match.match_id for match in store.matches.by_ids(found)]
    assert by_id == [match.match_id for match in store.matches.find(wanted)]


def test_a_server_that_stops_leaves_the_rest_to_the_next(store: Store) -> None:
    board = Leaderboard(store, PLUGINS)
    board.stop()
    assert not board.refresh(GAME)
    assert store.leaderboards.read(GAME) is None
    again = Leaderboard(store, PLUGINS)
    assert again.refresh(GAME)
    assert sum(row["games"] for row in again.rows(GAME)) == 60


def test_data_of_another_format_is_computed_again(store: Store) -> None:
    store.leaderboards.save(GAME, {"format": 0})
    store.flush()
    board = Leaderboard(store, PLUGINS)
    board.refresh(GAME)
    assert sum(row["games"] for row in board.rows(GAME)) == 60
    store.leaderboards.save(GAME, {"format": leaderboard.FORMAT, "last": 1})
    store.flush()
    again = Leaderboard(store, PLUGINS)
    again.refresh(GAME)
    assert again.rows(GAME) == board.rows(GAME)


def test_a_view_costs_the_same_with_few_matches_and_with_many(store: Store) -> None:
    def cost(board: Leaderboard) -> float:
        board.refresh(GAME)
        begin = process_time()
        for _ in range(20):
            board.rows(GAME)
        return process_time() - begin

    few = cost(Leaderboard(store, PLUGINS))
    copied(store, 100)
    assert cost(Leaderboard(store, PLUGINS)) < 5 * few + 0.05


async def test_a_running_server_brings_its_leaderboard_up_to_date_by_itself(
    tmp_path: Path,
) -> None:
    async with ladder_server_with_tokens(tmp_path) as here:
        store = here.server.server.store
        assert store is not None
        await asyncio.to_thread(fill_ladder, store, PLUGINS, 3)

        async with asyncio.timeout(PATIENCE):
            while True:
                _, board = await here.call("GET", f"/api/leaderboard?game={GAME}")
                if sum(row["games"] for row in board["rows"]) == 12:
                    break
                await asyncio.sleep(0.05)
