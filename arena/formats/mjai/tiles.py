"""Tiles as mjai writes them: `5mr` is a red five, honours are letters, `?` is hidden."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from arena.errors import LogError
from engine.mahjong.tiles import FACE_OF, NAMES

Line = dict[str, Any]
HIDDEN: Final = "?"
HAND: Final = 13
HONOURS: Final = ("E", "S", "W", "N", "P", "F", "C")
TO_MJAI: Final[Mapping[str, str]] = {
    name: HONOURS[int(name[0]) - 1]
    if name[1] == "z"
    else f"5{name[1]}r"
    if name[0] == "0"
    else name
    for name in NAMES
}
FROM_MJAI: Final[Mapping[str, str]] = {theirs: ours for ours, theirs in TO_MJAI.items()}


def tiles(names: Iterable[str]) -> list[str]:
    """Our tile names in theirs."""
    return [TO_MJAI[name] for name in names]


def face_of(name: str) -> int:
    """The face of a tile of theirs."""
    if name not in FROM_MJAI:
        raise LogError(f"{name!r} is no tile; hidden tiles cannot be imported")
    return FACE_OF[FROM_MJAI[name]]


def kind_of(name: str) -> str:
    """Our name of a tile's kind: a red five is a five."""
    ours = FROM_MJAI[name]
    return f"5{ours[1]}" if ours[0] == "0" else ours
