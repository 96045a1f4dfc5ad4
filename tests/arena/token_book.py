"""Tokens kept in memory."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Kept:
    id: int
    name: str
    role: Any
    created: int = 1
    revoked: int | None = None
    banned: int | None = None
    ban_reason: str = ""

    @property
    def holds(self) -> bool:
        return self.revoked is None and self.banned is None


@dataclass
class Book:
    """Tokens as a store keeps them, by their secrets."""

    kept: dict[str, Kept] = field(default_factory=dict)
    asked: int = 0

    def find(self, secret: str) -> Kept | None:
        self.asked += 1
        token = self.kept.get(secret)
        return token if token and token.revoked is None else None

    def named(self, name: str) -> Kept | None:
        return next((token for token in self.kept.values() if token.name == name), None)

    def in_use(self) -> bool:
        return any(token.revoked is None for token in self.kept.values())


ONE = {"secret": Kept(1, "anna", "player")}
