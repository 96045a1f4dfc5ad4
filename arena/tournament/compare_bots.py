"""A against B in scripts and notebooks: what `arena compare` does, with its report as an object."""

from collections.abc import Mapping, Sequence
from typing import Any

from arena.local.loop import loaded_plugins
from arena.local.notebook import Bar
from arena.tournament.lifecycle import start
from arena.tournament.plan import make_plan, usual_measure
from arena.tournament.report import Report
from arena.tournament.repository import Memory
from arena.tournament.runner import Progress
from engine.variants import VariantEntry


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
) -> Report:
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
        return start(make_plan(settings, plugins), Memory(), watch=watch).run(jobs)
    finally:
        if bar is not None:
            bar.close()
