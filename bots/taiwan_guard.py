"""A house bot for Taiwan mahjong that holds what a hand may win against what a discard may cost."""

from collections.abc import Sequence
from math import exp, log
from typing import Final

from bots.taiwan import ValueBot, ValueJudge
from engine.mahjong.tiles import EAST
from engine.taiwan.observation import Observation
from engine.taiwan.tiles import NAMES

# Both chances were fitted (logistic regression) to 4,000 hands of hurried players: how often the
# seat to discard went on to win, and how often a kind it held was one that somebody waited for.

FULL: Final = 63
"""Live tiles at the beginning of a hand."""
MORE_TAI: Final = 2
"""What a win brings beside the base and the tai that can be foreseen: dealer, self-drawn."""
LOSS: Final = 0.5
"""The part of a usual win that feeding it costs: somebody might have drawn it, or fed it, too."""
USUAL_TAI: Final = 3
BROKEN_UP: Final = (6, 6)
"""Useful tiles that a hand counts for which a discard takes further away, and more for each step:
there are many that lead back, but that is no progress."""
JUST_PASSED: Final = 0.08
"""The part of that chance which is left for a kind on which all have just passed."""
RECENT: Final = 3
"""Discards that all others have passed on since they last drew."""


def chance_to_win(far: int, useful: int, live: float) -> float:
    """How likely a hand wins that is so far from ready; `live` is the part of the wall left."""
    odds = -3.342 - 1.266 * far + 2.339 * live + 0.645 * log(1 + useful) + 0.665 * far * live
    return 1 / (1 + exp(-odds - 0.826 * (far == 0)))


def chance_to_feed(kind: int, unseen: int, melds: int, live: float) -> float:
    """How likely somebody waits for a kind; `melds` are the most that another seat has laid."""
    late = 1 - live
    odds = -1.565 - 2.151 * late + 3.244 * log(late + 0.01) + 0.586 * melds - 0.325 * (melds > 3)
    if kind >= EAST:
        odds += 1.147 * unseen - 3.353
    else:
        from_end = min(kind % 9, 8 - kind % 9)
        odds += 0.358 * unseen - (0.829, 0.307, 0.0, 0.0, 0.0)[from_end]
    return 1 / (1 + exp(-odds))


class GuardJudge(ValueJudge):
    """Counts in points: what the hand wins on average, less what the discard feeds."""

    def __init__(self, sight: Observation, base: int, unit: int) -> None:
        super().__init__(sight, base, unit)
        view = sight.view
        self._live: float = min(1.0, view["live"] / FULL)
        self._melds = max(len(row) for at, row in enumerate(view["melds"]) if at != sight.seat)
        thrown = [word for word in view["history"] if "discard:" in word]
        self._passed = {word.rpartition(":")[2] for word in thrown[-RECENT:]}
        discards = sum(sight.counts) % 3 == 2
        self._nearest = min(sight.after_discards().values()) if discards else None

    def hand(self, counts: Sequence[int], melds: Sequence[str]) -> float:
        """What a hand wins on average."""
        far, useful = self.sight.useful(counts, 5 - len(melds))
        if self._nearest is not None and far > self._nearest:
            useful = min(useful, BROKEN_UP[0] + BROKEN_UP[1] * far)
        worth = self.base + self.unit * (MORE_TAI + self.tai(counts, melds))
        return chance_to_win(far, useful, self._live) * worth

    def risk(self, kind: int) -> float:
        """What a discard feeds on average."""
        chance = chance_to_feed(kind, self.sight.unseen[kind], self._melds, self._live)
        if NAMES[kind] in self._passed:
            chance *= JUST_PASSED
        return LOSS * (self.base + USUAL_TAI * self.unit) * chance


class GuardBot(ValueBot):
    """Weighs what the hand may win against what a discard may feed, and gives up lost hands."""

    name = "taiwan-guard"
    level = "strong"
    rank = 3
    slack = 9

    def judge(self, sight: Observation) -> GuardJudge:
        """The judge that counts in points."""
        return GuardJudge(sight, self.config.base, self.config.unit)
