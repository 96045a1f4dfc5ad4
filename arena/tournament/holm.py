"""Many comparisons at once: which of them remain when all of them were looked at."""

from collections.abc import Hashable, Mapping
from typing import Final, TypeVar

LEVEL: Final = 0.05
"""The likelihood that a field without any difference shows at least one."""

Key = TypeVar("Key", bound=Hashable)


def holm(chances: Mapping[Key, float], level: float = LEVEL) -> list[Key]:
    """Return the keys whose effect remains, the surest first.

    `chances` are two-sided: how likely chance alone makes an effect at least as large.
    """
    found = []
    for number, key in enumerate(sorted(chances, key=lambda key: chances[key])):
        if chances[key] > level / (len(chances) - number):
            break
        found.append(key)
    return found
