"""Ten thousand complete games of greedy players at Taiwan mahjong, every step looked at.

python -m tests.soak_taiwan [GAMES]
"""

import os
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import Any

from bots.taiwan import GreedyBot
from bots.turn import TableTurn
from engine.game import Event
from engine.rng import Deals, stream
from engine.taiwan.model import State
from engine.variants import Rules
from tests.engine.taiwan_table import GAME, check

GAMES = 10_000
CHUNK = 20
JOBS = os.cpu_count() or 2
RULES = Rules(GAME)


@dataclass(slots=True)
class Soak:
    """What was played, and what was found wrong."""

    games: int = 0
    hands: int = 0
    wins: int = 0
    draws: int = 0
    violations: int = 0

    def play(self, number: int, **options: Any) -> None:
        """One game of four greedy players, looked at after every step."""
        config = GAME.config(options)
        bots = [GreedyBot() for _ in range(4)]
        for seat, bot in enumerate(bots):
            bot.start(GAME, seat, 4, config, stream("soak", number, seat))
        step = GAME.start(config, Deals.seed(f"soak {number}"), 4)
        self.look(number, step.state, step.events)
        while offers := GAME.choices(step.state):
            state = step.state
            moves = {s: choose(bots[s], s, offer, state) for s, offer in offers.items()}
            step = GAME.apply(state, moves)
            self.look(number, step.state, step.events)
            if step.result:
                self.hands += 1
                self.wins += len(step.result.winners)
                self.draws += not step.result.winners
        self.games += 1

    def look(self, number: int, state: State, events: tuple[Event, ...]) -> None:
        """Count tiles and payments, and name what is wrong."""
        try:
            check(state)
            for event in events:
                assert sum(getattr(event, "deltas", ())) == 0, f"{event}: payments do not add up"
        except AssertionError as error:
            self.violations += 1
            sys.stdout.write(f"taiwan game {number}: {error}\n")

    def add(self, other: "Soak") -> None:
        """Count another part in."""
        self.games += other.games
        self.hands += other.hands
        self.wins += other.wins
        self.draws += other.draws
        self.violations += other.violations


def choose(bot: GreedyBot, seat: int, offer: tuple[Any, ...], state: State) -> Any:
    """The move of a bot; nobody is asked who has no choice."""
    if len(offer) == 1:
        return offer[0]
    legal = tuple(move.choice for move in offer)
    return offer[legal.index(bot.act(TableTurn(seat, legal, RULES, state, ())))]


def play_part(first: int, count: int) -> Soak:
    """Some games in a row; the profiles and ways of drawing take turns."""
    soak = Soak()
    for number in range(first, first + count):
        preset = list(GAME.presets)[number % len(GAME.presets)]
        soak.play(number, preset=preset, draws="streams" if number % 8 == 7 else "wall")
    return soak


def main(games: int = GAMES) -> int:
    """Play them all in a few processes; the last line says how it went."""
    whole = Soak()
    starts = range(0, games, CHUNK)
    with ProcessPoolExecutor(JOBS) as pool:
        parts = pool.map(play_part, starts, [min(CHUNK, games - start) for start in starts])
        for part in parts:
            whole.add(part)
    sys.stdout.write(
        f"taiwan: {whole.games} games, {whole.hands} hands, {whole.wins} wins,"
        f" {whole.draws} draws, {whole.violations} violations\n"
    )
    return int(whole.violations > 0)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:2])))
