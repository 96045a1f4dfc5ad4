"""Tokens: shown once, kept as hashes, revoked for good."""

import pytest
from sqlalchemy import select

from arena.errors import StoreError
from arena.store import Store, now_ms
from arena.store.tables import tokens


def test_a_token_leads_to_its_holder(store: Store) -> None:
    secret = store.tokens.create("ann", "organiser")
    found = store.tokens.find(secret)
    assert found is not None
    assert (found.name, found.role) == ("ann", "organiser")


def test_the_secret_is_nowhere_in_the_store(store: Store) -> None:
    secret = store.tokens.create("ann")
    rows = store.database.read(lambda c: c.execute(select(tokens)).all())
    assert secret.removeprefix("arena_") not in repr(rows)


def test_a_secret_is_recognised_and_cannot_be_guessed(store: Store) -> None:
    first, second = store.tokens.create("ann"), store.tokens.create("bob")
    assert first.startswith("arena_")
    assert first != second
    assert len(first.removeprefix("arena_")) * 6 >= 128  # six bits a letter


def test_what_is_no_token_leads_to_nobody(store: Store) -> None:
    store.tokens.create("ann")
    for secret in ("", "arena_", "arena_x", "x", "ann", "arena_\x00", "arena_\ud800"):
        assert store.tokens.find(secret) is None, secret


def test_a_revoked_token_leads_to_nobody(store: Store) -> None:
    secret = store.tokens.create("ann")
    assert store.tokens.in_use()
    store.tokens.revoke("ann")
    assert store.tokens.find(secret) is None
    assert not store.tokens.in_use()
    assert [token.revoked is not None for token in store.tokens.all()] == [True]


def test_a_name_has_one_token(store: Store) -> None:
    store.tokens.create("ann")
    with pytest.raises(StoreError, match="ann has a token already; revoke it first"):
        store.tokens.create("ann")


def test_after_a_revocation_a_name_keeps_its_id(store: Store) -> None:
    old = store.tokens.create("ann")
    before = store.tokens.named("ann")
    store.tokens.revoke("ann")
    new = store.tokens.create("ann", "admin")
    found = store.tokens.find(new)
    assert before is not None
    assert found is not None
    assert (found.id, found.role) == (before.id, "admin")
    assert store.tokens.find(old) is None


def test_only_a_holder_can_be_revoked(store: Store) -> None:
    with pytest.raises(StoreError, match="nobody of the name eve has a token"):
        store.tokens.revoke("eve")


def test_a_name_is_an_id(store: Store) -> None:
    for name in ("", "a b", "x" * 65, "../etc", "ann\n"):
        with pytest.raises(StoreError, match="a name is 1 to 64 characters"):
            store.tokens.create(name)


def test_an_unknown_role_is_refused(store: Store) -> None:
    with pytest.raises(StoreError, match="no role 'king'; there are player, organiser, moder"):
        store.tokens.create("ann", "king")  # type: ignore[arg-type]  # as a caller might


def test_who_signs_up_gets_a_name_that_nobody_ever_had(store: Store) -> None:
    secret = store.tokens.sign_up("Mira", 9)
    found = store.tokens.find(secret)
    assert found is not None
    assert (found.name, found.role) == ("Mira", "player")
    store.tokens.revoke("Mira")
    for name in ("Mira", "mira"):
        with pytest.raises(StoreError, match=f"{name} is taken"):
            store.tokens.sign_up(name, 9)


def test_so_many_sign_up_a_day(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("one", "two"):
        store.tokens.sign_up(name, 2)
    with pytest.raises(StoreError, match="2 accounts were made within a day"):
        store.tokens.sign_up("three", 2)
    later = now_ms() + 25 * 3600 * 1000
    monkeypatch.setattr("arena.store.tokens.now_ms", lambda: later)
    store.tokens.sign_up("three", 2)
