"""How often the numbers we print hold: `make calibration` simulates and prints one table.

Every cell is the share of simulated tournaments in which a 95 % interval held the true value, or in
which a sequential test was wrong. Bots of known strength play; nothing but the luck is drawn.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from math import sqrt
from random import Random

from arena.ladder.collusion import collusion_report
from arena.ladder.mean_place import MeanPlace
from arena.ladder.season import fit_season
from arena.local.intervals import Interval, interval
from arena.tournament.comparison import ahead, finished_ahead, place_lead
from arena.tournament.details import elo_of, normalised
from arena.tournament.means import mean_of
from arena.tournament.results import Line, by_deal
from arena.tournament.sequential import Hypotheses, SequentialTest
from arena.tournament.standings import standings
from arena.tournament.stopped import after_stop
from arena.tournament.tables import cross_table, saving, seat_table
from tests.arena import simulated, simulated_ladder

DEALS = (3, 5, 8, 10, 20, 50)
LOW, HIGH, MOST_ERRORS = 0.92, 0.985, 0.065
SEED = 31415926
"""Of the printed table: other than the seeds by which any constant was chosen."""
FIELDS = ("even", "skewed points", "near sweep", "ties", "partners")
Truth = Mapping[str, Sequence[float]]


@dataclass(frozen=True, slots=True)
class Cell:
    """One figure of the table: a share of `n` trials, or None where none is promised."""

    what: str
    case: str
    size: str
    share: float | None
    n: int
    least: float = LOW
    most: float = HIGH

    @property
    def good(self) -> bool:
        """Whether what is promised holds, give or take what chance explains."""
        if self.share is None:
            return True
        slack = 2.5 * sqrt(0.05 * 0.95 / self.n)
        return self.least - slack <= self.share <= self.most + slack

    def __str__(self) -> str:
        shown = "too few" if self.share is None else f"{self.share:.3f}"
        outside = "" if self.share is None or self.least <= self.share <= self.most else " !"
        return f"{self.what:28} {self.case:18} {self.size:>11} {shown:>8}{outside:2} {self.n:>6}"


# -- tournaments


def tournament_cells(field: str, deals: int, trials: int, seed: int) -> list[Cell]:
    """Return the coverage of every interval of a tournament's report."""
    rng, play, truth = Random(seed), simulated.FIELDS[field], simulated.truth(field)
    hits: dict[str, list[bool]] = {}
    for _ in range(trials):
        lines = play(deals, rng)
        for name, found in printed(lines, len(truth["place"])).items():
            if truth.get(name):
                held = zip(found, truth[name], strict=True)
                hits.setdefault(name, []).extend(
                    holds(each, true) for each, true in held if each and each.low is not None
                )
    return [
        Cell(name, field, f"{deals} deals", sum(own) / len(own) if own else None, trials)
        for name, own in hits.items()
    ]


def printed(lines: Sequence[Line], entrants: int) -> dict[str, list[Interval | None]]:
    """Return all the intervals that a report on these matches prints, by kind."""
    rows, _ = standings(lines, [str(who) for who in range(entrants)])
    rows = sorted(rows, key=lambda row: int(row.name))
    cross = cross_table(lines)
    seats = seat_table(lines)
    return {
        "place": [row.place for row in rows],
        "points": [row.points for row in rows],
        "rating": [row.rating for row in rows],
        "finished ahead": [cross[pair].share for pair in sorted(cross)],
        "seat, place": [row.place for row in seats],
        "seat, points": [row.points for row in seats],
        **leads(lines, entrants),
        "games saved": [saving(lines)],
    }


def leads(lines: Sequence[Line], size: int) -> dict[str, list[Interval | None]]:
    """Return what a comparison of the first two prints."""
    deals = list(by_deal(lines).values())
    places, points = ([ahead(deal, measure) for deal in deals] for measure in ("places", "points"))
    by_points = interval(points)
    return {
        "lead, places": [place_lead(places, len(deals[0]), size)],
        "lead, points": [by_points],
        "normalised effect": [normalised(by_points, points)],
        "rating points": [elo_of(mean_of(map(finished_ahead, deals), (0, 1)))],
    }


def holds(found: Interval | None, true: float) -> bool:
    """Return whether an interval holds the true value."""
    if found is None or found.low is None or found.high is None:
        return False
    return found.low - 1e-9 <= true <= found.high + 1e-9


