"""Ten thousand random matches of Texas 42 with forced bids, looked at after every step.

python -m tests.soak_texas42 [MATCHES]
"""

import sys
from dataclasses import dataclass

from engine.game import Outcome
from engine.rng import Deals, stream
from engine.texas42.model import State
from engine.texas42.tiles import ALL
from engine.variants import Rules
from tests.engine.texas42_table import GAME, SPECIALS
from tests.soak import play_all

MATCHES = 10_000
MOST_HANDS = 13
MOST_DECISIONS = MOST_HANDS * (4 + 1 + 28)
VARIANTS = (("forced-bid",), (*SPECIALS, "forced-bid"))


@dataclass(slots=True)
class Soak:
    """What was played, and what was found wrong."""

    matches: int = 0
    hands: int = 0
    decisions: int = 0
    most_hands: int = 0
    violations: int = 0

    def play(self, number: int) -> None:
        """One random match; every other one with all special contracts."""
        rules = Rules(GAME, VARIANTS[number % len(VARIANTS)])
        random = stream("soak", number).random
        position = rules.start(GAME.config(), Deals.seed(f"soak {number}"), 4)
        decisions = 0
        while position.offers and decisions <= MOST_DECISIONS:
            ((seat, offer),) = position.offers.items()
            before = position.state
            position = rules.apply(before, {seat: offer[int(random() * len(offer))]})
            decisions += 1
            self.look(number, position.state)
            for result in position.results:
                self.check(number, before, result.extra["points"])
        self.matches += 1
        self.decisions += decisions
        self.hands += position.state.round
        self.most_hands = max(self.most_hands, position.state.round)
        self.end(number, position.state, decisions)

    def look(self, number: int, state: State) -> None:
        """Every domino is in one hand, in the trick or in a trick taken."""
        played = [tile for trick in state.tricks for tile in trick.tiles] + list(state.trick)
        found = sum(state.hands) + sum(1 << tile for tile in played)
        if found != ALL or len(set(played)) != len(played):
            self.report(number, f"hand {state.round}: a domino is lost or doubled")

    def check(self, number: int, before: State, points: list[int]) -> None:
        """A hand played to its last domino is worth 42, unless somebody sat out."""
        terms = before.contract
        assert terms is not None
        if len(before.tricks) == 6 and terms.out_seat is None and sum(points) != 42:
            self.report(number, f"hand {before.round}: {points} are not 42 points")

    def end(self, number: int, state: State, decisions: int) -> None:
        """A match has an end, a winner and few enough hands."""
        outcome: Outcome = GAME.outcome(state)
        if state.phase != "Finished" or outcome.winner < 0:
            self.report(number, f"no end after {decisions} decisions")
        elif state.round > MOST_HANDS or decisions > MOST_DECISIONS:
            self.report(number, f"{state.round} hands, {decisions} decisions")

    def report(self, number: int, what: str) -> None:
        """Count and tell what is wrong."""
        self.violations += 1
        sys.stdout.write(f"texas42 match {number}: {what}\n")

    def __str__(self) -> str:
        return (
            f"texas42: {self.matches} matches, {self.hands} hands, at most {self.most_hands} a"
            f" match, {self.decisions} decisions, {self.violations} violations"
        )


def main(matches: int = MATCHES) -> int:
    """Play them all; the last line sums up."""
    return play_all(Soak(), matches)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:2])))
