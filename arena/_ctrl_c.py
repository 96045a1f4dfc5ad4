"""Ctrl-C and SIGTERM, from the first moment of the `arena` command to its last: one line and the
exit code, no traceback, no process left behind.

Imported before all else, since most of the time before a command does anything goes into imports.
What Python does before it comes to us is out of reach.
"""

import _thread
import os
import signal
import sys
import threading
from typing import Any, Final, NoReturn

INTERRUPTED: Final = 130
"""The exit code after Ctrl-C, as shells have it."""

TERMINATED: Final = 143
"""The exit code after SIGTERM."""

SOON: Final = 0.01
"""Seconds until a Ctrl-C that was lost is told again."""


def is_arena() -> bool:
    """Whether this process is `arena` or `python -m arena.cli`."""
    by_name = os.path.basename(sys.argv[0]) in ("arena", "arena.exe")
    by_module = sys.argv[0] == "-m" and "arena.cli" in sys.orig_argv
    return by_name or by_module


def is_command() -> bool:
    """Whether this process is the command, and Ctrl-C is for us to handle."""
    # A shell lets what it starts in the background ignore Ctrl-C; Python leaves that as it is.
    return is_arena() and signal.getsignal(signal.SIGINT) is signal.default_int_handler


def end(*_: Any) -> NoReturn:
    """End the process here and now; an exception could get lost or changed in the middle."""
    word, code = stopped()
    os.write(2, f"arena: {word}\n".encode())
    os._exit(code)


ARENA: Final = is_arena()  # asked now: Python changes argv before a module begins
COMMAND: Final = is_command()
_terminated: Final[list[int]] = []


def terminate(number: int, _frame: Any) -> None:
    """Treat SIGTERM as Ctrl-C, which commands know how to stop at; remember that it was not."""
    _terminated.append(number)
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # started in the background by a shell
        raise KeyboardInterrupt
    signal.raise_signal(signal.SIGINT)


def stopped() -> tuple[str, int]:
    """Return how a command was stopped, in a word and as its exit code."""
    return ("terminated", TERMINATED) if _terminated else ("interrupted", INTERRUPTED)


def ctrl_c_ends() -> None:
    """From here on Ctrl-C ends the command at once: there is nothing to put in order."""
    if COMMAND:
        signal.signal(signal.SIGINT, end)


def ctrl_c_raises() -> None:
    """From here on Ctrl-C is a KeyboardInterrupt: whoever began something can put it in order."""
    if ARENA:
        signal.signal(signal.SIGTERM, terminate)
    if COMMAND:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        sys.unraisablehook = hear_again


def hear_again(lost: "sys.UnraisableHookArgs") -> None:
    """Python drops what is raised while it clears up an object: there Ctrl-C comes once more."""
    if issubclass(lost.exc_type, KeyboardInterrupt):
        threading.Timer(SOON, interrupt).start()
    else:
        sys.__unraisablehook__(lost)


def interrupt() -> None:
    """Ctrl-C for the main thread; where there are signals a real one, which ends its waiting."""
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
    else:
        _thread.interrupt_main()


ctrl_c_ends()
