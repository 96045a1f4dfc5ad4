"""Rows of bots and versions."""

from arena.store import NewVersion, Store


def version(content: bytes = b"one") -> NewVersion:
    return NewVersion(["riichi"], content.hex(), "bot.py", content)


def owner(store: Store, name: str = "ann") -> int:
    store.tokens.create(name)
    token = store.tokens.named(name)
    assert token is not None
    return token.id
