"""Messages of moderators to accounts."""

from dataclasses import dataclass
from typing import Final

from sqlalchemy import func, select, update

from arena.store.database import Database, now_ms
from arena.store.tables import messages
from arena.store.writer import Writer

SHOWN: Final = 100


@dataclass(frozen=True, slots=True)
class Message:
    """A message to an account."""

    id: int
    sender: str
    text: str
    created: int
    read: int | None


class Messages:
    """The messages of a store; every call waits for the database."""

    def __init__(self, database: Database, writer: Writer) -> None:
        self._database = database
        self._writer = writer

    def to(self, owner: int) -> list[Message]:
        """Return the newest messages to an account, the newest first."""
        columns = [messages.c[name] for name in ("id", "sender", "text", "created", "read")]
        query = select(*columns).where(messages.c.owner == owner).order_by(messages.c.id.desc())
        rows = self._database.read(lambda c: c.execute(query.limit(SHOWN)).all())
        return [Message(*row) for row in rows]

    def unread(self, owner: int) -> int:
        """Return how many messages an account has not read."""
        query = select(func.count()).select_from(messages)
        query = query.where(messages.c.owner == owner, messages.c.read.is_(None))
        return self._database.read(lambda c: c.scalar(query)) or 0

    def mark_read(self, owner: int) -> None:
        """Note that an account has read all its messages."""
        unread = (messages.c.owner == owner) & messages.c.read.is_(None)
        self._writer.change(update(messages).where(unread).values(read=now_ms()))
