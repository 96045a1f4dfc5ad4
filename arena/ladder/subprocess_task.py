"""Work with bots in a process of its own: the server's event loop only reads what it says."""

import asyncio
import json
import os
import sys
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from arena.children.temp_folders import make_folder, remove_folder
from arena.settings import Settings

Heard = Callable[[str], Awaitable[None]]
LINE_LIMIT = 1024 * 1024


async def run_worker(
    module: str, task: Mapping[str, Any], settings: Settings, heard: Heard, seconds: float
) -> int | None:
    """Run a module with a task, each line it says handed on; its exit code, None if too slow."""
    # Its bots are laid out in a folder of ours: it may be killed, and could not remove them.
    folder = make_folder("worker")
    folder.chmod(0o711)  # bots run as another user
    try:
        return await _run(module, task, environment(settings, folder), heard, seconds)
    finally:
        await asyncio.to_thread(remove_folder, folder)


async def _run(
    module: str, task: Mapping[str, Any], env: Mapping[str, str], heard: Heard, seconds: float
) -> int | None:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", module,
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=LINE_LIMIT,
        env=env, start_new_session=True,
    )  # fmt: skip
    try:
        async with asyncio.timeout(seconds):
            return await _converse(process, task, heard)
    except TimeoutError:
        return None
    finally:
        with suppress(ProcessLookupError):
            process.kill()  # the kernel ends its bots with it
        await process.wait()


async def _converse(
    process: asyncio.subprocess.Process, task: Mapping[str, Any], heard: Heard
) -> int:
    assert process.stdin is not None
    assert process.stdout is not None
    with suppress(ConnectionError):
        process.stdin.write(json.dumps(task).encode() + b"\n")
        await process.stdin.drain()
    process.stdin.close()
    async for line in process.stdout:
        await heard(line.decode("utf-8", "replace").rstrip("\n"))
    return await process.wait()


def environment(settings: Settings, folder: Path) -> dict[str, str]:
    """Ours, with the sandbox as this server's settings have it, and temporary files in a folder."""
    said = ("box_uid", "box_cgroup", "box_memory_mb", "box_cpu_seconds", "trust_boxed_bots")
    values = {name: getattr(settings, name) for name in said}
    folder_of_packages = settings.box_packages_folder
    values["box_packages_folder"] = folder_of_packages and folder_of_packages.absolute()
    told = {
        f"ARENA_{name.upper()}": str(value) for name, value in values.items() if value is not None
    }
    return {**os.environ, **told, "TMPDIR": str(folder)}
