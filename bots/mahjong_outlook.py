"""How soon a hand may win: its useful tiles, and what there would be after each of them.

Looks two own draws ahead without chance: every tile that helps, weighed by its unseen copies, and
the best discard after it. The tables of five sets serve hands of four as well. Compiled with the
rules, as this is where the time goes.
"""

from collections.abc import Sequence
from typing import Final

from engine.mahjong.shapes import PLACE, SUIT, TENPAI, Keys, Shapes, five
from engine.mahjong.tiles import KINDS

SHAPES: Final[Shapes] = five()


class Outlook:
    """What a hand has to hope for.

    `far` is its distance, `useful` the unseen tiles that shorten it, `pongs` those of them that any
    seat's discard would bring, and `ahead` the useful tiles that there will be on average after the
    next one. `pongs` and `ahead` are 0 for a hand that is ready: a win may come from any seat.
    """

    __slots__ = ("ahead", "far", "pongs", "useful")

    def __init__(self, far: int, useful: int, pongs: int, ahead: float) -> None:
        self.far = far
        self.useful = useful
        self.pongs = pongs
        self.ahead = ahead


class Foresight:
    """Looks ahead from one decision; hands that it meets again it remembers."""

    def __init__(self, unseen: Sequence[int]) -> None:
        self._unseen: list[int] = list(unseen[:KINDS])
        self._helpful: dict[tuple[int, int, int, int, int], tuple[int, int]] = {}

    def outlook(self, hand: Sequence[int], keys: Keys, need: int, *, deep: bool) -> Outlook:
        """The outlook of a hand that has just discarded; `deep` for what comes after a draw."""
        counts = bytearray(hand)
        far = SHAPES.standard(keys[0], keys[1], keys[2], keys[3], need)
        mask, useful = self._count(counts, keys, need, far)
        if far <= TENPAI:
            return Outlook(far, useful, 0, 0.0)
        pongs = 0
        for kind in range(KINDS):
            if mask >> kind & 1 and counts[kind] >= 2 and pong_helps(keys, kind, need, far):
                pongs += self._unseen[kind]
        ahead = self._ahead(counts, keys, need, far, mask) if deep else 0.0
        return Outlook(far, useful, pongs, ahead)

    def _count(self, counts: bytearray, keys: Keys, need: int, far: int) -> tuple[int, int]:
        """The kinds that shorten the distance, as a mask, and their unseen tiles."""
        at = (keys[0], keys[1], keys[2], keys[3], need)
        known = self._helpful.get(at)
        if known is not None:
            return known
        mask = SHAPES.nearer(counts, keys, need, far - 1)
        useful = 0
        for kind in range(KINDS):
            if mask >> kind & 1:
                useful += self._unseen[kind]
        self._helpful[at] = (mask, useful)
        return mask, useful

    def _ahead(self, counts: bytearray, keys: Keys, need: int, far: int, mask: int) -> float:
        """The useful tiles after the next one, on average, with the best discard each time."""
        total = tiles = 0
        for kind in range(KINDS):
            copies = self._unseen[kind]
            if mask >> kind & 1 and copies:
                tiles += copies
                total += copies * self._best_after(counts, keys, need, far - 1, kind)
        return total / tiles if tiles else 0.0

    def _best_after(self, counts: bytearray, keys: Keys, need: int, far: int, drawn: int) -> int:
        """The most useful tiles that a discard leaves after this draw, which brings so near."""
        rest = [keys[0], keys[1], keys[2], keys[3]]
        rest[SUIT[drawn]] += PLACE[drawn]
        counts[drawn] += 1
        best = 0
        for kind in range(KINDS):
            if not counts[kind]:
                continue
            suit = SUIT[kind]
            rest[suit] -= PLACE[kind]
            if SHAPES.standard(rest[0], rest[1], rest[2], rest[3], need) == far:
                counts[kind] -= 1
                left = (rest[0], rest[1], rest[2], rest[3])
                mask, useful = self._count(counts, left, need, far)
                counts[kind] += 1
                best = max(best, useful - (mask >> drawn & 1))
            rest[suit] += PLACE[kind]
        counts[drawn] -= 1
        return best


def pong_helps(keys: Keys, kind: int, need: int, far: int) -> bool:
    """Whether to pong a kind of which two are held brings the hand nearer."""
    rest = [keys[0], keys[1], keys[2], keys[3]]
    rest[SUIT[kind]] -= 2 * PLACE[kind]
    return SHAPES.standard(rest[0], rest[1], rest[2], rest[3], need - 1) < far
