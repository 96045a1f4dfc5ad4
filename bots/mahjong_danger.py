"""What a tile and a pond say about waits, at any mahjong."""

from collections.abc import Container, Sequence
from math import exp

Row = tuple[float, ...]
"""What speaks for something, each in its place; or the weights of that."""


def dot(weights: Row, row: Row) -> float:
    """The sum of what speaks for something, each by its weight."""
    return sum([weight * value for weight, value in zip(weights, row, strict=True)])


def logistic(odds: float) -> float:
    """A chance from the logarithm of its odds."""
    return 1 / (1 + exp(-odds))


def runs_around(kind: int, unseen: Sequence[int]) -> tuple[int, int]:
    """How many pairs of unseen tiles wait for a kind with two open ends, and with one."""
    place = kind % 9
    first = kind - place
    left = [0, 0, *unseen[first : first + 9], 0, 0]
    below = left[place] * left[place + 1]
    above = left[place + 3] * left[place + 4]
    between = left[place + 1] * left[place + 3]
    two_sided = below * (place > 2) + above * (place < 6)
    one_sided = between + below * (place == 2) + above * (place == 6)
    return two_sided, one_sided


def in_line(kind: int, discarded: Container[int]) -> int:
    """Of the two open runs that wait for a kind, those that cannot be or wait for a discard."""
    place = kind % 9
    low = place < 3 or kind - 3 in discarded
    high = place > 5 or kind + 3 in discarded
    return low + high
