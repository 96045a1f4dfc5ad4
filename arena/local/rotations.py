"""The turns of a table that seat its players differently."""

from collections.abc import Sequence


def rotations(names: Sequence[str]) -> list[int]:
    """The turns of the table that seat different names: A B A B needs only two."""
    seen: dict[tuple[str, ...], int] = {}
    for turn in range(len(names)):
        seen.setdefault((*names[turn:], *names[:turn]), turn)
    return list(seen.values())
