"""A against B in scripts and notebooks: what `arena compare` does, with its report as an object."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from html import escape
from typing import Any

from arena.local.loop import loaded_plugins
from arena.local.notebook import Bar, cell, table
from arena.tournament.lifecycle import start
from arena.tournament.plan import make_plan, usual_measure
from arena.tournament.plots import rating_plot
from arena.tournament.report import Report
from arena.tournament.repository import Memory
from arena.tournament.runner import Progress
from arena.tournament.text_tables import standings_rows
from engine.variants import VariantEntry


class ShownReport(Report):
    """The report of a comparison, which shows itself in a notebook."""

    def _repr_html_(self) -> str:
        """Show the verdict, the standings and the ratings."""
        said = (
            f"<p><b>{escape(self.verdict)}</b></p><p>{self.deals} deals, {self.matches} matches</p>"
        )
        rows = standings_rows(self, whiskers=False)
        return cell(said, table(rows), rating_plot(self.standings))


def compare(
    game: str,
    a: str,
    b: str,
    *,
    deals: int = 400,
    seed: str | int = "",
    config: Mapping[str, Any] | None = None,
    variants: Sequence[VariantEntry] = (),
    jobs: int = 1,
    progress: bool = False,
) -> ShownReport:
    """Play A against B until it is clear who is better, at most so many deals.

    `a` and `b` are names or specs of bots, as for `arena compare`; more than one of `jobs` plays in
    processes of their own. `progress` shows a bar.
    """
    plugins = loaded_plugins()
    measure = usual_measure(plugins.game(game))
    settings = {
        "game": game,
        "bots": [a, b],
        "format": "compare",
        "deals": deals,
        "seed": str(seed),
        "config": dict(config or {}),
        "variants": list(variants),
        "sprt": (0.0, 0.1, 0.05, 0.05),
        "sprt_in_spreads": measure == "points",
        "measure": measure,
    }
    bar = Bar(deals, "deals") if progress else None

    def watch(now: Progress) -> None:
        if bar is not None and now.comparison is not None:
            bar.move(now.comparison.deals)

    try:
        report = start(make_plan(settings, plugins), Memory(), watch=watch).run(jobs)
        return ShownReport(**{each.name: getattr(report, each.name) for each in fields(report)})
    finally:
        if bar is not None:
            bar.close()
