"""A server that is killed on the spot takes its boxed bots with it, whatever they do to stay."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.arena.boxes import needs_box

pytestmark = needs_box
GONE_SECONDS = 15.0
"""Far less than the bot would stay by itself."""

SERVER = """
import asyncio, sys
from dataclasses import replace
from arena.children.sandbox import start
from arena.children.sandbox.layers import probe
from arena.settings import Settings
from arena.plugins.bot_specs import parse_spec

async def main():
    layers = probe(Settings().box_uid)
    if sys.argv[2] == "core":
        layers = replace(layers, bwrap="", user_namespaces=False)
    start.probe = lambda *_: layers
    child = await start.start_boxed(parse_spec(f"box:{sys.argv[1]}"), Settings())
    print((await child.process.stdout.readline()).decode().strip(), flush=True)
    await asyncio.sleep(60)

asyncio.run(main())
"""
CLINGING = """
import ctypes, signal, time
for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGPIPE):
    signal.signal(number, signal.SIG_IGN)
ctypes.CDLL(None).prctl(1, 0, 0, 0, 0)  # no signal when the parent dies
print('{"type": "ready"}', flush=True)
time.sleep(60)
"""
PROGRAM = '[bot]\ncommand = "python3 -B bot.py"\n'


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder that everybody can reach, for the bot and for the server's temporary folders."""
    with tempfile.TemporaryDirectory(prefix="arena-orphans-", dir="/tmp") as name:
        folder = Path(name)
        folder.chmod(0o755)
        (folder / "scratch").mkdir()
        yield folder


def processes(folder: Path) -> list[str]:
    """The processes whose command lines name this folder."""
    found = []
    for entry in Path("/proc").iterdir():
        with suppress(OSError):
            words = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
            if str(folder) in words:
                found.append(words)
    return found


@pytest.mark.parametrize("walls", ["all", "core"])
@pytest.mark.parametrize("manifest", ["", PROGRAM], ids=["python", "program"])
def test_no_bot_outlives_a_killed_server(place: Path, walls: str, manifest: str) -> None:
    bot = place / "clinging"
    bot.mkdir()
    (bot / "bot.py").write_text(CLINGING, encoding="utf-8")
    if manifest:
        (bot / "bot.toml").write_text(manifest, encoding="utf-8")
    command = [sys.executable, "-c", SERVER, str(bot), walls]
    environment = {**os.environ, "TMPDIR": str(place / "scratch")}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as server:
        try:
            assert server.stdout is not None
            assert server.stdout.readline() == '{"type": "ready"}\n'
            assert len(processes(place / "scratch")) >= 1
        finally:
            server.kill()  # SIGKILL: it can tell nobody
    end = time.monotonic() + GONE_SECONDS
    while left := processes(place / "scratch"):
        assert time.monotonic() < end, left
        time.sleep(0.05)
