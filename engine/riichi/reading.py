"""A complete hand and every way to read it."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from engine.mahjong.hands import (
    Cut,
    Sets,
    decompositions,
    is_orphans,
    is_seven_pairs,
    kind_mask,
)
from engine.mahjong.melds import Meld
from engine.mahjong.tiles import KIND, count_faces


class Set(NamedTuple):
    """A run or a triplet of a reading; `hidden` triplets were never claimed from anybody."""

    kind: int
    run: bool
    kan: bool
    hidden: bool


@dataclass(frozen=True)
class Win:
    """A complete hand: concealed faces with the winning one among them, melds, circumstances.

    Winds are kinds. `flags` are the yaku that come from the course of the round: riichi,
    double_riichi, ippatsu, haitei, houtei, rinshan, chankan, tenhou, chiihou, renhou.
    """

    concealed: tuple[int, ...]
    melds: tuple[Meld, ...]
    tile: int
    tsumo: bool
    seat_wind: int
    round_wind: int
    flags: frozenset[str] = frozenset()
    dora: tuple[int, ...] = ()
    ura: tuple[int, ...] = ()

    @cached_property
    def counts(self) -> bytearray:
        """The concealed tiles by kind."""
        return count_faces(self.concealed)

    @cached_property
    def all_faces(self) -> tuple[int, ...]:
        """Every tile of the hand, melds included."""
        return self.concealed + tuple(face for meld in self.melds for face in meld.faces)

    @cached_property
    def mask(self) -> int:
        """The kinds of the whole hand."""
        return kind_mask(count_faces(self.all_faces))

    @cached_property
    def closed(self) -> bool:
        """門前 menzen: nothing was called."""
        return not any(meld.is_open for meld in self.melds)

    @property
    def kind(self) -> int:
        """The kind of the winning tile."""
        return KIND[self.tile]


@dataclass(frozen=True)
class Reading:
    """One way to read a complete hand; `form` tells seven pairs and orphans from sets."""

    form: str
    sets: tuple[Set, ...] = ()
    pair: int = -1
    wait: str = ""

    @cached_property
    def runs(self) -> tuple[int, ...]:
        """The lowest kinds of the runs."""
        return tuple(item.kind for item in self.sets if item.run)

    @cached_property
    def triplets(self) -> tuple[int, ...]:
        """The kinds of triplets and kans."""
        return tuple(item.kind for item in self.sets if not item.run)

    @cached_property
    def hidden_triplets(self) -> int:
        """暗刻 ankou, concealed kans included."""
        return sum(item.hidden and not item.run for item in self.sets)

    @cached_property
    def kans(self) -> int:
        """How many sets are kans."""
        return sum(item.kan for item in self.sets)


def readings(win: Win) -> list[Reading]:
    """Every way to read the hand; empty if it is not complete."""
    counts = win.counts
    found: list[Reading] = []
    for cut in decompositions(counts):
        if len(cut[0]) + len(win.melds) == 4:
            found += _with_waits(win, cut)
    if not win.melds and is_seven_pairs(counts):
        found.append(Reading("pairs", wait="tanki"))
    if not win.melds and is_orphans(counts):
        found.append(Reading("orphans"))
    return found


def _with_waits(win: Win, cut: Cut) -> list[Reading]:
    """A cut once for every place where the winning tile may have come in."""
    sets, pair = cut
    laid = tuple(Set(m.kind, m.is_run, m.is_kong, not m.is_open) for m in win.melds)
    found = []
    if pair == win.kind:
        own = tuple(Set(kind, run, False, True) for kind, run in sets)
        found.append(Reading("sets", own + laid, pair, "tanki"))
    for completed in dict.fromkeys(sets):
        wait = _wait(completed, win.kind)
        if wait:
            found.append(Reading("sets", _own(win, sets, completed) + laid, pair, wait))
    return found


def _own(win: Win, sets: Sets, completed: tuple[int, bool]) -> tuple[Set, ...]:
    """The concealed sets; by ron the completed one is no longer hidden."""
    place = sets.index(completed)
    return tuple(
        Set(kind, run, False, win.tsumo or index != place) for index, (kind, run) in enumerate(sets)
    )


def _wait(completed: tuple[int, bool], tile: int) -> str:
    """What the hand waited with, had this set been completed by the tile; empty if it was not."""
    kind, run = completed
    if not run:
        return "shanpon" if kind == tile else ""
    place = tile - kind
    if place == 1:
        return "kanchan"
    if place == 0:
        return "penchan" if kind % 9 == 6 else "ryanmen"
    if place == 2:
        return "penchan" if kind % 9 == 0 else "ryanmen"
    return ""
