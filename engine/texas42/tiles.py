"""The double-six set: a domino is a number from 0 to 27, a hand is a mask of 28 bits."""

from collections.abc import Iterable, Sequence
from typing import Final, Generic, TypeVar

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


T = TypeVar("T")
BIT: Final[tuple[int, ...]] = tuple(1 << tile for tile in range(len(TILES)))


class Picker(Generic[T]):
    """Picks the things of a set of dominoes by four look-ups, one for each quarter of the set."""

    __slots__ = ("_first", "_fourth", "_second", "_third")

    def __init__(self, things: Sequence[T]) -> None:
        self._first, self._second, self._third, self._fourth = [
            [
                tuple(things[start + bit] for bit in range(7) if part >> bit & 1)
                for part in range(128)
            ]
            for start in (0, 7, 14, 21)
        ]

    def __call__(self, hand: int) -> tuple[T, ...]:
        """What belongs to the dominoes of this set, low ones first."""
        return (
            self._first[hand & 127]
            + self._second[hand >> 7 & 127]
            + self._third[hand >> 14 & 127]
            + self._fourth[hand >> 21]
        )


members: Final = Picker(range(len(TILES)))
"""The dominoes of a set, low ones first."""
texts: Final = Picker(TILES)
"""The same as text."""


def mask(tiles: Iterable[int]) -> int:
    """The set of these dominoes, which are different."""
    return sum([BIT[tile] for tile in tiles])


def names(hand: int) -> list[str]:
    """The dominoes of a set as a list of text, low ones first."""
    return list(texts(hand))


DOUBLES: Final = mask(tile for tile in range(len(TILES)) if HIGH[tile] == LOW[tile])
WITH_PIP: Final[tuple[int, ...]] = tuple(
    mask(tile for tile in range(len(TILES)) if pip in (HIGH[tile], LOW[tile])) for pip in range(7)
)
