"""A tournament's tables as text: standings with whiskers, and what lies behind them."""

from collections.abc import Iterator, Sequence
from statistics import fmean

from arena.local.intervals import Interval, digits_of, figure, interval, lead_text
from arena.tournament.comparison import Comparison
from arena.tournament.report import Report
from arena.tournament.sequential import SequentialTest
from arena.tournament.standings import Standing
from arena.tournament.stopped import after_stop

WIDTH = 25
"""Characters of a whisker."""
INTERVAL = "[95 %]"
WHISKER = ""
LEAST_TELLING = (
    *("ms", "5th", "4th", "3rd", "2nd", "1st", "points", "better than next"),
    *(WHISKER, "faults", "matches", "ranks", "place"),
)
"""Columns of the standings that a narrow terminal goes without, in this order."""
Rows = list[list[str]]


def standings_rows(report: Report, *, whiskers: bool) -> Rows:
    """The standings as text, headings first."""
    seats = max((len(row.places) for row in report.standings), default=0)
    heading = ["#", "bot", "rating", INTERVAL, "ranks", "place", INTERVAL, "points", INTERVAL]
    heading += [nth(place) for place in range(1, seats + 1)]
    heading += ["matches", "better than next", "faults", "ms"]
    if whiskers:
        heading.insert(4, WHISKER)
    faults, times = faults_by_name(report), {row.name: row.milliseconds for row in report.times}
    rows = [heading]
    for row in report.standings:
        cells = [str(row.rank), row.name, *pair(row.rating, 0), possible(row.ranks)]
        cells += [*pair(row.place, 2), *pair(row.points)]
        cells += [f"{share:.0%}" for share in row.places] or ["-"] * seats
        cells += [str(row.matches), chance(row.superior), str(faults.get(row.name, 0))]
        cells.append(f"{times[row.name]:.2f}" if row.name in times else "-")
        if whiskers:
            cells.insert(4, whisker(row.rating, *span(report.standings)))
        rows.append(cells)
    return rows


def fitted(rows: Rows, width: int) -> tuple[Rows, list[str]]:
    """As many columns as fit, and the headings of those left out, the least telling first."""
    left_out = []
    for heading in LEAST_TELLING:
        if wide(rows) <= width:
            break
        if heading in rows[0]:
            rows = without(rows, heading)
            left_out.append(heading)
    return rows, left_out


def wide(rows: Rows) -> int:
    """How many characters the rows take, with two blanks between columns."""
    return sum(max(map(len, column)) + 2 for column in zip(*rows, strict=True)) - 2


def without(rows: Rows, heading: str) -> Rows:
    """The rows less one column, and less its interval if it has one."""
    first = rows[0].index(heading)
    last = first + 1 + (rows[0][first + 1 : first + 2] == [INTERVAL])
    return [row[:first] + row[last:] for row in rows]


def nth(place: int) -> str:
    """1st, 2nd, 3rd, 4th, 5th."""
    return f"{place}{('st', 'nd', 'rd')[place - 1] if place < 4 else 'th'}"


def faults_by_name(report: Report) -> dict[str, int]:
    """All faults of each bot."""
    counts: dict[str, int] = {}
    for row in report.faults:
        counts[row.name] = counts.get(row.name, 0) + row.count
    return counts


def possible(ranks: tuple[int, int] | None) -> str:
    """The ranks that a bot may have; a dash where nothing is known."""
    if ranks is None:
        return "-"
    first, last = ranks
    return str(first) if first == last else f"{first}-{last}"


def pair(found: Interval | None, digits: int | None = None) -> list[str]:
    """A mean and its interval as two cells, by default with the digits that mean something."""
    if found is None:
        return ["-", "-"]
    shown = digits_of(found) if digits is None else digits
    return [figure(found.mean, shown), bounds(found, shown)]


def bounds(found: Interval, digits: int) -> str:
    """An interval in brackets; a dash where there are too few deals for one."""
    if found.low is None or found.high is None:
        return "-"
    return f"[{figure(found.low, digits)}, {figure(found.high, digits)}]"


def chance(share: float | None) -> str:
    """A likelihood that never claims to be certain."""
    if share is None:
        return "-"
    if share > 0.999:
        return "> 99.9 %"
    return "< 0.1 %" if share < 0.001 else f"{100 * share:.1f} %"


def span(rows: Sequence[Standing]) -> tuple[float, float]:
    """The stretch that all whiskers are drawn on."""
    found = [row.rating for row in rows]
    low = min(each.mean if each.low is None else each.low for each in found)
    high = max(each.mean if each.high is None else each.high for each in found)
    return low, max(high, low + 1)


