"""What a discard can be claimed for, what a claim forbids, and who gets it of several."""

from collections.abc import Mapping, Sequence
from typing import Final

from engine.mahjong.seats import ORDER

PRIORITY: Final[Mapping[str, int]] = {
    "ron": 3, "hu": 3, "win": 3, "minkan": 2, "pon": 2, "kong": 2, "pong": 2, "chi": 1, "pass": 0,
}  # fmt: skip


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


def is_decided(
    made: Mapping[int, str],
    awaited: Mapping[int, Sequence[str]],
    source: int,
    *,
    several_win: bool,
) -> bool:
    """Whether no claim that is still awaited can change who gets the tile."""
    best = strongest(made, source)
    if not best:
        return False
    height = PRIORITY[made[best[0]]]
    order = ORDER[source]
    for seat, verbs in awaited.items():
        possible = max(PRIORITY[verb] for verb in verbs)
        nearer = order.index(seat) < order.index(best[0])
        if possible > height or (possible == height and (several_win or nearer)):
            return False
    return True


def run_pairs(counts: Sequence[int], kind: int) -> list[tuple[int, int]]:
    """吃 every two kinds of a hand that make a run with this one, lowest first."""
    place = kind % 9
    below = place > 0 and counts[kind - 1]
    above = place < 8 and counts[kind + 1]
    pairs = []
    if below and place > 1 and counts[kind - 2]:
        pairs.append((kind - 2, kind - 1))
    if below and above:
        pairs.append((kind - 1, kind + 1))
    if above and place < 7 and counts[kind + 2]:
        pairs.append((kind + 1, kind + 2))
    return pairs


def swap_kinds(kind: int, run: Sequence[int]) -> int:
    """喰い替え the kinds, as a mask, whose discard would undo a claim of this kind.

    That is the kind itself and, where it was claimed for one end of a run with these two, the
    kind that would fit the other end.
    """
    mask = 1 << kind
    if run:
        low, high = run
        if kind < low and high % 9 < 8:
            mask |= 1 << (high + 1)
        elif kind > high and low % 9 > 0:
            mask |= 1 << (low - 1)
    return mask
