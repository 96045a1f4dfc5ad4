"""The points that a hand of Sichuan leads to on average, by its ways to win.

The weights are regressions over deals of the lookahead against itself, made by
`examples/train/sichuan_weights.py`.
"""

from collections.abc import Mapping, Sequence
from math import log, sqrt
from typing import Final, NamedTuple

from bots.mahjong_danger import Row, dot, logistic
from bots.mahjong_outlook import Outlook
from bots.sichuan_hand import FULL_WALL, Sight, roots
from bots.sichuan_outlook import ALL_SUITS, Way, Ways
from engine.game import View
from engine.sichuan.config import SichuanConfig
from engine.sichuan.tiles import KINDS, SUIT_NAMES

# What the columns are: see `features` and `circumstances`.
CHANCES: Final[Mapping[str, tuple[Row, ...]]] = {
    "sets": (
        (-2.478, -0.376, 3.303, 0.903, 0.235, 0.000, 0.000, 0.000, -0.164, -0.184),
        (-3.923, 1.102, 2.540, 0.237, 0.099, 0.130, 0.427, 0.739, -0.115, -0.008),
        (-4.241, 1.839, 1.295, 0.481, 0.103, 0.107, 0.000, 0.061, -0.249, -0.009),
        (-5.150, 1.729, 1.057, 0.462, 0.287, 0.301, 0.000, 0.134, -0.435, -0.113),
    ),
    "flush": (
        (-2.478, -0.376, 3.303, 0.903, 0.235, 0.000, 0.000, 0.000, -0.164, -0.184),
        (-3.635, 1.584, 1.860, 0.341, 0.114, 0.177, 0.000, 0.000, 0.021, 0.088),
        (-5.289, 2.316, 1.881, 0.213, 0.150, 0.345, 0.000, 0.266, -0.097, 0.051),
        (-9.981, 2.944, 1.860, 0.837, 0.166, 0.163, 0.000, 0.661, 0.085, 0.541),
        (-12.043, 2.633, 1.475, 1.164, 0.359, 0.196, 0.000, 0.577, -0.077, 0.178),
    ),
    "triplets": (
        (-1.977, 0.814, 1.473, 0.948, 0.160, 0.000, 0.000, 0.000, -0.181, 0.226),
        (-5.264, 0.868, 1.185, 0.339, -0.037, 0.977, 0.192, 0.021, 0.048, 0.094),
        (-7.098, 1.524, 1.360, 0.079, 0.046, 0.637, 0.530, 0.749, -0.059, -0.217),
        (-9.132, 1.728, 1.201, 0.260, 0.063, 0.229, 0.718, 0.539, 0.322, 0.275),
    ),
    "pairs": (
        (-2.691, 0.914, 1.171, 0.615, 0.016, 0.000, 0.000, -0.111, 0.000, 0.000),
        (-4.893, 0.253, 0.243, 0.377, -0.183, 0.000, 0.729, 0.174, 0.000, 0.000),
        (-5.429, 0.255, 0.217, 0.474, 0.008, 0.000, 0.000, -0.121, 0.000, 0.000),
        (-3.733, -0.282, -0.151, 0.132, -0.426, 0.000, 0.000, 0.074, 0.000, 0.000),
    ),
}
"""By way and distance, what speaks for a win in this way; of sets, for any win."""
FURTHER: Final = {"sets": 0.642, "flush": 1.446, "triplets": 1.079, "pairs": 0.686}
"""How much each step beyond the last of these distances speaks against it."""
SHARES: Final = {"sets": 0.808, "flush": 1.181, "triplets": 1.070, "pairs": 0.696}
"""How much of the income that a chance promises in fact comes."""
WON: Final[tuple[Row, ...]] = (
    (-0.155, -2.262, 2.640, -0.502, 0.000),
    (-0.622, -2.726, 3.430, -0.800, -0.344),
    (-0.396, -4.774, 4.927, -0.779, -0.178),
    (-2.649, 2.196, 0.000, -1.067, -0.202),
)
"""By distance, what else a deal brings in which the hand wins: mostly what others win before."""
LOST: Final[tuple[Row, ...]] = (
    (-0.122, -16.213, 13.261, -0.838, 0.000),
    (-3.531, -2.961, 1.210, -1.044, 0.321),
    (-4.105, -1.899, 1.749, -1.367, -0.154),
    (-3.066, -2.369, 0.000, -1.717, 0.322),
)
"""The same where it does not win: a hand that is not ready pays at the empty wall."""
MOST_SHED: Final = 3
"""Void tiles beyond which further ones say no more."""
USUAL: Final = 2
"""Others that play on, on average."""


