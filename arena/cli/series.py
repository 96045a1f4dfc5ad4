"""`arena series`: bots compared over many deals, each deal in all seat rotations."""

from dataclasses import asdict
from itertools import combinations
from statistics import fmean
from typing import Annotated

import typer

from arena.cli.options import (
    BotSpecs,
    Config,
    GameName,
    Json,
    Plugin,
    Seed,
    TrustBot,
    Variant,
    read_config,
    read_variants,
    trust_bots,
)
from arena.cli.output import say, say_json
from arena.local.intervals import lead_text
from arena.local.series import Row, paired_interval
from arena.local.series import series as play_series
from arena.match.result import fresh_seed
from arena.plugins.manager import load_plugins


def series(
    game: GameName,
    bots: BotSpecs,
    deals: Annotated[
        int, typer.Option(min=1, help="Number of deals, each in all seat rotations.")
    ] = 100,
    seed: Seed = None,
    config: Config = None,
    variant: Variant = None,
    plugin: Plugin = None,
    as_json: Json = False,
    i_trust_this_bot: TrustBot = False,
) -> None:
    """Compare bots over many deals."""
    trust_bots(i_trust_this_bot)
    root = fresh_seed() if seed is None else seed
    options, variants = read_config(config), read_variants(variant)
    plugins = load_plugins(plugin or ())
    rows = play_series(game, bots, deals, root, config=options, variants=variants, plugins=plugins)
    if not as_json:
        matches = len({(row.block, row.rotation) for row in rows})
        say(f"{game}: {deals} deals, {matches} matches, seed {root}")
    for first, second in combinations(by_points(rows), 2):
        difference = paired_interval(rows, first, second)
        if as_json:
            say_json({"a": first, "b": second, **asdict(difference), "seed": root})
        else:
            say(lead_text(first, second, difference, "points"))


def by_points(rows: list[Row]) -> list[str]:
    """The bots, most points first."""
    points: dict[str, list[int]] = {}
    for row in rows:
        points.setdefault(row.bot, []).append(row.points)
    return sorted(points, key=lambda bot: -fmean(points[bot]))
