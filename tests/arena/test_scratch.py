"""Temporary folders: gone at an ordinary end, and after a kill once somebody begins anew."""

import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from arena.children.temp_folders import clear_abandoned, make_folder, remove_folder
from arena.cli.remote import ask
from tests.arena.commands import ROOT
from tests.arena.ladder.ladder_servers import submission, wait_until

OWNER = """
import sys
from arena.children.temp_folders import make_folder
folder = make_folder("test")
(folder / "file").write_text("x")
print(folder, flush=True)
sys.stdin.read()
"""
SLOW = """
import time
from bots import Bot
class Slow(Bot):
    name = "slow"
    def act(self, turn):
        time.sleep(0.05)
        return turn.legal[0]
"""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where temporary folders are made, also by processes started here; open to a bot's user."""
    outside = tmp_path.parents[2]  # what pytest makes is closed to others
    with tempfile.TemporaryDirectory(dir=outside) as found:
        Path(found).chmod(0o755)
        monkeypatch.setenv("TMPDIR", found)
        monkeypatch.setenv("PYTHONPATH", str(ROOT))
        monkeypatch.setattr(tempfile, "tempdir", found)
        yield Path(found)


def owner() -> tuple[subprocess.Popen[str], Path]:
    """A process and the folder that it has made."""
    pipe = subprocess.PIPE
    process = subprocess.Popen([sys.executable, "-c", OWNER], stdin=pipe, stdout=pipe, text=True)
    assert process.stdout is not None
    return process, Path(process.stdout.readline().strip())


def test_only_what_the_dead_left_is_cleared(place: Path) -> None:
    dead, abandoned = owner()
    alive, used = owner()
    own = make_folder("own")
    dead.kill()
    dead.communicate()
    assert abandoned.exists()
    assert clear_abandoned() == 1
    assert sorted(place.iterdir()) == sorted([own, used])
    assert (used / "file").read_text() == "x"
    alive.communicate("")  # it ends without removing anything by itself
    remove_folder(own)
    assert (alive.returncode, list(place.iterdir())) == (0, [])


def test_links_and_files_of_that_name_are_left_alone(place: Path, tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("x")
    (place / "table-arena-scratch-link").symlink_to(tmp_path)
    (place / "table-arena-scratch-file").write_text("x")
    assert clear_abandoned() == 0
    assert (tmp_path / "precious").exists()
    assert len(list(place.iterdir())) == 2


@contextmanager
def serving(folder: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """`arena serve` with a store: the process, and where it listens."""
    words = ["serve", "--port", "0", "--db", f"sqlite:///{folder}/arena.db"]
    command = [sys.executable, "-m", "arena.cli", *words]
    pipe, null = subprocess.PIPE, subprocess.DEVNULL
    with subprocess.Popen(command, stdout=pipe, stderr=null, text=True, cwd=folder) as process:
        try:
            assert process.stdout is not None
            found = re.search(r"http://\S+", process.stdout.readline())
            assert found is not None
            yield process, found.group()
        finally:
            process.kill()


def boxes(place: Path) -> list[Path]:
    return list(place.rglob("table-arena-scratch-box-*"))


def submit_slow(url: str, place: Path) -> None:
    """Hand in a bot, and wait until its check has begun."""
    ask(url, "POST", "/api/bots", None, submission("slow", SLOW, game="tigerdragon"))
    wait_until(lambda: boxes(place))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["ctrl-c", "sigterm"])
def test_a_server_stopped_in_the_middle_of_a_check_leaves_nothing(
    place: Path, tmp_path: Path, number: signal.Signals
) -> None:
    with serving(tmp_path) as (process, url):
        submit_slow(url, place)
        process.send_signal(number)
        assert process.wait() == 0
    assert list(place.iterdir()) == []


def test_what_a_killed_server_left_goes_when_the_next_begins(place: Path, tmp_path: Path) -> None:
    with serving(tmp_path) as (process, url):
        submit_slow(url, place)
        process.kill()
        process.wait()
        left = list(place.iterdir())
        assert len(left) == 2, "of the ladder, and of the check"
    with serving(tmp_path):
        assert not [folder for folder in left if folder.exists()]
