"""Ten thousand random matches of Tiger & Dragon, every tile counted at every step.

python -m tests.soak_tigerdragon [MATCHES]
"""

import sys
from dataclasses import dataclass

from engine.rng import Deals, stream
from engine.tigerdragon.model import State
from tests.engine.tigerdragon_table import GAME, check_tiles
from tests.soak import play_all

MATCHES = 10_000
MOST_TURNS = 200


@dataclass(slots=True)
class Soak:
    """What was played, and what was found wrong."""

    matches: int = 0
    rounds: int = 0
    steps: int = 0
    violations: int = 0

    def play(self, number: int) -> None:
        """One random match; the numbers of seats and the presets take turns."""
        seats = GAME.seats[number % len(GAME.seats)]
        preset = list(GAME.presets)[number // len(GAME.seats) % len(GAME.presets)]
        rng = stream("soak", number)
        config = GAME.config({"preset": preset})
        state = GAME.start(config, Deals.seed(f"soak {number}"), seats).state
        self.look(number, state)
        while offers := GAME.choices(state).get(state.current):
            move = offers[int(rng.random() * len(offers))]
            step = GAME.apply(state, {state.current: move})
            state = step.state
            self.steps += 1
            self.rounds += step.result is not None
            self.look(number, state)
        self.matches += 1

    def look(self, number: int, state: State) -> None:
        """Count the tiles and name what is wrong."""
        try:
            check_tiles(state)
            assert state.turn < MOST_TURNS, f"round {state.round} does not end"
        except AssertionError as error:
            self.violations += 1
            sys.stdout.write(f"tigerdragon match {number}: {error}\n")
            if "does not end" in str(error):
                raise

    def __str__(self) -> str:
        return (
            f"tigerdragon: {self.matches} matches, {self.rounds} rounds, {self.steps} steps,"
            f" {self.violations} violations"
        )


def main(matches: int = MATCHES) -> int:
    """Play them all; the last line sums up."""
    return play_all(Soak(), matches)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
