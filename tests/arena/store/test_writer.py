"""The writing thread: order, groups, errors, a database that goes away, and the end."""

import asyncio
import threading
from collections.abc import Callable
from contextlib import closing
from queue import Queue
from typing import Any

import pytest
from sqlalchemy import Connection, event, text
from structlog.testing import capture_logs

from arena.errors import StoreError
from arena.store import NewMatch, NewVersion, Seated, Store, UnwrittenError, open_store
from arena.store.database import Database
from arena.store.writer import Writer
from tests.arena.store.cluster import Cluster


def new(match_id: str = "m1") -> NewMatch:
    return NewMatch(match_id, "r1", "tigerdragon", 1, "{}", {"seed": "1"}, [Seated("ann")])


class Gate:
    """Holds the writing thread up, so that what is queued meanwhile becomes one group."""

    def __init__(self, writer: Writer) -> None:
        self._open = threading.Event()
        self._entered = threading.Event()
        writer.submit(self._wait, None, lambda _error: None)
        assert self._entered.wait(10)

    def _wait(self, _connection: Connection, _rows: list[Any]) -> None:
        self._entered.set()
        assert self._open.wait(10)

    def open(self) -> None:
        self._open.set()


def test_what_queued_meanwhile_is_one_transaction(store: Store) -> None:
    calls: list[list[int]] = []

    def note(_connection: Connection, rows: list[int]) -> None:
        calls.append(rows)

    gate = Gate(store.writer)
    for number in range(5):
        store.writer.submit(note, number)
    assert store.waiting == 5
    gate.open()
    store.flush()
    assert calls == [[0, 1, 2, 3, 4]]


def test_nobody_waits_for_company(store: Store) -> None:
    store.matches.begin(new())
    store.flush()
    for number in range(3):
        done = threading.Event()
        store.matches.append("m1", number, "x", lambda _error, done=done: done.set())  # type: ignore[misc]
        assert done.wait(10)


async def test_commits_are_told_in_the_event_loop_in_order(store: Store) -> None:
    store.attach(asyncio.get_running_loop())
    told: list[tuple[int, bool]] = []
    main = threading.get_ident()
    over = asyncio.Event()

    def tell(number: int) -> Callable[[StoreError | None], None]:
        def then(error: StoreError | None) -> None:
            assert error is None
            told.append((number, threading.get_ident() == main))
            if number == 99:
                over.set()

        return then

    store.matches.begin(new(), tell(-1))
    for number in range(100):
        store.matches.append("m1", number, "x", tell(number))
    await asyncio.wait_for(over.wait(), 10)
    assert told == [(number, True) for number in range(-1, 100)]


async def test_a_group_wakes_the_loop_once(store: Store) -> None:
    loop = asyncio.get_running_loop()
    calls: list[Callable[..., object]] = []
    over = asyncio.Event()

    class Counting:
        def call_soon_threadsafe(self, call: Callable[..., object]) -> None:
            calls.append(call)
            loop.call_soon_threadsafe(call)

    store.matches.begin(new())
    store.flush()
    gate = Gate(store.writer)
    store.attach(Counting())  # type: ignore[arg-type]  # all of a loop that is used
    for number in range(20):
        store.matches.append("m1", number, "x", lambda _error: None)
    store.matches.append("m1", 20, "x", lambda _error: over.set())
    gate.open()
    await asyncio.wait_for(over.wait(), 10)
    assert len(calls) == 2  # the gate's own, and all the steps'


def test_what_is_told_is_committed(store: Store, url: str) -> None:
    seen: list[list[str]] = []
    store.matches.begin(new())
    with open_store(url) as other:
        store.matches.append("m1", 1, "x", lambda _error: seen.append(other.matches.lines("m1")))
        store.flush()
    assert seen == [["x"]]


def test_a_bad_write_hurts_nobody_else(store: Store) -> None:
    told: dict[str, StoreError | None] = {}
    store.matches.begin(new())
    store.flush()
    gate = Gate(store.writer)
    store.matches.append("m1", 1, "one", lambda error: told.update(one=error))
    store.matches.append("lost", 1, "x", lambda error: told.update(lost=error))
    store.matches.append("m1", 2, "two", lambda error: told.update(two=error))
    gate.open()
    store.flush()
    assert store.matches.lines("m1") == ["one", "two"]
    assert told["one"] is None
    assert told["two"] is None
    assert isinstance(told["lost"], StoreError)


