"""How fast things are: random-legal play through the plain loop, beside a bare floor."""

from dataclasses import dataclass
from statistics import median
from time import perf_counter

from arena.local.loop import play_match
from arena.match.result import new_match
from bots.stock import RandomBot
from engine.game import AnyGame
from engine.rng import Deals, stream

ROUNDS = 10
"""Interleaved rounds, so that a busy machine slows both sides alike."""


@dataclass(slots=True)
class Tally:
    """What was played in how many seconds."""

    matches: int = 0
    steps: int = 0
    decisions: int = 0
    seconds: float = 0.0

    def add(self, other: "Tally") -> None:
        """Count another tally in."""
        self.matches += other.matches
        self.steps += other.steps
        self.decisions += other.decisions
        self.seconds += other.seconds

    @property
    def steps_a_second(self) -> float:
        """The rate that ratios are made of."""
        return self.steps / self.seconds


@dataclass(frozen=True, slots=True)
class EngineBench:
    """The plain loop's rates, and its steps a second over the bare floor's."""

    loop: Tally
    floor: Tally
    ratio: float


def bench_engine(game: AnyGame, seconds: float) -> EngineBench:
    """Random-legal play for so long, half of it by the bare floor, in turn."""
    slice_seconds = seconds / (2 * ROUNDS)
    loop, floor, ratios = Tally(), Tally(), []
    for number in range(ROUNDS):
        seed = f"bench:{number}"
        bare, plain = play_bare(game, slice_seconds, seed), play_loop(game, slice_seconds, seed)
        floor.add(bare)
        loop.add(plain)
        ratios.append(plain.steps_a_second / bare.steps_a_second)
    return EngineBench(loop, floor, median(ratios))


def play_loop(game: AnyGame, seconds: float, seed: str) -> Tally:
    """Whole matches by the plain loop until the time is up, one at least."""
    tally = Tally()
    names = ["random"] * game.default_seats
    begin = perf_counter()
    while not tally.matches or perf_counter() - begin < seconds:
        root = f"{seed}:{tally.matches}"
        match = new_match(game, names, Deals.seed(root))
        play_match(match, [RandomBot() for _ in names], root)
        tally.matches += 1
        tally.steps += match.n
        tally.decisions += match.decisions
    tally.seconds = perf_counter() - begin
    return tally


def play_bare(game: AnyGame, seconds: float, seed: str) -> Tally:
    """The floor: the same engine and choices, with no match, log or bots around them."""
    tally = Tally()
    begin = perf_counter()
    while not tally.matches or perf_counter() - begin < seconds:
        tally.steps += bare_match(game, f"{seed}:{tally.matches}")
        tally.matches += 1
    tally.seconds = perf_counter() - begin
    return tally


def bare_match(game: AnyGame, seed: str) -> int:
    """The steps of one random match driven by `choices` and `apply` alone."""
    seats = game.default_seats
    state = game.start(game.config(), Deals.seed(seed), seats).state
    draws = [stream(seed, "bot", seat).random for seat in range(seats)]
    steps = 0
    while offers := game.choices(state):
        moves = {seat: offer[int(draws[seat]() * len(offer))] for seat, offer in offers.items()}
        state = game.apply(state, moves).state
        steps += 1
    return steps
