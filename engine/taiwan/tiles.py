"""Tiles of the 16-tile game: the 34 kinds of the kernel, then eight flowers.

A tile id is 0..143: four to a kind, the flowers last. There are no red fives, so a kind is all
that is known of a tile.
"""

from collections.abc import Iterable
from typing import Final

from engine.mahjong.tiles import DRAGONS, KIND_NAMES, KINDS, WINDS

FLOWER: Final = KINDS
"""The first of the eight flowers; they run to FLOWER + 7."""
NAMES: Final[tuple[str, ...]] = (*KIND_NAMES, *(f"{number}f" for number in range(1, 9)))
TILE_OF: Final[dict[str, int]] = {name: tile for tile, name in enumerate(NAMES)}
HONORS_MASK: Final = sum(1 << kind for kind in (*WINDS, *DRAGONS))
SIZE: Final = 144
OF_ID: Final = bytes(tile // 4 if tile < 136 else FLOWER + tile - 136 for tile in range(SIZE))
"""The tile of each id."""
COPIES: Final = (4,) * KINDS + (1,) * 8
"""How often each tile exists."""


def flower_names(mask: int) -> list[str]:
    """The flowers of a mask in order."""
    return [NAMES[FLOWER + number] for number in range(8) if mask >> number & 1]


def tile_names(tiles: Iterable[int]) -> list[str]:
    """The text of each of these tiles."""
    return [NAMES[tile] for tile in tiles]


def names_of(mask: int) -> list[str]:
    """The kinds of a mask in order."""
    return [NAMES[kind] for kind in range(KINDS) if mask >> kind & 1]
