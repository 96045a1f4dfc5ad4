"""The operator's log: JSON lines for machines, readable ones at a terminal; aiohttp's too."""

import logging
import sys
from io import TextIOWrapper
from logging.handlers import WatchedFileHandler
from pathlib import Path
from typing import Any

import orjson
import structlog
from structlog.stdlib import ProcessorFormatter
from structlog.tracebacks import ExceptionDictTransformer

from arena.masking import without_secrets
from arena.private_files import make_private
from arena.settings import Settings

SHARED: list[structlog.typing.Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]

TRACEBACKS = structlog.processors.ExceptionRenderer(ExceptionDictTransformer(show_locals=False))
"""Without local variables: they hold tokens and the store's URL."""


def set_up_log(settings: Settings) -> None:
    """Send every log event of this process to stderr, and to a file if there is a `log_dir`."""
    structlog.configure(
        wrapper_class=structlog.stdlib.BoundLogger,
        processors=[
            structlog.stdlib.filter_by_level,
            *SHARED,
            ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=False,
    )
    as_text = settings.log_format == "text" or (
        settings.log_format == "auto" and sys.stderr.isatty()
    )
    handlers: list[logging.Handler] = [logging.StreamHandler()]
    handlers[0].setFormatter(_text() if as_text else _json())
    if settings.log_dir is not None:
        handlers.append(_file(settings.log_dir))
    logging.basicConfig(handlers=handlers, level=settings.log_level.upper(), force=True)
    # It reports each of its parts and steps, which is nothing to an operator.
    logging.getLogger("alembic").setLevel(logging.WARNING)


class PrivateFileHandler(WatchedFileHandler):
    """Writes a file that its owner alone may read, made anew when logrotate has moved it."""

    def _open(self) -> TextIOWrapper:
        make_private(Path(self.baseFilename))
        return super()._open()


def _file(folder: Path) -> logging.Handler:
    folder.mkdir(parents=True, exist_ok=True)
    handler = PrivateFileHandler(folder / "arena.log", encoding="utf-8")
    handler.setFormatter(_json())
    return handler


class MaskingFormatter(ProcessorFormatter):
    """Masks secrets in the finished line: events, errors and what other libraries say."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line without tokens and passwords."""
        return without_secrets(super().format(record))


def _json() -> logging.Formatter:
    return MaskingFormatter(
        foreign_pre_chain=SHARED,
        processors=[
            ProcessorFormatter.remove_processors_meta,
            TRACEBACKS,
            structlog.processors.JSONRenderer(serializer=_dump),
        ],
    )


def _dump(event: Any, **_options: Any) -> str:
    return orjson.dumps(event, default=str).decode()


def _text() -> logging.Formatter:
    return MaskingFormatter(
        foreign_pre_chain=SHARED,
        processors=[
            ProcessorFormatter.remove_processors_meta,
            structlog.dev.ConsoleRenderer(
                colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
            ),
        ],
    )
