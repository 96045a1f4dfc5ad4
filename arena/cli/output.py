"""Where output goes: plain lines, styled at a terminal only, JSON lines on demand."""

import json
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from arena.errors import ArenaError


class OutputClosedError(ArenaError):
    """The reader of our output has closed the pipe."""


def say(text: str = "", *, style: str = "") -> None:
    """One line to stdout."""
    try:
        if style and sys.stdout.isatty():
            from rich.console import Console

            Console(highlight=False).print(text, style=style, markup=False, soft_wrap=True)
        else:
            sys.stdout.write(f"{text}\n")
    except BrokenPipeError:
        raise OutputClosedError("output closed") from None


def say_json(row: Mapping[str, Any]) -> None:
    """One object on one line to stdout."""
    say(json.dumps(row, separators=(",", ":"), ensure_ascii=False))


def say_columns(rows: Sequence[Sequence[str]]) -> None:
    """Rows under a heading, columns aligned, no trailing blanks."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for number, row in enumerate(rows):
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=True)]
        say("  ".join(cells).rstrip(), style="" if number else "bold")


def remark(text: str) -> None:
    """One line to stderr, for people."""
    sys.stderr.write(f"{text}\n")
