"""Make the shape tables: `python -m engine.mahjong.generate` writes shapes4.bin and shapes5.bin.

For each content of a suit the vector "fewest missing tiles for m melds, without and with a
pair" is found, m from 0 to the melds of a hand. Few vectors differ, so a suit's content leads to
a small number; two numbers lead to the number of their combination, and two of these to the
distance of the hand.
"""

import sys
from array import array
from collections.abc import Iterable, Iterator
from itertools import combinations_with_replacement, pairwise
from pathlib import Path
from zlib import compress

Vector = tuple[int, ...]
"""Missing tiles: [m] without a pair, [melds + 1 + m] with one."""
FAR = 99


def runs_and_triplets(kinds: int) -> list[Vector]:
    """Every meld of a suit (nine kinds) or of the honours (seven) as counts."""
    melds = [tuple(3 * (k == i) for k in range(kinds)) for i in range(kinds)]
    if kinds == 9:
        melds += [tuple(int(i <= k < i + 3) for k in range(9)) for i in range(7)]
    return melds


def key(counts: Iterable[int]) -> int:
    """Counts as a base-5 number, the lowest kind in the lowest place."""
    number = 0
    for count in reversed(tuple(counts)):
        number = number * 5 + count
    return number


class Vectors:
    """Vectors by number, and operations on them that are computed once per pair of numbers."""

    def __init__(self) -> None:
        self.all: list[Vector] = []
        self._numbers: dict[Vector, int] = {}
        self._nearer: dict[tuple[int, int], int] = {}

    def number(self, vector: Vector) -> int:
        """The number of a vector; equal vectors share one."""
        if vector not in self._numbers:
            self._numbers[vector] = len(self.all)
            self.all.append(vector)
        return self._numbers[vector]

    def nearer(self, one: int, other: int) -> int:
        """The smaller of both, place by place."""
        if one == other:
            return one
        if (one, other) not in self._nearer:
            pairs = zip(self.all[one], self.all[other], strict=True)
            self._nearer[one, other] = self.number(tuple(min(a, b) for a, b in pairs))
        return self._nearer[one, other]


def targets(kinds: int, melds: int) -> Iterator[tuple[Vector, int, bool]]:
    """Every content made of up to so many melds, with or without a pair: counts, m, pair."""
    pairs = [tuple(2 * (k == i) for k in range(kinds)) for i in range(kinds)]
    for count in range(melds + 1):
        for chosen in combinations_with_replacement(runs_and_triplets(kinds), count):
            base = tuple(map(sum, zip(*chosen, strict=True))) if chosen else (0,) * kinds
            if max(base) > 4:
                continue
            yield base, count, False
            for pair in pairs:
                whole = tuple(a + b for a, b in zip(base, pair, strict=True))
                if max(whole) <= 4:
                    yield whole, count, True


def missing_vectors(kinds: int, melds: int) -> tuple[dict[int, int], Vectors]:
    """The vector of each content that fits in a hand, as {key: number}."""
    vectors = Vectors()
    places = [5**k for k in range(kinds)]
    size = 3 * melds + 2
    levels: list[dict[int, int]] = [{} for _ in range(size + 1)]
    for counts, m, pair in targets(kinds, melds):
        reached = [FAR] * (2 * melds + 2)
        reached[m + (melds + 1) * pair] = 0
        level = levels[sum(counts)]
        number = key(counts)
        own = vectors.number(tuple(reached))
        level[number] = vectors.nearer(level[number], own) if number in level else own
    _remove_tiles(levels, vectors, places)
    _add_tiles(levels, vectors, places)
    return {number: vector for level in levels for number, vector in level.items()}, vectors


def _remove_tiles(levels: list[dict[int, int]], vectors: Vectors, places: list[int]) -> None:
    """Downwards: a part of a target misses one tile more than the part above it."""

    def further(number: int) -> int:
        return vectors.number(tuple(min(value + 1, FAR) for value in vectors.all[number]))

    for above, below in zip(levels[:0:-1], levels[-2::-1], strict=True):
        for number, vector in above.items():
            one_more = further(vector)
            for place in places:
                if number // place % 5:
                    part = number - place
                    known = below.get(part)
                    below[part] = one_more if known is None else vectors.nearer(known, one_more)


def _add_tiles(levels: list[dict[int, int]], vectors: Vectors, places: list[int]) -> None:
    """Upwards: a tile that is of no use leaves the distance as it was."""
    for below, above in pairwise(levels):
        for number, vector in below.items():
            for place in places:
                if number // place % 5 < 4:
                    more = number + place
                    known = above.get(more)
                    above[more] = vector if known is None else vectors.nearer(known, vector)


def combine(one: Vector, other: Vector, melds: int) -> Vector:
    """The vector of two parts of a hand taken together."""
    width = melds + 1
    plain = [min(one[i] + other[m - i] for i in range(m + 1)) for m in range(width)]
    paired = [
        min(min(one[i] + other[width + m - i], one[width + i] + other[m - i]) for i in range(m + 1))
        for m in range(width)
    ]
    return tuple(plain + paired)


def distance(one: Vector, other: Vector, need: int, melds: int) -> int:
    """Missing tiles of the whole hand, less one: 0 is tenpai, -1 complete."""
    return combine(one, other, melds)[melds + 1 + need] - 1


def renumber(table: dict[int, int], vectors: Vectors) -> tuple[dict[int, int], list[Vector]]:
    """Only the vectors in use, numbered in order of their values."""
    used = sorted({vectors.all[number] for number in table.values()})
    order = {vector: number for number, vector in enumerate(used)}
    return {k: order[vectors.all[number]] for k, number in table.items()}, used


def generate(melds: int) -> bytes:
    """The uncompressed content of a table file; `Shapes` reads its parts in this order."""
    suit_table, suits = renumber(*missing_vectors(9, melds))
    honour_table, honours = renumber(*missing_vectors(7, melds))
    two_suits = [combine(a, b, melds) for a in suits for b in suits]
    with_honours = [combine(a, b, melds) for a in suits for b in honours]
    left, right = sorted(set(two_suits)), sorted(set(with_honours))
    left_of = {vector: number for number, vector in enumerate(left)}
    right_of = {vector: number for number, vector in enumerate(right)}
    head = array("H", [melds, len(suits), len(honours), len(left), len(right)])
    suit_bytes, honour_bytes = bytearray(5**9), bytearray(5**7)
    for number, vector in suit_table.items():
        suit_bytes[number] = vector
    for number, vector in honour_table.items():
        honour_bytes[number] = vector
    pairs = array("H", [left_of[v] for v in two_suits] + [right_of[v] for v in with_honours])
    final = bytes(
        distance(a, b, need, melds) + 1 for need in range(melds + 1) for a in left for b in right
    )
    if sys.byteorder == "big":
        head.byteswap()
        pairs.byteswap()
    return head.tobytes() + suit_bytes + honour_bytes + pairs.tobytes() + final


def main() -> None:
    """Write both tables beside this file."""
    for melds in (4, 5):
        path = Path(__file__).with_name(f"shapes{melds}.bin")
        path.write_bytes(compress(generate(melds), 9))


if __name__ == "__main__":
    main()
