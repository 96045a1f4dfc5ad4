"""The measured strength of a game's house bots, as the game's own file has it."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from arena.local.intervals import Interval, with_bounds

if TYPE_CHECKING:
    from arena.plugins.manager import Plugins

CERTAINTY: Final = 1.3
"""By how much wider than 95 % an interval must be able to grow and still leave out zero: a pair is
looked at several times, and each look is one more chance to be wrong."""


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
    seconds: int = 0
    """How long it took."""

    @property
    def separated(self) -> bool:
        """Whether it is settled which of the two is better."""
        return settled(Interval(self.mean, self.low, self.high, self.n))

    @property
    def turned(self) -> "Gap":
        """The same from the other's side."""
        low = None if self.high is None else -self.high
        high = None if self.low is None else -self.low
        return Gap(self.game, self.b, self.a, -self.mean, low, high, self.n, self.seconds)

    @property
    def size(self) -> str:
        """The difference with its interval."""
        return with_bounds(Interval(self.mean, self.low, self.high, self.n))

    def __str__(self) -> str:
        gap = self if self.mean >= 0 else self.turned
        if not self.separated:
            return f"{gap.a} and {gap.b} are not separated after {gap.n} deals: {gap.size}"
        return f"{gap.a} is ahead of {gap.b} by {gap.size} points per deal, {gap.n} deals"


def settled(found: Interval, certainty: float = CERTAINTY) -> bool:
    """Whether zero is outside, with something to spare for having looked more than once."""
    if found.low is None or found.high is None or found.low == found.high:
        return False
    return abs(found.mean) > certainty * (found.high - found.low) / 2


@dataclass(frozen=True, slots=True)
class HouseRating:
    """A bot's rating among the house bots of its game: 400 points are a factor of ten."""

    bot: str
    rating: float
    low: float | None
    high: float | None
    n: int
    """Matches."""
    ms: float
    """Mean milliseconds per decision."""

    def __str__(self) -> str:
        known = self.low is not None and self.high is not None
        bounds = f" [{self.low:.0f}, {self.high:.0f}]" if known else ""
        ms = f"{self.ms:.0f}" if self.ms >= 10 else f"{self.ms:.1f}"
        return f"{self.rating:.0f}{bounds}, {self.n} matches, {ms} ms"


@dataclass(frozen=True, slots=True)
class Strength:
    """What has been measured of a game's bots."""

    pairs: Sequence[Gap] = ()
    bots: Sequence[HouseRating] = ()


def stored(plugins: "Plugins") -> Strength:
    """What the games' own files hold; nothing where a game has no file."""
    files = [game.strength for game in plugins.games.values() if game.strength is not None]
    found = [read_strength(file) for file in files]
    return Strength(
        [gap for one in found for gap in one.pairs], [row for one in found for row in one.bots]
    )


def read_strength(file: Path) -> Strength:
    """What a file holds; nothing if there is no such file."""
    if not file.is_file():
        return Strength()
    data = json.loads(file.read_text(encoding="utf-8"))
    return Strength(
        [Gap(**row) for row in data["pairs"]], [HouseRating(**row) for row in data["bots"]]
    )


def keep(file: Path, found: Strength) -> None:
    """Put pairs and bots in the place of older rows of the same, one a line."""
    old = read_strength(file)
    pairs = {(gap.game, gap.a, gap.b): gap for gap in (*old.pairs, *found.pairs)}
    bots = {row.bot: row for row in (*old.bots, *found.bots)}
    best_first = sorted(bots.values(), key=lambda row: -row.rating)
    tables: dict[str, Sequence[Gap | HouseRating]] = {
        "pairs": [pairs[key] for key in sorted(pairs)],
        "bots": best_first,
    }
    parts = [f'"{name}": [\n{_lines(rows)}\n]' for name, rows in tables.items()]
    file.write_text("{" + ",\n".join(parts) + "}\n", encoding="utf-8")


def _lines(rows: Sequence[Gap | HouseRating]) -> str:
    return ",\n".join(json.dumps(_rounded(asdict(row))) for row in rows)


def _rounded(row: Mapping[str, Any]) -> dict[str, Any]:
    return {
        key: round(value, 4) if isinstance(value, float) else value for key, value in row.items()
    }


def lead_of(bot: str, found: Sequence[Gap]) -> Gap | None:
    """A bot's lead over the strongest of those that stand below it on the ladder."""
    own = [gap for gap in found if gap.a == bot]
    return min(own, key=lambda gap: gap.mean, default=None)
