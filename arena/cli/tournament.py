"""`arena tournament`: many deals between many bots, and tables with intervals."""

import os
import shlex
from pathlib import Path
from typing import Annotated, Any

import typer

from arena._ctrl_c import INTERRUPTED
from arena.cli.db import Db, opened
from arena.cli.options import Config, Json, Plugin, Seed, Variant, read_config, read_variants
from arena.cli.output import remark, say, say_json
from arena.cli.tournament_list import TournamentId, cancel, export, list_all, show
from arena.cli.tournament_remote import run_there
from arena.cli.tournament_view import TournamentView, say_report
from arena.plugins.manager import Plugins, load_plugins
from arena.tournament.lifecycle import Tournament, check_game, go_on, start
from arena.tournament.plan import Plan, find_entrants, make_plan, read_file
from arena.tournament.report import Report
from arena.tournament.report import as_json as report_json
from arena.tournament.store_repository import StoreRepository

Jobs = Annotated[
    int | None, typer.Option(min=1, max=256, help="Number of processes; one per core if left out.")
]
Cluster = Annotated[
    str, typer.Option(metavar="tcp://HOST:PORT", help="Play on this dask scheduler instead.")
]
Quiet = Annotated[bool, typer.Option("--quiet", help="Print only the result.")]
Bots = Annotated[
    str | None, typer.Option(metavar="A,B,...", help="Bots, each a spec or name=spec.")
]

tournament = typer.Typer(help="Run tournaments and show their results.")
tournament.command("list")(list_all)
tournament.command("show")(show)
tournament.command("export")(export)
tournament.command("cancel")(cancel)


@tournament.command("run")
def run(
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE.toml]", help="A tournament file.")
    ] = None,
    game: Annotated[str | None, typer.Option(help="A game; see `arena games`.")] = None,
    bots: Bots = None,
    form: Annotated[
        str | None,
        typer.Option("--format", help="round-robin, gauntlet, swiss or league."),
    ] = None,
    deals: Annotated[
        int | None, typer.Option(min=1, help="Number of deals; for swiss, per round.")
    ] = None,
    rounds: Annotated[int | None, typer.Option(min=1, help="Number of rounds of a swiss.")] = None,
    challengers: Annotated[
        int | None,
        typer.Option(min=1, help="How many of the first bots play all others in a gauntlet."),
    ] = None,
    seats: Annotated[int | None, typer.Option(min=2, help="Seats per table.")] = None,
    seed: Seed = None,
    config: Config = None,
    variant: Variant = None,
    plugin: Plugin = None,
    jobs: Jobs = None,
    cluster: Cluster = "",
    url: Db = None,
    server: Annotated[
        str | None, typer.Option(metavar="URL", help="Play it at this server and follow it.")
    ] = None,
    token: Annotated[
        str, typer.Option(envvar="ARENA_TOKEN", help="An organiser's token at that server.")
    ] = "",
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Play a tournament; command-line options override the file.

    Example: arena tournament run examples/tournaments/riichi.toml --jobs 2
    """
    settings = read_file(file) if file else {}
    given: dict[str, Any] = {
        "game": game,
        "bots": bots.split(",") if bots is not None else None,
        "format": form,
        "deals": deals,
        "rounds": rounds,
        "challengers": challengers,
        "seats": seats,
        "seed": seed,
        "variants": read_variants(variant) if variant else None,
        "plugins": [str(path.absolute()) for path in plugin] if plugin else None,
    }
    settings |= {key: value for key, value in given.items() if value is not None}
    settings["config"] = settings.get("config", {}) | read_config(config)
    if server is not None:
        run_there(server, token, settings, as_json=as_json, quiet=quiet)
    else:
        run_here(settings, url, jobs, cluster, as_json=as_json, quiet=quiet)


def run_here(
    settings: dict[str, Any],
    url: str | None,
    jobs: int | None,
    cluster: str,
    *,
    as_json: bool,
    quiet: bool,
) -> None:
    """Play a new tournament in processes of this machine, or on a cluster."""
    plugins = load_plugins(settings.get("plugins", ()))
    plan = make_plan(settings, plugins)
    with opened(url, create=True) as store:
        view = TournamentView(as_json=as_json, quiet=quiet)
        begun = start(plan, StoreRepository(store), watch=view)
        if not as_json:
            say_plan(plan, begun)
        command = resume_command(begun.id, url, jobs, cluster)
        report = shown(begun, view, plugins, jobs=jobs, cluster=cluster, resume=command)
        say_result(begun, report, as_json=as_json)


@tournament.command("resume")
def resume(
    tournament_id: TournamentId,
    deals: Annotated[int, typer.Option(min=0, help="Extend a league by this many deals.")] = 0,
    add: Annotated[
        str | None, typer.Option(metavar="A,B,...", help="Bots to add to a league.")
    ] = None,
    jobs: Jobs = None,
    cluster: Cluster = "",
    url: Db = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Resume an interrupted tournament, or extend a league.

    Example: arena tournament resume ID --jobs 2
    """
    with opened(url) as store:
        archive = StoreRepository(store)
        kept = archive.find(tournament_id)
        plugins = load_plugins(kept.plan.plugins)
        check_game(kept.plan, plugins)
        newcomers = find_entrants(
            add.split(",") if add else [], plugins.game(kept.plan.game), plugins
        )
        view = TournamentView(as_json=as_json, quiet=quiet)
        begun = go_on(kept, archive, watch=view, deals=deals, newcomers=newcomers)
        if not as_json:
            say_plan(begun.schedule.plan, begun)
            done = begun.runner.progress.done
            say(f"Same schedule as before; {done} of {begun.schedule.total} matches are saved")
        command = resume_command(begun.id, url, jobs, cluster)
        report = shown(begun, view, plugins, jobs=jobs, cluster=cluster, resume=command)
        say_result(begun, report, as_json=as_json)


