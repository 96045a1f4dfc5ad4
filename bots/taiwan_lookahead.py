"""A player of Taiwan mahjong that looks two draws ahead and counts in points."""

from collections.abc import Sequence
from math import log
from typing import Final

from bots.taiwan import Judge, ValueJudge, distance, meld_word, meld_words, verb, without
from bots.taiwan_danger import FULL, Danger, logistic
from bots.taiwan_guard import BROKEN_UP, GuardBot
from bots.taiwan_outlook import Foresight, Outlook
from engine.mahjong.shapes import keys_of
from engine.taiwan.hand import distance_of
from engine.taiwan.observation import Observation

WINS: Final = 1.5
"""What a win brings on average, in payments of one seat: every fourth is a self-draw."""
SURPRISES: Final = 1.0
"""Tai of a win beside those that can be foreseen."""
DEALER: Final = (0.33, 1.0)
"""Tai for the dealer, who pays every third win; and for the own seat as the dealer."""
USUAL_TAI: Final = 1.7
"""Tai of others' wins."""
LOST: Final = 0.5
"""The part of a usual payment that a hand costs on average which somebody else wins."""

CHANCES: Final = (
    # at all, live, live squared, useful, useful * live, ahead, pongs, laid, closed
    (-3.402, 3.975, -2.202, 1.119, 0.0, 0.0, 0.0, -0.064, 0.122),
    (-7.474, 7.280, -2.222, 0.891, -0.731, 1.004, 0.871, -0.094, 0.210),
    (-8.107, 7.066, -2.224, 0.286, -0.263, 1.014, 1.048, -0.136, 0.167),
    (-11.072, 12.038, -4.389, 0.572, -0.484, 0.642, 1.331, -0.124, 0.170),
    (-10.598, 11.678, -4.879, 0.560, 0.0, 0.0, 1.898, -0.097, 0.227),
)
"""By distance, what speaks for a win: logistic regressions over 12,000 hands of `taiwan-guard`."""
DEEP: Final = 3
"""The distance up to which the second draw is looked at."""
FURTHER: Final = 0.44
"""How much each step beyond the last of these distances speaks against it."""


class LookaheadJudge(ValueJudge):
    """The score that a hand leads to on average: whether it wins, and what a discard may feed."""

    def __init__(self, sight: Observation, base: int, unit: int) -> None:
        super().__init__(sight, base, unit)
        view = sight.view
        self._live: float = min(1.0, view["live"] / FULL)
        self._laid = sum([len(row) for seat, row in enumerate(view["melds"]) if seat != sight.seat])
        self._tai = SURPRISES + DEALER[view["dealer"] == sight.seat]
        self._fed = base + USUAL_TAI * unit
        self._danger = Danger(sight)
        self._foresight = Foresight(sight.unseen)
        discards = sum(sight.counts) % 3 == 2
        self._nearest = min(sight.after_discards().values()) if discards else None

    def hand(self, counts: Sequence[int], melds: Sequence[str]) -> float:
        """The score on average if this discard feeds nobody."""
        worth = self.base + self.unit * (self._tai + self.tai(counts, melds))
        lost = LOST * self._fed
        return self.chance_to_win(counts, melds) * (WINS * worth + lost) - lost

    def discard(self, counts: Sequence[int], melds: Sequence[str], kind: int) -> float:
        """The score on average: what is fed is paid in place of all that could come."""
        score = self.hand(counts, melds)
        return score - self._danger.chance(kind) * (score + self._fed)

    def chance_to_win(self, counts: Sequence[int], melds: Sequence[str]) -> float:
        """How likely the hand wins, by its outlook and by how much of the wall is left."""
        outlook = self._outlook(counts, 5 - len(melds))
        closed = all(word.startswith("concealed_kong") for word in melds)
        return chance_of(outlook, self._live, self._laid, closed=closed)

    def _outlook(self, counts: Sequence[int], need: int) -> Outlook:
        """The outlook; where the hand is broken up it counts for little, there is no progress."""
        keys = keys_of(counts)
        far = distance_of(*keys, need)
        if self._nearest is None or far <= self._nearest:
            return self._foresight.outlook(counts, keys, need, deep=far <= DEEP)
        few, more = BROKEN_UP
        return Outlook(far, few + more * far, 0, float(more * far))


def chance_of(outlook: Outlook, live: float, laid: int, *, closed: bool) -> float:
    """How likely a hand wins; `live` is the part of the wall left, `laid` the others' melds."""
    row = CHANCES[min(outlook.far, len(CHANCES) - 1)]
    odds = row[0] + row[1] * live + row[2] * live * live
    odds += (row[3] + row[4] * live) * log(1 + outlook.useful) + row[5] * log(1 + outlook.ahead)
    odds += row[6] * outlook.pongs / (1 + outlook.useful) + row[7] * laid + row[8] * closed
    return logistic(odds - FURTHER * max(0, outlook.far - len(CHANCES) + 1))


class LookaheadBot(GuardBot):
    """Weighs what a hand may win, two draws ahead, against what a discard may feed."""

    name = ""  # the choice of `taiwan-search`, not a bot of its own
    slack = 1

    def judge(self, sight: Observation) -> LookaheadJudge:
        """The judge that looks ahead."""
        return LookaheadJudge(sight, self.config.base, self.config.unit)

    def claim_value(
        self, judge: Judge, sight: Observation, choice: str, left: Sequence[int]
    ) -> float:
        """The score on average after a claim and the best of the discards that stay near."""
        melds = [*meld_words(sight), meld_word(choice, sight.tile)]
        if verb(choice) == "kong":
            return judge.hand(left, melds)
        rests = {kind: without(left, [kind]) for kind, held in enumerate(left) if held}
        far = {kind: distance(rest, sight.need - 1) for kind, rest in rests.items()}
        near = [kind for kind in rests if far[kind] == min(far.values())]
        return max(judge.discard(rests[kind], melds, kind) for kind in near)
