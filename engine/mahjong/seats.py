"""The four seats of a table: who follows whom, and one player exchanged for another."""

from typing import Final, TypeVar

P = TypeVar("P")

SEATS: Final = range(4)
ORDER: Final = tuple(tuple((seat + step) % 4 for step in (1, 2, 3)) for seat in range(4))
"""By seat, the other three in the order of their turns after it."""


def with_player(players: tuple[P, ...], seat: int, player: P) -> tuple[P, ...]:
    """The players with one of them exchanged; written out, since every step does it."""
    a, b, c, d = players
    if seat == 0:
        return (player, b, c, d)
    if seat == 1:
        return (a, player, c, d)
    if seat == 2:
        return (a, b, player, d)
    return (a, b, c, player)
