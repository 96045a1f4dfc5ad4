"""What follows what, and what beats what: a look-up table for each way of playing a hand.

The called set is every domino with the called pip, the doubles, or nothing. Its dominoes belong to
it alone; any other belongs to both of its pips, and leads the higher one.
"""

from functools import cache
from typing import Final, Literal

from engine.texas42.tiles import ALL, DOUBLES, HIGH, LOW, TILES, WITH_PIP, mask

Called = int | Literal["doubles"] | None
Doubles = Literal["high", "low", "own"]
Order = Literal["suit", "near7"]

TRUMP: Final = 16
"""Added to the rank of a called domino that has trump power."""
OFF_SEVEN: Final[tuple[int, ...]] = tuple(
    abs(high + low - 7) for high, low in zip(HIGH, LOW, strict=True)
)
NEAR: Final[tuple[int, ...]] = tuple(
    mask(tile for tile in range(len(TILES)) if OFF_SEVEN[tile] == off) for off in range(8)
)
"""The dominoes whose pips are so far from seven."""


class Suits:
    """By led domino: the mask of what follows it, and the strength of everything played to it.

    A strength of 0 never wins; of two, the greater wins, and of equals the earlier.
    """

    __slots__ = ("called", "follow", "near", "strength")

    called: int
    follow: tuple[int, ...]
    strength: tuple[tuple[int, ...], ...]
    near: bool

    def legal(self, hand: int, lead: int) -> int:
        """What of this hand may be played to a led domino, or led (`lead` is -1)."""
        if self.near:
            return next(hand & tiles for tiles in NEAR if hand & tiles)
        if lead < 0:
            return hand
        return hand & self.follow[lead] or hand

    def excluded(self, tile: int, lead: int) -> int:
        """What a hand from which this domino was played to this lead cannot have held."""
        if self.near:
            return sum(NEAR[: OFF_SEVEN[tile]])
        if lead < 0 or self.follow[lead] >> tile & 1:
            return 0
        return self.follow[lead]


@cache
def suits(called: Called, doubles: Doubles, order: Order, *, power: bool) -> Suits:
    """The table of one way of playing; made once."""
    table = Suits()
    table.called = called_set(called)
    table.near = order == "near7"
    tiles = range(len(TILES))
    table.follow = tuple(_follow(table.called, lead) for lead in tiles)
    if table.near:
        row = tuple(8 - off for off in OFF_SEVEN)
        table.strength = (row,) * len(TILES)
        return table
    trumps = table.called if power else 0
    table.strength = tuple(
        tuple(_strength(table, trumps, lead, tile, doubles) for tile in tiles) for lead in tiles
    )
    return table


def called_set(called: Called) -> int:
    """The dominoes that belong to the called suit alone."""
    if called is None:
        return 0
    return DOUBLES if called == "doubles" else WITH_PIP[called]


def _follow(called: int, lead: int) -> int:
    return called if called >> lead & 1 else WITH_PIP[HIGH[lead]] & ALL & ~called


def _strength(table: Suits, trumps: int, lead: int, tile: int, doubles: Doubles) -> int:
    if trumps >> tile & 1:
        return TRUMP + _rank(tile, table.called, lead, doubles)
    if table.follow[lead] >> tile & 1:
        return _rank(tile, table.called, lead, doubles)
    return 0


def _rank(tile: int, called: int, lead: int, doubles: Doubles) -> int:
    """1 to 9 within its suit: the other pip, and the double above or below all of them."""
    if HIGH[tile] == LOW[tile]:
        if called == DOUBLES:
            return 2 + HIGH[tile]
        return 1 if doubles == "low" else 9
    pip = _called_pip(called) if called >> tile & 1 else HIGH[lead]
    return 2 + (LOW[tile] if HIGH[tile] == pip else HIGH[tile])


def _called_pip(called: int) -> int:
    return WITH_PIP.index(called)
