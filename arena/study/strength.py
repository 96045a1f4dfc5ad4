"""How far the house bots of a game are apart: every pair, until it is clear or time is up."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from arena.local.intervals import Interval, interval, with_bounds
from arena.tournament.lifecycle import Tournament, start
from arena.tournament.plan import make_plan
from arena.tournament.repository import Memory
from arena.tournament.runner import Progress, open_workers

if TYPE_CHECKING:
    from arena.plugins.manager import Plugins

MOST_DEALS: Final = 5000
FIRST_LOOK: Final = 32
"""Deals after which a pair is looked at for the first time; then whenever they have doubled. After
a few deals an interval of lumpy points is not to be trusted, and the lead of whom luck favours too
large."""
CERTAINTY: Final = 1.3
"""By how much wider than 95 % an interval must be able to grow and still leave out zero: a pair is
looked at several times, and each look is one more chance to be wrong."""
SEED: Final = "strength"


@dataclass(frozen=True, slots=True)
class Gap:
    """How far one bot is ahead of another, in points per deal of the game's short match."""

    game: str
    a: str
    b: str
    mean: float
    low: float | None
    high: float | None
    n: int

    @property
    def separated(self) -> bool:
        """Whether it is settled which of the two is better."""
        return settled(Interval(self.mean, self.low, self.high, self.n))

    @property
    def turned(self) -> "Gap":
        """The same from the other's side."""
        low = None if self.high is None else -self.high
        high = None if self.low is None else -self.low
        return Gap(self.game, self.b, self.a, -self.mean, low, high, self.n)

    @property
    def size(self) -> str:
        """The difference with its interval."""
        return with_bounds(Interval(self.mean, self.low, self.high, self.n))

    def __str__(self) -> str:
        gap = self if self.mean >= 0 else self.turned
        if not self.separated:
            return f"{gap.a} and {gap.b} are not separated after {gap.n} deals: {gap.size}"
        return f"{gap.a} is ahead of {gap.b} by {gap.size} points per deal, {gap.n} deals"


def settled(found: Interval) -> bool:
    """Whether zero is outside, with something to spare for having looked more than once."""
    if found.low is None or found.high is None or found.low == found.high:
        return False
    return abs(found.mean) > CERTAINTY * (found.high - found.low) / 2


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
) -> Iterator[Gap]:
    """Every pair in turn, each until it is settled, at most for so many minutes."""
    for a, b in pairs(names):
        yield gap(plugins, game, a, b, minutes=minutes, jobs=jobs)


def gap(plugins: "Plugins", game: str, a: str, b: str, *, minutes: float, jobs: int = 1) -> Gap:
    """Play one pair at the game's short match, both in all seats of every deal."""
    settings: dict[str, Any] = {
        "game": game,
        "bots": [a, b],
        "format": "compare",
        "deals": MOST_DEALS,
        "seed": SEED,
        "config": {**plugins.game(game).short, **plugins.game(game).alike},
        "measure": "points",
    }
    look = Look(minutes)
    begun = start(make_plan(settings, plugins), Memory(), watch=look)
    look.begin(begun)
    with open_workers(jobs) as workers:
        begun.runner.run(workers)
    found = look.found
    return Gap(game, a, b, found.mean, found.low, found.high, found.n)


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
        return settled(self.found)

    @property
    def found(self) -> Interval:
        """How far the first bot is ahead as things stand."""
        comparison = self._tournament.runner.progress.comparison
        assert comparison is not None
        return interval(comparison.differences)


# -- what was found before


def stored(plugins: "Plugins") -> list[Gap]:
    """The differences that the games' own files hold; none where a game has no file."""
    files = [game.strength for game in plugins.games.values() if game.strength is not None]
    return [gap for file in files for gap in read_gaps(file)]


def read_gaps(file: Path) -> list[Gap]:
    """The differences of a file; none if there is no such file."""
    if not file.is_file():
        return []
    return [Gap(**row) for row in json.loads(file.read_text(encoding="utf-8"))]


def keep(file: Path, found: Sequence[Gap]) -> None:
    """Put gaps in the place of older ones of the same pairs, one a line."""
    rows = {(gap.game, gap.a, gap.b): gap for gap in (*read_gaps(file), *found)}
    lines = [json.dumps(_rounded(asdict(rows[key]))) for key in sorted(rows)]
    file.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


def _rounded(row: Mapping[str, Any]) -> dict[str, Any]:
    return {
        key: round(value, 4) if isinstance(value, float) else value for key, value in row.items()
    }


def lead_of(bot: str, found: Sequence[Gap]) -> Gap | None:
    """A bot's lead over the strongest of those that stand below it on the ladder."""
    own = [gap for gap in found if gap.a == bot]
    return min(own, key=lambda gap: gap.mean, default=None)
