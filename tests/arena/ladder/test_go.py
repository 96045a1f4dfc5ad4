"""A bot in Go, as a built binary: checked in the sandbox here, and taken by a server."""

import asyncio
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from arena.cli import run
from tests.arena.clients import until
from tests.arena.ladder.ladder_servers import PATIENCE, ladder_server_with_tokens, store_of

SOURCE = Path(__file__).parents[3] / "examples" / "flat_bot.go"
MANIFEST = """
[bot]
command = "flat_bot"
detail = "flat"
notes = "Always the last choice, in Go."
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder to submit: the program and how it is started."""
    go = shutil.which("go")
    if go is None:
        pytest.skip("Go is not installed: no go in PATH")
    made = tmp_path / "gopher"
    made.mkdir()
    build = [go, "build", "-trimpath", "-o", str(made / "flat_bot"), str(SOURCE)]
    subprocess.run(build, check=True, env={**os.environ, "GOFLAGS": "-mod=mod"}, timeout=PATIENCE)
    (made / "bot.toml").write_text(MANIFEST, encoding="utf-8")
    return made


async def test_a_built_go_bot_passes_the_check_and_climbs_the_ladder(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["check", f"box:{folder}", "--game", "tigerdragon", "--config", "target=1"]
    assert await asyncio.to_thread(run, words) == 0
    async with ladder_server_with_tokens(tmp_path) as here:
        words = ["submit", str(folder), "--server", here.server.url, "--game", "tigerdragon"]
        code = await asyncio.to_thread(run, [*words, "--token", here.tokens["anna"]])
        assert code == 0, capsys.readouterr()
        matches = store_of(here).matches
        await until(lambda: matches.rated(matches.busiest_ladder("tigerdragon")), PATIENCE)
        (first, *_) = matches.rated(matches.busiest_ladder("tigerdragon"))
        (gopher,) = [player for player in first.players if player.name == "gopher"]
        assert not gopher.faults
        _, row = await here.call("GET", "/api/bots/gopher")
        assert row["notes"] == "Always the last choice, in Go."
        assert row["versions"][0]["command"] == "flat_bot"
