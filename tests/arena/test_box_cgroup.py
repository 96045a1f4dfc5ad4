"""A cgroup for each bot: what is written where, in a folder that stands for the kernel's."""

import os
import subprocess
from pathlib import Path

import pytest

import arena
from arena.children.sandbox import cgroup
from arena.children.sandbox.limits import Limits
from arena.ladder.subprocess_task import environment
from arena.settings import Settings
from tests.arena.boxes import needs_box

BOT = """
import sys
print('{"type": "ready"}', flush=True)
sys.exit()
"""


@pytest.fixture
def base(tmp_path: Path) -> Path:
    """What a delegated cgroup with a server in it looks like."""
    (tmp_path / "cgroup.controllers").write_text("cpu memory pids\n")
    (tmp_path / "cgroup.procs").write_text("41\n")
    (tmp_path / "cgroup.subtree_control").write_text("")
    return tmp_path


def test_a_bot_gets_its_share_of_memory_and_threads(base: Path) -> None:
    assert cgroup.prepare(base) == ""
    assert (base / "server" / "cgroup.procs").read_text() == "41"
    assert (base / "cgroup.subtree_control").read_text() == "+memory +pids"
    folder = cgroup.make(base, Limits(memory_mb=256, threads=64))
    assert (folder / "memory.max").read_text() == str(256 * 1024 * 1024)
    assert (folder / "memory.swap.max").read_text() == "0"
    assert (folder / "pids.max").read_text() == "72"


def test_only_what_a_killed_server_left_is_cleared(
    base: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = cgroup.make(base, Limits())
    left = base / "bot-4194305-0123456789abcdef"  # above every number that a process can have
    left.mkdir()
    removed: list[Path] = []
    monkeypatch.setattr(cgroup, "remove", removed.append)
    assert cgroup.prepare(base) == ""
    assert left in removed
    assert own not in removed


def test_workers_of_the_ladder_have_the_same_sandbox(tmp_path: Path, base: Path) -> None:
    told = environment(Settings(box_cgroup=base, box_memory_mb=100), tmp_path)
    assert told["ARENA_BOX_CGROUP"] == str(base)
    assert told["ARENA_BOX_MEMORY_MB"] == "100"
    assert "ARENA_BOX_UID" not in told


def test_a_process_enters_before_it_becomes_the_bot(tmp_path: Path) -> None:
    words = [*cgroup.inside(tmp_path), "/bin/echo", "the bot", "$HOME"]
    assert subprocess.check_output(words, text=True) == "the bot $HOME\n"
    assert (tmp_path / "cgroup.procs").read_text() == "0\n"
    missing = subprocess.run([*cgroup.inside(tmp_path / "no"), "/bin/echo"], capture_output=True)
    assert missing.returncode != 0
    assert missing.stdout == b""


@pytest.mark.parametrize(
    ("controllers", "note"),
    [("cpu memory\n", "no controller pids"), ("", "no controller memory, pids")],
)
def test_what_the_system_does_not_give_is_named(base: Path, controllers: str, note: str) -> None:
    (base / "cgroup.controllers").write_text(controllers)
    assert cgroup.prepare(base) == f"{base}: {note}"
    assert cgroup.prepare(base / "none") == f"{base / 'none'}: No such file or directory"
    assert cgroup.prepare(None) == "box_cgroup is not set"


@needs_box
def test_a_boxed_bot_is_started_in_its_cgroup(
    base: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path_factory.mktemp("bot") / "bot.py"
    file.write_text(BOT)
    monkeypatch.setenv("ARENA_BOX_CGROUP", str(base))
    removed: list[str] = []

    def remove(folder: Path) -> None:
        if (folder / "cgroup.procs").exists():
            removed.append((folder / "cgroup.procs").read_text())

    monkeypatch.setattr(cgroup, "remove", remove)
    monkeypatch.setenv("ARENA_BOX_UID", str(os.getuid() or 65534))
    result = arena.play("tigerdragon", [f"box:{file}", "first"], config={"target": 1})
    assert result.match.over
    assert removed == ["0\n"]
