"""Tournaments: a plan, and results that are kept once."""

import pytest

from arena.errors import StoreError
from arena.store import Store, StoredResult, StoredTournament

PLAN = StoredTournament("cup", "The cup", {"game": "riichi", "deals": 2}, "hash")


def result(match_id: str, block: int = 0, rotation: int = 0) -> StoredResult:
    rows = [{"bot": "a", "points": 3}]
    return StoredResult(match_id, block, rotation, rows, {"crash": 1}, {"p50": 2})


def test_a_tournament_comes_back_with_its_results_in_order(store: Store) -> None:
    store.tournaments.create(PLAN)
    results = [result("m3", 1), result("m2", 0, 1), result("m1")]
    store.tournaments.add("cup", results)
    store.flush()
    assert store.tournaments.tournament("cup") == PLAN
    assert store.tournaments.results("cup") == results[::-1]
    assert store.tournaments.done("cup") == {"m1", "m2", "m3"}
    assert store.tournaments.count("cup") == 3


def test_a_result_is_kept_once(store: Store) -> None:
    store.tournaments.create(PLAN)
    store.tournaments.add("cup", [result("m1")])
    store.tournaments.add("cup", [result("m1", 5), result("m2")])
    store.flush()
    assert [row.block for row in store.tournaments.results("cup")] == [0, 0]


def test_results_of_two_tournaments_do_not_meet(store: Store) -> None:
    for name in ("cup", "league"):
        store.tournaments.create(StoredTournament(name, name, {}, "h"))
        store.tournaments.add(name, [result("m1")])
    store.flush()
    assert [store.tournaments.count(name) for name in ("cup", "league")] == [1, 1]


def test_the_same_plan_again_is_the_same_tournament(store: Store) -> None:
    store.tournaments.create(PLAN)
    store.tournaments.create(PLAN)
    with pytest.raises(StoreError, match="a tournament cup with another plan"):
        store.tournaments.create(StoredTournament("cup", "x", PLAN.spec, "another"))


def test_a_tournament_is_closed_with_its_report(store: Store) -> None:
    store.tournaments.create(PLAN)
    assert [row.id for row in store.tournaments.all("running")] == ["cup"]
    store.tournaments.close("cup", "finished", {"standings": []})
    found = store.tournaments.tournament("cup")
    assert found is not None
    assert (found.state, found.report) == ("finished", {"standings": []})
    assert found.finished is not None
    assert store.tournaments.all("running") == []


def test_results_without_a_tournament_are_refused(store: Store) -> None:
    store.tournaments.add("nope", [result("m1")])
    with pytest.raises(StoreError, match=r"(?i)foreign key"):
        store.flush()
