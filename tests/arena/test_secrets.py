"""Tokens and passwords: in no log, in no message, in no file that others may read."""

import json
import logging
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import process_time

import aiohttp
import pytest
import structlog

from arena.errors import StoreError
from arena.logging_setup import set_up_log
from arena.masking import without_secrets
from arena.settings import Settings
from arena.store import open_store
from arena.store.backup import backup
from arena.store.tokens import new_secret
from tests.arena.conftest import Arena
from tests.arena.server_process import server_process
from tests.made_secrets import SECRETS

URL = "postgresql+psycopg://arena:hunter2@db.example/arena"


@pytest.fixture
def log_again() -> Iterator[None]:
    """Leave logging as it was."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    structlog.reset_defaults()
    for handler in root.handlers[:]:
        if handler not in handlers:
            handler.close()
    root.handlers[:], root.level = handlers, level


def crash(token: str, url: str) -> None:
    """Fail like a handler that holds a token and the store's URL."""
    held = {"Authorization": f"Bearer {token}", "db": url}
    raise ValueError(f"{sorted(held)} of {token} at {url}")


@pytest.mark.parametrize("form", ["json", "text"])
@pytest.mark.usefixtures("log_again")
def test_a_crash_shows_no_locals_tokens_or_passwords(
    form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    token = new_secret()
    set_up_log(Settings(log_format=form, log_dir=tmp_path))  # type: ignore[arg-type]  # both are
    try:
        crash(token, URL)
    except ValueError:
        structlog.get_logger().exception("request_failed", url=URL, token="0123abcd", by=token)
        logging.getLogger("aiohttp.server").exception("Error handling request of %s", token)
    lines = capsys.readouterr().err + (tmp_path / "arena.log").read_text(encoding="utf-8")
    assert "ValueError" in lines
    assert "Traceback" in lines or "frames" in lines
    assert '"locals"' not in lines
    assert " locals " not in lines
    for secret in (token, token[6:], "hunter2", "0123abcd"):
        assert secret not in lines
    assert "arena_***" in lines
    assert "arena:***@db.example" in lines


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        (URL, "postgresql+psycopg://arena:***@db.example/arena"),
        ("postgresql://a:p@ss/w@h/x", "postgresql://a:***@h/x"),
        ("sqlite:///arena.db", "sqlite:///arena.db"),
        ("http://127.0.0.1:8001", "http://127.0.0.1:8001"),
        ("host=h password=hunter2 user=a", "host=h password=*** user=a"),
        ("Authorization: Bearer abc", "Authorization: Bearer ***"),
        ('{"token":"abc","n":1}', '{"token":"***","n":1}'),
        ("hook arena_match_record failed", "hook arena_match_record failed"),
    ],
)
def test_secrets_are_masked_and_nothing_else(said: str, shown: str) -> None:
    assert without_secrets(said) == shown


@pytest.mark.parametrize("part", ["://", "://a:", "bearer ", "arena_", "token=", "password "])
def test_a_line_of_beginnings_is_read_in_time(part: str) -> None:
    begun = process_time()
    without_secrets(part * (200_000 // len(part)))
    assert process_time() - begun < 3.0  # it would be twenty seconds and more


def test_a_wrong_url_is_reported_without_its_password(arena: Arena) -> None:
    with pytest.raises(StoreError) as refused:
        open_store("postgresql+psycopg://arena:hunter2@db:x/arena")
    assert "hunter2" not in str(refused.value)
    code, out, err = arena("db", "check", "--db", "postgresql+psycopg://arena:hunter2@db:x/arena")
    assert code == 1
    assert "hunter2" not in out + err


def test_a_logged_secret_is_noticed() -> None:
    SECRETS.look_at(f"token={new_secret()}")
    assert len(SECRETS.leaked()) == 1


LOUD_SERVER = """
import sys
from arena.store.tokens import new_secret
sys.stderr.write(f"made {new_secret()}, given {sys.argv[1]}\\n")
"""


@pytest.mark.parametrize("stderr", [subprocess.PIPE, subprocess.DEVNULL], ids=["read", "thrown"])
@pytest.mark.parametrize("by", ["itself", "the test"])
def test_a_secret_that_a_child_process_logs_is_noticed(stderr: int, by: str) -> None:
    text = LOUD_SERVER if by == "itself" else LOUD_SERVER.replace("{new_secret()}", "nothing")
    given = "nothing" if by == "itself" else new_secret()
    subprocess.run([sys.executable, "-c", text, given], check=True, stderr=stderr)
    assert len(SECRETS.leaked()) == 1


def test_a_secret_in_a_log_file_is_noticed(tmp_path: Path) -> None:
    text = LOUD_SERVER.replace("sys.stderr.write", "open(sys.argv[1], 'w').write")
    file = tmp_path / "arena.log"
    subprocess.run([sys.executable, "-c", text, str(file)], check=True)
    assert len(SECRETS.leaked([file])) == 1
    assert SECRETS.leaked([file]) == []


async def test_the_whole_log_of_a_server_process_is_looked_at(tmp_path: Path) -> None:
    with open_store(f"sqlite:///{tmp_path}/arena.db", create=True) as store:
        store.tokens.create("ada", "admin")
    async with (
        server_process(f"sqlite:///{tmp_path}/arena.db") as server,
        aiohttp.ClientSession() as session,
        session.get(f"{server.url}/health") as well,
    ):
        assert well.status == 200
    saved = SECRETS.child_log(server.process.pid)
    assert "server_started" in saved
    assert all(line in saved for line in server.log)


def open_to(file: Path) -> int:
    """The rights of others than a file's owner."""
    return stat.S_IMODE(file.stat().st_mode) & 0o077


def test_the_store_and_its_copies_are_their_owners_alone(tmp_path: Path) -> None:
    with open_store(f"sqlite:///{tmp_path}/arena.db", create=True) as store:
        store.serve_alone()
        store.tokens.create("ada", "admin")
        backup(store, tmp_path / "copy.db")
        names = {file.name for file in tmp_path.iterdir()}
        assert names >= {"arena.db", "arena.db-wal", "arena.db-shm", "arena.db.server", "copy.db"}
        assert {file.name: open_to(file) for file in tmp_path.iterdir()} == dict.fromkeys(names, 0)
    with sqlite3.connect(tmp_path / "copy.db") as copy:
        assert copy.execute("SELECT name FROM tokens").fetchall() == [("ada",)]


@pytest.mark.usefixtures("log_again")
def test_the_log_file_is_its_owner_s_alone_even_after_it_was_moved(tmp_path: Path) -> None:
    set_up_log(Settings(log_format="json", log_dir=tmp_path))
    file = tmp_path / "arena.log"
    structlog.get_logger().warning("one")
    file.rename(tmp_path / "arena.log.1")
    structlog.get_logger().warning("two")
    assert json.loads(file.read_text(encoding="utf-8"))["event"] == "two"
    assert [open_to(each) for each in sorted(tmp_path.iterdir())] == [0, 0]
