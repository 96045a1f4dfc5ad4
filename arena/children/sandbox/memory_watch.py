"""A watch over the memory of a boxed program, where no cgroup bounds it.

RLIMIT_DATA counts what can be written. Memory that was written and then made read-only is held, but
not counted, and no filter can tell this from what loaders and compilers do.
"""

import asyncio
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from arena.children.process import Child


SECONDS: Final = 0.25
"""Between two looks; until the next one the limit of addresses holds."""
MIB: Final = 1024 * 1024
PAGE: Final = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


async def watch_memory(child: "Child", most_mb: int, *, bridged: bool = False) -> None:
    """Stop a child that holds more memory than it may; a bridge before it does not count."""
    while child.process.returncode is None:
        bridge = own_pages(child.process.pid) * PAGE // MIB if bridged else 0
        if held_mb(child.process.pid) - bridge > most_mb:
            child.stop(f"used over {most_mb} MiB of memory")
            return
        await asyncio.sleep(SECONDS)


def held_mb(pid: int) -> int:
    """The memory in MiB that a process and those it started have for themselves."""
    return sum(map(own_pages, with_descendants(pid))) * PAGE // MIB


def own_pages(pid: int) -> int:
    """The resident pages of a process that belong to no file; 0 if it has ended."""
    with suppress(OSError, ValueError):
        _, resident, of_files = Path(f"/proc/{pid}/statm").read_text().split()[:3]
        return int(resident) - int(of_files)
    return 0


def with_descendants(pid: int) -> Iterator[int]:
    """A process and everything it started: bubblewrap starts the bot as its grandchild."""
    yield pid
    with suppress(OSError):
        for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
            yield from with_descendants(int(child))
