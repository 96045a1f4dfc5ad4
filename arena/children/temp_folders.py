"""Temporary folders that a process killed on the spot does not leave for ever.

Each is locked by its owner. The system takes the lock away with the process, however that ends, so
whoever can lock a folder may remove it: nobody uses it any more.
"""

import atexit
import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Final

try:
    import fcntl
except ImportError:  # Windows: folders are removed by their owners alone
    fcntl = None  # type: ignore[assignment]  # the module is there, or nothing

PREFIX: Final = "table-arena-scratch-"
BEING_MADE: Final = "table-arena-new-"
"""Until it is locked, a folder has another name: nobody shall take it for an abandoned one."""
_own: Final[dict[Path, int | None]] = {}
"""The folders of this process, each with the descriptor that holds its lock."""


def make_folder(what: str) -> Path:
    """A folder of our own, closed to others."""
    fresh = Path(tempfile.mkdtemp(prefix=BEING_MADE))
    lock = _locked(fresh)
    folder = fresh.rename(fresh.with_name(f"{PREFIX}{what}-{fresh.name.removeprefix(BEING_MADE)}"))
    _own[folder] = lock
    return folder


def remove_folder(folder: Path) -> None:
    """Take a folder of our own away again."""
    shutil.rmtree(folder, ignore_errors=True)
    lock = _own.pop(folder, None)
    if lock is not None:
        os.close(lock)


@atexit.register
def remove_own() -> None:
    """Take away what is left at the end, as of a bot that was being started."""
    for folder in list(_own):
        remove_folder(folder)


def clear_abandoned() -> int:
    """Remove what processes left here that are gone; how many folders these were."""
    cleared = 0
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        lock = _locked(folder)
        if lock is not None:
            shutil.rmtree(folder, ignore_errors=True)
            os.close(lock)
            cleared += 1
    return cleared


def _locked(folder: Path) -> int | None:
    """The descriptor of a folder that is now locked by us; None if it cannot be."""
    if fcntl is None:
        return None
    with suppress(OSError):  # gone meanwhile, or another user's
        lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(lock)
        else:
            return lock
    return None
