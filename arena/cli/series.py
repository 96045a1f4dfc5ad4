"""`arena series`: bots compared over many deals, each deal in all seat rotations."""

import shlex
import sys
from collections.abc import Sequence
from dataclasses import asdict
from itertools import combinations
from statistics import fmean
from time import monotonic
from typing import Annotated

import typer

from arena._ctrl_c import INTERRUPTED
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
from arena.cli.output import keep_stdout, remark, say, say_json
from arena.local.intervals import lead_text
from arena.local.loop import resolve
from arena.local.series import Row, paired_interval, play_block
from arena.match.result import fresh_seed
from arena.plugins.manager import load_plugins

PROGRESS_SECONDS = 5.0
"""Seconds between two lines on how far a series is."""


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
    """Compare bots over many deals.

    Example: arena series tigerdragon counter defender --deals 200
    """
    trust_bots(i_trust_this_bot)
    if as_json:
        keep_stdout()
    root = fresh_seed() if seed is None else seed
    options, variants = read_config(config), read_variants(variant)
    plugins = load_plugins(plugin or ())
    table, players = resolve(game, bots, plugins)
    rows: list[Row] = []
    due = monotonic() + PROGRESS_SECONDS
    played = 0
    try:
        for block in range(deals):
            rows += list(play_block(table, players, block, root, options, variants, plugins))
            played += 1
            if monotonic() >= due and played < deals:
                due = monotonic() + PROGRESS_SECONDS
                remark(f"{played} of {deals} deals played")
    except KeyboardInterrupt:
        if rows:
            say_pairs(rows, game, root, as_json=as_json)
        again = repeated(sys.argv[1:], root)
        remark(f"stopped after {played} of {deals} deals; play them all: {again}")
        raise typer.Exit(INTERRUPTED) from None
    say_pairs(rows, game, root, as_json=as_json)


def say_pairs(rows: list[Row], game: str, seed: str, *, as_json: bool) -> None:
    """Print how far each bot is ahead of each that has fewer points."""
    if not as_json:
        deals = len({row.block for row in rows})
        matches = len({(row.block, row.rotation) for row in rows})
        say(f"{game}: {deals} deals, {matches} matches, seed {seed}")
    for first, second in combinations(by_points(rows), 2):
        difference = paired_interval(rows, first, second)
        if as_json:
            say_json({"a": first, "b": second, **asdict(difference), "seed": seed})
        else:
            say(lead_text(first, second, difference, "points"))


def repeated(words: Sequence[str], seed: str) -> str:
    """Return the command line with its seed, which plays the same deals again."""
    named = any(word == "--seed" or word.startswith("--seed=") for word in words)
    return shlex.join(["arena", *words, *([] if named else ["--seed", seed])])


def by_points(rows: list[Row]) -> list[str]:
    """The bots, most points first."""
    points: dict[str, list[int]] = {}
    for row in rows:
        points.setdefault(row.bot, []).append(row.points)
    return sorted(points, key=lambda bot: -fmean(points[bot]))
