"""A command that is ended takes the programs it started with it, whatever they are doing."""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tests.arena.commands import ROOT

GONE_SECONDS = 20.0
"""Far less than the bots would stay by themselves."""
THINKING = """
import subprocess, sys, time
helper = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(120)  # " + sys.argv[1]])
for line in sys.stdin:
    if "tsumo" in line or "request" in line:
        print("thinking", file=open(sys.argv[1], "w"), flush=True)
        time.sleep(120)
    print('{"type": "none"}' if "mjai" in sys.argv[1] else '{"type": "ready"}', flush=True)
"""


def processes(mark: str) -> list[int]:
    """The processes whose command lines have this word."""
    found = []
    for entry in Path("/proc").iterdir():
        with suppress(OSError, ValueError):
            if mark.encode() in (entry / "cmdline").read_bytes():
                found.append(int(entry.name))
    return found


def wait_until_gone(mark: str) -> None:
    end = time.monotonic() + GONE_SECONDS
    while left := processes(mark):
        assert time.monotonic() < end, f"still there: {left}"
        time.sleep(0.05)


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="needs /proc")
@pytest.mark.parametrize(
    ("kind", "number", "code", "said", "behind"),
    [
        ("mjai", signal.SIGINT, 130, "arena: interrupted\n", False),
        ("mjai", signal.SIGTERM, 143, "arena: terminated\n", False),
        ("mjai", signal.SIGKILL, -9, "", False),
        ("cmd", signal.SIGINT, 130, "arena: interrupted\n", False),
        ("cmd", signal.SIGTERM, 143, "arena: terminated\n", False),
        ("cmd", signal.SIGTERM, 143, "arena: terminated\n", True),
    ],
)
def test_no_program_outlives_its_command(
    kind: str, number: int, code: int, said: str, behind: bool, tmp_path: Path
) -> None:
    """`behind`: as a shell starts a command in the background, deaf to Ctrl-C."""
    bot, mark = tmp_path / "thinking.py", tmp_path / f"mark-{kind}"
    bot.write_text(THINKING, encoding="utf-8")
    spec = f"{kind}:{sys.executable} {bot} {mark}"
    words = ["play", "riichi", spec, "first", "first", "first", "--no-clock", "--seed", "1"]
    command = [sys.executable, "-m", "arena.cli", *words]
    if behind:
        command = ["/bin/sh", "-c", 'trap "" INT; exec "$@"', "sh", *command]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=environment
    ) as arena:
        end = time.monotonic() + GONE_SECONDS * 3
        while not mark.exists():
            assert time.monotonic() < end, "it was never asked"
            time.sleep(0.05)
        arena.send_signal(number)
        _, err = arena.communicate(timeout=GONE_SECONDS)
    assert (arena.returncode, err.endswith(said)) == (code, True), err
    wait_until_gone(str(mark))
