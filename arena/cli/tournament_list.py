"""`arena tournament list|show|export|cancel`: tournaments that are kept in the store."""

import sys
from pathlib import Path
from typing import Annotated, Literal

import typer

from arena.cli.db import Db, opened
from arena.cli.options import Json
from arena.cli.output import say, say_columns, say_json
from arena.cli.tournament_view import say_report
from arena.errors import TournamentError
from arena.tournament.lifecycle import checked_results, proven, summary
from arena.tournament.report import as_json as report_json
from arena.tournament.report import make_report
from arena.tournament.results import whole_deals
from arena.tournament.store_repository import StoreRepository

TournamentId = Annotated[
    str, typer.Argument(metavar="ID", help="The tournament's id; see `arena tournament list`.")
]
Format = Literal["csv", "json", "parquet", "html"]


def list_all(url: Db = None, as_json: Json = False) -> None:
    """List the tournaments of a store, newest first.

    Example: arena tournament list
    """
    with opened(url) as store:
        archive = StoreRepository(store)
        rows = [summary(kept, archive.count(kept.id)) for kept in archive.all()]
    if as_json:
        for row in rows:
            say_json(row)
    elif rows:
        say_columns([list(rows[0]), *([str(value) for value in row.values()] for row in rows)])
    else:
        say("no tournaments yet; see arena tournament run --help")


def show(tournament_id: TournamentId, url: Db = None, as_json: Json = False) -> None:
    """Show the tables of a tournament so far.

    Example: arena tournament show ID
    """
    with opened(url) as store:
        archive = StoreRepository(store)
        kept = archive.find(tournament_id)
        schedule = proven(kept)
        results = checked_results(schedule, archive.results(kept.id))
    report = make_report(schedule, results)
    if as_json:
        head = {"hash": kept.hash, "seed_hash": kept.seed_hash, "seed": kept.told_seed}
        say_json(summary(kept, len(results)) | head | report_json(report))
        return
    seed = f"seed {kept.told_seed}" if kept.told_seed else f"seed hash {kept.seed_hash}"
    say(f"{kept.id}: {kept.plan.game}, {kept.plan.format}, {kept.state}, {seed}")
    say(f"{len(results)} of {schedule.total} matches played, schedule {kept.hash[:12]}")
    say_report(report)
    if report.verdict:
        say(report.verdict)


def export(
    tournament_id: TournamentId,
    form: Annotated[Format, typer.Option("--format", help="The format to write.")],
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The file to write; stdout if left out.")
    ] = None,
    url: Db = None,
) -> None:
    """Export a tournament as data or as a page.

    Example: arena tournament export ID --format html --out table.html
    """
    from arena.tournament import export as exports
    from arena.tournament.html_page import as_page

    if out is not None and not out.absolute().parent.is_dir():
        raise TournamentError(f"--out {out}: no such folder")
    with opened(url) as store:
        archive = StoreRepository(store)
        kept = archive.find(tournament_id)
        schedule = proven(kept)
        results = checked_results(schedule, archive.results(kept.id))
    rows = exports.seat_rows(kept, schedule, results)
    if form == "parquet":
        if out is None:
            raise TournamentError("parquet is not text: name a file with --out FILE")
        exports.write_parquet(rows, out)
        return
    report = make_report(schedule, results)
    if form == "csv":
        text = exports.as_csv(rows)
    elif form == "json":
        text = exports.as_one_object(kept, report, rows) + "\n"
    else:
        text = as_page(kept, report, whole_deals(schedule, results))
    if out is None:
        sys.stdout.write(text)
    else:
        out.write_text(text, encoding="utf-8")


def cancel(tournament_id: TournamentId, url: Db = None) -> None:
    """Cancel a tournament; if it is running, it stops within seconds.

    Example: arena tournament cancel ID
    """
    with opened(url) as store:
        archive = StoreRepository(store)
        kept = archive.find(tournament_id)
        if kept.plan.drawn is not None:
            raise TournamentError(f"{kept.id} is an event: arena event cancel {kept.id}")
        if kept.state != "running":
            raise TournamentError(f"{kept.id} is already {kept.state}")
        archive.close(kept.id, "cancelled", None)
        say(f"{kept.id} cancelled after {archive.count(kept.id)} matches; their results are kept")
