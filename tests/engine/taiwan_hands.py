"""Winning hands of the 16-tile game from text, and what they are worth."""

from typing import Any

from engine.mahjong.melds import Meld
from engine.mahjong.shapes import keys_of
from engine.mahjong.tiles import EAST, count_kinds
from engine.taiwan.hand import waits
from engine.taiwan.items import ENGLISH
from engine.taiwan.reading import Win
from engine.taiwan.scoring import score
from engine.taiwan.tiles import FLOWER
from tests.engine.taiwan_table import GAME, tiles


def items(
    concealed: str,
    tile: str,
    *melds: tuple[Any, str],
    by: Any = "discard",
    seat: int = 1,
    flowers: str = "",
    flags: str = "",
    wind: int = EAST,
    **config: Any,
) -> dict[str, int]:
    """The items of a hand as {name: tai}, equal ones added up."""
    laid = tuple(Meld(kind, tiles(name)[0]) for kind, name in melds)
    counts = count_kinds(tiles(concealed))
    options = GAME.config(config)
    win = Win(
        counts=count_kinds([*tiles(concealed), *tiles(tile)]),
        melds=laid,
        tile=tiles(tile)[0],
        by=by,
        place=seat,
        round_wind=wind,
        flowers=sum(1 << flower - FLOWER for flower in tiles(flowers)),
        single=waits(counts, keys_of(counts), laid, migi=options.migi).bit_count() == 1,
        flags=frozenset(flags.split()),
    )
    value = score(win, options)
    assert value is not None, "not a complete hand"
    found: dict[str, int] = {}
    for name, tai in value.items:
        assert name in ENGLISH
        found[name] = found.get(name, 0) + tai
    assert sum(found.values()) == value.tai
    return found
