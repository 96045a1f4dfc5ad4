"""向聴 shanten: how far a hand is from complete, by table.

A hand is four base-5 keys (m, p, s and honours) and the number of melds it still needs. Every
key leads to the number of its vector of missing tiles, and numbers of the four suits are combined
by look-up; nothing is searched. generate.py makes these tables. For seven pairs and thirteen
orphans every key also leads to a code that tells how many kinds and pairs it has, among all
tiles and among the yaochu; codes are added up.
"""

from array import array
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from sys import byteorder
from typing import Final
from zlib import decompress

from engine import mahjong
from engine.mahjong.tiles import KINDS, YAOCHU

Keys = tuple[int, int, int, int]
Distance = Callable[[int, int, int, int, int], int]
"""A function of four keys and the melds needed, such as `Shapes.nearest`."""

PLACE: Final = tuple(5 ** (kind % 9) for kind in range(KINDS))
"""What one tile of a kind adds to the key of its suit."""
SUIT: Final = bytes(kind // 9 for kind in range(KINDS))
"""Which of the four keys a kind belongs to."""
DIGITS: Final = bytes((ord("0") + count) % 256 for count in range(256))
"""Counts to the digits that `int` reads."""
COMPLETE: Final = -1
TENPAI: Final = 0
SUIT_KEYS: Final = 5**9
HONOUR_KEYS: Final = 5**7


def keys_of(counts: Sequence[int]) -> Keys:
    """The four keys of 34 counts."""
    # Counts are base-5 digits: read as one number and cut into suits, all of it in C.
    whole = int(bytes(counts).translate(DIGITS)[::-1], 5)
    rest, first = divmod(whole, SUIT_KEYS)
    rest, second = divmod(rest, SUIT_KEYS)
    honours, third = divmod(rest, SUIT_KEYS)
    return first, second, third, honours


def keys_of_tiles(tiles: list[int]) -> Keys:
    """The four keys of tile ids, 0 to 135."""
    keys = [0, 0, 0, 0]
    for tile in tiles:
        kind = tile // 4
        keys[SUIT[kind]] += PLACE[kind]
    return keys[0], keys[1], keys[2], keys[3]


class Shapes:
    """The tables of hands with so many melds; use `four()` or `five()`."""

    __slots__ = (
        "_final", "_honour", "_honour_special", "_left", "_right", "_special", "_suit",
        "_suit_special", "nearest",
    )  # fmt: skip

    nearest: Distance
    """The least distance to any complete hand of riichi: standard, pairs or orphans."""

    def __init__(self, data: bytes) -> None:
        melds, suits, honours, left, right = _numbers(data[:10])
        at = 10
        self._suit = data[at : at + SUIT_KEYS]
        at += SUIT_KEYS
        self._honour = data[at : at + HONOUR_KEYS]
        at += HONOUR_KEYS
        pairs = tuple(_numbers(data[at : at + 2 * suits * (suits + honours)]))
        at += 2 * suits * (suits + honours)
        values = tuple([value - 1 for value in data[at:]])
        self._left = _rows(pairs[: suits * suits], suits)
        self._right = _rows(pairs[suits * suits :], honours)
        size = left * right
        parts = _rows(values[: (melds + 1) * size], size)
        self._final = tuple([_rows(part, right) for part in parts])
        self._suit_special = _special_codes(9, (0, 8))
        self._honour_special = _special_codes(7, range(7))
        self._special = _special_distances()
        self.nearest = self._make_nearest()

    def standard(self, m: int, p: int, s: int, z: int, need: int) -> int:
        """The distance to so many melds and a pair: -1 complete, 0 tenpai."""
        suit = self._suit
        right = self._right[suit[s]][self._honour[z]]
        return self._final[need][self._left[suit[m]][suit[p]]][right]

    def _make_nearest(self) -> Distance:
        """The function behind `nearest`: its tables at hand, it is a fifth faster."""
        suit, honour = self._suit, self._honour
        lefts, rights, final = self._left, self._right, self._final
        code, honour_code, special = self._suit_special, self._honour_special, self._special

        def nearest(m: int, p: int, s: int, z: int, need: int) -> int:
            standard = final[need][lefts[suit[m]][suit[p]]][rights[suit[s]][honour[z]]]
            if need < 4:
                return standard
            other = special[code[m] + code[p] + code[s] + honour_code[z]]
            return other if other < standard else standard

        return nearest

    def nearer(self, counts: Sequence[int], keys: Keys, need: int, goal: int) -> int:
        """The kinds, as a mask, with which `standard` is at this distance or nearer.

        The same as trying one kind after the other, in a fifth of the time.
        """
        suit, honour, final = self._suit, self._honour, self._final[need]
        m, p, s, z = keys
        a, b, c, d = suit[m], suit[p], suit[s], honour[z]
        lefts, rights = self._left, self._right
        right, row = rights[c][d], final[lefts[a][b]]
        mask = 0
        for kind in range(KINDS):
            if counts[kind] > 3:
                continue
            if kind < 9:
                distance = final[lefts[suit[m + PLACE[kind]]][b]][right]
            elif kind < 18:
                distance = final[lefts[a][suit[p + PLACE[kind]]]][right]
            elif kind < 27:
                distance = row[rights[suit[s + PLACE[kind]]][d]]
            else:
                distance = row[rights[c][honour[z + PLACE[kind]]]]
            if distance <= goal:
                mask |= 1 << kind
        return mask

    def nearer_any(self, counts: Sequence[int], keys: Keys, need: int, goal: int) -> int:
        """The kinds, as a mask, with which `nearest` is at this distance or nearer."""
        mask = self.nearer(counts, keys, need, goal)
        if need < 4 or self._special[self._special_code(*keys)] - 1 > goal:
            return mask
        for kind in range(KINDS):
            if not mask >> kind & 1 and counts[kind] < 4:
                added = list(keys)
                added[SUIT[kind]] += PLACE[kind]
                m, p, s, z = added
                if self._special[self._special_code(m, p, s, z)] <= goal:
                    mask |= 1 << kind
        return mask

    def seven_pairs(self, m: int, p: int, s: int, z: int) -> int:
        """七対子 chiitoitsu: the distance to seven different pairs."""
        return SEVEN_PAIRS[self._special_code(m, p, s, z) & 0xFF]

    def orphans(self, m: int, p: int, s: int, z: int) -> int:
        """国士無双 kokushi: the distance to one of each yaochu and one twice."""
        return ORPHANS[self._special_code(m, p, s, z) >> 8]

    def _special_code(self, m: int, p: int, s: int, z: int) -> int:
        code = self._suit_special
        return code[m] + code[p] + code[s] + self._honour_special[z]


Row = tuple[int, ...]


def _rows(values: Row, width: int) -> tuple[Row, ...]:
    # Tuples of numbers, not lists: the garbage collector does not walk them again and again.
    return tuple([values[at : at + width] for at in range(0, len(values), width)])


def _numbers(data: bytes) -> "array[int]":
    numbers = array("H", data)
    if byteorder == "big":
        numbers.byteswap()
    return numbers


@cache
def _special_codes(kinds: int, yaochu: Sequence[int]) -> "array[int]":
    """For each key: yaochu pairs << 12 | yaochu kinds << 8 | pairs << 4 | kinds."""
    parts = bytearray(2 * 5**kinds)
    low, high = (0, 1) if byteorder == "little" else (1, 0)
    parts[low::2] = _kinds_and_pairs(kinds, range(kinds))
    parts[high::2] = _kinds_and_pairs(kinds, yaochu)
    return array("H", bytes(parts))


def _kinds_and_pairs(kinds: int, counted: Sequence[int]) -> bytes:
    """For each key the pairs << 4 | kinds among the counted ones."""
    table = b"\0"
    for kind in range(kinds):
        if kind not in counted:
            table *= 5
            continue
        single = table.translate(bytes((value + 1) % 256 for value in range(256)))
        paired = table.translate(bytes((value + 17) % 256 for value in range(256)))
        table = table + single + paired * 3
    return table


def _seven_pairs(code: int) -> int:
    pairs, kinds = code >> 4, code & 15
    return 6 - min(pairs, 7) + max(0, 7 - kinds)


def _orphans(code: int) -> int:
    pairs, kinds = code >> 4, code & 15
    return 13 - kinds - (pairs > 0)


SEVEN_PAIRS: Final = tuple([_seven_pairs(code) for code in range(256)])
ORPHANS: Final = tuple([_orphans(code) for code in range(256)])


@cache
def _special_distances() -> Row:
    return tuple([min(ORPHANS[high], seven) for high in range(128) for seven in SEVEN_PAIRS])


@cache
def four() -> Shapes:
    """Hands of four melds and a pair: riichi and Sichuan."""
    return _load("shapes4.bin")


@cache
def five() -> Shapes:
    """Hands of five melds and a pair: Taiwan."""
    return _load("shapes5.bin")


def _load(name: str) -> Shapes:
    # The package's path: a compiled module's own `__file__` depends on what was imported before it.
    folder = Path(mahjong.__path__[0])
    return Shapes(decompress((folder / name).read_bytes()))


NEAR: Final = tuple(
    tuple(
        other
        for other in range(kind - 2, kind + 3)
        if 0 <= other < KINDS and SUIT[other] == SUIT[kind] and (kind < 27 or other == kind)
    )
    for kind in range(KINDS)
)
"""The kinds that can stand in a set with a kind, itself among them."""
YAOCHU_MASK: Final = sum(1 << kind for kind in YAOCHU)
