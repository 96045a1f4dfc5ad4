"""A tournament as one page that needs nothing else: tables, plots, and how to read them."""

from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files

import jinja2

from arena.tournament import text_tables as words
from arena.tournament.plots import course_plot, rating_plot
from arena.tournament.report import Report
from arena.tournament.repository import Kept
from arena.tournament.results import Line


@lru_cache(maxsize=1)
def template() -> jinja2.Template:
    """The page with holes in it; what is filled in is escaped."""
    text = files("arena.tournament").joinpath("html_page.html").read_text(encoding="utf-8")
    return jinja2.Environment(autoescape=True).from_string(text)


def as_page(kept: Kept, report: Report, lines: Sequence[Line]) -> str:
    """The page of a tournament."""
    tables = [
        ("Standings", words.standings_rows(report, whiskers=False)),
        ("Finished ahead: the bot of the row of that of the column", words.cross_rows(report)),
        ("Seats", words.seat_rows(report)),
        ("Better or worse in company", words.company_rows(report)),
        ("Faults", words.fault_rows(report)),
    ]
    return template().render(
        kept=kept,
        plan=kept.plan,
        report=report,
        tables=[(title, rows) for title, rows in tables if len(rows) > 1],
        plots=[rating_plot(report.standings), course_plot(lines, report.names)] if lines else [],
        saving=words.saving_line(report),
    )
