"""向聴 shanten: how far a hand is from complete, by table.

A hand is four base-5 keys (m, p, s and honours) and the number of melds it still needs. Every
key leads to the number of its vector of missing tiles, and numbers of the four suits are combined
by look-up; nothing is searched. generate.py makes these tables. For seven pairs and thirteen
orphans every key also leads to a code that tells how many kinds and pairs it has, among all
tiles and among the yaochu; codes are added up.
"""

from array import array
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from sys import byteorder
from typing import Final
from zlib import decompress

from engine.mahjong.tiles import KINDS, YAOCHU

Keys = tuple[int, int, int, int]

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


class Shapes:
    """The tables of hands with so many melds; use `four()` or `five()`."""

    __slots__ = (
        "_final", "_honour", "_honour_special", "_honours", "_left", "_right", "_special",
        "_suit", "_suit_special", "_suits",
    )  # fmt: skip

    def __init__(self, data: bytes) -> None:
        melds, suits, honours, left, right = _numbers(data[:10])
        at = 10
        self._suit = data[at : at + SUIT_KEYS]
        at += SUIT_KEYS
        self._honour = data[at : at + HONOUR_KEYS]
        at += HONOUR_KEYS
        pairs = _numbers(data[at : at + 2 * suits * (suits + honours)])
        at += 2 * suits * (suits + honours)
        size = left * right
        self._suits = suits
        self._honours = honours
        self._suit_special = _special_codes(9, (0, 8))
        self._honour_special = _special_codes(7, range(7))
        self._left = [number * right for number in pairs[: suits * suits]]
        self._right = pairs[suits * suits :].tolist()
        self._final = [
            [value - 1 for value in data[at + need * size : at + (need + 1) * size]]
            for need in range(melds + 1)
        ]
        self._special = _special_distances()

    def standard(self, m: int, p: int, s: int, z: int, need: int) -> int:
        """The distance to so many melds and a pair: -1 complete, 0 tenpai."""
        suit = self._suit
        left = self._left[suit[m] * self._suits + suit[p]]
        return self._final[need][left + self._right[suit[s] * self._honours + self._honour[z]]]

    def nearest(self, m: int, p: int, s: int, z: int, need: int) -> int:
        """The least distance to any complete hand of riichi: standard, pairs or orphans."""
        suit = self._suit
        left = self._left[suit[m] * self._suits + suit[p]]
        right = self._right[suit[s] * self._honours + self._honour[z]]
        standard = self._final[need][left + right]
        if need < 4:
            return standard
        code = self._suit_special
        special = self._special[code[m] + code[p] + code[s] + self._honour_special[z]]
        return special if special < standard else standard

    def nearer(self, counts: Sequence[int], keys: Keys, need: int, goal: int) -> int:
        """The kinds, as a mask, with which `standard` is at this distance or nearer.

        The same as trying one kind after the other, in a fifth of the time.
        """
        suit, honour, final = self._suit, self._honour, self._final[need]
        suits, honours = self._suits, self._honours
        m, p, s, z = keys
        a, b, c, d = suit[m], suit[p], suit[s], honour[z]
        lefts, rights = self._left, self._right
        left, right = lefts[a * suits + b], rights[c * honours + d]
        mask = 0
        for kind in range(KINDS):
            if counts[kind] > 3:
                continue
            if kind < 9:
                at = lefts[suit[m + PLACE[kind]] * suits + b] + right
            elif kind < 18:
                at = lefts[a * suits + suit[p + PLACE[kind]]] + right
            elif kind < 27:
                at = left + rights[suit[s + PLACE[kind]] * honours + d]
            else:
                at = left + rights[c * honours + honour[z + PLACE[kind]]]
            if final[at] <= goal:
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


SEVEN_PAIRS: Final = [_seven_pairs(code) for code in range(256)]
ORPHANS: Final = [_orphans(code) for code in range(256)]


@cache
def _special_distances() -> list[int]:
    return [min(ORPHANS[high], seven) for high in range(128) for seven in SEVEN_PAIRS]


@cache
def four() -> Shapes:
    """Hands of four melds and a pair: riichi and Sichuan."""
    return _load("shapes4.bin")


@cache
def five() -> Shapes:
    """Hands of five melds and a pair: Taiwan."""
    return _load("shapes5.bin")


def _load(name: str) -> Shapes:
    return Shapes(decompress(Path(__file__).with_name(name).read_bytes()))


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
