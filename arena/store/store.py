"""A store, opened: matches, tokens, bots, tournaments and the rest behind one URL."""

import asyncio
from typing import Self

from arena.errors import StoreError
from arena.store.account_changes import AccountChanges
from arena.store.audit import Audit
from arena.store.bot_logs import BotLogs
from arena.store.bots import Bots
from arena.store.challenges import Challenges
from arena.store.classes import Classes
from arena.store.database import Database
from arena.store.events import Events
from arena.store.leaderboards import Leaderboards
from arena.store.matches import Matches
from arena.store.messages import Messages
from arena.store.migrate import check_version, upgrade, version
from arena.store.seasons import Seasons
from arena.store.server_lock import Tenancy
from arena.store.tokens import Tokens
from arena.store.tournaments import Tournaments
from arena.store.writer import PATIENCE, Then, Writer


class Store:
    """Everything that is kept, by subject; one thread writes, any may read."""

    def __init__(self, database: Database, *, patience: float = PATIENCE) -> None:
        self.database = database
        self.writer = Writer(database, patience=patience)
        self.matches = Matches(database, self.writer)
        self.tokens = Tokens(database, self.writer)
        self.bots = Bots(database, self.writer)
        self.bot_logs = BotLogs(database, self.writer)
        self.challenges = Challenges(database, self.writer)
        self.tournaments = Tournaments(database, self.writer)
        self.events = Events(database, self.writer)
        self.leaderboards = Leaderboards(database, self.writer)
        self.audit = Audit(database, self.writer)
        self.account_changes = AccountChanges(database, self.writer)
        self.classes = Classes(database, self.writer)
        self.messages = Messages(database, self.writer)
        self.seasons = Seasons(database)
        self._tenancy: Tenancy | None = None

    def serve_alone(self) -> None:
        """Keep other servers from this store while it is open; StoreError if one has it."""
        self._tenancy = self._tenancy or Tenancy(self.database)

    def attach(self, loop: asyncio.AbstractEventLoop | None) -> None:
        """Call every `then` in this event loop; without one they run in the writing thread."""
        self.writer.attach(loop)

    def flush(self) -> None:
        """Wait until all writes asked for so far are committed; raise what nobody was told of."""
        self.writer.flush()

    def probe(self, then: Then) -> None:
        """Write nothing new to the database; `then` hears whether it could be written."""
        self.writer.probe(then)

    @property
    def healthy(self) -> bool:
        """Whether the last write succeeded."""
        return not self.writer.trouble

    @property
    def full(self) -> bool:
        """Whether writes wait for room on the disk."""
        return not self.healthy and self.writer.full

    @property
    def trouble(self) -> str:
        """The reason why the last write failed, or nothing."""
        return self.writer.trouble

    @property
    def waiting(self) -> int:
        """The number of queued writes."""
        return self.writer.waiting

    def close(self) -> None:
        """Write what is queued, tell of it, and give the database back."""
        self.writer.close()
        if self._tenancy is not None:
            self._tenancy.end()
            self._tenancy = None
        self.database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def open_store(url: str, *, create: bool = False, patience: float = PATIENCE) -> Store:
    """Open the store of a URL; StoreError if it is not there, behind or ahead of this arena.

    With `create`, a SQLite file that is not there yet is made.
    """
    database = Database(url)
    try:
        if create and database.is_sqlite and version(database) is None:
            upgrade(database)
        check_version(database)
    except StoreError:
        database.close()
        raise
    return Store(database, patience=patience)
