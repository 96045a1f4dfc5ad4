"""What a concealed hand waits for, what would help it, and every way to read it when complete."""

from collections.abc import Sequence
from functools import lru_cache

from engine.mahjong.shapes import (
    COMPLETE,
    NEAR,
    PLACE,
    SUIT,
    Distance,
    Keys,
    Shapes,
    keys_of,
)
from engine.mahjong.tiles import KINDS, YAOCHU


def helpers(distance: Distance, counts: Sequence[int], keys: Keys, need: int, goal: int) -> int:
    """The kinds, as a mask, that bring the hand to this distance or nearer."""
    mask = 0
    for kind in range(KINDS):
        if counts[kind] > 3 or not _may_help(counts, kind, need):
            continue
        added = list(keys)
        added[SUIT[kind]] += PLACE[kind]
        if distance(added[0], added[1], added[2], added[3], need) <= goal:
            mask |= 1 << kind
    return mask


def _may_help(counts: Sequence[int], kind: int, need: int) -> bool:
    for other in NEAR[kind]:
        if counts[other]:
            return True
    return need > 3


def waits(shapes: Shapes, counts: Sequence[int], keys: Keys, need: int) -> int:
    """The kinds that complete a tenpai hand, as a mask."""
    return shapes.nearer_any(counts, keys, need, COMPLETE)


def useful(shapes: Shapes, counts: Sequence[int], need: int) -> tuple[int, int]:
    """受け入れ ukeire: the distance of a hand and the kinds that shorten it, as a mask."""
    keys = keys_of(counts)
    now = shapes.nearest(*keys, need)
    return now, shapes.nearer_any(counts, keys, need, now - 1)


def kinds_in(mask: int) -> list[int]:
    """The kinds of a mask in order."""
    return [kind for kind in range(KINDS) if mask >> kind & 1]


Sets = tuple[tuple[int, bool], ...]
"""Sets of a reading: lowest kind and whether it is a run."""
Cut = tuple[Sets, int]
"""The sets of a part and its pair's kind, -1 without one."""


def decompositions(counts: Sequence[int]) -> list[Cut]:
    """Every way to cut these tiles into sets and one pair; empty if there is none."""
    readings: list[Cut] = [((), -1)]
    for suit in range(4):
        first = suit * 9
        part = cuts(tuple(counts[first : first + 9]), runs=suit < 3)
        readings = [
            (sets + tuple((first + low, run) for low, run in more), _pair(pair, own, first))
            for sets, pair in readings
            for more, own in part
            if pair < 0 or own < 0
        ]
    return [reading for reading in readings if reading[1] >= 0]


def _pair(pair: int, own: int, first: int) -> int:
    return first + own if own >= 0 else pair


@lru_cache(maxsize=20_000)
def cuts(counts: tuple[int, ...], *, runs: bool) -> tuple[Cut, ...]:
    """Every way to cut one suit into sets and at most one pair, each once."""
    found: list[Cut] = []
    _cut(list(counts), 0, [], -1, found, runs=runs)
    return tuple(dict.fromkeys((tuple(sorted(sets)), pair) for sets, pair in found))


def _cut(
    left: list[int],
    kind: int,
    sets: list[tuple[int, bool]],
    pair: int,
    found: list[Cut],
    *,
    runs: bool,
) -> None:
    while kind < len(left) and not left[kind]:
        kind += 1
    if kind == len(left):
        found.append((tuple(sets), pair))
        return
    if left[kind] >= 3:
        left[kind] -= 3
        _cut(left, kind, [*sets, (kind, False)], pair, found, runs=runs)
        left[kind] += 3
    if left[kind] >= 2 and pair < 0:
        left[kind] -= 2
        _cut(left, kind, sets, kind, found, runs=runs)
        left[kind] += 2
    if runs and kind < 7 and left[kind + 1] and left[kind + 2]:
        for place in (kind, kind + 1, kind + 2):
            left[place] -= 1
        _cut(left, kind, [*sets, (kind, True)], pair, found, runs=runs)
        for place in (kind, kind + 1, kind + 2):
            left[place] += 1


def is_seven_pairs(counts: Sequence[int]) -> bool:
    """Whether these are seven different pairs."""
    return sum([count == 2 for count in counts]) == 7


def is_orphans(counts: Sequence[int]) -> bool:
    """Whether every yaochu is there, one of them twice, and nothing else."""
    return (
        min([counts[kind] for kind in YAOCHU]) > 0
        and sum([counts[kind] for kind in YAOCHU]) == sum(counts) == 14
    )


def kind_mask(counts: Sequence[int]) -> int:
    """The kinds that are there at all, as a mask."""
    mask = 0
    for kind, count in enumerate(counts):
        if count:
            mask |= 1 << kind
    return mask