class Held(NamedTuple):
    """A hand after a discard: its tiles without those of the void suit, and its melds.

    `laid` are the tiles of the melds, `shed` how many void tiles still have to be discarded.
    """

    counts: tuple[int, ...]
    need: int
    laid: tuple[int, ...]
    shed: int = 0

    def less(self, kind: int, number: int = 1) -> "Held":
        """Return the hand without some tiles of a kind."""
        counts = list(self.counts)
        counts[kind] -= number
        return self._replace(counts=tuple(counts))

    def with_meld(self, kind: int, own: int, grows: int) -> "Held":
        """Return the hand with a meld of `own` of its tiles that adds `grows` to the melds."""
        need = self.need - (grows > 1)
        return self.less(kind, own)._replace(need=need, laid=(*self.laid, *[kind] * grows))


class Judge:
    """Values hands in points, from one seat's view."""

    def __init__(self, view: View, sight: Sight, config: SichuanConfig) -> None:
        self._config = config
        rivals = rivals_of(view, config)
        self._rivals = len(rivals)
        self.payers = 3 if config.self_draw_payers == "all" else len(rivals)
        self._live: float = min(1.0, sight.left / FULL_WALL)
        self._copies = copies(view, sight, rivals)
        self._ways: dict[int, Ways] = {}
        self._known: dict[tuple[Held, int], float] = {}

    def points(self, held: Held, void: int) -> float:
        """The points from here on if this is held after a discard."""
        at = (held, void)
        if at not in self._known:
            self._known[at] = self._points(held, void)
        return self._known[at]

    def _points(self, held: Held, void: int) -> float:
        ways = list(self._ways_without(void).of(held.counts, held.need, held.laid))
        root = roots(list(held.counts), held.laid)
        incomes = [self._income(self._fan(way, held.need) + root) for way in ways]
        plain = min(incomes, default=0.0)
        chance, more = 0.0, dict.fromkeys(CHANCES, 0.0)
        for way, income in zip(ways, incomes, strict=True):
            wins = chance_of(way, self._row(way.outlook, held))
            chance = max(chance, wins)
            more[way.name] = max(more[way.name], wins * (income - plain))
        income = SHARES["sets"] * chance * plain
        income += sum([SHARES[name] * gain for name, gain in more.items()])
        far = min([len(WON) - 1, *[way.outlook.far for way in ways]])
        row = circumstances(self._live, self._rivals, held.shed)
        rest = chance * dot(WON[far], row) + (1 - chance) * dot(LOST[far], row)
        return income + self._config.base * rest

    def _ways_without(self, void: int) -> Ways:
        """The ways where tiles of this suit do not count."""
        if void not in self._ways:
            kept = [0 if kind // 9 == void else own for kind, own in enumerate(self._copies)]
            self._ways[void] = Ways(kept)
        return self._ways[void]

    def _row(self, outlook: Outlook, held: Held) -> Row:
        return features(outlook, self._live, self._rivals, held.shed, 4 - held.need)

    def _fan(self, way: Way, need: int) -> int:
        """The fan of a way, without roots."""
        linear = self._config.scale == "linear"
        fan = 2 if way.suit != ALL_SUITS else 0
        if way.shape == "triplets":
            return fan + (2 if need == 0 and not linear else 1)
        return fan + (2 if way.shape == "pairs" and not linear else 0)

    def _income(self, fan: int) -> float:
        """What a win of so many fan brings on average, from those who pay then."""
        config = self._config
        value = 1.0 + fan if config.scale == "linear" else 2.0 ** min(fan, config.cap)
        return config.base * ((1.25 + 0.2 * self.payers) * value + 0.6)


def rivals_of(view: View, config: SichuanConfig) -> list[int]:
    """The other seats that play on."""
    seats = [seat for seat in range(4) if seat != int(view["viewer"])]
    return [seat for seat in seats if config.winners_stay or not view["won"][seat]]


def copies(view: View, sight: Sight, rivals: Sequence[int]) -> list[int]:
    """How likely each kind comes: unseen tiles, more of a suit that others have to discard."""
    voids = [view["void"][seat] for seat in rivals]
    weights = [1 + voids.count(name) for name in SUIT_NAMES]
    return [sight.unseen[kind] * weights[kind // 9] for kind in range(KINDS)]


def features(outlook: Outlook, live: float, rivals: int, shed: int, melds: int) -> Row:
    """What speaks for a win; `live` is the part of the wall left, `shed` the void tiles held."""
    return (
        1.0, live, sqrt(live), log(1 + outlook.useful), rivals - USUAL,
        log(1 + outlook.pongs), log(1 + outlook.ahead), min(shed, MOST_SHED), melds, melds == 0,
    )  # fmt: skip


def circumstances(live: float, rivals: int, shed: int) -> Row:
    """What decides how much others win."""
    return 1.0, live, live * live, rivals - USUAL, min(shed, MOST_SHED)


def chance_of(way: Way, row: Row) -> float:
    """How likely a hand wins in this way, by its features."""
    rows, far = CHANCES[way.name], way.outlook.far
    last = len(rows) - 1
    return logistic(dot(rows[min(far, last)], row) - FURTHER[way.name] * max(0, far - last))
