"""Submitted bots: a name with an owner, and its versions by content hash."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex
from typing import Any, Final, Literal

from sqlalchemy import ColumnElement, Connection, Select, func, insert, select, update

from arena.errors import StoreError
from arena.store.database import Database, now_ms
from arena.store.replays import CODEC, pack, unpack
from arena.store.tables import bot_versions, bots, tokens
from arena.store.writer import Writer

PRIVATE: Final = 0o700
"""Folders of bots' files are closed to others."""
VersionStatus = Literal["queued", "checking", "active", "failed", "retired"]
"""A version waits for the gate, is in it, plays on the ladder, did not pass, or has stopped."""


@dataclass(frozen=True, slots=True)
class StoredBot:
    """A submitted bot."""

    id: int
    name: str
    owner: int | None
    created: int
    retired: int | None
    notes: str = ""
    """By its author, for everybody to read."""


@dataclass(frozen=True, slots=True)
class NewVersion:
    """A submitted version."""

    games: Sequence[str]
    hash: str
    """SHA-256 of the content, in hex."""
    filename: str
    archive: bytes
    command: str = ""
    """What starts it; nothing: it is a file of the SDK's."""
    notes: str = ""
    """The bot's notes from now on; nothing: they stay as they are."""


@dataclass(frozen=True, slots=True)
class BotVersion:
    """A version of a bot; its archive and gate log are read on their own."""

    id: int
    bot_id: int
    number: int
    """1 is the first."""
    games: Sequence[str]
    hash: str
    command: str
    filename: str
    status: VersionStatus
    report: dict[str, Any] | None
    created: int
    retired: int | None


class Bots:
    """The submitted bots of a store; every call waits for the database."""

    def __init__(self, database: Database, writer: Writer) -> None:
        self._database = database
        self._writer = writer

    # -- writing

    def submit(
        self, name: str, owner: int | None, version: NewVersion, most_bytes: int | None = None
    ) -> BotVersion:
        """Keep a version of a bot, queued for the gate; the same content again is the same version.

        The bot is made if the name is free; StoreError if it is another owner's, or if the archives
        of all of the owner's versions would take more than `most_bytes`.
        """
        return self._writer.run(lambda c: _submit(c, name, owner, version, most_bytes))

    def set_status(
        self, version_id: int, status: VersionStatus, report: dict[str, Any] | None = None
    ) -> None:
        """Where a version stands now, with the gate's report; a bot that is retired stays so."""
        values: dict[str, Any] = {"status": status} | ({"report": report} if report else {})
        values["retired"] = now_ms() if status == "retired" else None
        retired = select(bots.c.id).where(bots.c.retired.is_not(None))
        mine = (bot_versions.c.id == version_id) & bot_versions.c.bot_id.not_in(retired)
        self._writer.change(update(bot_versions).where(mine).values(**values))

    def activate(self, version_id: int, report: dict[str, Any]) -> None:
        """Let a version play, in the place of the one that played before."""
        version = self.version(version_id)
        assert version is not None
        for other in self.versions(version.bot_id, "active"):
            if other.id != version_id:
                self.set_status(other.id, "retired")
        self.set_status(version_id, "active", report)

    def log(self, version_id: int, text: str) -> None:
        """Add to a version's gate log."""
        longer = bot_versions.c.gate_log + text
        change = update(bot_versions).where(bot_versions.c.id == version_id)
        self._writer.change(change.values(gate_log=longer))

    def keep_bot_log(self, version_id: int, lines: Sequence[str]) -> None:
        """Keep what a version wrote to stderr at the gate, in place of an earlier time."""
        change = update(bot_versions).where(bot_versions.c.id == version_id)
        self._writer.change(change.values(bot_log=pack(lines) if lines else None))

    def set_notes(self, name: str, notes: str) -> None:
        """Keep a bot's notes in place of what they were."""
        self._writer.change(update(bots).where(bots.c.name == name).values(notes=notes))

    def retire(self, name: str) -> None:
        """Take a bot with all its versions out of play; what it played stays."""
        self._writer.run(lambda c: _retire(c, name))

    # -- reading

    def named(self, name: str) -> StoredBot | None:
        """The bot of a name."""
        found = self._database.read(lambda c: read_bots(c, bots.c.name == name))
        return found[0] if found else None

    def with_id(self, bot_id: int) -> StoredBot:
        """The bot of an id, such as a version's `bot_id`."""
        return self._database.read(lambda c: read_bots(c, bots.c.id == bot_id))[0]

    def all(self, owner: int | None = None) -> list[StoredBot]:
        """All bots by name, or those of one owner."""
        condition = bots.c.id > 0 if owner is None else bots.c.owner == owner
        return self._database.read(lambda c: read_bots(c, condition))

    def versions(
        self,
        bot_id: int | None = None,
        status: VersionStatus | None = None,
        *,
        banned: bool = True,
    ) -> list[BotVersion]:
        """Versions in the order they came: of one bot, of one status, or all.

        With `banned=False`, without those of banned owners.
        """
        condition = bot_versions.c.id > 0
        if not banned:
            condition &= bot_versions.c.bot_id.not_in(of_banned())
        if bot_id is not None:
            condition &= bot_versions.c.bot_id == bot_id
        if status is not None:
            condition &= bot_versions.c.status == status
        return self._database.read(lambda c: read_versions(c, condition))

    def version(self, version_id: int) -> BotVersion | None:
        """One version."""
        found = self._database.read(lambda c: read_versions(c, bot_versions.c.id == version_id))
        return found[0] if found else None

    def archive(self, version_id: int) -> bytes:
        """The content of a version."""
        content: bytes = self._one(bot_versions.c.archive, version_id)
        return content

    def write_out(self, version_id: int, target: Path) -> Path:
        """The content of a version as a file; it is written once, whole or not at all."""
        if not target.exists():
            target.parent.mkdir(mode=PRIVATE, parents=True, exist_ok=True)
            fresh = target.with_name(f".{token_hex(4)}")  # two tables may want it at once
            fresh.write_bytes(self.archive(version_id))
            fresh.replace(target)
        return target

    def gate_log(self, version_id: int) -> str:
        """Return what the gate said so far."""
        text: str = self._one(bot_versions.c.gate_log, version_id)
        return text

    def bot_log(self, version_id: int) -> str:
        """Return what a version wrote to stderr at the gate, as its file would be."""
        blob: bytes | None = self._one(bot_versions.c.bot_log, version_id)
        return unpack(blob, CODEC) if blob else ""

    def _one(self, column: Any, version_id: int) -> Any:
        query = select(column).where(bot_versions.c.id == version_id)
        found = self._database.read(lambda c: c.execute(query).first())
        if found is None:
            raise StoreError(f"no version {version_id} of a bot is kept")
        return found[0]


