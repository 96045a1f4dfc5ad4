"""A server for others does not run as root: it becomes a user of its own, or refuses."""

import json
import os
import pwd
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from arena.cli.remote import ask
from arena.server.run_as import serves_others
from arena.settings import Settings

only_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root has another user to become")
USER = "nobody"
SECONDS = 60.0


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder of the user that the server becomes."""
    with tempfile.TemporaryDirectory(prefix="arena-run-as-", dir="/tmp") as name:
        os.chown(name, pwd.getpwnam(USER).pw_uid, -1)
        yield Path(name)


@contextmanager
def serving(folder: Path, **settings: str) -> Iterator["subprocess.Popen[str]"]:
    command = [sys.executable, "-m", "arena.cli", "serve", "--port", "0"]
    variables = {f"ARENA_{name.upper()}": value for name, value in settings.items()}
    with subprocess.Popen(
        command,
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "TMPDIR": str(folder), **variables},
    ) as process:
        try:
            yield process
        finally:
            process.terminate()


def owners(pid: int) -> set[int]:
    """The real, effective, saved and file system uid of a process."""
    status = Path(f"/proc/{pid}/status").read_text()
    found = re.search(r"^Uid:\s+(.*)$", status, re.MULTILINE)
    assert found is not None
    return set(map(int, found[1].split()))


def url_of(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    found = re.search(r"http://\S+", process.stdout.readline())
    assert found is not None, process.communicate()
    return found.group()


@pytest.mark.parametrize(
    ("given", "others"),
    [
        ({}, False),
        ({"db": "sqlite:///arena.db", "ladder": True}, False),
        ({"host": "0.0.0.0"}, True),
        ({"host": "::"}, True),
        ({"behind_proxy": True}, True),
        ({"sign_up": True}, True),
    ],
)
def test_others_come_from_elsewhere_or_sign_up(given: dict[str, Any], others: bool) -> None:
    assert bool(serves_others(Settings(**given))) == others


@only_root
@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({"host": "0.0.0.0", "open": "true"}, "it listens on 0.0.0.0"),
        ({"behind_proxy": "true", "open": "true"}, "it is behind a proxy"),
        ({"sign_up": "true", "db": "sqlite:///arena.db"}, "people can sign up"),
    ],
    ids=["address", "proxy", "sign-up"],
)
def test_root_refuses_to_serve_others(folder: Path, settings: dict[str, str], why: str) -> None:
    with serving(folder, **settings) as process:
        out, err = process.communicate(timeout=SECONDS)
    assert (process.returncode, out) == (1, "")
    assert f"serves others ({why})" in err
    assert 'run_as = "arena"' in err
    assert err.count("\n") == 1
    assert list(folder.iterdir()) == []


@only_root
def test_root_becomes_the_user_that_is_named(folder: Path) -> None:
    given = {"behind_proxy": "true", "open": "true", "run_as": USER, "db": "sqlite:///arena.db"}
    with serving(folder, **given) as process:
        url = url_of(process)
        assert owners(process.pid) == {pwd.getpwnam(USER).pw_uid}
        assert ask(url, "GET", "/health")["status"] == "ok"
        assert (folder / "arena.db").stat().st_uid == pwd.getpwnam(USER).pw_uid
        process.terminate()
        assert process.wait(SECONDS) == 0


@only_root
def test_root_on_loopback_goes_on_with_one_warning(folder: Path) -> None:
    with serving(folder) as process:
        url_of(process)
        assert owners(process.pid) == {0}
        process.terminate()
        _, err = process.communicate(timeout=SECONDS)
    warnings = [line for line in err.splitlines() if json.loads(line)["level"] == "warning"]
    assert len(warnings) == 1
    assert "run_as" in warnings[0]


@only_root
@pytest.mark.parametrize(("user", "why"), [("root", "'root' is root"), ("no-such-user", "no user")])
def test_a_user_that_cannot_be_is_named(folder: Path, user: str, why: str) -> None:
    with serving(folder, run_as=user) as process:
        _, err = process.communicate(timeout=SECONDS)
    assert process.returncode == 1
    assert f"setting run_as: {why}" in err
