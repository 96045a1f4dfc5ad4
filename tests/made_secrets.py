"""Every secret made in this process, and every logged line that shows one."""

import logging
import re
from collections.abc import Callable

import structlog

import arena.hosting.accounts
import arena.store.tokens
import arena.table.seat
from arena.stderr_log import StderrLogger

WORDS = re.compile(r"[A-Za-z0-9_-]{32,}")


class MadeSecrets:
    """Notes secrets as they are made, and looks for them in what is logged."""

    def __init__(self) -> None:
        self._made: set[str] = set()
        self._leaked: list[str] = []

    def watch(self) -> None:
        """Stand between those who make secrets or log lines, and the rest."""
        arena.store.tokens.new_secret = self._noted(arena.store.tokens.new_secret)
        arena.table.seat.token_hex = self._noted(arena.table.seat.token_hex)  # type: ignore[attr-defined]
        arena.hosting.accounts.token_urlsafe = self._noted(arena.hosting.accounts.token_urlsafe)  # type: ignore[attr-defined]
        self._look(structlog.PrintLogger)
        self._look(StderrLogger)
        logged = logging.StreamHandler.format

        def format_(handler: logging.Handler, record: logging.LogRecord) -> str:
            line = logged(handler, record)
            self.look_at(line)
            return line

        logging.StreamHandler.format = format_  # type: ignore[method-assign, assignment]

    def _noted(self, make: Callable[..., str]) -> Callable[..., str]:
        def made(*given: int) -> str:
            secret = make(*given)
            self._made.add(secret)
            return secret

        return made

    def _look(self, logger: type) -> None:
        says = logger.msg  # type: ignore[attr-defined]

        def msg(this: object, message: str) -> None:
            self.look_at(message)
            says(this, message)

        for name in ("msg", "log", "debug", "info", "warning", "error", "critical", "exception"):
            setattr(logger, name, msg)

    def look_at(self, line: str) -> None:
        """Note a line that shows a secret."""
        if self._made.intersection(WORDS.findall(line)):
            self._leaked.append(line)

    def leaked(self) -> list[str]:
        """The lines that showed a secret since the last time."""
        found, self._leaked = self._leaked, []
        return found


SECRETS = MadeSecrets()
