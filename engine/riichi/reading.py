"""A complete hand and every way to read it."""

from engine.mahjong.hands import (
    Cut,
    Sets,
    decompositions,
    is_orphans,
    is_seven_pairs,
)
from engine.mahjong.melds import Meld
from engine.mahjong.tiles import KIND, count_faces


class Set:
    """A run or a triplet of a reading; `hidden` triplets were never claimed from anybody."""

    __slots__ = ("hidden", "kan", "kind", "run")

    def __init__(self, kind: int, run: bool, kan: bool, hidden: bool) -> None:
        self.kind = kind
        self.run = run
        self.kan = kan
        self.hidden = hidden


class Win:
    """A complete hand: concealed faces with the winning one among them, melds, circumstances.

    Winds are kinds. `flags` are the yaku that come from the course of the round: riichi,
    double_riichi, ippatsu, haitei, houtei, rinshan, chankan, tenhou, chiihou, renhou.
    """

    __slots__ = (
        "all_faces", "closed", "concealed", "counts", "dora", "flags", "kind", "mask", "melds",
        "round_wind", "seat_wind", "tile", "tsumo", "ura",
    )  # fmt: skip

    def __init__(
        self,
        concealed: tuple[int, ...],
        melds: tuple[Meld, ...],
        tile: int,
        tsumo: bool,
        seat_wind: int,
        round_wind: int,
        flags: frozenset[str] = frozenset(),
        dora: tuple[int, ...] = (),
        ura: tuple[int, ...] = (),
    ) -> None:
        self.concealed = concealed
        self.melds = melds
        self.tile = tile
        self.tsumo = tsumo
        self.seat_wind = seat_wind
        self.round_wind = round_wind
        self.flags = flags
        self.dora = dora
        self.ura = ura
        self.kind = KIND[tile]
        """The kind of the winning tile."""
        self.counts = count_faces(concealed)
        """The concealed tiles by kind."""
        self.closed = True
        """門前 menzen: nothing was called."""
        self.all_faces = concealed
        """Every tile of the hand, melds included."""
        for meld in melds:
            self.all_faces += meld.faces
            self.closed = self.closed and not meld.is_open
        self.mask = 0
        """The kinds of the whole hand."""
        for face in self.all_faces:
            self.mask |= 1 << KIND[face]


class Reading:
    """One way to read a complete hand; `form` tells seven pairs and orphans from sets."""

    __slots__ = ("form", "hidden_triplets", "kans", "pair", "runs", "sets", "triplets", "wait")

    def __init__(
        self, form: str, sets: tuple[Set, ...] = (), pair: int = -1, wait: str = ""
    ) -> None:
        self.form = form
        self.sets = sets
        self.pair = pair
        self.wait = wait
        self.runs = tuple([item.kind for item in sets if item.run])
        """The lowest kinds of the runs."""
        self.triplets = tuple([item.kind for item in sets if not item.run])
        """The kinds of triplets and kans."""
        self.hidden_triplets = len([item for item in sets if item.hidden and not item.run])
        """暗刻 ankou, concealed kans included."""
        self.kans = len([item for item in sets if item.kan])
        """How many sets are kans."""


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
    laid = tuple([Set(m.kind, m.is_run, m.is_kong, not m.is_open) for m in win.melds])
    found = []
    if pair == win.kind:
        own = tuple([Set(kind, run, False, True) for kind, run in sets])
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
        [
            Set(kind, run, False, win.tsumo or index != place)
            for index, (kind, run) in enumerate(sets)
        ]
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
