"""Loaded by every Python process that a test starts: saves the secrets it makes and its stderr.

Tests look for the one in the other (tests/made_secrets.py). Sandboxed bots get another environment
and load nothing of this.
"""

import os
import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path

SHORTEST = 16
"""Bytes of a secret; shorter random texts are names, as of a match."""


def save(text: str, kind: str) -> None:
    """Add to this process's file of a kind."""
    with Path(os.environ["TEST_OF_ARENA_CHILD_LOGS"], f"{os.getpid()}.{kind}").open("a") as file:
        file.write(text)


def noted(make: Callable[..., str]) -> Callable[..., str]:
    """Return a maker of random texts whose secrets are saved."""

    @wraps(make)
    def made(nbytes: int | None = None) -> str:
        text = make(nbytes)
        if nbytes is None or nbytes >= SHORTEST:
            save(f"{text}\n", "made")
        return text

    return made


def saved(write: Callable[[str], int]) -> Callable[[str], int]:
    """Return a `write` of stderr whose text is saved too."""

    def written(text: str) -> int:
        save(text, "stderr")
        return write(text)

    return written


if "TEST_OF_ARENA_CHILD_LOGS" in os.environ:
    import secrets

    secrets.token_hex = noted(secrets.token_hex)
    secrets.token_urlsafe = noted(secrets.token_urlsafe)
    if sys.stderr is not None:
        sys.stderr.write = saved(sys.stderr.write)  # type: ignore[method-assign]
