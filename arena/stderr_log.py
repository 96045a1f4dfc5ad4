"""The log of a command: one line per event on stderr, so that stdout stays clean."""

import logging
import sys
from collections.abc import Mapping
from typing import Any

from arena.masking import without_secrets


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
    import structlog  # only now: most commands log nothing

    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(level),
        processors=[one_line],
        logger_factory=lambda: StderrLogger(),
    )
