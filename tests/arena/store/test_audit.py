"""Acts of moderation and their lines: both or neither."""

import pytest
from sqlalchemy import Connection

from arena.errors import StoreError
from arena.store import Act, Store
from arena.store.moderation import ban, read_state, set_state, unban, void_match
from tests.arena.store.stored_matches import store_match


def test_an_act_that_fails_leaves_no_line_and_no_line_no_act(store: Store) -> None:
    store.tokens.create("ann")

    def half(connection: Connection) -> None:
        ban(connection, "ann", "x")
        raise StoreError("changed my mind")

    with pytest.raises(StoreError, match="changed my mind"):
        store.audit.perform(Act("ada", "ban", "ann"), half)
    assert store.audit.page() == []
    found = store.tokens.named("ann")
    assert found is not None
    assert found.holds
    unwritable = Act("ada", "ban", "ann", {"reason": object()})
    with pytest.raises(StoreError):
        store.audit.perform(unwritable, lambda c: ban(c, "ann", "x"))
    found = store.tokens.named("ann")
    assert found is not None
    assert found.holds


def test_acts_are_listed_from_the_newest_on(store: Store) -> None:
    for number in range(5):
        act = Act("ada", "announce", str(number), id=f"{number:013d}-x")
        store.audit.perform(act, lambda c: set_state(c, "announcement", {"text": "x"}))
    first = store.audit.page(2)
    assert [act.target for act in first] == ["4", "3"]
    rest = store.audit.page(9, first[-1].id)
    assert [act.target for act in rest] == ["2", "1", "0"]
    assert read_state(store.database, "announcement") == {"text": "x"}


def test_the_same_act_written_twice_stands_there_once(store: Store) -> None:
    act = Act("ada", "announce")
    for _ in range(2):
        store.audit.perform(act, lambda c: set_state(c, "announcement", None))
    assert len(store.audit.page()) == 1
    assert read_state(store.database, "announcement") is None


def test_a_ban_takes_the_bots_with_it_and_unban_brings_them_back(store: Store) -> None:
    secret = store.tokens.create("ann")
    store.audit.perform(Act("ada", "ban", "ann"), lambda c: ban(c, "ann", "spam"))
    found = store.tokens.find(secret)
    assert found is not None
    assert (found.holds, found.ban_reason) == (False, "spam")
    with pytest.raises(StoreError, match="banned already: spam"):
        store.writer.run(lambda c: ban(c, "ann", "again"))
    store.writer.run(lambda c: unban(c, "ann"))
    with pytest.raises(StoreError, match="not banned"):
        store.writer.run(lambda c: unban(c, "ann"))


def test_a_void_match_counts_no_more_but_can_be_read(store: Store) -> None:
    played = store_match(store, rated=True)
    match_id = played.match.header.match_id
    assert store.writer.run(lambda c: void_match(c, match_id, "a cable")) == ("tigerdragon", True)
    found = store.matches.match(match_id)
    assert found is not None
    assert (found.status, found.reason) == ("void", "a cable")
    assert store.matches.ladders() == {}
    assert store.matches.replay(match_id)
    with pytest.raises(StoreError, match="void already"):
        store.writer.run(lambda c: void_match(c, match_id, "again"))
