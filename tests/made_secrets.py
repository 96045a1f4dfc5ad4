"""Every secret made in this process and those it starts, and every logged line that shows one."""

import logging
import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import structlog

import arena.hosting.accounts
import arena.store.tokens
import arena.table.seat
from arena.match.visibility import TOKEN_PREFIX
from arena.stderr_log import StderrLogger

CHILDREN = Path(__file__).parent / "child_processes"
"""What every Python process loads that a test starts: it saves what is looked at here."""
WORDS = re.compile(r"[A-Za-z0-9_-]{32,}")


class MadeSecrets:
    """Notes secrets as they are made, and looks for them in what is logged."""

    def __init__(self) -> None:
        self._made: set[str] = set()
        self._leaked: list[str] = []
        self._folder: Path | None = None
        self._read: dict[Path, int] = {}
        """How much of each file of the child processes was looked at."""

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
        words = WORDS.findall(line)
        # A child process saves a token before its prefix is put to it.
        if self._made.intersection((*words, *(word.removeprefix(TOKEN_PREFIX) for word in words))):
            self._leaked.append(line)

    @contextmanager
    def watch_children(self) -> Iterator[None]:
        """Have child processes save the secrets that they make, and what they write to stderr."""
        before = os.environ.get("PYTHONPATH", "")
        with TemporaryDirectory(prefix="arena-child-logs-") as folder:
            self._folder = Path(folder)
            self._folder.chmod(0o1777)  # a server may become another user
            os.environ["TEST_OF_ARENA_CHILD_LOGS"] = folder
            os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (str(CHILDREN), before)))
            yield
            self._folder = None

    def child_log(self, pid: int) -> str:
        """What a child process has written to stderr."""
        assert self._folder is not None
        return (self._folder / f"{pid}.stderr").read_text(encoding="utf-8")

    def _look_at_children(self) -> None:
        """Look at what child processes wrote since the last time."""
        if self._folder is None:
            return
        for file in self._folder.glob("*.made"):
            self._made.update(self._more_of(file))
        self._look_at_files(self._folder.glob("*.stderr"))

    def _more_of(self, file: Path) -> list[str]:
        """The whole lines that were added to a file."""
        start = self._read.get(file, 0)
        with file.open("rb") as opened:
            opened.seek(start)
            text = opened.read()
        lines, _, _ = text.rpartition(b"\n")
        self._read[file] = start + len(lines) + bool(lines)
        return lines.decode("utf-8", "replace").splitlines()

    def _look_at_files(self, files: Iterable[Path]) -> None:
        """Look at what was added to some logs since the last time."""
        for file in files:
            for line in self._more_of(file):
                self.look_at(line)

    def leaked(self, logs: Iterable[Path] = ()) -> list[str]:
        """The lines that showed a secret since the last time, with those of log files."""
        self._look_at_children()
        self._look_at_files(logs)
        found, self._leaked = self._leaked, []
        return found


SECRETS = MadeSecrets()
