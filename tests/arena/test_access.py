"""Who somebody is, what they may do, and what they may see."""

from typing import Any

import pytest

from arena.hosting.accounts import Access, UnknownTokenError
from arena.match.visibility import (
    VISITOR,
    Account,
    Exhibit,
    Sight,
    Viewpoint,
    gate,
    manages,
    reads_log,
)
from arena.settings import Settings, SettingsError
from tests.arena.token_book import ONE, Book, Kept

ANNA, BEN = Account(1, "anna", "player"), Account(2, "ben", "player")
ORGANISER, ADMIN = Account(8, "olga", "organiser"), Account(9, "ada", "admin")
NEIGHBOUR = Account(role="admin")  # anybody, on a server of this machine alone
HOLDER = Account(seat=1)  # shows the token of seat 1
SEATED = {0: 1, 1: 2}  # anna, ben; seats 2 and 3 are house bots'

OPEN = Exhibit(owners=SEATED)
RATED = Exhibit(rated=True, owners=SEATED)
GLASS = Exhibit(spectators="all_hands", owners=SEATED)
RATED_GLASS = Exhibit(rated=True, spectators="all_hands", owners=SEATED)
SHUT = Exhibit(spectators="none", owners=SEATED)
OVER = Exhibit(rated=True, over=True, spectators="none", owners=SEATED)
LIVE, ROUNDS, NOTHING = Sight.LIVE, Sight.ROUNDS, Sight.NOTHING

EVERYBODY = {
    "visitor": VISITOR, "anna": ANNA, "ben": BEN, "organiser": ORGANISER, "admin": ADMIN,
    "neighbour": NEIGHBOUR, "holder": HOLDER,
}  # fmt: skip
MATCHES = {
    "open": OPEN, "rated": RATED, "glass": GLASS, "rated-glass": RATED_GLASS, "shut": SHUT,
    "over": OVER,
}  # fmt: skip


def everybody(sight: Sight, **others: Sight) -> dict[str, Sight]:
    """What each may see: one answer for all but these."""
    return {name: others.get(name, sight) for name in EVERYBODY}


TABLE: list[tuple[str, Viewpoint, dict[str, Sight]]] = [
    ("open", "public", everybody(LIVE)),
    ("open", "all", everybody(ROUNDS)),
    ("open", "full", everybody(NOTHING)),
    ("open", 0, everybody(NOTHING, anna=LIVE)),
    ("open", 1, everybody(NOTHING, ben=LIVE, holder=LIVE)),
    ("open", 2, everybody(NOTHING)),
    ("open", 7, everybody(NOTHING)),
    ("rated", "public", everybody(LIVE)),
    ("rated", "all", everybody(ROUNDS)),
    ("rated", "full", everybody(NOTHING)),
    ("rated", 0, everybody(NOTHING, anna=LIVE)),
    ("glass", "public", everybody(LIVE)),
    ("glass", "all", everybody(LIVE, anna=ROUNDS, ben=ROUNDS, holder=ROUNDS)),
    ("glass", "full", everybody(NOTHING)),
    ("glass", 0, everybody(NOTHING, anna=LIVE)),
    ("rated-glass", "all", everybody(ROUNDS)),
    ("shut", "public", everybody(LIVE, visitor=NOTHING)),
    ("shut", "all", everybody(ROUNDS, visitor=NOTHING)),
    ("shut", 1, everybody(NOTHING, ben=LIVE, holder=LIVE)),
    ("over", "public", everybody(LIVE)),
    ("over", "all", everybody(LIVE)),
    ("over", "full", everybody(LIVE)),
    ("over", 3, everybody(LIVE)),
]


@pytest.mark.parametrize(
    ("match", "viewpoint", "expected"), TABLE, ids=[f"{m}-{v}" for m, v, _ in TABLE]
)
def test_the_gate(match: str, viewpoint: Viewpoint, expected: dict[str, Sight]) -> None:
    seen = {name: gate(who, MATCHES[match], viewpoint) for name, who in EVERYBODY.items()}
    assert seen == expected


