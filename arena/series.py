"""Comparing bots: every deal in all seat rotations, and differences with their intervals."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Any, Final

from arena.errors import TableError, UnknownNameError
from arena.play import MatchResult, fresh_seed, loaded_plugins, new_match, play_seated, resolve
from engine.game import AnyGame
from engine.rng import Deals, deal_seed, series_match_id

if TYPE_CHECKING:
    from arena.plugins import Plugins
    from arena.specs import BotSpec, Player
    from bots import Bot

NORMAL_975: Final = 1.959963984540054
STUDENT_975: Final = (12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622)
"""Student's 97.5 % points for 1 to 9 degrees of freedom, where the expansion is too rough."""


@dataclass(frozen=True, slots=True)
class Row:
    """One seat of one match: a block is one seed, played once per seat rotation."""

    block: int
    rotation: int
    seat: int
    bot: str
    points: int
    rank: int
    faults: int


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean difference with its 95 % interval; no interval can be given for one block."""

    mean: float
    low: float | None
    high: float | None
    n: int

    @property
    def excludes_zero(self) -> bool:
        """Whether the sign of the difference is settled."""
        return self.low is not None and self.high is not None and not self.low <= 0 <= self.high


def series(
    game: "str | AnyGame",
    bots: "Sequence[str | BotSpec | type[Bot] | Bot]",
    deals: int,
    seed: str | int | None = None,
    *,
    config: Mapping[str, Any] | None = None,
    variants: Sequence[str] = (),
    plugins: "Plugins | None" = None,
) -> list[Row]:
    """Play `deals` blocks; rotation r of block b is `play` with its `deal_seed`, bots turned."""
    if deals < 1:
        raise TableError(f"deals: at least 1, got {deals}")
    plugins = plugins or loaded_plugins()
    table, players = resolve(game, bots, plugins)
    root = fresh_seed() if seed is None else str(seed)
    return [
        row
        for block in range(deals)
        for row in play_block(table, players, block, root, config, variants, plugins)
    ]


def play_block(
    game: AnyGame,
    players: "Sequence[Player]",
    block: int,
    root: str,
    config: Mapping[str, Any] | None,
    variants: Sequence[str],
    plugins: "Plugins | None" = None,
) -> Iterator[Row]:
    """One deal of a series in all seat rotations."""
    seed = deal_seed(root, block)
    for rotation in rotations([player.name for player in players]):
        identity = series_match_id(root, block, rotation)
        result = play_turned(game, players, rotation, seed, identity, config, variants, plugins)
        outcome, faults = result.outcome, [fault.seat for fault in result.faults]
        for seat, name in enumerate(result.match.header.players):
            points, rank = outcome.points[seat], outcome.ranks[seat]
            yield Row(block, rotation, seat, name, points, rank, faults.count(seat))


def play_turned(
    game: AnyGame,
    players: "Sequence[Player]",
    rotation: int,
    seed: str,
    identity: str,
    config: Mapping[str, Any] | None,
    variants: Sequence[str],
    plugins: "Plugins | None" = None,
) -> MatchResult:
    """One match of a block: the table turned, every bot fresh, and the seed kept from them all."""
    turned = [player.seated() for player in (*players[rotation:], *players[:rotation])]
    names = [player.name for player in turned]
    match = new_match(
        game, names, Deals.seed(seed), config=config, variants=variants, identity=identity
    )
    return play_seated(match, turned, seed, plugins=plugins, reveal_seed=False)


def rotations(names: Sequence[str]) -> list[int]:
    """The turns of the table that seat different names: A B A B needs only two."""
    seen: dict[tuple[str, ...], int] = {}
    for turn in range(len(names)):
        seen.setdefault((*names[turn:], *names[:turn]), turn)
    return list(seen.values())


def paired_interval(rows: Iterable[Row], a: str, b: str) -> Interval:
    """How far bot `a` is ahead of bot `b` in points a deal, by block means, at 95 %."""
    points: dict[int, dict[str, list[int]]] = {}
    for row in rows:
        points.setdefault(row.block, {}).setdefault(row.bot, []).append(row.points)
    played = {bot for block in points.values() for bot in block}
    for bot in (a, b):
        if bot not in played:
            raise UnknownNameError("bot", bot, played)
    return interval([fmean(block[a]) - fmean(block[b]) for block in points.values()])


def interval(differences: Sequence[float]) -> Interval:
    """The mean of independent differences with Student's 95 % interval."""
    n = len(differences)
    mean = fmean(differences)
    if n < 2:
        return Interval(mean, None, None, n)
    half = student_975(n - 1) * stdev(differences) / sqrt(n)
    return Interval(mean, mean - half, mean + half, n)


def student_975(freedom: int) -> float:
    """Student's 97.5 % point, by the Cornish-Fisher expansion (to 0.001)."""
    if freedom <= len(STUDENT_975):
        return STUDENT_975[freedom - 1]
    z = NORMAL_975
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3
