"""Comparing bots: every deal in all seat rotations, and differences with their intervals."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import TYPE_CHECKING, Any

from arena.errors import TableError, UnknownNameError
from arena.local.intervals import Interval, digits_of, interval, with_bounds
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


class Rows(list[Row]):
    """The rows of a series; in a notebook they show themselves as a table of bots."""

    def to_frame(self) -> Any:
        """Return the rows as a pandas DataFrame; an ArenaError where there is no pandas."""
        from arena.local.notebook import frame

        return frame(asdict(row) for row in self)

    def points(self) -> dict[str, Interval]:
        """Return each bot's mean points per deal with its interval, the best first."""
        return self._means("points")

    def places(self) -> dict[str, Interval]:
        """Return each bot's mean place per deal with its interval, the first to appear first."""
        return self._means("rank")

    def _means(self, what: str) -> dict[str, Interval]:
        blocks: dict[str, dict[int, list[int]]] = {}
        for row in self:
            blocks.setdefault(row.bot, {}).setdefault(row.block, []).append(getattr(row, what))
        means = {bot: interval([*map(fmean, own.values())]) for bot, own in blocks.items()}
        best = -1 if what == "points" else 1
        return dict(sorted(means.items(), key=lambda item: best * item[1].mean))

    def _repr_html_(self) -> str:
        """Show every bot's points and places with their intervals."""
        from arena.local.notebook import cell, table, whisker_plot

        points, places = self.points(), self.places()
        faults = {bot: sum(row.faults for row in self if row.bot == bot) for bot in points}
        heading = ["bot", "points per deal", "mean place", "deals", "faults"]
        body = [
            [bot, with_bounds(each), with_bounds(places[bot]), str(each.n), str(faults[bot])]
            for bot, each in points.items()
        ]
        digits = max((max(0, digits_of(each)) for each in points.values()), default=0)
        plot = whisker_plot("Points per deal", [*points.items()], digits=digits)
        return cell(table([heading, *body]), plot)


def series(
    game: "str | AnyGame",
    bots: "Sequence[str | BotSpec | type[Bot] | Bot]",
    deals: int,
    seed: str | int | None = None,
    *,
    config: Mapping[str, Any] | None = None,
    variants: Sequence[VariantEntry] = (),
    plugins: "Plugins | None" = None,
    progress: bool = False,
) -> Rows:
    """Play `deals` blocks; rotation r of block b is `play` with its `deal_seed`, bots turned.

    `progress` shows a bar.
    """
    if deals < 1:
        raise TableError(f"deals: at least 1, got {deals}")
    plugins = plugins or loaded_plugins()
    table, players = resolve(game, bots, plugins)
    root = fresh_seed() if seed is None else str(seed)
    blocks: Iterable[int] = range(deals)
    if progress:
        from arena.local.notebook import counted

        blocks = counted(blocks, deals, "deals")
    return Rows(
        row
        for block in blocks
        for row in play_block(table, players, block, root, config, variants, plugins)
    )


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