def whisker(found: Interval, low: float, high: float) -> str:
    """An interval drawn: ├──●──┤."""

    def at(value: float) -> int:
        return round((value - low) / (high - low) * (WIDTH - 1))

    cells = [" "] * WIDTH
    if found.low is not None and found.high is not None:
        first, last = at(found.low), at(found.high)
        cells[first : last + 1] = "─" * (last - first + 1)
        cells[first], cells[last] = "├", "┤"
    cells[at(found.mean)] = "●"
    return "".join(cells)


def cross_rows(report: Report) -> Rows:
    """How often the bot of the row finished ahead of that of the column."""
    order = [report.names.index(row.name) for row in report.standings]
    rows = [["ahead of", *(report.names[who] for who in order)]]
    for a in order:
        cells = [report.names[a]]
        for b in order:
            cell = report.cross.get((a, b))
            cells.append(share_cell(cell.share, cell.meetings) if cell else "")
        rows.append(cells)
    return rows


def short_cross_rows(report: Report) -> Rows:
    """The same where it is narrow: shares alone, and the columns by rank."""
    heading, *rows = cross_rows(report)
    ranks = [str(row.rank) for row in report.standings]
    short = [[cell.partition("%")[0].rstrip() for cell in cells] for _, *cells in rows]
    return [
        ["ahead of, %", *ranks],
        *(
            [f"{rank} {name}", *cells]
            for rank, name, cells in zip(ranks, heading[1:], short, strict=True)
        ),
    ]


def share_cell(found: Interval, meetings: int) -> str:
    """A share with its interval and the number of meetings."""
    text = f"{100 * found.mean:.0f} %"
    if found.low is not None and found.high is not None:
        text += f" [{100 * found.low:.0f}, {100 * found.high:.0f}]"
    return f"{text} met {meetings}"


def seat_rows(report: Report) -> Rows:
    """How well each seat does."""
    rows = [["seat", "place", "[95 %]", "points", "[95 %]"]]
    rows += [[str(row.seat), *pair(row.place, 2), *pair(row.points)] for row in report.seats]
    return rows


def company_rows(report: Report) -> Rows:
    """Return the bots that do better or worse in another's company, the largest effect first."""
    rows = [["bot", "with", "places gained by it", "[95 %]", "deals together"]]
    for (a, b), each in sorted(report.company.items(), key=lambda item: -abs(item[1].mean)):
        cells = [report.names[a], report.names[b], f"{each.mean:+.2f}", bounds(each, 2)]
        rows.append([*cells, str(each.n)])
    return rows


def fault_rows(report: Report) -> Rows:
    """Faults by bot and cause."""
    rows = [["bot", "fault", "count", "first reason"]]
    rows += [[row.name, row.kind, str(row.count), row.reason] for row in report.faults]
    return rows


def saving_line(report: Report) -> str:
    """What the duplicate blocks saved, in words."""
    return saving_words(report.saving)


def saving_words(found: Interval | None) -> str:
    """How many games independent deals would need for each game of these blocks."""
    what = "games needed, independent/duplicate"
    if found is None or found.low is None:
        return f"{what}: too few deals to tell"
    return f"{what}: {found.mean:.2f} {bounds(found, 2)}"


def llr_line(test: SequentialTest) -> str:
    """Where a sequential test stands: a bar from the lower bound to the upper one."""
    claim, llr = test.hypotheses, test.llr
    share = (llr - claim.lower) / (claim.upper - claim.lower)
    at = round(min(max(share, 0.0), 1.0) * (WIDTH - 1))
    bar = "".join("●" if cell == at else "─" for cell in range(WIDTH))
    return (
        f"LLR: {llr:.2f} ({claim.lower:.2f}, {claim.upper:.2f}) [{claim.h0:g}, {claim.h1:g}]"
        f" H0 ├{bar}┤ H1, {test.deals} deals"
    )


def comparison_lines(comparison: Comparison) -> Iterator[str]:
    """Yield how far A is ahead of B so far, and where the test stands."""
    first, second = comparison.plan.names[:2]
    found = comparison.interval
    if found is not None:
        unit = comparison.plan.measure
        yield lead_text(first, second, found, unit)
        if comparison.test is not None and after_stop(comparison.test) is not None:
            mean = figure(fmean(comparison.differences), digits_of(found))
            yield f"(corrected for the early stop; the plain mean is {mean})"
        if unit == "places":
            yield lead_text(first, second, interval(comparison.points), "points")
        yield f"the two differ in {comparison.different} of {comparison.deals} deals"
    if comparison.test is not None:
        yield llr_line(comparison.test)
