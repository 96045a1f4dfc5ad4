"""A complete hand and every way to read it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from engine.mahjong.hands import decompositions
from engine.mahjong.melds import Meld
from engine.mahjong.shapes import COMPLETE
from engine.sichuan.hand import ALL_SETS, pairs, standard

Shape = Literal["sets", "pairs"]


def is_complete(counts: Sequence[int], keys: Sequence[int], need: int) -> bool:
    """Whether these concealed tiles make the sets that are needed and a pair, or seven pairs."""
    m, p, s, z = keys
    if standard(m, p, s, z, need) == COMPLETE:
        return True
    return need == ALL_SETS and pairs(counts) == 7


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a complete hand: sets and pair with the melds, or seven pairs."""

    shape: Shape
    triplets: tuple[int, ...] = ()
    runs: tuple[int, ...] = ()
    """The lowest kind of each."""
    pair: int = -1


def readings(counts: Sequence[int], melds: Sequence[Meld]) -> list[Reading]:
    """Every way to read a complete hand; empty if it is not complete."""
    laid = tuple(meld.kind for meld in melds)
    found = []
    if not melds and pairs(counts) == 7:
        found.append(Reading("pairs"))
    for sets, pair in decompositions(counts):
        triplets = tuple(low for low, run in sets if not run)
        runs = tuple(low for low, run in sets if run)
        found.append(Reading("sets", laid + triplets, runs, pair))
    return found
