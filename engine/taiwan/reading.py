"""A complete hand and every way to read it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from engine.mahjong.hands import decompositions
from engine.mahjong.melds import Meld
from engine.taiwan.hand import is_migi

By = Literal["discard", "self_draw", "rob_kong"]


@dataclass(frozen=True, slots=True)
class Win:
    """A complete hand: `counts` are the concealed kinds with the winning tile among them.

    `place` is the seat's wind (0 for East), `single` whether the hand waited on one kind only.
    Flags are tianhu, dihu, renhu, tianting, diting, declared, kong_bloom and last_tile.
    """

    counts: bytes
    melds: tuple[Meld, ...]
    tile: int
    by: By
    place: int
    round_wind: int
    flowers: int
    single: bool
    flags: frozenset[str]

    @property
    def closed(self) -> bool:
        """門清 whether nothing but concealed kongs lies on the table."""
        return all(not meld.is_open for meld in self.melds)

    @property
    def self_draw(self) -> bool:
        """自摸 whether the winner drew the tile."""
        return self.by == "self_draw"


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to see the hand: its triplets, how many of them are concealed, the pair.

    `open_run` says that the winning tile completes a run which waited on both ends.
    """

    triplets: tuple[int, ...]
    concealed: int
    pair: int
    open_run: bool = False
    migi: bool = False


def readings(win: Win, *, migi: bool) -> Iterator[Reading]:
    """Every cut of the concealed tiles with every place of the winning tile."""
    laid = tuple([meld.kind for meld in win.melds if meld.type != "chi"])
    hidden = sum([not meld.is_open for meld in win.melds])
    for sets, pair in decompositions(win.counts):
        own = tuple([kind for kind, run in sets if not run])
        triplets = laid + own
        concealed = hidden + len(own)
        if pair == win.tile:
            yield Reading(triplets, concealed, pair)
        for kind, run in dict.fromkeys(sets):
            if run and kind <= win.tile <= kind + 2:
                yield Reading(triplets, concealed, pair, open_run(kind, win.tile))
            elif kind == win.tile and not run:
                yield Reading(triplets, concealed - (not win.self_draw), pair)
    if migi and not win.melds and is_migi(win.counts):
        yield Reading((win.counts.index(3),), 1, -1, migi=True)


def open_run(low: int, tile: int) -> bool:
    """Whether the two other tiles of a run could also be completed at their other end."""
    place = low % 9
    return (tile == low and place < 6) or (tile == low + 2 and place > 0)
