"""Commands that read one of a game's ladders say which, and take another by name."""

import json
import sqlite3
from pathlib import Path

import pytest

from arena.plugins.manager import load_plugins
from arena.store import open_store
from tests.arena.conftest import Arena
from tests.web.filled_ladders import fill_ladder


@pytest.fixture
def two_ladders(tmp_path: Path) -> tuple[str, str]:
    """A store with six matches on one ladder and two on another; its URL, the busy ladder."""
    file = tmp_path / "arena.db"
    url = f"sqlite:///{file}"
    with open_store(url, create=True) as store:
        fill_ladder(store, load_plugins(entry_points=False), 8)
        (busy,) = store.matches.ladders()
    with sqlite3.connect(file) as database:
        moved = "SELECT id FROM matches ORDER BY id LIMIT 2"
        database.execute(f"UPDATE matches SET ladder = 'tigerdragon:quiet' WHERE id IN ({moved})")
    database.close()
    return url, busy


def test_the_busiest_ladder_is_named_with_the_way_to_another(
    two_ladders: tuple[str, str], arena: Arena
) -> None:
    url, busy = two_ladders
    words = ("collusion", "tigerdragon", "--db", url, "--json")
    _, out, err = arena(*words)
    assert json.loads(out)["matches"] == 6
    assert err == (
        f"the ladder with the most matches is {busy}; --ladder chooses another: tigerdragon:quiet\n"
    )
    for name in ("quiet", "tigerdragon:quiet"):
        _, out, err = arena(*words, "--ladder", name)
        assert json.loads(out)["matches"] == 2
        assert err == f"the ladder is tigerdragon:quiet; --ladder chooses another: {busy}\n"


def test_every_command_that_reads_a_ladder_takes_its_name(
    two_ladders: tuple[str, str], tmp_path: Path, arena: Arena
) -> None:
    url, _ = two_ladders
    options = ("--db", url, "--ladder", "quiet")
    _, out, _ = arena("luck", "ladder", "tigerdragon", *options, "--rounds", "1", "--json")
    assert sum(json.loads(line)["matches"] for line in out.splitlines()) == 2 * 4
    key, signed = str(tmp_path / "key.pem"), str(tmp_path / "season.json")
    arena("certify", "key", key)
    code, out, _ = arena(
        "certify", "season", "tigerdragon", *options, "--key", key, "--out", signed
    )
    assert (code, " 2 matches, signed" in out) == (0, True)


def test_a_ladder_that_does_not_exist_is_refused_with_those_that_do(
    two_ladders: tuple[str, str], arena: Arena
) -> None:
    url, busy = two_ladders
    code, out, err = arena("collusion", "tigerdragon", "--db", url, "--ladder", "quite")
    assert (code, out) == (1, "")
    known = f"{busy}, tigerdragon:quiet"
    assert err == f"arena: no ladder 'quite' of tigerdragon in this store; known: {known}\n"
