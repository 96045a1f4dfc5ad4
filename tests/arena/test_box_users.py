"""Each boxed bot is a user of its own to the kernel, where the server can give it one."""

import asyncio
import os
import re
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import pytest

from arena.children.process import Child
from arena.children.sandbox import start
from arena.children.sandbox.layers import probe
from arena.children.sandbox.plan import FIRST_OWN_UID, OWN_UIDS
from arena.plugins.bot_specs import CommandLineSpec, parse_spec
from arena.settings import Settings
from tests.arena.boxes import LAYERS, needs_box
from tests.arena.clients import until

pytestmark = [
    needs_box,
    pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a bot a user of its own"),
]
BOT = """
import sys
print('{"type": "ready"}', flush=True)
sys.stdin.read()
"""
SECONDS = 30.0


def users(pid: int) -> set[int]:
    """The real, effective, saved and file system uid of a process, and the same of its groups."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    rows = re.findall(r"^[UG]id:\s+(.*)$", status, re.MULTILINE)
    return {int(number) for row in rows for number in row.split()}


async def started(file: Path, number: int, settings: Settings, *, bwrap: bool) -> list[set[int]]:
    """The users of so many children of one bot that run at the same time."""
    layers = probe(settings.box_uid)
    if not bwrap:
        layers = replace(layers, bwrap="", user_namespaces=False)
    spec = parse_spec(CommandLineSpec(f"box:{file}"))
    children: list[Child] = []
    try:
        with patch.object(start, "probe", lambda *_: layers):
            children = [await start.start_boxed(spec, settings) for _ in range(number)]
        for child in children:
            await until(lambda child=child: child._said["stdout"] > 0, SECONDS)  # type: ignore[misc]  # bound by its default
        return [users(child.process.pid) for child in children]
    finally:
        await asyncio.gather(*(child.end() for child in children))


@pytest.mark.parametrize("bwrap", [True, False])
async def test_each_bot_is_a_user_whom_no_other_process_has(tmp_path: Path, bwrap: bool) -> None:
    assert not bwrap or LAYERS.bwrap, LAYERS.bwrap_note
    (tmp_path / "bot.py").write_text(BOT, encoding="utf-8")
    found = await started(tmp_path / "bot.py", 3, Settings(), bwrap=bwrap)
    assert [len(each) for each in found] == [1, 1, 1]  # all its ids are the same
    numbers = set[int]().union(*found)
    assert len(numbers) == 3
    assert all(FIRST_OWN_UID <= number < FIRST_OWN_UID + OWN_UIDS for number in numbers)


async def test_bots_share_a_user_where_the_operator_names_one(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(BOT, encoding="utf-8")
    found = await started(tmp_path / "bot.py", 2, Settings(box_uid=65533), bwrap=False)
    assert found == [{65533}, {65533}]
