"""`arena db` and `arena token`, as they are typed."""

import re
from pathlib import Path

import pytest

from arena.local.loop import play
from arena.store import open_store
from arena.store.migrate import newest
from arena.store.tables import matches
from tests.arena.conftest import Arena
from tests.arena.store.stored_matches import store_match


@pytest.fixture
def arena(arena: Arena, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Arena:
    """The command line in an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ARENA_DB", raising=False)
    return arena


URL = "sqlite:///arena.db"


def test_a_store_is_made_and_then_up_to_date(arena: Arena) -> None:
    assert arena("db", "upgrade") == (0, f"{URL}: version none to {newest()}\n", "")
    assert arena("db", "upgrade") == (0, f"{URL}: version {newest()} already\n", "")


def test_without_a_store_the_command_that_makes_one_is_named(arena: Arena, tmp_path: Path) -> None:
    code, out, err = arena("db", "check")
    assert (code, out) == (1, "")
    assert err == f"arena: there is no store at {URL}; make one: arena db upgrade --db {URL}\n"
    assert list(tmp_path.iterdir()) == []


def test_the_store_is_named_by_option_environment_or_file(
    arena: Arena, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "arena.toml").write_text('db = "sqlite:///toml.db"\n')
    arena("db", "upgrade")
    monkeypatch.setenv("ARENA_DB", "sqlite:///variable.db")
    arena("db", "upgrade")
    arena("db", "upgrade", "--db", "sqlite:///option.db")
    found = sorted(file.name for file in tmp_path.glob("*.db"))
    assert found == ["option.db", "toml.db", "variable.db"]


def test_check_counts_and_fails_on_a_wrong_match(arena: Arena) -> None:
    with open_store(URL, create=True) as store:
        store_match(store)
    last = "check: 1 finished, 0 running, 0 void, 0 wrong, 0 skipped\n"
    assert arena("db", "check") == (0, last, "")
    with open_store(URL) as store:
        store.writer.change(matches.update().values(result="{}"))
    code, out, _ = arena("db", "check")
    assert code == 1
    wrong, last = out.splitlines()
    assert re.fullmatch(r"[0-9a-f]{16}: wrong: the log does not begin and end as .*", wrong)
    assert last == "check: 1 finished, 0 running, 0 void, 1 wrong, 0 skipped"


def test_a_stored_match_passes_replay_verify(arena: Arena, tmp_path: Path) -> None:
    result = play("texas42", ["random"] * 4, seed="1", config={"target": 1})
    with open_store(URL, create=True) as store:
        store.matches.keep(result.match)
        store.flush()
        text = store.matches.replay(result.match.header.match_id)
    assert text is not None
    (tmp_path / "match.jsonl").write_text(text)
    code, out, _ = arena("replay", "verify", "match.jsonl")
    assert code == 0
    assert out.startswith("match.jsonl: ok, texas42")


def test_backup_and_prune(arena: Arena) -> None:
    with open_store(URL, create=True) as store:
        store_match(store, "1", rated=True)
        store_match(store, "2")
    code, out, _ = arena("db", "backup", "copy.db")
    assert code == 0
    assert re.fullmatch(r"copy\.db: \d+ bytes\n", out)
    assert arena("db", "backup", "copy.db")[2] == "arena: copy.db exists already; name a new file\n"
    assert arena("db", "prune", "--older", "90d")[1] == "prune: 0 matches deleted\n"
    assert arena("db", "prune", "--older", "0d")[1] == "prune: 1 matches deleted\n"
    pruned = arena("db", "prune", "--older", "0d", "--keep", "none")[1]
    assert pruned == "prune: 1 matches deleted\n"
    _, out, _ = arena("db", "check", "--db", "sqlite:///copy.db")
    assert out == "check: 2 finished, 0 running, 0 void, 0 wrong, 0 skipped\n"


def test_an_age_has_a_unit(arena: Arena) -> None:
    code, _, err = arena("db", "prune", "--older", "90")
    assert code == 2
    assert "--older 90: write a number and h, d or w, such as 90d." in err


def test_a_token_is_shown_once(arena: Arena) -> None:
    code, secret, _ = arena("token", "create", "ann", "--role", "organiser")
    assert code == 0
    with open_store(URL) as store:
        found = store.tokens.find(secret.strip())
    assert found is not None
    assert (found.name, found.role) == ("ann", "organiser")
    _, out, _ = arena("token", "list")
    assert re.search(r"^ann +organiser +\d{4}-\d\d-\d\d \d\d:\d\d$", out, re.MULTILINE)
    assert secret.strip() not in out


def test_a_revoked_token_is_listed_as_such(arena: Arena) -> None:
    arena("token", "create", "ann")
    assert arena("token", "revoke", "ann")[1] == "the token of ann is revoked\n"
    _, out, _ = arena("token", "list", "--json")
    assert re.fullmatch(r'\{"name":"ann","role":"player","created":\d+,"revoked":\d+\}\n', out)


def test_wrong_use_of_tokens_is_told(arena: Arena) -> None:
    arena("token", "create", "ann")
    again = "arena: ann has a token already; revoke it first: arena token revoke ann\n"
    assert arena("token", "create", "ann") == (1, "", again)
    assert arena("token", "revoke", "eve")[2].startswith("arena: nobody of the name eve has a")
    code, _, err = arena("token", "create", "bob", "--role", "king")
    assert code == 2
    assert "king" in err


def test_no_tokens_are_said_to_be_none(arena: Arena) -> None:
    arena("db", "upgrade")
    assert arena("token", "list") == (0, "no tokens\n", "")