def test_nobody_owns_a_seat_without_an_owner() -> None:
    assert gate(VISITOR, Exhibit(owners={}), 0) is NOTHING
    assert gate(Account(), Exhibit(owners={0: 0}), 0) is NOTHING


# -- who somebody is


@pytest.mark.parametrize(
    ("settings", "tokens", "role"),
    [
        ({}, {}, "admin"),
        ({}, ONE, "visitor"),
        ({"open": True}, ONE, "player"),
        ({"host": "0.0.0.0", "open": True}, {}, "player"),
        ({"host": "0.0.0.0"}, ONE, "visitor"),
        ({"behind_proxy": True}, ONE, "visitor"),
        ({"behind_proxy": True, "open": True}, {}, "player"),
    ],
)
def test_what_somebody_without_a_token_may_do(
    settings: dict[str, Any], tokens: dict[str, Kept], role: str
) -> None:
    access = Access(Settings(**settings), Book(dict(tokens)))
    access.check_start()
    assert access.anybody == Account(role=role)  # type: ignore[arg-type]  # one of them


@pytest.mark.parametrize("settings", [{"host": "0.0.0.0"}, {"behind_proxy": True}, {"host": "::"}])
def test_no_server_starts_open_to_strangers_by_mistake(settings: dict[str, Any]) -> None:
    with pytest.raises(SettingsError, match="arena token create"):
        Access(Settings(**settings), Book()).check_start()


def test_a_token_says_who_somebody_is() -> None:
    access = Access(Settings(), Book(dict(ONE)))
    assert access.with_token("secret") == ANNA
    with pytest.raises(UnknownTokenError, match="a valid token is needed"):
        access.with_token("guess")


def test_the_store_is_not_asked_for_every_message() -> None:
    book = Book(dict(ONE))
    access = Access(Settings(), book)
    for _ in range(10):
        access.with_token("secret")
    assert book.asked == 1


def test_a_revoked_token_ends_its_sessions() -> None:
    book = Book(dict(ONE))
    access = Access(Settings(), book)
    key = access.open_session("secret")
    assert access.in_session(key) == ANNA
    book.kept["secret"] = Kept(1, "anna", "player", revoked=5)
    access.forget()
    assert access.in_session(key).id == 0
    book.kept["secret"] = Kept(1, "anna", "player", created=6)  # a new token of the same name
    access.forget()
    assert access.in_session(key).id == 0


def test_sessions_end_when_told_and_by_themselves() -> None:
    access = Access(Settings(session_seconds=1e-9), Book(dict(ONE)))
    assert access.in_session(access.open_session("secret")) == VISITOR
    access = Access(Settings(), Book(dict(ONE)))
    key = access.open_session("secret")
    access.close_session(key)
    access.close_session("never there")
    assert access.in_session(key) == VISITOR
    with pytest.raises(UnknownTokenError):
        access.open_session("guess")


def test_what_a_bot_wrote_is_read_by_its_owner_and_by_admins() -> None:
    for match in MATCHES.values():
        readers = {name for name, who in EVERYBODY.items() if reads_log(who, match, 0)}
        assert readers == {"anna", "admin", "neighbour"}
        readers = {name for name, who in EVERYBODY.items() if reads_log(who, match, 2)}
        assert readers == {"admin", "neighbour"}


def test_a_bot_is_managed_by_its_owner_and_by_admins() -> None:
    def managers(owner: int | None) -> set[str]:
        return {name for name, who in EVERYBODY.items() if manages(who, owner)}

    assert managers(1) == {"anna", "admin", "neighbour"}
    assert managers(None) == {"admin", "neighbour"}
    assert [name for name, who in EVERYBODY.items() if who.keeps(1)] == ["anna"]
