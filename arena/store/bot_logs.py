"""Stderr logs of bots, for their owners: the newest matches of each bot."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, delete, select, tuple_

from arena.store.database import Database, now_ms
from arena.store.idempotent_insert import insert_new
from arena.store.replays import CODEC, pack, unpack
from arena.store.tables import bot_logs, matches
from arena.store.writer import Then, Writer

KEPT: Final = 100
"""Logs of one bot; the oldest make way."""
KEY: Final = (bot_logs.c.match_id, bot_logs.c.seat)
NEWEST_FIRST: Final = (bot_logs.c.created.desc(), *KEY)


@dataclass(frozen=True, slots=True)
class NewBotLog:
    """A seat's log of one match."""

    match_id: str
    seat: int
    bot_id: int
    lines: Sequence[str]
    """As files have them: the step, a tab and the text."""


@dataclass(frozen=True, slots=True)
class KeptLog:
    """A log's match, seat and bot."""

    match_id: str
    seat: int
    kind: str
    """Of the match: ladder or challenge."""
    created: int


class BotLogs:
    """The logs of a store."""

    def __init__(self, database: Database, writer: Writer) -> None:
        self._database = database
        self._writer = writer

    def keep(self, new: NewBotLog, then: Then | None = None) -> None:
        """Save a log and return at once; a match that is not saved has none."""
        self._writer.submit(_keep, new, then)

    def of_match(self, match_id: str) -> dict[int, str]:
        """By seat the log as its file would be; waits for the database."""
        columns = (bot_logs.c.seat, bot_logs.c.log, bot_logs.c.codec)
        query = select(*columns).where(bot_logs.c.match_id == match_id).order_by(bot_logs.c.seat)
        found = self._database.read(lambda c: c.execute(query).all())
        return {seat: unpack(log, codec) for seat, log, codec in found}

    def of_bot(self, bot_id: int) -> list[KeptLog]:
        """The matches of a bot whose logs are kept, the newest first; waits for the database."""
        columns = (bot_logs.c.match_id, bot_logs.c.seat, matches.c.kind, bot_logs.c.created)
        query = select(*columns).join(matches, matches.c.id == bot_logs.c.match_id)
        own = query.where(bot_logs.c.bot_id == bot_id).order_by(*NEWEST_FIRST)
        return [KeptLog(*row) for row in self._database.read(lambda c: c.execute(own).all())]


def _keep(connection: Connection, rows: list[NewBotLog]) -> None:
    known = select(matches.c.id).where(matches.c.id.in_([row.match_id for row in rows]))
    there = set(connection.scalars(known))
    now = now_ms()
    kept = [
        {
            "match_id": row.match_id, "seat": row.seat, "bot_id": row.bot_id, "created": now,
            "codec": CODEC, "log": pack(row.lines),
        }
        for row in rows
        if row.match_id in there
    ]  # fmt: skip
    insert_new(connection, bot_logs, kept)
    for bot_id in {row.bot_id for row in rows}:
        _forget_oldest(connection, bot_id)


def _forget_oldest(connection: Connection, bot_id: int) -> None:
    own = select(*KEY).where(bot_logs.c.bot_id == bot_id).order_by(*NEWEST_FIRST)
    too_many = [tuple(row) for row in connection.execute(own)][KEPT:]
    if too_many:
        connection.execute(delete(bot_logs).where(tuple_(*KEY).in_(too_many)))
