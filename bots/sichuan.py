"""House bots for Sichuan: one that runs for the nearest win, and one that looks at its worth."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final

from bots.bot import Bot
from bots.hand_notes import Remark
from bots.sichuan_hand import (
    FULL_WALL,
    NOTHING_SEEN,
    Counts,
    Sight,
    changed,
    count,
    distance,
    look,
    plans,
    roots,
    useful,
    without_suit,
)
from bots.sichuan_hints import remarks, study
from bots.turn import Turn
from engine.game import AnyGame, Seat, View
from engine.sichuan.tiles import KIND_OF, KINDS, SUIT_NAMES

# Weights of the value bot, found by series against greedy ones.
EARLY_CHANCE: Final = 0.2
LATE_CHANCE: Final = 0.05
"""What is left of the chance to win for every further tile needed, with a full and no wall."""
USEFUL: Final = 0.03
"""For every unseen tile that brings the hand nearer."""
KONG_MONEY: Final = 1.0
"""What a kong is worth beside the hand, in the same unit as a win for one point."""
OWN: Final = {"pong": 2, "kong": 3, "ckong": 4, "akong": 1}
"""Tiles of the hand that go into a meld."""
GROWS: Final = {"pong": 3, "kong": 4, "ckong": 4, "akong": 1}
"""Tiles by which the own melds grow."""


class GreedyBot(Bot):
    """Voids the suit it needs least, keeps nearest to a win, and takes every win."""

    name = "sichuan-greedy"
    level = "club"
    rank = 1
    house = True
    games = ("sichuan",)
    quick = True

    def start(self, game: AnyGame, seat: Seat, seats: int, config: Any, rng: Random) -> None:  # noqa: ARG002
        """Keep the options: what a win pays depends on them."""
        self.config = config

    def act(self, turn: Turn) -> str:
        """Win, else choose where there is a choice."""
        legal = turn.legal
        if "hu" in legal:
            return "hu"
        return legal[0] if len(legal) == 1 else self.choose(turn)

    def choose(self, turn: Turn) -> str:
        """Return whatever the phase asks for."""
        legal, view = turn.legal, turn.view
        match view["phase"]:
            case "Exchange":
                return self.exchange(count(view["hand"]), legal)
            case "Void":
                return self.void(count(view["hand"]), legal)
            case "Claim":
                return self.claim(look(view), legal)
            case _:
                return self.discard(look(view), legal)

    def remarks(self, turn: Turn) -> Mapping[str, Remark]:
        """Say what each discard waits for, what a win is worth, and what passing it means."""
        return remarks(turn.view, self.config, turn.legal)

    def study(self, view: View) -> Mapping[str, Any]:
        """Say how far the hand is, and what helps or wins."""
        return study(view, self.config)

    # -- what a hand is worth; higher is better

    def worth(self, sight: Sight, counts: Counts, need: int, laid: tuple[int, ...]) -> float:  # noqa: ARG002
        """How good it is to hold these tiles."""
        return -distance(counts, need)

    def opening_worth(self, counts: Counts) -> float:
        """How good a hand is before the void suit is named: by the best suit to do without."""
        return max(self.worth_without(counts, suit) for suit in range(3))

    def worth_without(self, counts: Counts, suit: int) -> float:
        """How good a hand is without a suit; tiles of it have to be discarded first."""
        rest = without_suit(counts, suit)
        dropped = sum(counts) - sum(rest)
        return -distance(rest, 4) - 0.1 * dropped

    # -- decisions

    def exchange(self, counts: Counts, legal: Sequence[str]) -> str:
        """The three tiles that leave the best hand."""

        def after(choice: str) -> float:
            suit = choice[-1]
            rest = list(counts)
            for digit in choice.removeprefix("exchange:")[:-1]:
                rest[KIND_OF[digit + suit]] -= 1
            return self.opening_worth(rest)

        return max(legal, key=after)

    def void(self, counts: Counts, legal: Sequence[str]) -> str:
        """The suit that is missed least."""
        return max(
            legal, key=lambda choice: self.worth_without(counts, SUIT_NAMES.index(choice[-1]))
        )

    def claim(self, sight: Sight, legal: Sequence[str]) -> str:
        """Pong or kong where it helps, else pass."""
        now = self.worth(sight, sight.counts, sight.need, sight.laid)
        best, best_worth = "pass", now
        for choice in legal:
            verb, _, tile = choice.partition(":")
            if verb in ("pong", "kong"):
                after = self.after_meld(sight, verb, KIND_OF[tile])
                after += self.kong_worth() if verb == "kong" else 0
                if after > best_worth:
                    best, best_worth = choice, after
        return best

    def after_meld(self, sight: Sight, verb: str, kind: int) -> float:
        """How good the hand is once a meld is laid; after a pong a tile has to go."""
        counts = changed(sight.counts, kind, -OWN[verb])
        laid = (*sight.laid, *[kind] * GROWS[verb])
        if verb == "akong":
            return self.worth(sight, counts, sight.need, laid)
        if verb == "pong":
            return self.best_rest(sight, counts, sight.need - 1, laid)
        return self.worth(sight, counts, sight.need - 1, laid)

    def best_rest(self, sight: Sight, counts: Counts, need: int, laid: tuple[int, ...]) -> float:
        """How good the hand is after its best discard."""
        return max(
            self.worth(sight, changed(counts, kind, -1), need, laid)
            for kind in range(KINDS)
            if counts[kind]
        )

    def discard(self, sight: Sight, legal: Sequence[str]) -> str:
        """A kong that costs nothing, else the tile that leaves the best hand."""
        drops = [choice for choice in legal if choice.startswith("discard:")]
        kongs = [choice for choice in legal if not choice.startswith("discard:")]
        rest = {choice: self.rest_worth(sight, KIND_OF[choice[8:]]) for choice in drops}
        top = max(rest.values())
        for choice in kongs:
            verb, _, tile = choice.partition(":")
            if self.after_meld(sight, verb, KIND_OF[tile]) + self.kong_worth() >= top:
                return choice
        best = [choice for choice in drops if rest[choice] == top]
        if len(best) == 1:
            return best[0]
        return max(best, key=lambda choice: self.tie_worth(sight, KIND_OF[choice[8:]]))

    def kong_worth(self) -> float:
        """What a kong earns, in the unit of `worth`."""
        return 0.0

    def rest_worth(self, sight: Sight, kind: int) -> float:
        """How good the hand is without a tile; one of the void suit was never part of it."""
        if kind // 9 == sight.void:
            return self.worth(sight, sight.counts, sight.need, sight.laid) + 1
        return self.worth(sight, changed(sight.counts, kind, -1), sight.need, sight.laid)

    def tie_worth(self, sight: Sight, kind: int) -> int:
        """Between equal discards: how many tiles would then help."""
        if kind // 9 == sight.void:
            return 0
        counts = changed(sight.counts, kind, -1)
        return useful(counts, sight.need, sight.unseen, sight.void)


class ValueBot(GreedyBot):
    """Weighs how near a win is against what it would pay: flushes, triplets, pairs, roots."""

    name = "sichuan-value"
    level = "strong"
    rank = 2
    house = True

    def worth(self, sight: Sight, counts: Counts, need: int, laid: tuple[int, ...]) -> float:
        """All plans: the value of each, by its chance with the tiles it still needs."""
        total = 0.0
        root = roots(counts, laid)
        chance = LATE_CHANCE + (EARLY_CHANCE - LATE_CHANCE) * sight.left / FULL_WALL
        for steps, fan in plans(counts, need, laid):
            value = 2.0 ** min(fan + root, 4)
            total += value * chance ** (steps + 1)
        return total

    def worth_without(self, counts: Counts, suit: int) -> float:
        """All plans without a suit, less for the tiles that have to go first."""
        rest = without_suit(counts, suit)
        dropped = sum(counts) - sum(rest)
        return self.worth(NOTHING_SEEN, rest, 4, ()) * 0.95**dropped

    def kong_worth(self) -> float:
        """Kongs are paid for at once."""
        return KONG_MONEY

    def rest_worth(self, sight: Sight, kind: int) -> float:
        """All plans without a tile, and a little for the tiles that would help."""
        if kind // 9 == sight.void:
            return 100.0
        counts = changed(sight.counts, kind, -1)
        plan = self.worth(sight, counts, sight.need, sight.laid)
        return plan * (1 + USEFUL * useful(counts, sight.need, sight.unseen, sight.void))
