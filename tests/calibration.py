"""How often the numbers we print hold: `make calibration` simulates and prints one table.

Every cell is the share of simulated tournaments in which a 95 % interval held the true value, or in
which a sequential test was wrong. Bots of known strength play; nothing but the luck is drawn.
"""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from math import sqrt
from random import Random

from arena.ladder.mean_place import MeanPlace
from arena.local.intervals import Interval, interval
from arena.tournament.results import Line
from arena.tournament.sequential import Hypotheses, SequentialTest
from arena.tournament.standings import standings
from arena.tournament.stopped import after_stop
from arena.tournament.tables import cross_table, saving, seat_table
from tests.arena import simulated, simulated_ladder

DEALS = (3, 5, 10, 20, 50)
LOW, HIGH, MOST_ERRORS = 0.92, 0.985, 0.065
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
        """Whether nothing is promised that does not hold, give or take what chance explains.

        An interval that is wider than it need be is marked in the table, and no failure.
        """
        if self.share is None:
            return True
        slack = 2.5 * sqrt(0.05 * 0.95 / self.n)
        return self.share >= self.least - slack and (
            self.least > 0 or self.share <= self.most + slack
        )

    def __str__(self) -> str:
        shown = "too few" if self.share is None else f"{self.share:.3f}"
        outside = "" if self.share is None or self.least <= self.share <= self.most else " !"
        return f"{self.what:28} {self.case:18} {self.size:>10} {shown:>8}{outside:2} {self.n:>6}"


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
        "games saved": [saving(lines)],
    }


def holds(found: Interval | None, true: float) -> bool:
    """Return whether an interval holds the true value."""
    if found is None or found.low is None or found.high is None:
        return False
    return found.low - 1e-9 <= true <= found.high + 1e-9


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


def jobs(scale: float) -> list[Callable[[], list[Cell]]]:
    """Return everything that is simulated; with a scale of 1 it takes some minutes."""
    found: list[Callable[[], list[Cell]]] = []
    for field in FIELDS:
        for deals in DEALS:
            trials = round(scale * (1000 if deals < 20 else 600 if deals < 50 else 300))
            found.append(partial(tournament_cells, field, deals, trials, deals))
    for case in CLAIMS:
        found.append(partial(sequential_cells, case, round(scale * 1500), 5))
    for shares in ((1, 1, 1, 1), (70, 20, 8, 2), (92, 5, 2, 1)):
        for matches in (3, 5, 10, 20, 50):
            found.append(partial(mean_place_cells, shares, matches, round(scale * 3000), 7))
    for colluding in (False, True):
        for games, seasons in ((100, 12), (200, 8), (400, 5)):
            found.append(
                partial(
                    ladder_cells, games, max(1, round(scale * seasons)), 11, colluding=colluding
                )
            )
    return found[::-1]  # the longest first


def run(job: Callable[[], list[Cell]]) -> list[Cell]:
    """Do one part of the work."""
    return job()


def main(scale: float = 1.0) -> int:
    """Print the table; 1 if a figure is outside its bounds by more than chance explains."""
    with ProcessPoolExecutor(2) as pool:
        cells = [cell for part in pool.map(run, jobs(scale)) for cell in part]
    lines = [f"{'figure':28} {'case':18} {'size':>10} {'share':>8}   {'trials':>6}"]
    lines += [str(cell) for cell in sorted(cells, key=lambda cell: (cell.what, cell.case))]
    bad = [cell for cell in cells if not cell.good]
    outside = sum(line.count("!") for line in lines)
    sys.stdout.write("\n".join(lines) + "\n")
    sys.stdout.write(f"{len(cells)} figures, {outside} outside their bounds (!),")
    sys.stdout.write(f" {len(bad)} of them too small, or too many errors, by more than chance\n")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]) if len(sys.argv) > 1 else 1.0))
