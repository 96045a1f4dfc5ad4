"""How likely another seat of Taiwan mahjong waits for a tile, by what everybody can see.

Both chances are logistic regressions over 12,000 hands of `taiwan-guard` against itself (three
million pairs of a tile and another seat): whether a seat is ready, and what a ready seat waits for.
"""

from math import log
from typing import Final

from bots.mahjong_danger import in_line, logistic, runs_around
from engine.game import Seat
from engine.mahjong.shapes import SUIT
from engine.mahjong.tiles import EAST
from engine.taiwan.observation import Observation
from engine.taiwan.tiles import TILE_OF

FULL: Final = 63
"""Live tiles at the beginning of a hand."""
LAST_FEW: Final = 4
"""Discards of a seat that tell whether it is ready: it gives away good tiles."""
LATELY: Final = 8
"""Discards before the last own one that a seat let go by."""
HONOUR: Final[tuple[float, ...]] = (-12.0, -4.130, -0.726, 0.027)
"""By the unseen copies of an honour; nobody waits for one that is all seen."""
FROM_END: Final[tuple[float, ...]] = (0.0, 0.244, 0.539, 0.0, 0.0)
"""By the place in the suit: a terminal, the tile next to it and so on."""
IN_LINE: Final[tuple[float, ...]] = (0.0, -0.313, -0.950)
"""By how many of the runs with two open ends would also wait for what the seat has discarded."""


class Rival:
    """Another seat: how likely it is ready, and what it has shown of its hand."""

    def __init__(self, sight: Observation, seat: Seat, thrown: list[tuple[Seat, int]]) -> None:
        melds = sight.view["melds"][seat]
        own = [at for at, (who, _) in enumerate(thrown) if who == seat]
        last = own[-1] if own else -1
        self.discarded = [thrown[at][1] for at in own]
        self.melds = len(melds)
        self.suits = [SUIT[TILE_OF[meld["tiles"][0]]] for meld in melds if meld["tiles"]]
        self.passed = {kind for _, kind in thrown[last + 1 :]}
        """What it has let go by since it last changed its hand: it does not wait for these."""
        before = thrown[max(0, last - LATELY + 1) : last + 1]
        self.lately = {kind for who, kind in before if who != seat}
        middle = [kind for kind in self.discarded[-LAST_FEW:] if is_middle(kind)]
        late = 1 - min(1.0, sight.view["live"] / FULL)
        odds = -0.900 + 3.075 * log(late + 0.02) + 0.626 * len(middle)
        odds += self.melds * (1.161 + 0.048 * self.melds - 1.238 * late)
        self.ready = 1.0 if sight.view["declared"][seat] else logistic(odds)

    def waits_for(self, kind: int, odds: float) -> float:
        """How likely it waits for a kind, given how much these odds speak for any ready seat."""
        if kind in self.passed:
            return 0.0
        odds += 0.113 * self.melds
        if kind in self.discarded:
            odds -= 2.021
        if kind in self.lately:
            odds -= 1.066
        if kind < EAST:
            odds += IN_LINE[in_line(kind, self.discarded)] - 0.262 * self.suits.count(SUIT[kind])
            odds -= 0.165 * sum([near(kind, other) for other in self.discarded])
        return self.ready * logistic(odds)


class Danger:
    """The chances to feed somebody, for one decision."""

    def __init__(self, sight: Observation) -> None:
        self._unseen = sight.unseen
        self._late: float = 1 - min(1.0, sight.view["live"] / FULL)
        thrown = discards(sight.view["history"])
        self._rivals = [Rival(sight, seat, thrown) for seat in range(4) if seat != sight.seat]

    def chance(self, kind: int) -> float:
        """How likely somebody waits for a kind."""
        odds = self._odds(kind)
        safe = 1.0
        for rival in self._rivals:
            safe *= 1 - rival.waits_for(kind, odds)
        return 1 - safe

    def _odds(self, kind: int) -> float:
        """How much the tile itself speaks for a wait: copies and neighbours that may be held."""
        odds = -4.571 + 1.760 * self._late
        unseen = self._unseen[kind]
        if kind >= EAST:
            return odds + HONOUR[min(unseen, 3)]
        place = kind % 9
        two_sided, one_sided = runs_around(kind, self._unseen)
        odds += 0.339 * log(1 + two_sided) + 0.172 * log(1 + one_sided)
        return odds + 0.111 * unseen + FROM_END[min(place, 8 - place)]


def discards(history: list[str]) -> list[tuple[Seat, int]]:
    """Every discard of the hand in order: who, and which kind."""
    return [
        (int(word[0]), TILE_OF[word.rpartition(":")[2]])
        for word in history
        if word[1:].startswith(("discard:", "ready:"))
    ]


def is_middle(kind: int) -> bool:
    """Whether a tile is a 3 to 7."""
    return kind < EAST and 2 <= kind % 9 <= 6


def near(kind: int, other: int) -> bool:
    """Whether two different tiles could stand in one run."""
    return other != kind and other < EAST and SUIT[kind] == SUIT[other] and abs(kind - other) <= 2
