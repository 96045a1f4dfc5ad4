"""Every recorded game through the engine, and a thousand random matches with their invariants."""

import sys
from pathlib import Path
from time import perf_counter

from arena.formats.mjlog import import_mjlog, verify
from tests.engine.reference import reference_root
from tests.engine.riichi_matches import check_hands, check_tiles, match

MATCHES = 1000


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")


def recorded() -> int:
    """All logs; the number of mismatches."""
    root = reference_root()
    path = Path(root or ".") / "riichi" / "tenhou-logs.zip"
    if root is None or not path.exists():
        say("recorded games: skipped, the reference data are absent")
        return 0
    games = rounds = mismatches = without_wall = 0
    for game in import_mjlog(path):
        verdict = verify(game)
        games += 1
        rounds += verdict.rounds
        mismatches += len(verdict.mismatches)
        without_wall += not verdict.has_wall
        for text in verdict.mismatches[:3]:
            say(text)
    say(f"{games} games, {rounds} rounds, {mismatches} mismatches ({without_wall} without a wall)")
    return mismatches


def invariants() -> None:
    """Tiles conserved, points plus sticks constant, kept values true, at every step."""
    steps = 0
    for seed in range(MATCHES):
        for position, _ in match(f"soak{seed}", purposeful=seed % 10 == 0):
            state = position.state
            steps += 1
            assert sum(state.scores) + 1000 * state.sticks == 100_000
            check_hands(state)
            if state.phase != "Finished":
                check_tiles(state)
    say(f"{MATCHES} random matches, {steps} steps: tiles and points hold")


if __name__ == "__main__":
    start = perf_counter()
    found = recorded()
    say(f"recorded games: {perf_counter() - start:.0f} s")
    invariants()
    sys.exit(found > 0)
