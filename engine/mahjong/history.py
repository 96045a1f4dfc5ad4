"""The history of a hand as states keep it: linked, so that a step adds to it without copying."""

from collections.abc import Iterable
from typing import Any

History = tuple[Any, str]
"""What came before (a history or None), then the newest token.

`Any` because a tuple type that contains itself cannot be compiled by mypyc.
"""


def linked(tokens: Iterable[str]) -> History | None:
    """The history of these tokens, oldest first."""
    history: History | None = None
    for token in tokens:
        history = (history, token)
    return history


def tokens_of(history: History | None) -> list[str]:
    """Its tokens, oldest first."""
    tokens = []
    while history is not None:
        history, token = history
        tokens.append(token)
    return tokens[::-1]
