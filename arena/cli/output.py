"""Where output goes: plain lines, styled at a terminal only, JSON lines on demand."""

import json
import sys
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from shutil import get_terminal_size
from textwrap import wrap
from typing import Any, TextIO

from arena.errors import ArenaError

NARROWEST = 6
"""Columns are never made narrower than this."""


class OutputClosedError(ArenaError):
    """The reader of our output has closed the pipe."""


_kept: TextIO | None = None
"""Where JSON goes while what bots print goes to stderr."""


def keep_stdout() -> None:
    """From here on `say` alone writes to stdout; what bots print goes to stderr."""
    global _kept
    _kept, sys.stdout = sys.stdout, sys.stderr


def give_stdout_back() -> None:
    """Undo `keep_stdout`, if it was called."""
    global _kept
    if _kept is not None:
        sys.stdout, _kept = _kept, None


def say(text: str = "", *, style: str = "") -> None:
    """One line to stdout."""
    try:
        if style and sys.stdout.isatty():
            from rich.console import Console

            Console(highlight=False).print(text, style=style, markup=False, soft_wrap=True)
        else:
            (_kept or sys.stdout).write(f"{text}\n")
    except BrokenPipeError:
        raise OutputClosedError("output closed") from None


def say_json(row: Mapping[str, Any]) -> None:
    """One object on one line to stdout."""
    say(json.dumps(row, separators=(",", ":"), ensure_ascii=False))


def say_columns(rows: Sequence[Sequence[str]]) -> None:
    """Rows under a heading, columns aligned, no trailing blanks.

    Where a terminal is too narrow, the columns get narrower and long cells take several lines.
    """
    from rich.cells import cell_len, set_cell_size

    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    if sys.stdout.isatty():
        widths = narrowed(widths, get_terminal_size().columns)
    for number, row in enumerate(rows):
        parts = [wrapped(cell, width) for cell, width in zip(row, widths, strict=True)]
        for line in zip_longest(*parts, fillvalue=""):
            cells = [set_cell_size(cell, width) for cell, width in zip(line, widths, strict=True)]
            say("  ".join(cells).rstrip(), style="" if number else "bold")


def narrowed(widths: Sequence[int], most: int) -> list[int]:
    """Return the widths of columns that fit side by side: the widest give way."""
    fitting = list(widths)
    while sum(fitting) + 2 * (len(fitting) - 1) > most and max(fitting) > NARROWEST:
        fitting[fitting.index(max(fitting))] -= 1
    return fitting


def wrapped(cell: str, width: int) -> list[str]:
    """Return a cell in lines of this width, broken between words where there are any."""
    from rich.cells import cell_len

    if cell_len(cell) <= width:
        return [cell]
    return wrap(cell, width, break_on_hyphens=False) or [""]


def remark(text: str) -> None:
    """One line to stderr, for people."""
    sys.stderr.write(f"{text}\n")
