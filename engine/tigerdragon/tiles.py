"""The 38 tiles: numbers, each as often as it says, one Tiger and one Dragon."""

from collections.abc import Mapping
from typing import Final

NUMBERS: Final = "12345678"
TIGER: Final = "T"
DRAGON: Final = "D"
TILES: Final = NUMBERS + TIGER + DRAGON
WIRE_ORDER: Final = NUMBERS + DRAGON + TIGER
"""The order of choices on the wire: as ASCII sorts them."""
COPIES: Final[Mapping[str, int]] = {**{n: int(n) for n in NUMBERS}, TIGER: 1, DRAGON: 1}
DECK: Final = "".join(tile * COPIES[tile] for tile in TILES)
