"""What a discard may feed at Sichuan: how likely each other seat wins with it, and how much.

Three regressions over deals of the lookahead against itself, made by
`examples/train/sichuan_weights.py`: whether a seat is ready, which tiles a ready seat waits for,
and what it wins with them.
"""

from collections.abc import Sequence
from math import log
from typing import Final

from bots.mahjong_danger import Row, dot, in_line, logistic, runs_around
from bots.sichuan_hand import FULL_WALL
from engine.game import Seat, View
from engine.sichuan.tiles import KIND_OF, SUIT_NAMES

READY: Final[Row] = (-3.768, 1.520, -1.163, 1.800, -0.203, 0.151, 0.339, -0.256, -1.253)
WAITS: Final[Row] = (
    -3.095, 1.103, 0.240, 0.116, 0.222, -0.339,
    -0.136, -0.678, -2.44, -0.9, 0.199, -0.054, 0.055, 0.191, -0.081,
)  # fmt: skip
WINS: Final[Row] = (0.184, 1.923, 0.237, 0.193)

LAST_FEW: Final = 4
"""Discards of a seat that tell whether it is ready: it gives away good tiles."""
LATELY: Final = 8
"""Discards before the last own one that a seat let go by."""
MOST_SAME: Final = 6
"""Discards of a suit beyond which further ones say no more."""
SOON: Final = 0.25
"""By how much likelier others are ready by the time that a tile has to go which is kept now."""


class Rival:
    """Another seat: how likely it is ready, and what it has shown of its hand."""

    def __init__(self, view: View, seat: Seat, thrown: Sequence[tuple[Seat, int]]) -> None:
        own = [at for at, (who, _) in enumerate(thrown) if who == seat]
        last = own[-1] if own else -1
        void = view["void"][seat]
        self.seat = seat
        self.void = SUIT_NAMES.index(void) if void else -1
        self.discarded = [thrown[at][1] for at in own]
        self.kept = [kind for kind in self.discarded if kind // 9 != self.void]
        """Its discards of the suits that it plays."""
        self.suits = [KIND_OF[meld["tile"]] // 9 for meld in view["melds"][seat]]
        self.passed = {kind for _, kind in thrown[last + 1 :]}
        """What it has let go by since it last changed its hand: it does not wait for these."""
        before = thrown[max(0, last - LATELY + 1) : last + 1]
        self.lately = {kind for who, kind in before if who != seat}
        self._late = 1 - view["left"] / FULL_WALL
        won = view["won"][seat]
        self.ready = 1.0 if won else logistic(dot(READY, self.readiness()))

    def readiness(self) -> Row:
        """What speaks for a ready hand."""
        melds, late = len(self.suits), self._late
        middle = sum([2 <= kind % 9 <= 6 for kind in self.kept[-LAST_FEW:]])
        sheds = bool(self.discarded) and self.discarded[-1] // 9 == self.void
        begun = log(len(self.kept) + 1)
        return (
            1.0, late, late * late, begun, sheds, middle,
            melds, melds * late, not self.discarded,
        )  # fmt: skip

    def wait(self, kind: int, tile: Row) -> Row:
        """What speaks for a wait for a kind if the hand is ready; `tile` does for any seat."""
        suit, line = kind // 9, in_line(kind, self.discarded)
        same = sum([other // 9 == suit for other in self.kept])
        melds = self.suits.count(suit)
        return (
            *tile, line == 1, line == 2, kind in self.discarded, kind in self.lately,
            melds, len(self.suits) - melds, min(same, MOST_SAME),
            min(len(self.kept) - same, MOST_SAME), self._near(kind),
        )  # fmt: skip

    def win(self, kind: int) -> Row:
        """What speaks for a dear win: the more it gives of other suits, the more of one it has."""
        other = sum([thrown // 9 != kind // 9 for thrown in self.kept])
        return 1.0, self._late, len(self.suits), other

    def feeds(self, kind: int, tile: Row, ready: float) -> float:
        """What it is paid on average for a kind that it did not let go by."""
        if kind // 9 == self.void:
            return 0.0
        waits = logistic(dot(WAITS, self.wait(kind, tile)))
        return ready * waits * max(1.0, dot(WINS, self.win(kind)))

    def _near(self, kind: int) -> int:
        """How many of its discards could stand in one run with a kind."""
        places = [other for other in self.discarded if other // 9 == kind // 9 and other != kind]
        return sum([abs(kind - other) <= 2 for other in places])


class Danger:
    """What discards may cost, for one decision."""

    def __init__(self, view: View, unseen: Sequence[int], base: int, *, stay: bool) -> None:
        self._unseen = unseen
        self._base = base
        self._late = 1 - view["left"] / FULL_WALL
        thrown = discards(view["history"])
        seats = [seat for seat in range(4) if seat != int(view["viewer"])]
        playing = [seat for seat in seats if stay or not view["won"][seat]]
        self.rivals = [Rival(view, seat, thrown) for seat in playing]

    def cost(self, kind: int) -> float:
        """What is paid on average for discarding a kind now."""
        tile = self.tile(kind)
        wary = [rival for rival in self.rivals if kind not in rival.passed]
        return self._base * sum([rival.feeds(kind, tile, rival.ready) for rival in wary])

    def later(self, kind: int) -> float:
        """What is paid on average for discarding it some turns from now."""
        tile = self.tile(kind)
        soon = [(rival, min(1.0, rival.ready + SOON)) for rival in self.rivals]
        return self._base * sum([rival.feeds(kind, tile, ready) for rival, ready in soon])

    def tile(self, kind: int) -> Row:
        """What the tile itself says: copies and neighbours that others may hold."""
        two_sided, one_sided = runs_around(kind, self._unseen)
        holders = sum([rival.void != kind // 9 for rival in self.rivals])
        unseen = self._unseen[kind]
        return 1.0, self._late, unseen, log(1 + two_sided), log(1 + one_sided), holders


def discards(history: Sequence[str]) -> list[tuple[Seat, int]]:
    """Every discard of the deal in order: who, and which kind."""
    words = [word for word in history if word[1:].startswith("discard:")]
    return [(int(word[0]), KIND_OF[word.partition(":")[2]]) for word in words]
