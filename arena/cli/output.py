"""Where output goes: plain lines, styled at a terminal only, JSON lines on demand."""

import json
import sys
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from shutil import get_terminal_size
from textwrap import wrap
from typing import Any, TextIO

from arena.errors import ArenaError


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
    """One line to stdout; a sentence that is too long for a terminal is broken between words."""
    _write(fitted(text, sys.stdout), style)


def _write(text: str, style: str = "") -> None:
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
    _write(json.dumps(row, separators=(",", ":"), ensure_ascii=False))


def fitted(text: str, stream: TextIO) -> str:
    """Return a sentence in lines that fit a terminal; commands and aligned columns stay whole."""
    width = get_terminal_size().columns
    aligned = text.startswith(" ") or "  " in text or "\n" in text
    if len(text) <= width or aligned or not stream.isatty():
        return text
    return "\n".join(wrap(text, width, break_on_hyphens=False, break_long_words=False))


def say_columns(rows: Sequence[Sequence[str]]) -> None:
    """Rows under a heading, columns aligned, no trailing blanks.

    Where a terminal is too narrow, long cells take several lines, broken between words; if that
    does not suffice, the last columns are left out and named.
    """
    from rich.cells import cell_len, set_cell_size

    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    if sys.stdout.isatty():
        least = [longest_word(column) for column in zip(*rows, strict=True)]
        widths = narrowed(widths, least, get_terminal_size().columns)
    for number, row in enumerate(rows):
        parts = [wrapped(cell, width) for cell, width in zip(row, widths, strict=False)]
        for line in zip_longest(*parts, fillvalue=""):
            cells = [set_cell_size(cell, width) for cell, width in zip(line, widths, strict=True)]
            say("  ".join(cells).rstrip(), style="" if number else "bold")
    if left_out := rows[0][len(widths) :]:
        say(f"(left out at this width: {', '.join(left_out)})")


def longest_word(column: Sequence[str]) -> int:
    """Return the width below which a column would break a word."""
    from rich.cells import cell_len

    return max((cell_len(word) for cell in column for word in cell.split()), default=0)


def narrowed(widths: Sequence[int], least: Sequence[int], most: int) -> list[int]:
    """Return the widths of the columns that fit side by side; those with room give way first."""
    fitting = list(widths)
    while sum(fitting) + 2 * (len(fitting) - 1) > most:
        roomy = [at for at, width in enumerate(fitting) if width > least[at]]
        if roomy:
            fitting[max(roomy, key=lambda at: fitting[at])] -= 1
        elif len(fitting) > 1:
            fitting = list(widths[: len(fitting) - 1])
        else:
            break
    return fitting


def wrapped(cell: str, width: int) -> list[str]:
    """Return a cell in lines of this width, broken between words where there are any."""
    from rich.cells import cell_len

    if cell_len(cell) <= width:
        return [cell]
    return wrap(cell, width, break_on_hyphens=False, break_long_words=False) or [""]


def remark(text: str) -> None:
    """One line to stderr, for people."""
    sys.stderr.write(f"{fitted(text, sys.stderr)}\n")
