"""Lists of matches: every filter is answered by an index, in order, each match once."""

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, TextClause, event, text

from arena.store import Filter, Seated, Store, open_store
from arena.store.database import Database
from arena.store.match_reads import found_matches
from arena.store.migrate import newest, upgrade
from tests.arena.store.stored_matches import begin, played, store_match

BY_INDEX = {
    "all": Filter(),
    "game": Filter(game="tigerdragon"),
    "status": Filter(status="finished"),
    "kind": Filter(kind="room"),
    "rated": Filter(rated=False),
    "player": Filter(player="first"),
    "identity": Filter(identity="house:first"),
    "owner": Filter(owner=1),
    "player and status": Filter(player="first", status="finished"),
}


@pytest.mark.parametrize("wanted", BY_INDEX.values(), ids=BY_INDEX.keys())
def test_no_list_reads_or_sorts_the_whole_table(tmp_path: Path, wanted: Filter) -> None:
    def plan_of_list(connection: Connection) -> list[str]:
        asked: list[tuple[str, Any]] = []
        event.listen(connection, "before_cursor_execute", lambda *call: asked.append(call[2:4]))
        found_matches(connection, wanted, None, 50)
        query, values = asked[0]
        plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {query}", values)
        return [row[-1] for row in plan]

    with open_store(f"sqlite:///{tmp_path}/arena.db", create=True) as store:
        plan = store.database.read(plan_of_list)
    sorts = ("TEMP B-TREE FOR ORDER BY", "TEMP B-TREE FOR DISTINCT")  # ties alone may be sorted
    assert not [step for step in plan if step.endswith(sorts)], plan
    assert "INDEX ix_" in plan[0], plan


def test_a_player_with_two_seats_has_the_match_once(store: Store) -> None:
    both = [Seated("first", "house:first"), Seated("first", "house:first")]
    results = [store_match(store, str(seed), seats=both) for seed in range(3)]
    first = store.matches.find(Filter(identity="house:first"), limit=2)
    rest = store.matches.find(Filter(player="first"), limit=2, before=first[-1].cursor)
    ids = [match.match_id for match in (*first, *rest)]
    assert sorted(ids) == sorted(result.match.header.match_id for result in results)
    assert ids == [match.match_id for match in store.matches.find()]


def test_two_players_of_one_match_are_both_asked_for(store: Store) -> None:
    store_match(store, "1", seats=[Seated("ann", "token:1"), Seated("first", "house:first")])
    store_match(store, "2", seats=[Seated("bob", "token:2"), Seated("first", "house:first")])
    found = store.matches.find(Filter(player="ann", identity="house:first"))
    assert [match.players[0].name for match in found] == ["ann"]


def test_matches_of_older_stores_are_found_by_their_players(
    empty_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from alembic import command

    database, to_head = Database(empty_url), command.upgrade
    with monkeypatch.context() as long_ago:
        long_ago.setattr(command, "upgrade", lambda config, _head: to_head(config, "0007"))
        upgrade(database)
    for row in (OLD_MATCH, OLD_PLAYER):
        for number in (1, 2):
            database.write(partial(run, text(row.format(n=number))))
    assert upgrade(database) == ("0007", newest())
    database.close()
    with open_store(empty_url) as store:
        found = store.matches.find(Filter(identity="house:first"), limit=1)
        assert [match.match_id for match in found] == ["old-2"]
        rest = store.matches.find(Filter(identity="house:first"), before=found[0].cursor)
        assert [match.match_id for match in rest] == ["old-1"]


def run(statement: TextClause, connection: Connection) -> None:
    connection.execute(statement).close()


OLD_MATCH = (
    "INSERT INTO matches (id, room_id, kind, game, game_version, status, rated, created, header,"
    " deals) VALUES ('old-{n}', 'r', 'room', 'tigerdragon', 1, 'finished', true, {n}000, '{{}}',"
    " '{{}}')"
)
OLD_PLAYER = (
    "INSERT INTO players (match_id, seat, name, identity)"
    " VALUES ('old-{n}', 0, 'first', 'house:first')"
)


def test_a_running_match_is_listed_by_its_player_at_once(store: Store) -> None:
    seats = [Seated("ann", "token:1"), Seated("first", "house:first")]
    match_id = begin(store, played().match, seats=seats)
    store.flush()
    assert [match.match_id for match in store.matches.find(Filter(player="ann"))] == [match_id]
