"""Submitted bots: versions by content, owners, retirement."""

import pytest

from arena.errors import StoreError
from arena.store import NewVersion, Store
from tests.arena.store.bot_rows import owner, version


def test_versions_are_numbered_by_content(store: Store) -> None:
    ann = owner(store)
    first = store.bots.submit("brave", ann, version(b"one"))
    again = store.bots.submit("brave", ann, version(b"one"))
    second = store.bots.submit("brave", ann, version(b"two"))
    assert again == first
    assert (first.number, second.number) == (1, 2)
    assert first.status == "queued"
    assert store.bots.archive(second.id) == b"two"
    assert store.bots.versions(first.bot_id) == [first, second]


def test_a_name_belongs_to_its_owner(store: Store) -> None:
    ann, bob = owner(store), owner(store, "bob")
    store.bots.submit("brave", ann, version())
    with pytest.raises(StoreError, match="the bot brave belongs to somebody else"):
        store.bots.submit("brave", bob, version())
    assert [bot.name for bot in store.bots.all(ann)] == ["brave"]
    assert store.bots.all(bob) == []


def test_the_gate_writes_its_log_and_report(store: Store) -> None:
    made = store.bots.submit("brave", None, version())
    store.bots.log(made.id, "started\n")
    store.bots.log(made.id, "passed\n")
    store.bots.set_status(made.id, "active", {"faults": 0})
    found = store.bots.version(made.id)
    assert found is not None
    assert (found.status, found.report) == ("active", {"faults": 0})
    assert store.bots.gate_log(made.id) == "started\npassed\n"
    assert [row.id for row in store.bots.versions(status="active")] == [made.id]


def test_a_retired_bot_has_no_active_version_and_keeps_its_name(store: Store) -> None:
    made = store.bots.submit("brave", None, version())
    store.bots.set_status(made.id, "active")
    store.bots.retire("brave")
    assert store.bots.versions(status="active") == []
    with pytest.raises(StoreError, match="the bot brave is retired"):
        store.bots.submit("brave", None, version(b"two"))


def test_what_was_never_submitted_is_not_there(store: Store) -> None:
    assert store.bots.named("brave") is None
    assert store.bots.version(1) is None
    with pytest.raises(StoreError, match="no bot brave was submitted"):
        store.bots.retire("brave")
    with pytest.raises(StoreError, match="no version 1"):
        store.bots.archive(1)


def test_notes_come_with_a_version_or_later_and_stay(store: Store) -> None:
    new = NewVersion(["riichi"], "1", "bot.py", b"1", notes="from <b>README</b>")
    store.bots.submit("brave", None, new)
    store.bots.submit("brave", None, version(b"two"))
    found = store.bots.named("brave")
    assert found is not None
    assert found.notes == "from <b>README</b>"
    store.bots.set_notes("brave", "")
    assert [bot.notes for bot in store.bots.all()] == [""]