def of_banned() -> Select[tuple[int]]:
    """The ids of the bots whose owners are banned."""
    owned = select(bots.c.id).join(tokens, tokens.c.id == bots.c.owner)
    return owned.where(tokens.c.banned.is_not(None))


LONG: Final = ("archive", "gate_log", "bot_log")
LISTED: Final = [column for column in bot_versions.c if column.name not in LONG]


def read_bots(connection: Connection, condition: ColumnElement[bool]) -> list[StoredBot]:
    """Return the bots that are meant, by name."""
    query = select(bots).where(condition).order_by(bots.c.name)
    return [StoredBot(*row) for row in connection.execute(query)]


def read_versions(connection: Connection, condition: ColumnElement[bool]) -> list[BotVersion]:
    """Return the versions that are meant, in the order they came."""
    query = select(*LISTED).where(condition).order_by(bot_versions.c.id)
    return [BotVersion(*row) for row in connection.execute(query)]


def _submit(
    connection: Connection, name: str, owner: int | None, new: NewVersion, most_bytes: int | None
) -> BotVersion:
    bot = _owned(connection, name, owner)
    if new.notes:
        connection.execute(update(bots).where(bots.c.id == bot.id).values(notes=new.notes))
    same = (bot_versions.c.bot_id == bot.id) & (bot_versions.c.hash == new.hash)
    if not (found := read_versions(connection, same)):
        if most_bytes is not None:
            _check_size(connection, owner, len(new.archive), most_bytes)
        latest = select(func.max(bot_versions.c.number)).where(bot_versions.c.bot_id == bot.id)
        values = {
            "bot_id": bot.id, "number": (connection.scalar(latest) or 0) + 1,
            "games": list(new.games), "hash": new.hash, "command": new.command,
            "filename": new.filename, "archive": new.archive, "status": "queued",
            "gate_log": "", "created": now_ms(),
        }  # fmt: skip
        connection.execute(insert(bot_versions).values(**values))
        found = read_versions(connection, same)
    return found[0]


def _owned(connection: Connection, name: str, owner: int | None) -> StoredBot:
    """The bot of this name, made if there is none."""
    if not (found := read_bots(connection, bots.c.name == name)):
        connection.execute(insert(bots).values(name=name, owner=owner, created=now_ms()))
        found = read_bots(connection, bots.c.name == name)
    if found[0].owner != owner:
        raise StoreError(f"the bot {name} belongs to somebody else; choose another name")
    if found[0].retired is not None:
        raise StoreError(f"the bot {name} is retired; choose another name")
    return found[0]


def _check_size(connection: Connection, owner: int | None, more: int, most: int) -> None:
    """Raise StoreError if an owner's archives would take too much; retired ones are kept too."""
    size = func.coalesce(func.sum(func.length(bot_versions.c.archive)), 0)
    query = select(size).join(bots, bots.c.id == bot_versions.c.bot_id)
    used = int(connection.scalar(query.where(bots.c.owner == owner)) or 0)
    if used + more > most:
        raise StoreError(
            f"your bots take {used} bytes here, this one {more}; {most} are the most for one owner "
            "(the operator's setting archive_mb_per_owner)"
        )


def _retire(connection: Connection, name: str) -> None:
    found = read_bots(connection, bots.c.name == name)
    if not found:
        raise StoreError(f"no bot {name} was submitted")
    now = now_ms()
    mine = (bot_versions.c.bot_id == found[0].id) & bot_versions.c.retired.is_(None)
    connection.execute(update(bot_versions).where(mine).values(status="retired", retired=now))
    open_bot = (bots.c.id == found[0].id) & bots.c.retired.is_(None)
    connection.execute(update(bots).where(open_bot).values(retired=now))
