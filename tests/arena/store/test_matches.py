"""Matches in a store: step by step, closed, listed, given back byte by byte."""

import pytest

from arena.errors import StoreError
from arena.local.loop import play
from arena.match.log import dump, parse_log, step_line, verify
from arena.match.match import Fault
from arena.match.result import new_match
from arena.store import Filter, Seated, Store
from engine.rng import Deals
from engine.tigerdragon import TigerDragon
from tests.arena.store.stored_matches import (
    SHORT,
    append_all,
    begin,
    file_of,
    finish,
    played,
    store_match,
)


def test_a_finished_match_comes_back_as_its_log_file(store: Store) -> None:
    result = store_match(store)
    text = store.matches.replay(result.match.header.match_id)
    assert text == file_of(result)
    assert verify(parse_log(text.splitlines()), TigerDragon()).offers == {}


def test_a_running_match_comes_back_with_its_steps_in_order(store: Store) -> None:
    match = played().match
    match_id = begin(store, match, room={"seats": ["a", None]})
    append_all(store, match)
    store.flush()
    (found,) = store.matches.running()
    assert found.match.match_id == match_id
    assert found.match.status == "running"
    assert found.deals == {"seed": "7"}
    assert found.room == {"seats": ["a", None]}
    assert list(found.lines) == [dump(step_line(record)) for record in match.records]
    assert store.matches.replay(match_id) is None


def test_a_closed_match_leaves_no_steps_and_no_room_behind(store: Store) -> None:
    result = store_match(store, room={"token": "x"})
    assert store.matches.running() == []
    assert store.matches.lines(result.match.header.match_id) == []


def test_players_get_points_ranks_faults_and_times(store: Store) -> None:
    match = new_match(TigerDragon(), ["ann", "bob"], Deals.seed("3"), config=SHORT)
    while not match.over:
        for seat, request in list(match.pending.items()):
            if match.n < 2 and seat == 1:
                match.fault(seat, Fault(seat, "timeout", "late", late_ms=7))
            else:
                match.answer(seat, request.legal[0], ms=10 * match.n)
        if not match.pending and not match.over:
            match.advance()
    match_id = begin(store, match, seats=[Seated("ann", "token:1"), Seated("bob")])
    append_all(store, match)
    finish(store, match)
    store.flush()
    stored = store.matches.match(match_id)
    assert stored is not None
    assert [player.name for player in stored.players] == ["ann", "bob"]
    assert [player.identity for player in stored.players] == ["token:1", ""]
    assert tuple(player.points for player in stored.players) == match.outcome.points
    assert tuple(player.rank for player in stored.players) == match.outcome.ranks
    faults = sum(fault.seat == 1 for fault in match.faults)
    assert [player.faults for player in stored.players] == [{}, {"timeout": faults}]
    times = [record.ms[0] for record in match.records if 0 in record.ms]
    timing = stored.players[0].timing
    assert timing is not None
    assert timing["n"] == len(times)
    assert timing["max"] == max(times)
    assert timing["total"] == sum(times)


def test_closing_twice_keeps_the_first_result(store: Store) -> None:
    result = store_match(store)
    match_id = result.match.header.match_id
    before = store.matches.match(match_id)
    finish(store, played("8").match)  # unknown: an error, not a match
    with pytest.raises(StoreError, match="begin it first"):
        store.flush()
    store.matches.finish(match_id, '{"result":{"points":[0,0],"ranks":[1,1]}}')
    store.matches.void(match_id, "too late")
    store.flush()
    assert store.matches.match(match_id) == before


def test_the_same_step_twice_is_harmless_and_another_is_refused(store: Store) -> None:
    match_id = begin(store, played().match)
    store.matches.append(match_id, 1, "one")
    store.matches.append(match_id, 1, "one")
    store.flush()
    store.matches.append(match_id, 1, "uno")
    store.matches.append(match_id, 2, "two")
    with pytest.raises(StoreError, match=f"match {match_id}: another step 1 is kept already"):
        store.flush()
    assert store.matches.lines(match_id) == ["one", "two"]


def test_the_room_of_a_running_match_can_change(store: Store) -> None:
    match_id = begin(store, played().match, room={"seat": 0})
    store.matches.set_room(match_id, {"seat": 1})
    store.flush()
    (found,) = store.matches.running()
    assert found.room == {"seat": 1}


