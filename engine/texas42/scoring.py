"""What tricks are worth, when a hand is decided, and what it pays."""

from collections.abc import Iterable
from typing import Final

from engine.texas42.contract import Contract
from engine.texas42.moves import MARK
from engine.texas42.tiles import COUNT, HAND

Pair = tuple[int, int]
"""Something by side: seats 0 and 2, then seats 1 and 3."""
NOTHING: Final[Pair] = (0, 0)


def trick_points(tiles: Iterable[int]) -> int:
    """One for the trick, and the count dominoes in it."""
    return 1 + sum([COUNT[tile] for tile in tiles])


def added(pair: Pair, side: int, amount: int) -> Pair:
    """The pair with so much more for one side."""
    return (pair[0], pair[1] + amount) if side else (pair[0] + amount, pair[1])


def verdict(contract: Contract, points: Pair, taken: Pair) -> bool | None:
    """Whether the contract is made, or None while it can still go either way."""
    side = contract.side
    own, others = taken[side], taken[1 - side]
    if contract.goal == "points":
        if points[side] >= contract.points:
            return True
        return False if points[1 - side] > MARK - contract.points else None
    if contract.goal == "take_all":
        own, others = others, own
    if own:
        return False
    return True if others == HAND else None


def pay(marks: Pair, contract: Contract, *, made: bool) -> Pair:
    """The marks after a hand: the stake goes to the bidders, or to the others if set."""
    return added(marks, contract.side if made else 1 - contract.side, contract.stake)


def is_over(marks: Pair, target: int) -> bool:
    """Whether a side has reached the target."""
    return max(marks) >= target


def by_seat(pair: Pair) -> tuple[int, ...]:
    """A side's number for each of its seats."""
    return (*pair, *pair)
