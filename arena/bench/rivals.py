"""Races against other people's engines, taking turns in one run, by CPU time.

The peers are no dependencies: each is imported only when it is raced, and `PeerMissingError`
says so where it is not installed.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from importlib.metadata import version
from statistics import median
from time import process_time
from types import ModuleType
from typing import Final

from arena.bench.rival_players import Pick, TenpaiSeeker, TheirSeeker, pick_any
from arena.errors import ArenaError
from arena.local.loop import play_match
from arena.match.result import new_match
from bots import Bot
from bots.stock import RandomBot
from engine.game import AnyGame
from engine.mahjong.shapes import four, keys_of
from engine.mahjong.tiles import KINDS
from engine.riichi import Riichi
from engine.rng import Deals, shuffle, stream

ROUNDS: Final = 5
HANDS: Final = 500
"""Hands of the distance race; measuring them all once is one batch."""
Batch = Callable[[int], int]
"""Does the piece of work of this number and says how many things it did."""
Rates = dict[str, list[float]]
"""By side, what it did a second in each round."""


class PeerMissingError(ArenaError):
    """The peer to race against is not installed."""


@dataclass(frozen=True, slots=True)
class Race:
    """Things done a second by either side and the ratio: medians over the rounds."""

    ours: float
    theirs: float
    ratio: float


def peer(name: str, package: str = "") -> ModuleType:
    """A module of somebody else's package, if that is there."""
    try:
        return import_module(name)
    except ImportError:
        package = package or name.partition(".")[0]
        raise PeerMissingError(
            f"{package} is not installed, so there is no race; pip install {package}"
        ) from None


def take_turns(sides: Mapping[str, Batch], seconds: float) -> Rates:
    """Five rounds in which every side works in turn; `seconds` are those of two sides."""
    for batch in sides.values():
        batch(0)  # tables and caches are filled before anybody is timed
    rates: Rates = {name: [] for name in sides}
    for number in range(ROUNDS):
        for name, batch in sides.items():
            rates[name].append(rate(batch, number * 1000, seconds / (2 * ROUNDS)))
    return rates


def rate(batch: Batch, first: int, seconds: float) -> float:
    """Things done a second of CPU time; whole batches, one at least."""
    number, done = first, 0
    begin = process_time()
    while number == first or process_time() - begin < seconds:
        done += batch(number)
        number += 1
    return done / (process_time() - begin)


def compare(ours: Sequence[float], theirs: Sequence[float]) -> Race:
    """Two sides of the same rounds."""
    ratios = [own / other for own, other in zip(ours, theirs, strict=True)]
    return Race(median(ours), median(theirs), median(ratios))


# -- riichi against riichienv


@dataclass(frozen=True, slots=True)
class RiichiRaces:
    """Decisions a second: random-legal play, and players who seek tenpai."""

    version: str
    random: Race
    tenpai: Race


def race_riichi(seconds: float) -> RiichiRaces:
    """Whole hanchan by the plain loop and by riichienv, so many seconds for each race."""
    riichienv = peer("riichienv")
    game = Riichi()
    sides: dict[str, Batch] = {
        "ours, random": partial(our_hanchan, game, RandomBot),
        "theirs, random": partial(their_hanchan, riichienv, pick_any),
        "ours, tenpai": partial(our_hanchan, game, TenpaiSeeker),
        "theirs, tenpai": partial(their_hanchan, riichienv, TheirSeeker(riichienv)),
    }
    rates = take_turns(sides, seconds)
    return RiichiRaces(
        version("riichienv"),
        compare(rates["ours, random"], rates["theirs, random"]),
        compare(rates["ours, tenpai"], rates["theirs, tenpai"]),
    )


def our_hanchan(game: AnyGame, bot: type[Bot], number: int) -> int:
    """Play one match by the plain loop; its decisions."""
    seed = f"bench:{number}"
    match = new_match(game, [bot.name] * 4, Deals.seed(seed))
    play_match(match, [bot() for _ in range(4)], seed)
    return match.decisions


def their_hanchan(riichienv: ModuleType, pick: Pick, number: int, *, log: bool = True) -> int:
    """Play one match by riichienv; its decisions, counted as ours are."""
    rule = riichienv.GameRule.default_tenhou()
    env = riichienv.RiichiEnv(
        game_mode="4p-red-half", rule=rule, seed=number, skip_mjai_logging=not log
    )
    rng = stream(f"bench:{number}", "bot")
    decisions = 0
    observations = env.reset()
    while not env.done():
        actions = {}
        for seat, observation in observations.items():
            legal = observation.legal_actions()
            if len(legal) > 1:
                decisions += 1
                actions[seat] = pick(observation, legal, rng)
            else:
                actions[seat] = legal[0]
        observations = env.step(actions)
    return decisions


# -- distances against mahjong


@dataclass(frozen=True, slots=True)
class ShantenRaces:
    """Distances a second with keys kept and from 34 counts, each over mahjong's from counts."""

    version: str
    kept: Race
    counted: Race


def bench_shanten(seconds: float) -> tuple[float, float]:
    """Our distances a second, with keys kept and from 34 counts, raced against nobody."""
    rates = take_turns(our_distances(sample_hands()), seconds)
    return median(rates["kept"]), median(rates["counted"])


def race_shanten(seconds: float) -> ShantenRaces:
    """The same hands measured by us in both ways and by mahjong."""
    distance = peer("mahjong.shanten").Shanten.calculate_shanten
    hands = sample_hands()
    theirs = {"theirs": partial(measure_counts, distance, hands)}
    rates = take_turns(our_distances(hands) | theirs, seconds)
    return ShantenRaces(
        version("mahjong"),
        compare(rates["kept"], rates["theirs"]),
        compare(rates["counted"], rates["theirs"]),
    )


def sample_hands() -> list[list[int]]:
    """The counts of random hands of fourteen tiles, always the same."""
    rng = stream("bench", "hands")
    wall = list(range(136))
    hands = []
    for _ in range(HANDS):
        counts = [0] * KINDS
        shuffle(wall, rng)
        for tile in wall[:14]:
            counts[tile // 4] += 1
        hands.append(counts)
    return hands


def our_distances(hands: list[list[int]]) -> dict[str, Batch]:
    """Our two sides of the race."""
    keys = [keys_of(counts) for counts in hands]
    return {"kept": partial(measure_keys, keys), "counted": partial(measure_counts, nearest, hands)}


def nearest(counts: Sequence[int]) -> int:
    """The distance of a closed hand from its 34 counts."""
    m, p, s, z = keys_of(counts)
    return four().nearest(m, p, s, z, 4)


def measure_keys(hands: Sequence[tuple[int, int, int, int]], _number: int) -> int:
    """The distance of every hand whose keys are kept."""
    distance = four().nearest
    for m, p, s, z in hands:
        distance(m, p, s, z, 4)
    return len(hands)


def measure_counts(
    distance: Callable[[list[int]], int], hands: Sequence[list[int]], _number: int
) -> int:
    """The distance of every hand from its counts."""
    for counts in hands:
        distance(counts)
    return len(hands)
