"""Faults of bots in words: crashes, illegal answers, remarks that do not fit."""

import json
import re
from pathlib import Path
from traceback import extract_tb

from arena.match.match import INFO_LIMIT, Fault
from engine.game import Seat

FOLDERS = re.compile(r"(?<![\w.])(?:[A-Za-z]:)?[\\/](?:[^\s'\":\\/]+[\\/])*(?=[^\s'\":\\/])")
"""The folders before a file's name."""


def checked_info(info: object) -> object:
    """A bot's remarks if they are JSON and short enough, else a note that they were not."""
    try:
        size = len(json.dumps(info, ensure_ascii=False).encode())
    except (TypeError, ValueError) as error:
        return {"note": f"left out: {error}"}
    return info if size <= INFO_LIMIT else {"note": f"left out: {size} bytes, over {INFO_LIMIT}"}


def crash(seat: Seat, legal: tuple[str, ...], error: BaseException) -> Fault:
    """The fault of a bot that raised instead of answering."""
    return Fault(seat, "crash", reason(error), legal=legal)


def reason(error: BaseException) -> str:
    """An exception in one line, with the place it came from; folders are left out.

    It is kept in the log of the match, which everybody may read.
    """
    frames = extract_tb(error.__traceback__)
    where = f" ({Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {FOLDERS.sub('', str(error))}{where}"


def illegal(seat: Seat, legal: tuple[str, ...], received: object) -> Fault:
    """The fault of an answer that was not on offer."""
    text = received if isinstance(received, str) else repr(received)
    reason = f"answered {text[:200]!r}; legal were {','.join(legal)}"
    return Fault(seat, "illegal", reason, received=text[:200], legal=legal)
