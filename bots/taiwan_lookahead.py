"""A player of Taiwan mahjong that looks two draws ahead and counts in points."""

from collections.abc import Sequence
from math import log
from typing import Final

from bots.mahjong_danger import logistic
from bots.mahjong_outlook import Foresight, Outlook
from bots.taiwan import GreedyBot, Judge, ValueBot, ValueJudge, distance, without
from bots.taiwan_danger import FULL, Danger
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
    # at all, live, live squared, useful, useful * live, ahead, laid, closed
    (-3.402, 3.975, -2.202, 1.119, 0.0, 0.0, -0.064, 0.122),
    (-6.797, 6.226, -2.189, 0.623, -0.314, 0.996, -0.095, 0.209),
    (-7.172, 6.338, -2.322, 0.222, 0.0, 0.748, -0.138, 0.173),
    (-9.139, 10.461, -4.541, 0.275, 0.0, 0.376, -0.125, 0.185),
    (-10.062, 11.330, -4.703, 0.480, 0.0, 0.0, -0.096, 0.257),
)
"""By distance, what speaks for a win: logistic regressions over 12,000 hands of `taiwan-guard`."""
FROM_OTHERS: Final = 3
"""How much more a tile counts that any seat can bring by discarding it."""
BROKEN_UP: Final = 12
"""Useful tiles for each step that a hand counts for at most which a discard takes further away:
there are many that lead back, but that is no progress."""
AFTER_THAT: Final = 0.45
"""The part of them that there will be after the next one."""
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
        outlook = self._foresight.outlook(counts, keys, need, deep=False)
        useful = min(outlook.useful, BROKEN_UP * far)
        return Outlook(far, useful, 0, AFTER_THAT * useful)


def chance_of(outlook: Outlook, live: float, laid: int, *, closed: bool) -> float:
    """How likely a hand wins; `live` is the part of the wall left, `laid` the others' melds."""
    row = CHANCES[min(outlook.far, len(CHANCES) - 1)]
    useful = log(1 + outlook.useful + FROM_OTHERS * outlook.pongs)
    odds = row[0] + row[1] * live + row[2] * live * live + (row[3] + row[4] * live) * useful
    odds += row[5] * log(1 + outlook.ahead) + row[6] * laid + row[7] * closed
    return logistic(odds - FURTHER * max(0, outlook.far - len(CHANCES) + 1))


class LookaheadBot(ValueBot):
    """Weighs what a hand may win, two draws ahead, against what a discard may feed."""

    name = ""  # the choice of `taiwan-search`, not a bot of its own
    slack = 1

    def judge(self, sight: Observation) -> LookaheadJudge:
        """The judge that looks ahead."""
        return LookaheadJudge(sight, self.config.base, self.config.unit)

    def pass_value(self, judge: Judge, sight: Observation) -> float:
        """Any claim that brings nearer is better: the judge does not know which ones are not."""
        return GreedyBot.pass_value(self, judge, sight)

    def after_claim(
        self, judge: Judge, sight: Observation, melds: Sequence[str], left: Sequence[int]
    ) -> float:
        """The score on average after the best of the discards that stay near."""
        rests = {kind: without(left, [kind]) for kind, held in enumerate(left) if held}
        far = {kind: distance(rest, sight.need - 1) for kind, rest in rests.items()}
        near = [kind for kind in rests if far[kind] == min(far.values())]
        return max(judge.discard(rests[kind], melds, kind) for kind in near)
