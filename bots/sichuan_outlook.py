"""How soon a Sichuan hand may win, in each of the ways that pay differently.

A way is a shape (sets, triplets, seven pairs) in all suits or in one. Each has an outlook: its
distance, the tiles that shorten it, and how many there would be after the next one.
"""

from collections.abc import Iterator, Sequence
from typing import Final, Literal

from bots.mahjong_outlook import Foresight, Outlook
from engine.mahjong.shapes import four, keys_of
from engine.mahjong.tiles import KINDS as ALL_KINDS
from engine.sichuan.tiles import KINDS

Shape = Literal["sets", "triplets", "pairs"]
standard: Final = four().standard
ALL_SUITS: Final = -1
ALL_SETS: Final = 4
LEAST: Final = 5
"""Tiles of a suit with which a flush is thought of."""
DEEP: Final = 1
"""The distance up to which the second draw to sets is looked at."""


class Way:
    """A shape that a hand may win with, in all suits or in one, and what it has to hope for."""

    __slots__ = ("name", "outlook", "shape", "suit")

    def __init__(self, shape: Shape, suit: int, outlook: Outlook, *, pure: bool) -> None:
        self.shape = shape
        self.suit = suit
        self.outlook = outlook
        self.name = "flush" if shape == "sets" and suit != ALL_SUITS and not pure else shape
        """Whose chances it has; where a hand has one suit only, any win is a flush."""


class Ways:
    """Finds the ways of the hands of one decision; `copies` tells how likely each kind comes."""

    def __init__(self, copies: Sequence[int]) -> None:
        padded = [*copies[:KINDS], *[0] * (ALL_KINDS - KINDS)]
        self._copies = {ALL_SUITS: padded}
        for suit in range(3):
            self._copies[suit] = within(padded, suit)
        self._foresight = {suit: Foresight(found) for suit, found in self._copies.items()}

    def of(self, counts: Sequence[int], need: int, laid: Sequence[int]) -> Iterator[Way]:
        """Every way of a hand that has just discarded; `laid` are the tiles of its melds."""
        suits = {kind // 9 for kind in range(KINDS) if counts[kind]} | {kind // 9 for kind in laid}
        if len(suits) > 1:
            yield from self._within(counts, need, ALL_SUITS, pure=False)
        for suit in suits:
            own = within(counts, suit)
            if all(kind // 9 == suit for kind in laid) and sum(own) + len(laid) >= LEAST:
                yield from self._within(own, need, suit, pure=len(suits) == 1)

    def _within(self, counts: Sequence[int], need: int, suit: int, *, pure: bool) -> Iterator[Way]:
        keys = keys_of(counts)
        deep = standard(keys[0], keys[1], keys[2], 0, need) <= DEEP
        sets = self._foresight[suit].outlook(counts, keys, need, deep=deep)
        copies = self._copies[suit]
        yield Way("sets", suit, sets, pure=pure)
        yield Way("triplets", suit, triplets(counts, need, copies), pure=pure)
        if need == ALL_SETS:
            yield Way("pairs", suit, pairs(counts, copies), pure=pure)


def within(counts: Sequence[int], suit: int) -> list[int]:
    """The counts of one suit alone."""
    return [own if kind // 9 == suit else 0 for kind, own in enumerate(counts)]


def triplets(counts: Sequence[int], need: int, copies: Sequence[int]) -> Outlook:
    """The outlook to triplets and a pair."""
    sets = min(need, sum([own >= 3 for own in counts]))
    twos = [kind for kind in range(KINDS) if counts[kind] == 2]
    wanted = need - sets + 1
    useful = [copies[kind] for kind in twos] if sets < need else []
    pongs = sum(useful)
    if len(twos) < wanted:
        useful += [copies[kind] for kind in range(KINDS) if counts[kind] == 1]
    far = 2 * need - 2 * sets - min(len(twos), wanted)
    return Outlook(far, sum(useful), pongs if far > 0 else 0, left_after(useful))


def pairs(counts: Sequence[int], copies: Sequence[int]) -> Outlook:
    """The outlook to seven pairs; four alike are two."""
    useful = [copies[kind] for kind in range(KINDS) if counts[kind] % 2]
    return Outlook(6 - sum([own // 2 for own in counts]), sum(useful), 0, left_after(useful))


def left_after(useful: Sequence[int]) -> float:
    """How many tiles still help on average after one that helped, whose kind then does not."""
    total = sum(useful)
    return sum([own * (total - own) for own in useful]) / total if total else 0.0
