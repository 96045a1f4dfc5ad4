"""The one thread that writes: it commits all that has queued as soon as it is free.

A write is a function of a connection and a list of rows. Writes of the same function that stand
next to one another in the queue are one call. What was queued together is one transaction; if that
fails, each write is tried alone, so that a bad one hurts nobody else. While the database has no
room or cannot be reached, queued writes wait; callers who wait for theirs are refused.
"""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from math import inf
from queue import SimpleQueue
from threading import Event, Thread
from time import monotonic, sleep
from typing import Any, TypeVar

import structlog
from sqlalchemy import Connection, Executable

from arena.errors import DatabaseError, StoreError
from arena.masking import without_secrets
from arena.store.database import Database, in_transaction, is_full, passes

log = structlog.get_logger()
T = TypeVar("T")
Write = Callable[[Connection, list[Any]], Any]
"""Writes rows; it may run again after a lost connection, so writing twice must do no harm."""
Then = Callable[[StoreError | None], None]
"""Told after the commit: None, or why it was not written."""
PATIENCE = 30.0
"""Seconds that a caller, or the end of the process, waits for a database that cannot be reached."""
PAUSE = 0.2


class UnwrittenError(DatabaseError):
    """The database had no room, or did not come back, while the writer waited; nothing changed."""


@dataclass(slots=True, eq=False)
class Job:
    """One write in the queue, and who is told when it is done."""

    write: Write
    row: Any
    then: Then | None = None
    durable: bool = False
    waits: bool = False
    """Somebody waits for it: it is given up when the database cannot take it, others are not."""
    in_thread: bool = False
    """A thread is blocked by it: it is told at once, not through the event loop."""
    result: Any = None
    error: StoreError | None = None
    since: float = field(default_factory=monotonic)


