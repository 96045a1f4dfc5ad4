"""Who gets a tile that several seats claim."""

from collections.abc import Mapping
from typing import Final

PRIORITY: Final[Mapping[str, int]] = {
    "ron": 3, "hu": 3, "minkan": 2, "pon": 2, "kong": 2, "pong": 2, "chi": 1, "pass": 0,
}  # fmt: skip


def in_turn(source: int, seats: int = 4) -> tuple[int, ...]:
    """The other seats in the order of their turns after this one."""
    return tuple((source + step) % seats for step in range(1, seats))


ORDER: Final = tuple(in_turn(source) for source in range(4))
"""The other three seats of a table of four in turn order."""


def strongest(claims: Mapping[int, str], source: int) -> list[int]:
    """The seats with the highest claim in turn order; empty if everybody passes.

    Only wins can be several: of pon, kan and chi at most one is possible at each height.
    """
    best = 0
    winners: list[int] = []
    for seat in ORDER[source]:
        height = PRIORITY[claims.get(seat, "pass")]
        if height > best:
            best, winners = height, [seat]
        elif height == best and best:
            winners.append(seat)
    return winners
