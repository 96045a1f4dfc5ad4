"""`arena replay show FILE --browser`: the viewer on a local file."""

import asyncio
import os
import sys
from pathlib import Path

from aiohttp import ClientSession

from arena.local.loop import play
from arena.match.log import write_log


async def test_the_viewer_opens_on_a_local_file(tmp_path: Path) -> None:
    log = tmp_path / "match.jsonl"
    write_log(play("tigerdragon", ["random", "random"], seed=4).match, log)
    seen = tmp_path / "opened"
    opener = tmp_path / "browser"
    opener.write_text(f"#!/bin/sh\necho $1 > {seen}\n")
    opener.chmod(0o755)
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "arena.cli", "replay", "show", str(log), "--browser",
        env={**os.environ, "BROWSER": f"{opener} %s"},
        stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        assert child.stdout is not None
        line = (await child.stdout.readline()).decode()
        url = line.split()[0]
        async with ClientSession() as session:
            async with session.get(url) as response:
                assert "match.js" in await response.text()
            match_id = url.rsplit("/", 1)[1]
            frames = url.replace(f"/m/{match_id}", f"/api/matches/{match_id}/frames")
            async with session.get(frames, params={"as": "public"}) as response:
                assert (await response.json())["as"] == "public"
            async with session.get(frames, params={"as": "7"}) as response:
                assert response.status == 400
    finally:
        child.terminate()
        await child.wait()


async def test_a_broken_log_is_told_in_one_line(tmp_path: Path) -> None:
    log = tmp_path / "match.jsonl"
    log.write_text("nonsense\n\n")
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "arena.cli", "replay", "show", str(log), "--browser",
        stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    _, told = await child.communicate()
    assert child.returncode == 1
    assert told.decode().count("\n") == 1
