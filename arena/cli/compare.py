"""`arena compare`: is A better than B; plays until that can be told."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from arena.cli.options import Config, Json, Plugin, Seed, Variant, read_config, read_variants
from arena.cli.output import say, say_json
from arena.cli.series import repeated
from arena.cli.tournament import Cluster, Jobs, Quiet, result_row, shown
from arena.cli.tournament_view import TournamentView
from arena.plugins.bot_specs import CommandLineSpec, find_player
from arena.plugins.manager import Plugins, load_plugins
from arena.tournament.comparison import Comparison, verdict
from arena.tournament.details import as_row, detail_lines, details_of
from arena.tournament.lifecycle import start
from arena.tournament.plan import make_plan, usual_measure
from arena.tournament.report import estimate
from arena.tournament.repository import Memory
from arena.tournament.text_tables import comparison_lines

MOST_DEALS = 5000


def compare(
    a: Annotated[str, typer.Argument(metavar="A", help="The bot to test.")],
    b: Annotated[str, typer.Argument(metavar="B", help="The bot to compare it with.")],
    game: Annotated[str, typer.Option(help="A game; see `arena games`.")],
    against: Annotated[
        str | None, typer.Option(metavar="C", help="Seat A and B each alone among copies of C.")
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option(
            metavar="H0,H1",
            help="The two hypotheses in the unit of the measure, or 'none'."
            " Default: 0,0.1 places, or 0,0.1 standard deviations of points.",
            show_default=False,
        ),
    ] = None,
    alpha: Annotated[float, typer.Option(help="Highest rate of wrongly accepting H1.")] = 0.05,
    beta: Annotated[float, typer.Option(help="Highest rate of wrongly accepting H0.")] = 0.05,
    measure: Annotated[
        str | None,
        typer.Option(
            help="Measure the difference in places or points."
            " Default: places, for texas42 points (marks).",
            show_default=False,
        ),
    ] = None,
    deals: Annotated[int, typer.Option(min=1, help="Maximum number of deals.")] = MOST_DEALS,
    seats: Annotated[int | None, typer.Option(min=2, help="Seats per table.")] = None,
    seed: Seed = None,
    config: Config = None,
    variant: Variant = None,
    plugin: Plugin = None,
    jobs: Jobs = None,
    cluster: Cluster = "",
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Test whether A is better than B; stop as soon as it is clear.

    Examples:

      arena compare ./mine/bot.py counter --game tigerdragon

      arena compare new/bot.py old/bot.py --game riichi --against riichi-greedy
    """
    plugins = load_plugins(plugin or ())
    counted = measure or usual_measure(plugins.game(game))
    settings: dict[str, Any] = {
        "game": game,
        "bots": told_apart([a, b, *([] if against is None else [against])], plugins),
        "format": "compare",
        "deals": deals,
        "seats": seats,
        "seed": seed or "",
        "config": read_config(config),
        "variants": read_variants(variant),
        "plugins": [str(path.absolute()) for path in plugin or ()],
        "sprt": read_sprt(sprt or "0,0.1", alpha, beta),
        "sprt_in_spreads": sprt is None and counted == "points",
        "measure": measure,
    }
    plan = make_plan(settings, plugins)
    view = TournamentView(as_json=as_json, quiet=quiet, matches=False)
    begun = start(plan, Memory(), watch=view)
    if not as_json:
        say(f"{plan.names[0]} against {plan.names[1]}: {plan.game}, seed {plan.seed}")
    again = f"play it again: {repeated(sys.argv[1:], plan.seed)}"
    report = shown(begun, view, plugins, jobs=jobs, cluster=cluster, resume=again)
    comparison = begun.runner.progress.comparison
    assert comparison is not None
    if as_json:
        say_json(result_row(begun, report) | comparison_row(comparison))
        return
    say(verdict(comparison))
    for line in (*comparison_lines(comparison), *detail_lines(comparison)):
        say(line)


def told_apart(specs: Sequence[str], plugins: Plugins) -> list[str]:
    """Return specs as entrants; files whose bots share a name are named by their paths."""
    if any("=" in spec for spec in specs):
        return list(specs)  # its author has named them
    names = [find_player(CommandLineSpec(spec), plugins).name for spec in specs]
    paths = [Path(spec.partition(".py:")[0]).absolute() for spec in specs]
    if len(set(names)) == len(names) or len(set(specs)) < len(specs):
        return list(specs)
    for parts in zip(*(reversed(path.with_suffix("").parts) for path in paths), strict=False):
        if len(set(parts)) == len(parts):
            return [f"{part}={spec}" for part, spec in zip(parts, specs, strict=True)]
    return list(specs)


def read_sprt(text: str, alpha: float, beta: float) -> tuple[float, float, float, float] | None:
    """`0,0.1` and the error rates; nothing for `none`."""
    if text == "none":
        return None
    try:
        h0, h1 = map(float, text.split(","))
    except ValueError:
        raise typer.BadParameter(
            f"--sprt {text}: two rising numbers, as in 0,0.1, or none."
        ) from None
    return h0, h1, alpha, beta


def comparison_row(comparison: Comparison) -> dict[str, Any]:
    """The comparison's part of the last object of `--json`."""
    row: dict[str, Any] = {
        "difference": estimate(comparison.interval),
        "measure": comparison.plan.measure,
        "verdict": verdict(comparison),
        **as_row(details_of(comparison)),
    }
    if comparison.test is not None:
        claim = comparison.test.hypotheses
        row |= {"llr": comparison.test.llr, "decision": comparison.test.decision or None}
        row |= {"h0": claim.h0, "h1": claim.h1, "alpha": claim.alpha, "beta": claim.beta}
    return row
