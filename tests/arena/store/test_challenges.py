"""Challenges: kept from the queue to the result."""

from dataclasses import replace

import pytest

from arena.errors import StoreError
from arena.store import QueueLimits, Store, StoredChallenge
from tests.arena.store.bot_rows import owner, version

FEW = QueueLimits(own=2, all=3)
MANY = QueueLimits(own=9, all=9)


def asked(name: str, owner: int | None = None, created: int = 1) -> StoredChallenge:
    return StoredChallenge(
        name, owner, "tigerdragon", "mine", None, "counter", None, 20, "seed", created=created
    )


def test_a_challenge_comes_back_as_it_was_asked_for(store: Store) -> None:
    ann = owner(store)
    made = store.bots.submit("mine", ann, version())
    new = replace(asked("c1", ann), mine_version=made.id)
    store.challenges.add(new, FEW)
    store.challenges.add(new, FEW)  # a write may run twice
    assert store.challenges.challenge("c1") == new
    assert store.challenges.challenge("c2") is None


def test_it_is_begun_noted_and_closed(store: Store) -> None:
    store.challenges.add(asked("c1"), FEW)
    store.challenges.begin("c1")
    store.challenges.note("c1", [(0.5, 3.0), (-1, 2)], 4)
    store.challenges.close("c1", "failed", "no idea")
    found = store.challenges.challenge("c1")
    assert found is not None
    assert (found.state, found.reason, found.faults) == ("failed", "no idea", 4)
    assert found.played == [[0.5, 3.0], [-1, 2]]
    assert found.started is not None
    assert found.finished is not None


def test_so_many_wait_and_no_more(store: Store) -> None:
    ann, bob, cyn = owner(store), owner(store, "bob"), owner(store, "cyn")
    for number in range(2):
        store.challenges.add(asked(f"a{number}", ann), FEW)
    with pytest.raises(StoreError, match="2 of your challenges wait already"):
        store.challenges.add(asked("a2", ann), FEW)
    store.challenges.add(asked("b0", bob), FEW)
    with pytest.raises(StoreError, match="3 challenges wait already; come back later"):
        store.challenges.add(asked("c0", cyn), FEW)
    store.challenges.begin("a0")
    store.challenges.add(asked("a2", ann), FEW)


def test_what_was_being_played_waits_again_after_a_restart(store: Store) -> None:
    for place, name in enumerate(("old", "new", "over")):
        store.challenges.add(asked(name, created=place), MANY)
    for name in ("over", "old"):
        store.challenges.begin(name)
    store.challenges.close("over", "done")
    assert [c.id for c in store.challenges.waiting()] == ["new"]
    assert store.challenges.put_back() == 1
    assert [c.id for c in store.challenges.waiting()] == ["old", "new"]


def test_only_what_waits_can_be_withdrawn(store: Store) -> None:
    for name in ("waits", "runs"):
        store.challenges.add(asked(name), FEW)
    store.challenges.begin("runs")
    assert [store.challenges.withdraw(name) for name in ("waits", "waits", "runs", "x")] == [
        True, False, False, False,
    ]  # fmt: skip
    found = store.challenges.challenge("waits")
    assert found is not None
    assert (found.state, found.reason) == ("failed", "withdrawn")


def test_owners_are_listed_by_when_they_were_served(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = owner(store), owner(store, "bob")
    for name, whose in (("a", ann), ("b", bob), ("c", None), ("d", ann)):
        store.challenges.add(asked(name, whose), MANY)
    for now, name in enumerate("abd"):
        monkeypatch.setattr("arena.store.challenges.now_ms", lambda now=now: now)
        store.challenges.begin(name)
    assert store.challenges.served() == [bob, ann]


def test_those_of_a_bot_are_found_on_either_side(store: Store) -> None:
    for place, name in enumerate("abc"):
        store.challenges.add(asked(name, created=place), MANY)
    store.challenges.add(replace(asked("d", created=9), mine="x", bot="mine"), MANY)
    store.challenges.add(replace(asked("e", created=8), mine="x", bot="y"), MANY)
    assert [c.id for c in store.challenges.latest("mine", 3)] == ["d", "c", "b"]
    assert [c.id for c in store.challenges.latest(None, 2)] == ["d", "e"]


def played(store: Store, name: str, owner: int | None, now: int) -> None:
    """A challenge that is over."""
    store.challenges.add(asked(name, owner, created=now), MANY)
    store.challenges.begin(name)
    store.challenges.close(name, "done")


def test_the_oldest_of_an_owner_make_way_and_nothing_that_is_open(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.store.challenges.KEPT", 3)
    clock = iter(range(1, 1000))
    monkeypatch.setattr("arena.store.challenges.now_ms", lambda: next(clock))
    ann, bob = owner(store), owner(store, "bob")
    for name in ("waits", "runs"):
        store.challenges.add(asked(name, ann, created=0), MANY)
    store.challenges.begin("runs")
    for now in range(6):
        played(store, f"a{now}", ann, now)
        played(store, f"n{now}", None, now)
    played(store, "b0", bob, 0)
    for whose in (ann, None, bob):
        store.challenges.add(asked(f"last{whose}", whose, created=9), MANY)
    kept = {c.id for c in store.challenges.latest(None, 99)} - {
        f"last{w}" for w in (ann, None, bob)
    }
    assert kept == {"waits", "runs", "a3", "a4", "a5", "n3", "n4", "n5", "b0"}


def test_withdrawing_many_does_not_hide_when_an_owner_was_served(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.store.challenges.KEPT", 2)
    ann = owner(store)
    played(store, "served", ann, 0)
    for now in range(5):
        store.challenges.add(asked(f"w{now}", ann, created=now), MANY)
        assert store.challenges.withdraw(f"w{now}")
    assert store.challenges.served() == [ann]
    assert len(store.challenges.latest(None, 99)) <= 4
