"""`arena strength`: how far a game's house bots are apart."""

from dataclasses import asdict
from os import cpu_count
from pathlib import Path
from typing import Annotated

import typer

from arena.cli.options import GameName, Json, Plugin
from arena.cli.output import say, say_json
from arena.cli.tournament import Jobs
from arena.plugins.manager import load_plugins
from arena.study.strength import Pair, house_ratings, ladder, measure
from arena.study.strength_file import Strength, keep


def strength(
    game: GameName,
    bots: Annotated[
        list[str] | None,
        typer.Argument(metavar="BOT", help="Weakest first; the game's own bots if left out."),
    ] = None,
    minutes: Annotated[
        float, typer.Option(min=0, help="Maximum minutes, for all pairs together.")
    ] = 30.0,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also save the results to this file.")
    ] = None,
    jobs: Jobs = None,
    plugin: Plugin = None,
    as_json: Json = False,
) -> None:
    """Measure the differences in strength between a game's bots.

    Every pair plays short matches until it is clear which is better. All matches together give each
    bot a rating.

    Example: arena strength tigerdragon --minutes 5
    """
    plugins = load_plugins(plugin or ())
    names = bots or ladder(plugins, plugins.game(game).name)
    found: list[Pair] = []
    for pair in measure(plugins, game, names, minutes=minutes, jobs=jobs or cpu_count() or 1):
        found.append(pair)
        if as_json:
            say_json({**asdict(pair.gap), "separated": pair.gap.separated})
        else:
            say(str(pair.gap))
        if out is not None:
            keep(out, Strength([pair.gap]))
    rated = house_ratings(names, found)
    for row in rated:
        if as_json:
            say_json(asdict(row))
        else:
            say(f"{row.bot}: {row}")
    if out is not None and not bots:
        keep(out, Strength(bots=rated))
