"""The double-six set: a domino is a number from 0 to 27, a hand is a mask of 28 bits."""

from collections.abc import Iterable
from typing import Final

TILES: Final[tuple[str, ...]] = tuple(f"{h}-{low}" for h in range(7) for low in range(h + 1))
"""The dominoes by number: 0-0, 1-0, 1-1, 2-0 ... 6-6."""
INDEX: Final = {text: tile for tile, text in enumerate(TILES)}
HIGH: Final[tuple[int, ...]] = tuple(int(text[0]) for text in TILES)
LOW: Final[tuple[int, ...]] = tuple(int(text[2]) for text in TILES)
COUNT: Final[tuple[int, ...]] = tuple(
    high + low if (high + low) % 5 == 0 else 0 for high, low in zip(HIGH, LOW, strict=True)
)
"""What a domino adds to its trick: its pips where they make five or ten."""
ALL: Final = (1 << len(TILES)) - 1
HAND: Final = 7
SEATS: Final = 4


def mask(tiles: Iterable[int]) -> int:
    """The set of these dominoes."""
    return sum(1 << tile for tile in tiles)


def members(hand: int) -> list[int]:
    """The dominoes of a set, low ones first."""
    return [tile for tile in range(len(TILES)) if hand >> tile & 1]


def names(hand: int) -> list[str]:
    """The dominoes of a set as text, low ones first."""
    return [TILES[tile] for tile in members(hand)]


DOUBLES: Final = mask(tile for tile in range(len(TILES)) if HIGH[tile] == LOW[tile])
WITH_PIP: Final[tuple[int, ...]] = tuple(
    mask(tile for tile in range(len(TILES)) if pip in (HIGH[tile], LOW[tile])) for pip in range(7)
)
