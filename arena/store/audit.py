"""The audit table: every act of moderation, written with the act itself or not at all."""

from collections.abc import Callable
from dataclasses import dataclass, field
from secrets import token_hex
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, select

from arena.store.database import Database, now_ms
from arena.store.idempotent_insert import insert_new
from arena.store.tables import audit
from arena.store.writer import Writer

T = TypeVar("T")
PAGE: Final = 50


@dataclass(frozen=True, slots=True)
class Act:
    """An act of moderation: who did what to whom."""

    actor: str
    act: str
    target: str = ""
    detail: dict[str, Any] = field(default_factory=dict)
    created: int = field(default_factory=now_ms)
    id: str = field(default_factory=lambda: f"{now_ms():013d}-{token_hex(4)}")
    """Sorts by time; the same act written twice stands there once."""


class Audit:
    """The acts of moderation of a store; every call waits for the database."""

    def __init__(self, database: Database, writer: Writer) -> None:
        self._database = database
        self._writer = writer

    def perform(self, act: Act, work: Callable[[Connection], T]) -> T:
        """Do something and write its line, in one transaction; return what `work` returns."""
        return self._writer.run(lambda c: _perform(c, act, work), durable=True)

    def page(self, limit: int = PAGE, before: str | None = None) -> list[Act]:
        """Acts from the newest on; `before` is the id of the last one seen."""
        query = select(audit).order_by(audit.c.id.desc()).limit(limit)
        if before is not None:
            query = query.where(audit.c.id < before)
        rows = self._database.read(lambda c: c.execute(query).all())
        return [
            Act(row.actor, row.act, row.target, row.detail, row.created, row.id) for row in rows
        ]


def _perform(connection: Connection, act: Act, work: Callable[[Connection], T]) -> T:
    result = work(connection)
    row = {column.name: getattr(act, column.name) for column in audit.c}
    insert_new(connection, audit, [row])
    return result