def saving_cells(field: str, deals: int, trials: int, seed: int) -> list[Cell]:
    """Return the coverage of what blocks save, which needs more deals than the rest."""
    rng, (true,) = Random(seed), simulated.truth(field)["games saved"]
    held = [holds(saving(simulated.FIELDS[field](deals, rng)), true) for _ in range(trials)]
    return [Cell("games saved", field, f"{deals} deals", sum(held) / trials, trials)]


# -- ranks: how often any of ten equals is called better than another


def rank_cells(deals: int, trials: int, seed: int) -> list[Cell]:
    """Return how often a tournament of ten equal bots separates any two of them."""
    rng, names = Random(seed), [str(who) for who in range(10)]
    wrong = 0
    for _ in range(trials):
        rows, _ = standings(simulated.league([0.0] * 10, deals, rng), names)
        wrong += any(row.ranks not in (None, (1, 10)) for row in rows)
    return [
        Cell("a rank is wrong", "ten equals", f"{deals} deals", wrong / trials, trials, 0, 0.065)
    ]


def ladder_rank_cells(matches: int, trials: int, seed: int) -> list[Cell]:
    """Return how often a season of ten equal bots separates any two of them."""
    wrong = 0
    for trial in range(trials):
        orders = simulated_ladder.random_season(matches, seed + trial, bots=10, spread=0.0)
        wrong += any(fit_season(orders).apart.better.values())
    size = f"{matches} matches"
    return [Cell("a rank is wrong (ladder)", "ten equals", size, wrong / trials, trials, 0, 0.065)]


def collusion_cells(case: str, trials: int, seed: int) -> list[Cell]:
    """Return how often a season's report names an honest pair, or fails to name accomplices."""
    effects = {"honest": (0.0, 0.0), "feeding": (3.0, -3.0), "avoiding": (1.2, 1.2)}
    named = 0
    for trial in range(trials):
        orders = simulated_ladder.random_season(700, seed + trial, together=effects[case])
        found = collusion_report(orders, Random(trial)).found
        named += any(set(each.pair) == {0, 1} or case == "honest" for each in found)
    if case == "honest":
        return [Cell("honest pair named", "", "700 matches", named / trials, trials, 0, 0.065)]
    return [Cell("accomplices named", case, "700 matches", named / trials, trials, 0.8, 1.0)]


# -- the ladder's mean place, whose matches are independent


def mean_place_cells(shares: Sequence[int], matches: int, trials: int, seed: int) -> list[Cell]:
    """Return the coverage of a mean place on the ladder."""
    rng = Random(seed)
    truth = sum(place * share for place, share in enumerate(shares, 1)) / sum(shares)
    held = []
    for _ in range(trials):
        placed = MeanPlace()
        for place in rng.choices((1, 2, 3, 4), shares, k=matches):
            placed.add([place], 4)
        found = placed.interval
        if found is not None and found.low is not None:
            held.append(holds(found, truth))
    case = f"{max(shares) / sum(shares):.0%} first"
    share = sum(held) / len(held) if held else None
    return [Cell("mean place (ladder)", case, f"{matches} matches", share, trials)]


# -- the sequential test

Differences = Callable[[float, Random], Iterator[float]]
CLAIMS: Mapping[str, tuple[Differences, Hypotheses]] = {
    "lumpy": (simulated.place_gaps, Hypotheses(0, 0.25)),
    "skewed": (partial(simulated.skewed_gaps, 1), Hypotheses(0, 0.2)),
    "skewed, other way": (partial(simulated.skewed_gaps, -1), Hypotheses(0, 0.2)),
    "95 % zero": (partial(simulated.rare_gaps, 0.05, 3.0), Hypotheses(0, 0.1)),
    "80 % zero": (partial(simulated.rare_gaps, 0.2, 1.0), Hypotheses(0, 0.1)),
    "in spreads": (simulated.place_gaps, Hypotheses(0, 0.3, in_spreads=True)),
}


