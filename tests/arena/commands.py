"""The arena command in a process of its own."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from arena.cli import run

ROOT = Path(__file__).parents[2]


def start(
    *words: str, env: Mapping[str, str] | None = None, buffered: bool = False
) -> subprocess.Popen[str]:
    """A command line in a process of its own; unless `buffered`, each line comes at once."""
    return subprocess.Popen(
        [sys.executable, *([] if buffered else ["-u"]), "-m", "arena.cli", *words],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **(env or {})},
    )


async def typed(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """A command line in this process, which is soon done: exit code, stdout, stderr."""
    capsys.readouterr()
    code = await asyncio.to_thread(run, words)
    return code, *capsys.readouterr()


async def ended(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    """What a command has printed, once it has ended."""
    out, err = await asyncio.to_thread(process.communicate, timeout=60)
    return process.returncode, out, err


async def interrupted(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    process.send_signal(signal.SIGINT)
    return await ended(process)