def test_a_failed_write_is_never_silent(store: Store) -> None:
    store.matches.append("lost", 1, "x")
    with capture_logs() as logs, pytest.raises(StoreError, match=r"(?i)foreign key"):
        store.flush()
    store.flush()  # told once
    assert [row["event"] for row in logs] == ["store_write_failed"] * len(logs)


def test_health_follows_the_last_write(store: Store) -> None:
    assert store.healthy
    errors: list[StoreError | None] = []
    store.writer.submit(lambda _c, _rows: 1 / 0, None, errors.append)
    with pytest.raises(StoreError, match="begin it first"):
        _run_finish(store)
    assert not store.healthy
    assert "begin it first" in store.trouble
    assert "division by zero" in str(errors[0])
    store.matches.begin(new())
    store.flush()
    assert store.healthy


def _run_finish(store: Store) -> None:
    errors: list[StoreError] = []
    done = threading.Event()

    def then(error: StoreError | None) -> None:
        if error:
            errors.append(error)
        done.set()

    store.matches.finish("lost", "{}", then)
    assert done.wait(10)
    raise errors[0]


def test_a_listener_that_fails_does_not_silence_the_next(store: Store) -> None:
    heard: list[int] = []
    store.matches.begin(new())
    gate = Gate(store.writer)
    store.matches.append("m1", 1, "x", lambda _error: 1 // 0)  # type: ignore[arg-type]
    store.matches.append("m1", 2, "x", lambda _error: heard.append(2))
    with capture_logs() as logs:
        gate.open()
        store.flush()
    assert heard == [2]
    assert [row["event"] for row in logs] == ["store_callback_failed"]


def test_closing_writes_what_is_queued(url: str) -> None:
    store = open_store(url)
    store.matches.begin(new())
    gate = Gate(store.writer)
    for number in range(200):
        store.matches.append("m1", number, "x")
    threading.Timer(0.05, gate.open).start()
    store.close()
    with open_store(url) as again:
        assert len(again.matches.lines("m1")) == 200


def test_a_closed_store_takes_nothing(url: str) -> None:
    store = open_store(url)
    store.close()
    store.close()
    with pytest.raises(StoreError, match="the store is closed"):
        store.matches.append("m1", 1, "x")
    with pytest.raises(StoreError, match="the store is closed"):
        store.flush()


async def test_a_loop_that_is_gone_does_not_stop_the_writer(store: Store) -> None:
    gone = asyncio.new_event_loop()
    gone.close()
    store.attach(gone)
    store.matches.begin(new(), lambda _error: None)
    with capture_logs() as logs:
        await asyncio.to_thread(store.flush)
    assert [row["event"] for row in logs] == ["store_loop_closed"]
    assert len(store.matches.running()) == 1


# -- a database that goes away


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_a_probe_finds_out_that_the_database_is_gone(url: str, cluster: Cluster) -> None:
    heard: Queue[StoreError | None] = Queue()
    with open_store(url, patience=0.1) as store:
        store.probe(heard.put)
        assert heard.get(timeout=60) is None
        cluster.execute("ALTER DATABASE store ALLOW_CONNECTIONS false")
        try:
            cut_connections(cluster)
            store.probe(heard.put)
            assert "not currently accepting connections" in str(heard.get(timeout=60))
            assert not store.healthy
        finally:
            cluster.execute("ALTER DATABASE store ALLOW_CONNECTIONS true")
        store.probe(heard.put)
        assert heard.get(timeout=60) is None
        assert store.healthy


def cut_connections(cluster: Cluster) -> None:
    query = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'store'"
    cluster.execute(query)


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_a_dropped_connection_is_renewed(store: Store, cluster: Cluster) -> None:
    store.matches.begin(new())
    store.flush()
    assert len(store.matches.running()) == 1
    for number in range(3):
        cut_connections(cluster)
        store.matches.append("m1", number, "x")
        store.flush()
        cut_connections(cluster)
        assert len(store.matches.lines("m1")) == number + 1
    assert store.healthy


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_a_connection_dropped_in_mid_transaction_is_renewed(store: Store, cluster: Cluster) -> None:
    cuts = iter([True])

    def cut_once(connection: Connection, _rows: list[Any]) -> None:
        connection.execute(text("SELECT 1"))
        if next(cuts, False):
            cut_connections(cluster)
        connection.execute(text("SELECT 1"))

    store.matches.begin(new())
    store.writer.submit(cut_once, None)
    store.matches.append("m1", 1, "x")
    store.flush()
    assert store.matches.lines("m1") == ["x"]


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_a_locked_file_is_waited_for(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.store.database.BUSY_MS", 10)
    with open_store(url) as store, open_store(url) as other:
        gate = Gate(other.writer)  # holds the lock of the file
        store.matches.begin(new())
        while store.healthy:
            threading.Event().wait(0.01)
        assert "locked" in store.trouble
        gate.open()
        store.flush()
        assert store.healthy
        assert len(store.matches.running()) == 1


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_a_caller_is_refused_after_a_while_and_a_match_waits(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.store.database.BUSY_MS", 1)
    told: Queue[StoreError | None] = Queue()
    with open_store(url, patience=0.1) as store, open_store(url) as other:
        gate = Gate(other.writer)
        store.matches.begin(new("m1"), told.put)
        with pytest.raises(StoreError, match="locked"):
            store.flush()
        assert told.empty()
        gate.open()
        assert told.get(timeout=60) is None


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_closing_gives_up_what_cannot_be_written(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.store.database.BUSY_MS", 1)
    errors: list[StoreError | None] = []
    with open_store(url) as other:
        store = open_store(url, patience=0.1)
        gate = Gate(other.writer)
        store.matches.begin(new("m1"), errors.append)
        store.close()
        gate.open()
    assert [type(error) for error in errors] == [UnwrittenError]


# -- a full disk


class SmallDisk:
    """Room for so many more pages: SQLite itself says that the disk is full."""

    def __init__(self, store: Store) -> None:
        self._pages = store.database.read(lambda c: c.scalar(text("PRAGMA page_count")))
        event.listen(store.database._engine, "checkout", self._limit)
        cut = store.writer._drop_connection  # the next connection has the limit
        store.writer.run(lambda _connection: None)
        cut()

    def _limit(self, connection: Any, _record: object, _proxy: object) -> None:
        connection.execute(f"PRAGMA max_page_count={self._pages}")

    def make_room(self) -> None:
        self._pages += 10_000


LONG = "x" * 100_000


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_a_match_waits_for_room_on_the_disk(store: Store) -> None:
    told: Queue[StoreError | None] = Queue()
    store.matches.begin(new())
    store.flush()
    disk = SmallDisk(store)
    with capture_logs() as logs:
        store.matches.append("m1", 1, LONG, told.put)
        while store.healthy:
            threading.Event().wait(0.01)
        for _ in range(3):
            with pytest.raises(StoreError, match=r"^database or disk is full$"):
                store.flush()
        assert told.empty()
        assert store.trouble == "database or disk is full"
        disk.make_room()
        assert told.get(timeout=60) is None
    assert store.healthy
    assert store.matches.lines("m1") == [LONG]
    assert [row["event"] for row in logs] == ["store_unavailable", "store_available"]


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_a_caller_is_refused_at_once_on_a_full_disk(store: Store) -> None:
    SmallDisk(store)
    version = NewVersion(["tigerdragon"], "hash", "bot.py", LONG.encode())
    with capture_logs(), pytest.raises(UnwrittenError, match="disk is full"):
        store.bots.submit("bot", None, version)


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_nobody_hears_of_success_behind_a_write_without_room(store: Store) -> None:
    """A group with a bad write is tried one by one; it stops at the first that has no room."""
    told: Queue[StoreError | None] = Queue()
    store.matches.begin(new())
    store.flush()
    disk = SmallDisk(store)
    with capture_logs():
        gate = Gate(store.writer)
        store.matches.append("lost", 1, "x", lambda _error: None)
        store.matches.append("m1", 1, LONG, told.put)
        store.probe(told.put)
        gate.open()
        assert isinstance(told.get(timeout=60), UnwrittenError)
        disk.make_room()
        assert told.get(timeout=60) is None


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_closing_does_not_wait_for_room_on_the_disk(url: str) -> None:
    errors: list[StoreError | None] = []
    with capture_logs():
        store = open_store(url)
        store.matches.begin(new())
        store.flush()
        SmallDisk(store)
        store.matches.append("m1", 1, LONG, errors.append)
        store.close()
    assert [type(error) for error in errors] == [UnwrittenError]


def test_a_database_that_is_not_there_is_told_in_a_sentence(cluster: Cluster) -> None:
    nowhere = f"postgresql://arena@/nope?host={cluster.folder}"
    with (
        closing(Database(nowhere)) as database,
        pytest.raises(StoreError, match='database "nope" does not exist'),
    ):
        database.read(lambda c: c.scalar(text("SELECT 1")))