def sequential_cells(case: str, trials: int, seed: int) -> list[Cell]:
    """Return how often a test is wrong, and how often its interval holds after it has stopped."""
    draw, claim = CLAIMS[case]
    spread = simulated.PLACE_GAP_SPREAD if claim.in_spreads else 1.0
    cells = []
    for name, truth, wrong in (("alpha", claim.h0, "H1"), ("beta", claim.h1, "H0")):
        rng, errors, held = Random(seed), 0, 0
        for _ in range(trials):
            test, seen = SequentialTest(claim), []
            for difference in draw(truth * spread, rng):
                seen.append(difference)
                if test.add(difference):
                    break
            errors += test.decision == wrong
            held += holds(after_stop(test) or interval(seen), truth * spread)
        cells.append(
            Cell(f"sequential test, {name}", case, "", errors / trials, trials, 0.0, MOST_ERRORS)
        )
        at = "H0" if name == "alpha" else "H1"
        cells.append(Cell("after the stop", case, f"at {at}", held / trials, trials))
    return cells


# -- the ladder


def ladder_cells(games: int, seasons: int, seed: int, *, colluding: bool) -> list[Cell]:
    """Return the coverage of ratings after so many games each, of the honest where some are not."""
    case = "two colluding" if colluding else "honest"
    held, met, strangers = [], [], []
    for number in range(seasons):
        season = simulated_ladder.play_season(games, seed + number, colluding=colluding)
        held += season.held
        met.append(season.accomplices)
        strangers.append(season.strangers)
    cells = [Cell("rating (ladder)", case, f"{games} games", sum(held) / len(held), len(held))]
    if colluding:
        often = sum(met) / sum(strangers)
        cells.append(
            Cell("accomplices meet / strangers", case, f"{games} games", often, seasons, 0.0, 1.3)
        )
    return cells


# -- the table


def jobs(scale: float, seed: int) -> list[Callable[[], list[Cell]]]:
    """Return everything that is simulated; with a scale of 1 it takes some minutes."""

    def many(trials: int) -> int:
        return max(2, round(scale * trials))

    found: list[Callable[[], list[Cell]]] = []
    for field in FIELDS:
        for deals in DEALS:
            trials = many(2500 if deals < 20 else 1500 if deals < 50 else 900)
            found.append(partial(tournament_cells, field, deals, trials, seed + deals))
    for field in ("even", "skewed points", "partners"):
        for deals in (100, 200):
            found.append(partial(saving_cells, field, deals, many(600), seed + deals))
    found += [partial(sequential_cells, case, many(2000), seed) for case in CLAIMS]
    found += [partial(rank_cells, deals, many(300), seed) for deals in (25, 50, 100)]
    return [*found, *ladder_jobs(many, seed)][::-1]  # the longest first


def ladder_jobs(many: Callable[[int], int], seed: int) -> list[Callable[[], list[Cell]]]:
    """Return what is simulated of the ladder."""
    found: list[Callable[[], list[Cell]]] = []
    for shares in ((1, 1, 1, 1), (70, 20, 8, 2), (92, 5, 2, 1)):
        for matches in DEALS:
            found.append(partial(mean_place_cells, shares, matches, many(6000), seed))
    found += [partial(ladder_rank_cells, matches, many(200), seed) for matches in (100, 300)]
    for case, trials in (("honest", 200), ("feeding", 20), ("avoiding", 20)):
        found.append(partial(collusion_cells, case, many(trials), seed))
    for colluding in (False, True):
        for games, seasons in ((100, 18), (200, 12), (400, 8)):
            found.append(partial(ladder_cells, games, many(seasons), seed, colluding=colluding))
    return found


def run(job: Callable[[], list[Cell]]) -> list[Cell]:
    """Do one part of the work."""
    return job()


def main(scale: float = 1.0, seed: int = SEED) -> int:
    """Print the table; 1 if a figure is outside its bounds by more than chance explains."""
    with ProcessPoolExecutor(2) as pool:
        cells = [cell for part in pool.map(run, jobs(scale, seed)) for cell in part]
    lines = [f"{'figure':28} {'case':18} {'size':>11} {'share':>8}   {'trials':>6}"]
    lines += [str(cell) for cell in sorted(cells, key=lambda cell: (cell.what, cell.case))]
    bad = [cell for cell in cells if not cell.good]
    outside = sum(line.count("!") for line in lines)
    sys.stdout.write("\n".join(lines) + "\n")
    sys.stdout.write(f"{len(cells)} figures, {outside} outside their bounds (!),")
    sys.stdout.write(f" {len(bad)} of them by more than chance explains\n")
    return 1 if bad else 0


if __name__ == "__main__":
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("scale", nargs="?", type=float, default=1.0, help="times as many trials")
    parser.add_argument("--seed", type=int, default=SEED, help="of all simulations")
    given = parser.parse_args()
    sys.exit(main(given.scale, given.seed))
