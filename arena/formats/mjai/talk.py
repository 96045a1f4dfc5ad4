"""Four habits of talking mjai over a pipe.

Every line is answered (`lines`, as the first mjai server had it), only those at which the bot has
something to decide (`turns`, as Mortal does), only those marked `can_act` (`acts`, as akochan's
pipe and Mortal's do), or events come in lists up to the next decision (`batch`, as at mjai.app).
"""

import json
import os
import signal
import subprocess
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final, NoReturn

from arena.formats.mjai.tiles import Line

GOODBYE_SECONDS: Final = 1.0
LINE_LIMIT: Final = 64 * 1024
"""Characters of an answer: a boxed bot must not fill the memory of the bridge outside its box."""
NONE: Final = '{"type":"none"}'
Trace = Callable[[str], None]


def _give_up(reason: str) -> NoReturn:
    """End the bridge, which is of no use without its bot; the house reads the reason."""
    sys.stderr.write(f"{reason}\n")
    sys.exit(1)


def _no_trace(line: str) -> None:
    """What is done with lines that nobody wants to see."""


class Talk(ABC):
    """A conversation with a child: tell it lines, and take its answer to the last of them."""

    def __init__(self, argv: Sequence[str], trace: Trace | None = None) -> None:
        try:
            self._child = subprocess.Popen(
                argv,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                errors="replace",
            )
        except OSError as error:
            _give_up(f"{argv[0]}: {error.strerror}")
        self._trace = trace or _no_trace

    @abstractmethod
    def tell(self, line: Line, *, decides: bool) -> None:
        """Tell what happened; `decides` says that the bot may have something to answer."""

    @abstractmethod
    def answer(self) -> str:
        """The answer to what was told last."""

    def open(self, line: Line) -> None:
        """Tell the first line, which a bot may take long to read: it loads meanwhile."""
        self.tell(line, decides=False)

    def close(self) -> None:
        """Let the child go, and see that it goes."""
        assert self._child.stdin is not None
        try:
            self._child.stdin.close()
            self._child.wait(GOODBYE_SECONDS)
        except (OSError, subprocess.TimeoutExpired):
            self._child.kill()
            self._child.wait()
        assert self._child.stdout is not None
        self._child.stdout.close()

    def kill_all(self) -> None:
        """Kill the child here and now, with all it started where the group is ours, and us."""
        with suppress(OSError):
            self._child.kill()
        if hasattr(os, "killpg") and os.getpgrp() == os.getpid():
            os.killpg(os.getpid(), signal.SIGKILL)

    def _send(self, data: Line | list[Line]) -> None:
        text = json.dumps(data, separators=(",", ":"))
        self._trace(f"<- {text}")
        assert self._child.stdin is not None
        try:
            self._child.stdin.write(f"{text}\n")
            self._child.stdin.flush()
        except OSError:
            self._ended()

    def _read(self) -> str:
        assert self._child.stdout is not None
        line = self._child.stdout.readline(LINE_LIMIT + 1)
        if not line:
            self._ended()
        if len(line) > LINE_LIMIT:
            self._child.kill()
            _give_up(f"the mjai bot wrote a line of over {LINE_LIMIT} characters")
        text = line.strip()
        self._trace(f"-> {text}")
        return text

    def _ended(self) -> NoReturn:
        _give_up(f"the mjai bot ended with code {self._child.wait()}")


class Lines(Talk):
    """Every line is answered, with `none` where there is nothing to do."""

    _answer = NONE

    def tell(self, line: Line, *, decides: bool) -> None:
        """Send a line and read its answer; the last line of all may stay unanswered."""
        self._send(line)
        if line["type"] == "end_game":
            return
        answer = self._read()
        if decides:
            self._answer = answer

    def answer(self) -> str:
        """The answer to the last line that decides anything."""
        return self._answer


class Turns(Talk):
    """Lines are answered only where the bot can do something."""

    def tell(self, line: Line, *, decides: bool) -> None:  # noqa: ARG002
        """Send a line."""
        self._send(line)

    def answer(self) -> str:
        """The next line of the bot."""
        return self._read()


class Acts(Talk):
    """Each line says by `can_act` whether it is to be answered.

    That is known only once the table asks or goes on, so the last line is held until then.
    """

    def __init__(self, argv: Sequence[str], trace: Trace | None = None) -> None:
        super().__init__(argv, trace)
        self._held: Line | None = None

    def tell(self, line: Line, *, decides: bool) -> None:
        """Send the line before, which asked for nothing; hold this one if it may ask."""
        self._let_go()
        if decides:
            self._held = line
        else:
            self._send({**line, "can_act": False})

    def answer(self) -> str:
        """Send the line that was held, and read the answer to it."""
        if self._held is not None:
            held, self._held = self._held, None
            self._send({**held, "can_act": True})
        return self._read()

    def _let_go(self) -> None:
        if self._held is not None:
            held, self._held = self._held, None
            self._send({**held, "can_act": False})


class Batch(Talk):
    """Events are kept until the bot has something to decide, and sent as one list."""

    def __init__(self, argv: Sequence[str], trace: Trace | None = None) -> None:
        super().__init__(argv, trace)
        self._kept: list[Line] = []

    def tell(self, line: Line, *, decides: bool) -> None:  # noqa: ARG002
        """Keep a line; a round's end is sent at once."""
        self._kept.append(line)
        if line["type"] in ("start_game", "end_kyoku"):
            self.answer()
        elif line["type"] == "end_game":
            self._send(self._kept)

    def answer(self) -> str:
        """Send what was kept and read the answer."""
        kept, self._kept = self._kept, []
        self._send(kept)
        return self._read()


TALKS: Final[dict[str, type[Talk]]] = {
    "lines": Lines,
    "turns": Turns,
    "acts": Acts,
    "batch": Batch,
}
