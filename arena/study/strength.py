"""How far the house bots of a game are apart: every pair, until it is clear or time is up."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from arena.local.intervals import Interval, interval
from arena.study.strength_file import CERTAINTY, Gap, HouseRating, settled
from arena.tournament.lifecycle import Tournament, start
from arena.tournament.plan import make_plan
from arena.tournament.ratings import rate
from arena.tournament.report import TimeRow, time_rows
from arena.tournament.repository import Memory
from arena.tournament.results import Line, whole_deals
from arena.tournament.runner import Progress, open_workers

if TYPE_CHECKING:
    from arena.plugins.manager import Plugins

MOST_DEALS: Final = 5000
FIRST_LOOK: Final = 8
"""Deals after which a pair is looked at for the first time; then whenever they have doubled."""
FEW_DEALS: Final = 32
"""After fewer an interval of lumpy points is not to be trusted, and the lead of whom luck favours
is too large."""
OBVIOUS: Final = 3.0
"""By how much wider than 95 % an interval of so few must be able to grow: what is ahead of `random`
by twenty intervals need not be played for minutes."""
SHARE: Final = 0.25
"""The part of the time left that a pair may take which is not the last: most need seconds, and the
last one, between the two strongest bots, needs the most."""
SEED: Final = "strength"


@dataclass(frozen=True, slots=True)
class Pair:
    """Two bots that have been measured: their difference, and the matches it comes from."""

    gap: Gap
    lines: Sequence[Line]
    times: Mapping[str, TimeRow]
    """How long each thinks."""


def ladder(plugins: "Plugins", game: str) -> list[str]:
    """The bots that are compared: `random` and the game's own, from weak to strong."""
    return ["random", *(name for name, bot in plugins.bots.items() if game in bot.games)]


def pairs(names: Sequence[str]) -> list[tuple[str, str]]:
    """Every pair, the one thought better first; those of the strongest bot come last."""
    return [
        (b, a) for a, b in sorted(combinations(names, 2), key=lambda pair: names.index(pair[1]))
    ]


def measure(
    plugins: "Plugins", game: str, names: Sequence[str], *, minutes: float, jobs: int = 1
) -> Iterator[Pair]:
    """Every pair in turn, each until it is settled, all of them in at most so many minutes."""
    until = monotonic() + 60 * minutes
    chosen = pairs(names)
    for a, b in chosen:
        left = max(0.0, until - monotonic()) / 60
        share = 1.0 if (a, b) == chosen[-1] else SHARE
        yield pair(plugins, game, a, b, minutes=share * left, jobs=jobs)


def pair(plugins: "Plugins", game: str, a: str, b: str, *, minutes: float, jobs: int = 1) -> Pair:
    """Play one pair at the game's short match, both in all seats of every deal."""
    settings: dict[str, Any] = {
        "game": game,
        "bots": [a, b],
        "format": "compare",
        "deals": MOST_DEALS,
        "seed": SEED,
        "config": {**plugins.game(game).short, **plugins.game(game).alike},
        "measure": "points",
        "plugins": plugins.files,
    }
    look, begin = Look(minutes), monotonic()
    begun = start(make_plan(settings, plugins), Memory(), watch=look)
    look.begin(begun)
    with open_workers(jobs) as workers:
        results = begun.runner.run(workers)
    found, schedule = look.found, begun.runner.schedule
    seconds = round(monotonic() - begin)
    gap = Gap(game, a, b, found.mean, found.low, found.high, found.n, seconds)
    rows = {row.name: row for row in time_rows(schedule, results)}
    times = {bot: rows[name] for bot, name in zip((a, b), schedule.plan.names, strict=True)}
    return Pair(gap, whole_deals(schedule, results), times)


def house_ratings(names: Sequence[str], found: Sequence[Pair]) -> list[HouseRating]:
    """Rate bots by the matches of all their pairs, best first."""
    lines = [line for pair in found for line in _lines(pair, names)]
    rows = []
    for name, rating in zip(names, rate(lines, len(names)).intervals, strict=True):
        own = [pair for pair in found if name in (pair.gap.a, pair.gap.b)]
        matches = sum(len(pair.lines) for pair in own)
        ms = _mean_ms([pair.times[name] for pair in own])
        rows.append(HouseRating(name, rating.mean, rating.low, rating.high, matches, ms))
    return sorted(rows, key=lambda row: -row.rating)


def _lines(pair: Pair, names: Sequence[str]) -> Iterator[Line]:
    """The matches of a pair, with its bots counted among all."""
    numbers = [names.index(pair.gap.a), names.index(pair.gap.b)]
    for line in pair.lines:
        yield replace(line, entrants=tuple([numbers[who] for who in line.entrants]))


def _mean_ms(rows: Sequence[TimeRow]) -> float:
    asked = sum(row.decisions for row in rows)
    return sum(row.decisions * row.milliseconds for row in rows) / asked if asked else 0.0


def clear(found: Interval) -> bool:
    """Whether a pair need not be played any longer."""
    return settled(found, OBVIOUS if found.n < FEW_DEALS else CERTAINTY)


class Look:
    """Watches a comparison, and ends it once it is settled or its time is up."""

    def __init__(self, minutes: float) -> None:
        self._until = monotonic() + 60 * minutes
        self._next = FIRST_LOOK

    def begin(self, tournament: Tournament) -> None:
        """What is to be ended."""
        self._tournament = tournament

    def __call__(self, progress: Progress) -> None:
        """End the run where it need not go on."""
        comparison = progress.comparison
        assert comparison is not None
        comparison.look(progress.results)
        if comparison.deals and (monotonic() > self._until or self._clear(comparison.deals)):
            self._tournament.runner.cancel()

    def _clear(self, deals: int) -> bool:
        if deals < self._next:
            return False
        while self._next <= deals:
            self._next *= 2
        return clear(self.found)

    @property
    def found(self) -> Interval:
        """How far the first bot is ahead as things stand."""
        comparison = self._tournament.runner.progress.comparison
        assert comparison is not None
        return interval(comparison.differences)
