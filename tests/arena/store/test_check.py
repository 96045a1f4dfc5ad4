"""Checking a store, copying it, and taking old matches out."""

import sqlite3
import threading
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Update, delete, update

from arena.errors import StoreError
from arena.plugins.manager import load_plugins
from arena.store import Store, now_ms, open_store
from arena.store.backup import backup
from arena.store.prune import prune
from arena.store.replays import pack
from arena.store.tables import matches, players, steps
from arena.store.verify import Checked, check_matches
from tests.arena.store.stored_matches import append_all, begin, played, store_match


def checked(store: Store) -> list[Checked]:
    return list(check_matches(store, load_plugins(entry_points=False).game))


def one(store: Store) -> Checked:
    (found,) = checked(store)
    return found


def change(store: Store, statement: Any) -> None:
    store.writer.change(statement)


def test_every_match_is_verified(store: Store) -> None:
    store_match(store, "1")
    running, lost = played("2").match, played("3").match
    for match in (running, lost):
        begin(store, match)
        append_all(store, match)
    store.matches.void(lost.header.match_id, "lost")
    store.flush()
    found = checked(store)
    assert sorted(row.status for row in found) == ["finished", "running", "void"]
    assert {row.verdict for row in found} == {"ok"}


def swapped(text: str) -> list[str]:
    """A log in which two steps have changed places."""
    lines = text.splitlines()
    lines[1], lines[2] = lines[2], lines[1]
    return lines


def set_match(**values: Any) -> Update:
    return update(matches).values(**values)


def test_a_finished_match_that_does_not_hold_is_named(store: Store) -> None:
    result = store_match(store)
    text = store.matches.replay(result.match.header.match_id)
    assert text is not None
    whole = pack(text.splitlines())
    broken = {
        "the packed log is broken": set_match(replay=b"x"),
        "its log is not there": set_match(replay=None),
        "stands where step 1 belongs": set_match(replay=pack(swapped(text))),
        "does not begin and end as": set_match(replay=whole, result="{}"),
        "cannot read logs packed by 'zstd'": set_match(codec="zstd"),
    }
    good = set_match(replay=whole, codec="gzip", result=text.splitlines()[-1])
    for reason, damage in broken.items():
        change(store, damage)
        assert one(store).verdict == "wrong"
        assert reason in one(store).reason
        change(store, good)
        assert one(store).verdict == "ok"


def test_players_who_differ_from_the_result_are_named(store: Store) -> None:
    store_match(store)
    change(store, update(players).where(players.c.seat == 0).values(points=99))
    assert one(store).reason == "the players' points are not those of the result"


def test_a_running_match_that_does_not_hold_is_named(store: Store) -> None:
    match = played().match
    begin(store, match)
    append_all(store, match)
    store.flush()
    change(store, delete(steps).where(steps.c.n == 2))
    assert one(store).reason == "step 3 stands where step 2 belongs"


def test_a_running_match_with_another_seed_is_named(store: Store) -> None:
    begin(store, played().match)
    store.flush()
    change(store, set_match(deals={"seed": "8"}))
    assert one(store).reason.startswith("the seed is not the one")


def test_what_cannot_be_replayed_here_is_skipped_by_name(store: Store) -> None:
    store_match(store)
    change(store, set_match(game_version=9))
    assert one(store).verdict == "skipped"
    assert one(store).reason == "played by version 9 of tigerdragon; here is 1"
    change(store, set_match(game="chess"))
    assert one(store).verdict == "skipped"


# -- copies


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_a_copy_is_made_while_others_write(store: Store, tmp_path: Path) -> None:
    store_match(store)
    match_id = begin(store, played("8").match)
    store.flush()
    stop = threading.Event()

    def write() -> None:
        n = 0
        while not stop.is_set():
            n += 1
            store.matches.append(match_id, n, "x" * 1000)
            store.flush()

    writing = threading.Thread(target=write)
    writing.start()
    try:
        while not store.matches.lines(match_id):  # a busy machine starts threads late
            time.sleep(0.001)
        for number in range(5):
            backup(store, tmp_path / f"copy{number}.db")
    finally:
        stop.set()
        writing.join()
    with open_store(f"sqlite:///{tmp_path}/copy4.db") as copy:
        lines = copy.matches.lines(match_id)
        assert len(copy.matches.find()) == 2
    assert 0 < len(lines) <= len(store.matches.lines(match_id))
    with closing(sqlite3.connect(tmp_path / "copy4.db")) as raw:
        assert raw.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert not list(tmp_path.glob("*.part"))


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_a_copy_never_replaces_a_file(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("mine")
    with pytest.raises(StoreError, match=r"notes\.txt exists already; name a new file"):
        backup(store, file)
    assert file.read_text() == "mine"


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_postgresql_is_copied_by_its_own_tool(store: Store, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="pg_dump"):
        backup(store, tmp_path / "copy.db")


# -- taking out


def test_old_matches_go_and_rated_ones_stay(store: Store) -> None:
    old = store_match(store, "1").match.header.match_id
    rated = store_match(store, "2", rated=True).match.header.match_id
    change(store, set_match(finished=1000))
    recent = store_match(store, "3").match.header.match_id
    running = begin(store, played("4").match)
    store.flush()
    assert prune(store, now_ms() - 60_000, keep_rated=True) == 1
    assert {match.match_id for match in store.matches.find()} == {rated, recent, running}
    assert prune(store, now_ms() - 60_000, keep_rated=False) == 1
    assert {match.match_id for match in store.matches.find()} == {recent, running}
    assert store.matches.replay(old) is None


def test_many_matches_go_in_several_transactions(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.store.prune.AT_ONCE", 2)
    for seed in "12345":
        store.matches.keep(played(seed).match)
    store.flush()
    assert prune(store, now_ms() + 1000, keep_rated=True) == 5
    assert store.matches.find() == []