def resume_command(tournament_id: str, url: str | None, jobs: int | None, cluster: str) -> str:
    """Return the command that resumes a tournament."""
    words = ["arena", "tournament", "resume", tournament_id]
    for option, value in (("--db", url), ("--jobs", jobs), ("--cluster", cluster)):
        words += [option, str(value)] if value else []
    return shlex.join(words)


def say_plan(plan: Plan, begun: Tournament) -> None:
    """What is about to be played."""
    schedule = begun.schedule
    bots = f"{len(plan.entrants)} bots"
    say(f"Tournament {begun.id}: {plan.game}, {plan.format}, {bots}, {schedule.total} matches")
    say(f"Seed {plan.seed}, schedule {schedule.hash[:12]}")


def shown(
    begun: Tournament,
    view: TournamentView,
    plugins: Plugins,
    *,
    jobs: int | None,
    cluster: str,
    resume: str = "",
) -> Report:
    """Run a tournament under a view; Ctrl-C prints how to resume it."""
    try:
        with view:
            return begun.run(jobs or os.cpu_count() or 1, cluster, plugins)
    except KeyboardInterrupt:
        progress = begun.runner.progress
        remark(f"stopped after {progress.done} of {progress.total} matches")
        if resume:
            remark(f"resume with: {resume}")
        raise typer.Exit(INTERRUPTED) from None


def say_result(begun: Tournament, report: Report, *, as_json: bool) -> None:
    """The tables; with --json, one object."""
    if as_json:
        say_json(result_row(begun, report))
        return
    say_report(report)
    if report.verdict:
        say(report.verdict)
    say("Tournament cancelled" if begun.runner.cancelled else "Tournament finished")


def result_row(begun: Tournament, report: Report) -> dict[str, Any]:
    """Return the last object of `--json`."""
    plan = begun.schedule.plan
    head = {"id": begun.id, "name": plan.name, "game": plan.game, "format": plan.format}
    return head | {"seed": plan.seed, "hash": begun.schedule.hash} | report_json(report)
