"""Every move of Tiger & Dragon, made once; `choice` is its text everywhere."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engine.tigerdragon.tiles import WIRE_ORDER


@dataclass(frozen=True, slots=True)
class Move:
    """A tile to lay, or `pass`; the phase says what laying it means."""

    choice: str


PASS: Final = Move("pass")
LAY: Final[Mapping[str, Move]] = {tile: Move(tile) for tile in WIRE_ORDER}
WORDS: Final = frozenset((*WIRE_ORDER, PASS.choice))
"""Every choice there is, in lower case."""
