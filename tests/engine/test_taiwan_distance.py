"""The distance to ready against a bounded search for the complete hand that misses least."""

from collections.abc import Callable, Iterator
from random import Random

import pytest

from engine.mahjong.shapes import five, keys_of
from engine.mahjong.tiles import count_kinds
from engine.taiwan.hand import waits
from engine.taiwan.tiles import names_of

SETS = [(kind, kind, kind) for kind in range(34)]
SETS += [(low, low + 1, low + 2) for low in range(27) if low % 9 < 7]
BOUND = 3
"""Missing tiles up to which the search looks; of hands further away it only says so."""
HANDS, PARTS = 2000, 4


class Search:
    """By definition: the fewest tiles missing to so many sets and a pair, up to a bound."""

    def __init__(self, counts: bytes, bound: int = BOUND) -> None:
        self.counts = counts
        self.wanted = [0] * 34
        self.best = bound + 1
        self.least = [
            sum(n > counts[k] for k, n in enumerate(count_kinds(chosen))) for chosen in SETS
        ]
        """Kinds that each set lacks at least, whatever else is wanted."""

    def missing(self, need: int) -> int:
        """The fewest missing tiles, or one more than the bound."""
        for pair in range(34):
            self.wanted[pair] = 2
            self.add_sets(max(0, 2 - self.counts[pair]), need, 0)
            self.wanted[pair] = 0
        return self.best

    def add_sets(self, missing: int, need: int, first: int) -> None:
        """Try every way to add so many sets, from `first` on, that could be better."""
        if missing >= self.best or need == 0:
            self.best = min(self.best, missing)
            return
        for index in range(first, len(SETS)):
            if missing + self.least[index] < self.best:
                more = 0
                for kind in SETS[index]:
                    self.wanted[kind] += 1
                    more += self.wanted[kind] > self.counts[kind]
                if max([self.wanted[kind] for kind in SETS[index]]) <= 4:
                    self.add_sets(missing + more, need - 1, index)
                for kind in SETS[index]:
                    self.wanted[kind] -= 1


def hands(rng: Random, number: int) -> Iterator[bytes]:
    """Hands of 16 or 17 tiles: complete ones with some tiles exchanged, and some at random."""
    made = 0
    while made < number:
        tiles = [tile // 4 for tile in rng.sample(range(136), 17)]
        if made % 8:
            sets = [rng.choice(SETS) for _ in range(5)]
            pair = rng.randrange(34)
            tiles = [kind for chosen in sets for kind in chosen] + [pair, pair]
            for place in rng.sample(range(17), rng.randrange(4)):
                tiles[place] = rng.randrange(34)
        hand = count_kinds(tiles[-16 - made % 2 :])
        if max(hand) <= 4:
            made += 1
            yield hand


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_distances_are_those_of_a_bounded_search(part: int, tries: Callable[[int], int]) -> None:
    found: dict[int, int] = {}
    for counts in hands(Random(part), tries(HANDS // PARTS)):
        distance = five().standard(*keys_of(counts), 5)
        assert min(distance, BOUND) == Search(counts).missing(5) - 1, counts
        found[distance] = found.get(distance, 0) + 1
    assert all(found.get(distance, 0) > tries(10) for distance in range(-1, 4))


def test_waits_are_the_kinds_that_complete_the_hand() -> None:
    ready = 0
    for counts in hands(Random(9), 120):
        if sum(counts) == 17:
            continue
        complete = [kind for kind in range(34) if counts[kind] < 4 and completes(counts, kind)]
        mask = waits(counts, keys_of(counts), (), migi=False)
        assert mask == sum(1 << kind for kind in complete), names_of(mask)
        ready += bool(complete)
    assert ready > 10


def completes(counts: bytes, kind: int) -> bool:
    """Whether nothing is missing any more with this kind."""
    more = bytearray(counts)
    more[kind] += 1
    return Search(bytes(more), bound=0).missing(5) == 0
