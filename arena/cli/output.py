"""Where output goes: plain lines, styled at a terminal only, JSON lines on demand."""

import json
import logging
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from arena.errors import ArenaError
from arena.masking import without_secrets


class OutputClosedError(ArenaError):
    """Whoever read our output has gone."""


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


def one_line(_logger: Any, level: str, event: Mapping[str, Any]) -> str:
    """A log event for people: what happened, then the facts."""
    told = dict(event)
    what = str(told.pop("event")).replace("_", " ")
    if failure := told.pop("exc_info", None):
        error = failure if isinstance(failure, BaseException) else sys.exc_info()[1]
        told["because"] = f"{type(error).__name__}: {error}"
    facts = ", ".join(f"{key} {value}" for key, value in told.items())
    return without_secrets(f"arena: {level}: {what}: {facts}")


class StderrLogger:
    """Writes to what stderr is at that moment, as a test may have put another in its place."""

    def msg(self, message: str) -> None:
        """One line."""
        sys.stderr.write(f"{message}\n")

    debug = info = warning = error = critical = exception = msg


def log_to_stderr(level: int = logging.WARNING) -> None:
    """Log events go to stderr, one line each, so that stdout stays clean."""
    import structlog

    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(level),
        processors=[one_line],
        logger_factory=lambda: StderrLogger(),
    )