class Writer:
    """Takes writes from any thread and tells of their commit in the event loop."""

    def __init__(self, database: Database, *, patience: float = PATIENCE) -> None:
        self.trouble = ""
        """Why the last write failed; nothing once a later one has succeeded."""
        self._database = database
        self._patience = patience
        self._connection: Connection | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._queue: SimpleQueue[Job | None] = SimpleQueue()
        self._unheard: StoreError | None = None
        self._unavailable = False
        self.full = False
        self._closing = Event()
        self._closing_since = inf
        self._thread = Thread(target=self._run, name="arena-store", daemon=True)
        self._thread.start()

    # -- asking

    def attach(self, loop: asyncio.AbstractEventLoop | None) -> None:
        """From now on tell of commits in this event loop (none: in the writing thread)."""
        self._loop = loop

    def submit(
        self, write: Write, row: Any, then: Then | None = None, *, durable: bool = False
    ) -> None:
        """Queue a write and return at once; without `then`, `flush` raises what went wrong."""
        if self._closing.is_set():
            raise StoreError("the store is closed")
        self._queue.put(Job(write, row, then, durable))

    def probe(self, then: Then) -> None:
        """Queue a write that changes nothing; `then` hears whether the database took it."""
        self._queue.put(Job(touch, None, then, waits=True))

    def run(self, work: Callable[[Connection], T], *, durable: bool = False) -> T:
        """Wait for a write of one's own and give what it returns."""
        job = Job(lambda connection, _rows: work(connection), None, durable=durable)
        self._wait(job)
        result: T = job.result
        return result

    def change(self, statement: Executable) -> None:
        """Wait for one statement."""
        self.run(lambda connection: connection.execute(statement).close())

    def flush(self) -> None:
        """Wait until all that was queued before is committed; raise what nobody was told of."""
        self._wait(Job(touch, None))
        if error := self._unheard:
            self._unheard = None
            raise error

    def _wait(self, job: Job) -> None:
        if self._closing.is_set():
            raise StoreError("the store is closed")
        done = Event()
        job.waits = job.in_thread = True
        job.then = lambda _error: done.set()
        self._queue.put(job)
        done.wait()
        if job.error:
            raise job.error

    @property
    def waiting(self) -> int:
        """The number of queued writes."""
        return self._queue.qsize()

    def close(self) -> None:
        """Write what is queued, if the database takes it, then end the thread."""
        if not self._closing.is_set():
            self._closing_since = monotonic()
            self._closing.set()
            self._queue.put(None)
        self._thread.join()

    # -- writing, in the thread

    def _run(self) -> None:
        waiting: list[Job] = []
        last = False
        while waiting or not last:
            received = self._received(block=not waiting)
            last = last or None in received
            group = waiting + [job for job in received if job is not None]
            unwritten = self._commit(group) if group else []
            waiting = [job for job in unwritten if not self._is_given_up(job)]
            self._tell([job for job in group if job not in waiting])
            if waiting:
                sleep(PAUSE)
        self._drop_connection()

    def _received(self, *, block: bool) -> list[Job | None]:
        """Take all that is queued; None is the last of all."""
        first = [self._queue.get()] if block else []
        return first + [self._queue.get() for _ in range(self._queue.qsize())]

    def _is_given_up(self, job: Job) -> bool:
        """Return whether a write that the database cannot take is not tried again.

        A match can wait for days. A caller holds a thread, and the process wants to end: both wait
        for a connection to come back, but not for somebody to tidy up a full disk.
        """
        since = job.since if job.waits else self._closing_since
        return monotonic() >= since + (0 if self.full else self._patience)

    def _commit(self, group: list[Job]) -> list[Job]:
        """Write a group; return the writes that the database cannot take now."""
        error = self._attempt(group)
        if error is not None and len(group) > 1 and not isinstance(error, UnwrittenError):
            for place, job in enumerate(group):
                if self._commit([job]):
                    for later in group[place:]:
                        later.error = job.error  # they keep their order behind it
                    return group[place:]
            return []
        self.trouble = str(error) if error else ""
        for job in group:
            job.error = error
        return group if isinstance(error, UnwrittenError) else []

    def _attempt(self, group: list[Job]) -> StoreError | None:
        """Write a group in one transaction; return what went wrong."""
        try:
            self._transaction(group)
        except StoreError as error:
            return error
        except Exception as error:  # whatever it is, somebody waits to be told
            reason = without_secrets(self._database.words(error))
            if passes(error):
                self._note_unavailable(reason, full=is_full(error))
                return UnwrittenError(reason)
            log.error("store_write_failed", writes=len(group), reason=reason)
            return DatabaseError(reason)
        if self._unavailable:
            self._unavailable = False
            log.warning("store_available", store=self._database.name)
        return None

    def _note_unavailable(self, reason: str, *, full: bool) -> None:
        """Log that writes wait: once, however often they are tried."""
        self.full = full
        if not self._unavailable:
            self._unavailable = True
            log.error("store_unavailable", store=self._database.name, reason=reason)

    def _transaction(self, group: list[Job]) -> None:
        durable = any(job.durable for job in group)
        if self._connection is None:
            self._connection = self._database.writing_connection()
        try:
            in_transaction(self._connection, lambda c: _write(c, group), durable=durable)
        except Exception:  # it may be the connection that is broken: the next one is new
            self._drop_connection()
            raise

    def _drop_connection(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._connection = None

    def _tell(self, group: list[Job]) -> None:
        for job in group:
            if job.then is None and job.error is not None:
                self._unheard = self._unheard or job.error
        if heard := [job for job in group if job.then is not None and not job.in_thread]:
            self._call(lambda: _tell_all(heard))
        _tell_all([job for job in group if job.in_thread])

    def _call(self, tell: Callable[[], None]) -> None:
        if self._loop is None:
            tell()
            return
        try:
            self._loop.call_soon_threadsafe(tell)
        except RuntimeError:  # the loop is closed: it is written, and nobody is left to care
            log.warning("store_loop_closed")


def _write(connection: Connection, group: list[Job]) -> None:
    for write, jobs in _runs(group):
        result = write(connection, [job.row for job in jobs])
        jobs[0].result = result


def _runs(group: list[Job]) -> Iterator[tuple[Write, list[Job]]]:
    for write, jobs in groupby(group, key=lambda job: job.write):
        yield write, list(jobs)


def _tell_all(jobs: list[Job]) -> None:
    for job in jobs:
        assert job.then is not None
        try:
            job.then(job.error)
        except Exception:  # the others still have to hear
            log.exception("store_callback_failed")


def touch(connection: Connection, _rows: list[Any]) -> None:
    """Write what is there already: a read would succeed on a full disk."""
    connection.exec_driver_sql("UPDATE alembic_version SET version_num = version_num")
