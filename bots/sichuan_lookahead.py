"""A player of Sichuan that values each choice in points: what it may win, what it may feed."""

from collections.abc import Sequence
from typing import Final

from bots.sichuan import GROWS, OWN, GreedyBot
from bots.sichuan_danger import Danger
from bots.sichuan_hand import count, look, without_suit
from bots.sichuan_worth import Held, Judge
from bots.turn import Turn
from engine.game import View
from engine.sichuan.config import SichuanConfig
from engine.sichuan.tiles import KIND_OF, SUIT_NAMES

VOID_TURN: Final = 0.15
"""What the turn costs in which a void tile goes, while the void suit is chosen."""
REPLACEMENT: Final = 0.2
"""What the further draw of a kong is worth."""
ROBBED: Final = 2
"""How much dearer an added kong is that is robbed than a discard."""


class Decision:
    """One seat's hand and what its choices are worth."""

    def __init__(self, view: View, config: SichuanConfig) -> None:
        sight = look(view)
        self.view = view
        self._config = config
        self._void = sight.void
        self.judge = Judge(view, sight, config)
        self._danger = Danger(view, sight.unseen, config.base, stay=config.winners_stay)
        shed = sum(count(view["hand"])) - sum(sight.counts)
        self._held = Held(tuple(sight.counts), sight.need, sight.laid, shed)

    def points(self, choice: str) -> float:
        """The points that a discard, a claim or passing leads to on average."""
        verb, _, tile = choice.partition(":")
        if verb == "pass":
            return self._judged(self._held)
        kind = KIND_OF[tile]
        if verb == "discard":
            return self._discarded(self._held, kind)
        after = self._held.with_meld(kind, OWN[verb], GROWS[verb])
        if verb == "pong":
            return max(self._discarded(after, drop) for drop in self._drops(after))
        points = self._judged(after) + REPLACEMENT + self._config.base * self._money(verb, tile)
        return points - (ROBBED * self._danger.cost(kind) if verb == "akong" else 0.0)

    def order(self, choice: str) -> float:
        """How soon a void tile should go: what is safe just now, or would be dearest later on."""
        kind = KIND_OF[choice.removeprefix("discard:")]
        return self._danger.later(kind) - self._danger.cost(kind)

    def is_void(self, choice: str) -> bool:
        """Whether a choice discards a tile of the void suit."""
        verb, _, tile = choice.partition(":")
        return verb == "discard" and KIND_OF[tile] // 9 == self._void

    def _judged(self, held: Held) -> float:
        return self.judge.points(held, self._void)

    def _discarded(self, held: Held, kind: int) -> float:
        """The points after a discard, less what it may feed."""
        void = kind // 9 == self._void
        rest = held._replace(shed=held.shed - 1) if void else held.less(kind)
        return self._judged(rest) - self._danger.cost(kind)

    def _drops(self, held: Held) -> list[int]:
        """What may go after a pong; of void tiles, which are alike to the hand, the first."""
        if held.shed:
            return [KIND_OF[tile] for tile in self.view["hand"] if self.is_void(f"discard:{tile}")]
        return [kind for kind, own in enumerate(held.counts) if own]

    def _money(self, verb: str, tile: str) -> int:
        """What a kong earns at once, in bases."""
        config = self._config
        if verb == "kong":
            return config.kong_exposed
        if verb == "ckong":
            return config.kong_concealed * self.judge.payers
        paid = self.view["drawn"] == tile or config.postponed_kong_pays
        return config.kong_added * self.judge.payers if paid else 0


class LookaheadBot(GreedyBot):
    """Weighs what a hand may win in each of its ways against what a discard may feed."""

    name = ""  # the choice of `sichuan-search`, not a bot of its own
    level = ""
    rank = 0

    def choose(self, turn: Turn) -> str:
        """Return the choice with the most points."""
        legal = turn.legal
        decision = Decision(turn.view, self.config)
        if turn.view["phase"] in ("Exchange", "Void"):
            return self.open(decision, legal)
        void = [choice for choice in legal if decision.is_void(choice)]
        if void:
            first = max(void, key=decision.order)
            legal = (first, *[choice for choice in legal if not choice.startswith("discard:")])
        return max(reversed(legal), key=decision.points)

    def open(self, decision: Decision, legal: Sequence[str]) -> str:
        """The exchange or the void suit that leaves the best hand."""
        hand = count(decision.view["hand"])

        def points(choice: str) -> float:
            if choice.startswith("void:"):
                return without(decision.judge, hand, SUIT_NAMES.index(choice[-1]))
            rest = list(hand)
            for digit in choice.removeprefix("exchange:")[:-1]:
                rest[KIND_OF[digit + choice[-1]]] -= 1
            return max(without(decision.judge, rest, suit) for suit in range(3))

        return max(legal, key=points)


def without(judge: Judge, counts: Sequence[int], void: int) -> float:
    """The points if this suit is voided, less for the turns that this takes."""
    rest = without_suit(list(counts), void)
    shed = sum(counts) - sum(rest)
    return judge.points(Held(tuple(rest), 4, ()), void) - VOID_TURN * shed
