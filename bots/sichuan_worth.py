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

# What the columns are: see `features` and `Judge.circumstances`.
CHANCES: Final[Mapping[str, tuple[Row, ...]]] = {
    "sets": (
        (-2.761, -0.666, 3.816, 0.893, 0.209, 0.000, 0.000, 0.000, -0.118, -0.120, 0.000),
        (-3.995, 0.113, 3.491, 0.250, 0.160, 0.107, 0.352, 0.791, -0.103, 0.003, 0.000),
        (-4.282, 1.916, 1.574, 0.374, 0.226, 0.129, 0.000, 0.039, -0.218, -0.027, 0.000),
        (-5.519, 2.304, 1.465, 0.372, 0.289, 0.277, 0.000, 0.065, -0.334, -0.094, 0.000),
    ),
    "flush": (
        (-2.761, -0.666, 3.816, 0.893, 0.209, 0.000, 0.000, 0.000, -0.118, -0.120, 0.000),
        (-3.625, 1.029, 1.901, 0.471, 0.133, 0.146, 0.000, 0.000, -0.096, 0.077, -1.021),
        (-6.194, 2.040, 1.873, 0.636, -0.067, 0.296, 0.000, 0.019, 0.015, 0.285, -0.582),
        (-10.306, 2.978, 1.923, 1.225, -0.170, 0.235, 0.000, 0.185, 0.155, 0.651, -0.684),
        (-13.535, 3.435, 1.914, 1.744, -0.313, 0.242, 0.000, 0.241, -0.122, 0.234, -0.612),
    ),
    "triplets": (
        (-2.744, 0.831, 2.061, 0.970, 0.083, 0.000, 0.000, 0.000, -0.034, 0.633, 0.000),
        (-4.380, 0.869, 1.588, -0.209, -0.021, 0.680, 0.570, 0.070, 0.177, 0.125, -0.866),
        (-6.189, 1.540, 1.324, -0.026, -0.103, 0.516, 0.806, 0.046, 0.096, -0.190, -1.068),
        (-9.648, 2.238, 1.579, 0.239, -0.045, 0.142, 1.050, 0.332, 0.310, 0.186, -0.648),
    ),
    "pairs": (
        (-3.120, 0.736, 1.295, 0.763, -0.018, 0.000, 0.000, -0.106, 0.000, 0.000, -0.224),
        (-5.000, -0.087, 0.156, 0.498, -0.257, 0.000, 0.693, 0.725, 0.000, 0.000, -0.291),
        (-5.578, -0.044, 0.128, 0.616, 0.071, 0.000, 0.000, -0.392, 0.000, 0.000, -0.784),
        (-6.131, 0.109, 0.186, 0.694, -0.474, 0.000, 0.000, -0.076, 0.000, 0.000, -0.918),
    ),
}
"""By way and distance, what speaks for a win in this way; of sets, for any win."""
FURTHER: Final = {"sets": 0.680, "flush": 1.178, "triplets": 0.849, "pairs": 0.253}
"""How much each step beyond the last of these distances speaks against it."""
SHARES: Final = {"sets": 0.858, "flush": 1.168, "triplets": 0.965, "pairs": 0.732}
"""How much of the income that a chance promises in fact comes."""
WON: Final[tuple[Row, ...]] = (
    (-0.235, -2.100, 2.616, -0.553, 0.000),
    (-0.920, -1.810, 2.756, -0.846, -0.133),
    (-1.970, -0.243, 1.933, -0.877, -0.145),
    (-1.045, 0.000, 0.000, -0.941, -0.079),
)
"""By distance, what else a deal brings in which the hand wins: mostly what others win before."""
LOST: Final[tuple[Row, ...]] = (
    (-0.011, -16.251, 13.101, -0.683, 0.000),
    (-3.314, -4.447, 3.092, -1.161, 0.173),
    (-3.708, -2.155, 1.318, -1.334, -0.096),
    (-4.363, 0.000, 0.000, -2.176, 0.201),
)
"""The same where it does not win: a hand that is not ready pays at the empty wall."""
MOST_SHED: Final = 3
"""Void tiles beyond which further ones say no more."""
MOST_GAP: Final = (2, 6)
"""Steps by which a way may be nearer or further before more of them say no more."""
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
        ways = self.ways(held, void)
        incomes = self.incomes(ways, held)
        plain = min(incomes, default=0.0)
        chance, more = 0.0, dict.fromkeys(CHANCES, 0.0)
        for way, brings in zip(ways, incomes, strict=True):
            gap = way.outlook.far - ways[0].outlook.far
            wins = chance_of(way, self.row(way.outlook, held, gap))
            chance = max(chance, wins)
            more[way.name] = max(more[way.name], wins * (brings - plain))
        gained = SHARES["sets"] * chance * plain
        gained += sum([SHARES[name] * gain for name, gain in more.items()])
        far = min([len(WON) - 1, *[way.outlook.far for way in ways]])
        row = self.circumstances(held)
        rest = chance * dot(WON[far], row) + (1 - chance) * dot(LOST[far], row)
        return gained + self._config.base * rest

    def ways(self, held: Held, void: int) -> list[Way]:
        """The ways of a hand; tiles of the void suit do not count."""
        if void not in self._ways:
            kept = [0 if kind // 9 == void else own for kind, own in enumerate(self._copies)]
            self._ways[void] = Ways(kept)
        return list(self._ways[void].of(held.counts, held.need, held.laid))

    def circumstances(self, held: Held) -> Row:
        """What decides how much others win."""
        live = self._live
        return 1.0, live, live * live, self._rivals - USUAL, min(held.shed, MOST_SHED)

    def incomes(self, ways: Sequence[Way], held: Held) -> list[float]:
        """What a win in each of these ways brings."""
        config, root = self._config, roots(list(held.counts), held.laid)
        fans = [fan_of(config, way, held.need) + root for way in ways]
        return [income(config, self.payers, fan) for fan in fans]

    def row(self, outlook: Outlook, held: Held, gap: int) -> Row:
        """What speaks for a win with this outlook."""
        return features(outlook, self._live, self._rivals, held.shed, 4 - held.need, gap)


def income(config: SichuanConfig, payers: int, fan: int) -> float:
    """What a win of so many fan brings on average, whoever pays for it."""
    value = 1.0 + fan if config.scale == "linear" else 2.0 ** min(fan, config.cap)
    return config.base * ((1.25 + 0.2 * payers) * value + 0.6)


def fan_of(config: SichuanConfig, way: Way, need: int) -> int:
    """The fan of a way, without roots."""
    linear = config.scale == "linear"
    fan = 2 if way.suit != ALL_SUITS else 0
    if way.shape == "triplets":
        return fan + (2 if need == 0 and not linear else 1)
    return fan + (2 if way.shape == "pairs" and not linear else 0)


def rivals_of(view: View, config: SichuanConfig) -> list[int]:
    """The other seats that play on."""
    seats = [seat for seat in range(4) if seat != int(view["viewer"])]
    return [seat for seat in seats if config.winners_stay or not view["won"][seat]]


def copies(view: View, sight: Sight, rivals: Sequence[int]) -> list[int]:
    """How likely each kind comes: unseen tiles, more of a suit that others have to discard."""
    voids = [view["void"][seat] for seat in rivals]
    weights = [1 + voids.count(name) for name in SUIT_NAMES]
    return [sight.unseen[kind] * weights[kind // 9] for kind in range(KINDS)]


def features(outlook: Outlook, live: float, rivals: int, shed: int, melds: int, gap: int) -> Row:
    """What speaks for a win in some way; `live` is the part of the wall left.

    `shed` are the void tiles held, `gap` how much further off this way is than any sets: who is
    as near to any win hardly goes another way.
    """
    return (
        1.0, live, sqrt(live), log(1 + outlook.useful), rivals - USUAL,
        log(1 + outlook.pongs), log(1 + outlook.ahead), min(shed, MOST_SHED), melds, melds == 0,
        max(-MOST_GAP[0], min(gap, MOST_GAP[1])),
    )  # fmt: skip


def chance_of(way: Way, row: Row) -> float:
    """How likely a hand wins in this way, by its features."""
    rows, far = CHANCES[way.name], way.outlook.far
    last = len(rows) - 1
    return logistic(dot(rows[min(far, last)], row) - FURTHER[way.name] * max(0, far - last))