def test_a_void_match_says_why_and_keeps_its_moves(store: Store) -> None:
    match = played().match
    match_id = begin(store, match, rated=True)
    append_all(store, match)
    store.matches.void(match_id, "the server was lost")
    store.flush()
    stored = store.matches.match(match_id)
    assert stored is not None
    assert (stored.status, stored.reason) == ("void", "the server was lost")
    assert stored.players[0].points is None
    text = store.matches.replay(match_id)
    assert text is not None
    assert len(text.splitlines()) == 1 + len(match.records)
    assert store.matches.rated("tigerdragon") == []


def test_a_match_played_elsewhere_is_kept_whole(store: Store) -> None:
    result = played()
    store.matches.keep(result.match)
    store.matches.keep(result.match)
    store.flush()
    assert store.matches.replay(result.match.header.match_id) == file_of(result)
    assert len(store.matches.find()) == 1


def test_rated_matches_come_in_the_order_they_finished(store: Store) -> None:
    for seed in "123":
        store_match(store, seed, rated=seed != "2")
    (ladder,) = store.matches.ladders()
    assert ladder.startswith("tigerdragon:")
    finished = [match.finished or 0 for match in store.matches.rated(ladder)]
    assert len(finished) == 2
    assert finished == sorted(finished)
    assert store.matches.rated("tigerdragon:other") == []


def test_ladders_are_counted_and_their_finishes_read(store: Store) -> None:
    kept = [store_match(store, str(seed), rated=True).match.header.match_id for seed in range(4)]
    store_match(store, "5")  # not rated
    other = play("tigerdragon", ["random", "first"], seed="6", config={"target": 2}).match
    begin(store, other, rated=True)
    append_all(store, other)
    store.matches.void(other.header.match_id, "not played to its end")
    store.flush()
    (ladder,) = store.matches.ladders()
    assert store.matches.ladders() == {ladder: 4}
    names = store.matches.ladder_names()
    assert ladder in names
    assert len(names) == 2  # a void match was played, too
    found = store.matches.newest_finishes(ladder, 3)
    assert [one.match_id for one in found] == [
        one.match_id for one in store.matches.newest_rated(ladder, 3)
    ]
    assert {one.match_id for one in found} < {*kept}
    for one, match in zip(found, store.matches.newest_rated(ladder, 3), strict=True):
        assert one.finished == match.finished
        assert [tuple(player) for player in one.players] == [
            (player.identity, player.bot_version, player.rank) for player in match.players
        ]


def test_long_lists_have_all_their_players(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.store.players.AT_ONCE", 2)
    for seed in "12345":
        store.matches.keep(played(seed).match)
    store.flush()
    assert [len(match.players) for match in store.matches.find()] == [2] * 5


def test_lists_are_paged_from_the_newest(store: Store) -> None:
    results = [store_match(store, str(seed)) for seed in range(5)]
    first = store.matches.find(limit=2)
    second = store.matches.find(limit=10, before=first[-1].cursor)
    ids = [match.match_id for match in (*first, *second)]
    assert sorted(ids) == sorted(result.match.header.match_id for result in results)
    assert [match.created for match in (*first, *second)] == sorted(
        (match.created for match in (*first, *second)), reverse=True
    )


def test_a_cursor_that_is_none_is_refused(store: Store) -> None:
    with pytest.raises(StoreError, match="no place in a list"):
        store.matches.find(before="yesterday")


FILTERS = {
    "game": (Filter(game="tigerdragon"), 2),
    "another game": (Filter(game="riichi"), 0),
    "status": (Filter(status="finished"), 2),
    "running": (Filter(status="running"), 0),
    "rated": (Filter(rated=True), 1),
    "unrated": (Filter(rated=False), 1),
    "room": (Filter(room_id="r1"), 2),
    "kind": (Filter(kind="ladder"), 1),
    "player": (Filter(player="first"), 2),
    "stranger": (Filter(player="eve"), 0),
    "identity": (Filter(identity="house:random"), 1),
    "both": (Filter(rated=True, kind="room"), 0),
}


def test_lists_are_filtered(store: Store) -> None:
    seats = [Seated("random", "house:random"), Seated("first", "house:first")]
    store_match(store, "1", rated=True, kind="ladder", seats=seats)
    store_match(store, "2")
    found = {name: len(store.matches.find(wanted)) for name, (wanted, _count) in FILTERS.items()}
    assert found == {name: count for name, (_wanted, count) in FILTERS.items()}


def test_a_match_that_is_not_there_is_none(store: Store) -> None:
    assert store.matches.match("nope") is None
    assert store.matches.replay("nope") is None
