"""Files that hold secrets: only their owner may read them."""

import os
from pathlib import Path
from typing import Final

OWNER_ONLY: Final = 0o600


def make_private(file: Path) -> None:
    """Create a file for its owner alone; one that is there keeps its mode.

    Made before anybody writes to it: a file is open to others until its mode is changed.
    """
    try:
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWNER_ONLY))
    except OSError:
        return  # it is there, or cannot be made: whoever opens it next says why
