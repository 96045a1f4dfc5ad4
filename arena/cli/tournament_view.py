"""How a running tournament is shown: a table redrawn at a terminal, plain lines elsewhere."""

import sys
from shutil import get_terminal_size
from time import monotonic

from rich.console import Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from arena.cli.output import say, say_columns, say_json
from arena.tournament.report import Report, make_report
from arena.tournament.results import Played
from arena.tournament.runner import Progress
from arena.tournament.text_tables import (
    company_rows,
    comparison_lines,
    cross_rows,
    fault_rows,
    fitted,
    saving_line,
    seat_rows,
    short_cross_rows,
    standings_rows,
    wide,
)

FRAME = 0.25
"""Seconds between two drawings at least."""
LINE = 5.0
"""Seconds between two lines of progress where lines are printed."""
SHARE = 0.1
"""The share of the time that figures may take while matches are played."""


class TournamentView:
    """Watches a runner; `with` it, so that the terminal is left as it was."""

    def __init__(self, *, as_json: bool = False, quiet: bool = False, matches: bool = True) -> None:
        """Watch with these options; `matches` prints a line per match where nothing is drawn."""
        self._json, self._quiet, self._matches = as_json, quiet, matches
        drawn = sys.stdout.isatty() and not as_json and not quiet
        self._live = Live(auto_refresh=False) if drawn else None
        self._next = 0.0
        self._count = 0
        self._report: Report | None = None
        self._report_due = 0.0

    def __enter__(self) -> "TournamentView":
        if self._live:
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._live:
            self._live.stop()

    def __call__(self, progress: Progress) -> None:
        """Show what has come in."""
        if self._quiet:
            return
        if self._live:
            self._draw(progress)
            return
        for played in progress.fresh if self._matches or self._json else ():
            self._count += 1
            self._finished(progress, played)
        if not self._json and monotonic() >= self._next:
            self._next = monotonic() + LINE
            say(progress_line(progress))
        sys.stdout.flush()

    def _finished(self, progress: Progress, played: Played) -> None:
        schedule = progress.schedule
        names = [schedule.plan.names[who] for who in schedule.entrants_at(played.key)]
        deal = schedule.blocks[played.key[0]].deal
        faults = sum(many for *_, many in played.faults)
        if self._json:
            row = {"match": list(played.key), "deal": deal, "bots": names}
            row |= {"points": list(played.points), "ranks": list(played.ranks), "faults": faults}
            say_json(row)
            return
        scores = " ".join(
            f"{name} {points}/{rank}"
            for name, points, rank in zip(names, played.points, played.ranks, strict=True)
        )
        number = progress.done - len(progress.fresh) + progress.fresh.index(played) + 1
        told = f" {{{faults} faults}}" if faults else ""
        what = f"{schedule.plan.game}, deal {deal}, turn {played.key[1]}"
        say(f"Finished match {number} of {progress.total} ({what}): {scores}{told}")

    def _draw(self, progress: Progress) -> None:
        assert self._live is not None
        now = monotonic()
        if now < self._next:
            return
        self._next = now + FRAME
        if now >= self._report_due:
            self._report = make_report(progress.schedule, progress.results)
            self._report_due = monotonic() + (monotonic() - now) / SHARE + FRAME
        parts: list[Table | Text] = [Text(progress_line(progress))]
        if self._report:
            rows, _ = fitted(standings_rows(self._report, whiskers=True), self._live.console.width)
            parts.insert(0, rich_table(rows))
        if progress.comparison:
            parts += [Text(line) for line in comparison_lines(progress.comparison)]
        self._live.update(Group(*parts), refresh=True)


def rich_table(rows: list[list[str]]) -> Table:
    """Rows under a heading, for a terminal."""
    heading, *rest = rows
    table = Table(*heading, box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for row in rest:
        table.add_row(*row)
    return table


def progress_line(progress: Progress) -> str:
    """How far it is, how fast it goes, how long it will take."""
    left = progress.seconds_left
    eta = "unknown" if left is None else f"{int(left) // 60}:{int(left) % 60:02d}"
    faults = sum(many for played in progress.results.values() for *_, many in played.faults)
    return (
        f"Progress: {progress.done} of {progress.total} matches, {progress.rate:.1f}/s,"
        f" ETA {eta}, faults {faults}"
    )


def say_standings(report: Report) -> None:
    """The standings: all of them to a file or a pipe, what fits at a terminal."""
    if not sys.stdout.isatty():
        say_columns(standings_rows(report, whiskers=False))
        return
    rows, left_out = fitted(standings_rows(report, whiskers=True), get_terminal_size().columns)
    say_columns(rows)
    if named := [heading for heading in left_out if heading]:
        say(f"(left out, as it is narrow here: {', '.join(named)})")


def cross_that_fits(report: Report) -> list[list[str]]:
    """The cross table, without its intervals where a terminal is too narrow for them."""
    rows = cross_rows(report)
    narrow = sys.stdout.isatty() and wide(rows) > get_terminal_size().columns
    return short_cross_rows(report) if narrow else rows


def say_report(report: Report, *, everything: bool = True) -> None:
    """The tables of a tournament, for people."""
    for remark in report.remarks:
        say(f"Note: {remark}")
    if not report.matches:
        return
    say(f"Standings after {report.deals} deals, {report.matches} matches:")
    say_standings(report)
    if not everything:
        return
    for title, rows in (
        ("Finished ahead:", cross_that_fits(report)),
        ("Seats:", seat_rows(report)),
        ("Better or worse in company:", company_rows(report)),
        ("Faults:", fault_rows(report)),
    ):
        if len(rows) > 1:
            say()
            say(title)
            say_columns(rows)
    say()
    say(saving_line(report))
