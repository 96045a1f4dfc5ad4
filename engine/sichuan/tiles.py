"""The tiles of Sichuan: the first 27 kinds of the kernel, three suits and no honours."""

from collections.abc import Mapping
from typing import Final

from engine.mahjong.tiles import KIND_NAMES

KINDS: Final = 27
"""Sichuan plays the first 27 kinds: three suits, no honours."""
SUIT_NAMES: Final = "mps"
NAMES: Final = KIND_NAMES[:KINDS]
KIND_OF: Final[Mapping[str, int]] = {name: kind for kind, name in enumerate(NAMES)}
