"""`arena compare`: is A better than B; plays until that can be told, and can be resumed."""

import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from arena.cli import completion
from arena.cli.db import Db, opened
from arena.cli.options import Config, Json, Plugin, Seed, Variant, read_config, read_variants
from arena.cli.output import remark, say, say_json
from arena.cli.tournament import Cluster, Jobs, Quiet, result_row, shown
from arena.cli.tournament_view import TournamentView
from arena.errors import TournamentError
from arena.plugins.bot_specs import CommandLineSpec, find_player
from arena.plugins.manager import Plugins, load_plugins
from arena.tournament.comparison import Comparison, verdict
from arena.tournament.details import as_row, detail_lines, details_of
from arena.tournament.lifecycle import Tournament, check_game, go_on, start
from arena.tournament.plan import Plan, make_plan, usual_measure
from arena.tournament.report import Report, estimate
from arena.tournament.repository import Memory
from arena.tournament.store_repository import StoreRepository
from arena.tournament.text_tables import comparison_lines

MOST_DEALS = 5000


BotA = Annotated[
    str | None,
    typer.Argument(metavar="A", help="The bot to test.", autocompletion=completion.bots),
]
BotB = Annotated[
    str | None,
    typer.Argument(metavar="B", help="The bot to compare it with.", autocompletion=completion.bots),
]
Game = Annotated[
    str | None, typer.Option(help="A game; see `arena games`.", autocompletion=completion.games)
]
Against = Annotated[
    str | None, typer.Option(metavar="C", help="Seat A and B each alone among copies of C.")
]
Sprt = Annotated[
    str | None,
    typer.Option(
        metavar="H0,H1",
        help="The two hypotheses in the unit of the measure, or 'none'."
        " Default: 0,0.1 places, or 0,0.1 standard deviations of points.",
        show_default=False,
    ),
]
Alpha = Annotated[float, typer.Option(help="Highest rate of wrongly accepting H1.")]
Beta = Annotated[float, typer.Option(help="Highest rate of wrongly accepting H0.")]
Measure = Annotated[
    str | None,
    typer.Option(
        help="Measure the difference in places or points."
        " Default: places, for texas42 points (marks).",
        show_default=False,
    ),
]
Deals = Annotated[int, typer.Option(min=1, help="Maximum number of deals.")]
Seats = Annotated[int | None, typer.Option(min=2, help="Seats per table.")]
Resume = Annotated[
    str | None, typer.Option(metavar="ID", help="Go on with a comparison that was interrupted.")
]


def compare(
    a: BotA = None,
    b: BotB = None,
    game: Game = None,
    against: Against = None,
    sprt: Sprt = None,
    alpha: Alpha = 0.05,
    beta: Beta = 0.05,
    measure: Measure = None,
    deals: Deals = MOST_DEALS,
    seats: Seats = None,
    seed: Seed = None,
    config: Config = None,
    variant: Variant = None,
    plugin: Plugin = None,
    jobs: Jobs = None,
    cluster: Cluster = "",
    resume: Resume = None,
    url: Db = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Test whether A is better than B; stop as soon as it is clear.

    Examples:

      arena compare ./mine/bot.py counter --game tigerdragon

      arena compare new/bot.py old/bot.py --game riichi --against riichi-greedy

      arena compare --resume ID     after Ctrl-C
    """
    view = TournamentView(as_json=as_json, quiet=quiet, matches=False)
    if resume is not None:
        go_on_with(resume, view, url, jobs, cluster, as_json=as_json)
        return
    if a is None or b is None or game is None:
        raise typer.BadParameter("two bots and a game: arena compare A B --game GAME.")
    plugins = load_plugins(plugin or ())
    settings = {
        "game": game, "format": "compare", "deals": deals, "seats": seats, "seed": seed or "",
        "bots": told_apart([a, b, *([] if against is None else [against])], plugins),
        "config": read_config(config), "variants": read_variants(variant),
        "plugins": [str(path.absolute()) for path in plugin or ()],
        **tested(sprt, alpha, beta, measure or usual_measure(plugins.game(game))),
        "measure": measure,
    }  # fmt: skip
    begin(settings, plugins, view, url, jobs, cluster, as_json=as_json)


def tested(sprt: str | None, alpha: float, beta: float, counted: str) -> dict[str, Any]:
    """Return the settings of the sequential test; without `--sprt` they fit what is counted."""
    return {
        "sprt": read_sprt(sprt or "0,0.1", alpha, beta),
        "sprt_in_spreads": sprt is None and counted == "points",
    }


def begin(
    settings: Mapping[str, Any],
    plugins: Plugins,
    view: TournamentView,
    url: str | None,
    jobs: int | None,
    cluster: str,
    *,
    as_json: bool,
) -> None:
    """Play a new comparison and print its result; Ctrl-C saves it and prints how to resume it."""
    plan = make_plan(settings, plugins)
    begun = start(plan, Memory(), watch=view)
    say_begin(plan, as_json=as_json)
    try:
        report = shown(begun, view, plugins, jobs=jobs, cluster=cluster)
    except typer.Exit:  # Ctrl-C
        keep(begun, url)
        remark(f"resume with: {resume_command(begun.id, url, jobs, cluster)}")
        raise
    say_comparison(begun, report, as_json=as_json)


def go_on_with(
    comparison: str,
    view: TournamentView,
    url: str | None,
    jobs: int | None,
    cluster: str,
    *,
    as_json: bool,
) -> None:
    """Play what is missing of a comparison that Ctrl-C has saved; it is saved as it goes now."""
    with opened(url) as store:
        archive = StoreRepository(store)
        kept = archive.find(comparison)
        if kept.plan.format != "compare":
            raise TournamentError(f"{comparison}: write arena tournament resume {comparison}")
        plugins = load_plugins(kept.plan.plugins)
        check_game(kept.plan, plugins)
        begun = go_on(kept, archive, watch=view)
        say_begin(kept.plan, as_json=as_json)
        if not as_json:
            say(f"going on after {begun.runner.progress.done} matches")
        command = resume_command(begun.id, url, jobs, cluster)
        report = shown(begun, view, plugins, jobs=jobs, cluster=cluster, resume=command)
        say_comparison(begun, report, as_json=as_json)


def keep(begun: Tournament, url: str | None) -> None:
    """Save a comparison that was interrupted; one that ends by itself leaves no store behind."""
    with opened(url, create=True) as store:
        archive = StoreRepository(store)
        archive.create(begun.archive.find(begun.id))
        archive.add(begun.id, list(begun.archive.results(begun.id).values()))


def resume_command(comparison: str, url: str | None, jobs: int | None, cluster: str) -> str:
    """Return the command that goes on with a comparison."""
    words = ["arena", "compare", "--resume", comparison]
    for option, value in (("--db", url), ("--jobs", jobs), ("--cluster", cluster)):
        words += [option, str(value)] if value else []
    return shlex.join(words)


def say_begin(plan: Plan, *, as_json: bool) -> None:
    """Print who is compared."""
    if not as_json:
        say(f"{plan.names[0]} against {plan.names[1]}: {plan.game}, seed {plan.seed}")


def say_comparison(begun: Tournament, report: Report, *, as_json: bool) -> None:
    """Print the verdict, then the result with its details."""
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
