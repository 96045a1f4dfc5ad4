"""Comparing bots: every deal in all seat rotations, and differences with their intervals."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING, Any

from arena.errors import TableError, UnknownNameError
from arena.local.intervals import Interval, interval
from arena.local.loop import loaded_plugins, play_seated, resolve
from arena.local.rotations import rotations
from arena.match.result import MatchResult, fresh_seed, new_match
from engine.game import AnyGame
from engine.rng import Deals, deal_seed, series_match_id
from engine.variants import VariantEntry

if TYPE_CHECKING:
    from arena.plugins.bot_specs import BotSpec, Player
    from arena.plugins.manager import Plugins
    from bots import Bot


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


def series(
    game: "str | AnyGame",
    bots: "Sequence[str | BotSpec | type[Bot] | Bot]",
    deals: int,
    seed: str | int | None = None,
    *,
    config: Mapping[str, Any] | None = None,
    variants: Sequence[VariantEntry] = (),
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
    variants: Sequence[VariantEntry],
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
    variants: Sequence[VariantEntry],
    plugins: "Plugins | None" = None,
) -> MatchResult:
    """One match of a block: the table turned, every bot fresh, and the seed kept from them all."""
    turned = [player.seated() for player in (*players[rotation:], *players[:rotation])]
    names = [player.name for player in turned]
    match = new_match(
        game, names, Deals.seed(seed), config=config, variants=variants, identity=identity
    )
    return play_seated(match, turned, seed, plugins=plugins, reveal_seed=False)


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
