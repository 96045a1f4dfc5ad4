"""All that a tournament has to tell, as plain data: the same for the same results, anywhere."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from arena.local.intervals import LEAST_DEALS, Interval
from arena.tournament import tables
from arena.tournament.company import company_effects
from arena.tournament.comparison import Comparison, verdict
from arena.tournament.results import Line, Played, whole_deals
from arena.tournament.schedule import MatchKey, Schedule
from arena.tournament.standings import Standing, standings


@dataclass(frozen=True, slots=True)
class FaultRow:
    """What one entrant did wrong, by cause; the reason is the first one given."""

    name: str
    kind: str
    count: int
    reason: str


@dataclass(frozen=True, slots=True)
class TimeRow:
    """How long one entrant thinks; it differs from run to run."""

    name: str
    decisions: int
    milliseconds: float


@dataclass(frozen=True, slots=True)
class Report:
    """The tables of a tournament; entrants are numbered as in its plan."""

    names: tuple[str, ...]
    matches: int
    deals: int
    standings: tuple[Standing, ...]
    cross: Mapping[tuple[int, int], tables.Cell]
    seats: tuple[tables.SeatRow, ...]
    company: Mapping[tuple[int, int], Interval]
    saving: Interval | None
    faults: tuple[FaultRow, ...]
    times: tuple[TimeRow, ...]
    remarks: tuple[str, ...]
    verdict: str = ""

    def to_frame(self) -> Any:
        """Return the standings as a pandas DataFrame; an ArenaError where there is no pandas."""
        from arena.local.notebook import frame

        return frame(_flat(row) for row in self.standings)


def _flat(row: Standing) -> dict[str, Any]:
    """Return a row of the standings with its intervals as columns of their own."""
    cells: dict[str, Any] = {"rank": row.rank, "name": row.name, "matches": row.matches}
    for name in ("rating", "place", "points"):
        found: Interval | None = getattr(row, name)
        cells[name] = found and found.mean
        cells[f"{name}_low"], cells[f"{name}_high"] = found and found.low, found and found.high
    return cells | {"better_than_next": row.superior}


def make_report(schedule: Schedule, results: Mapping[MatchKey, Played]) -> Report:
    """Return the report on all whole deals so far; of a decided comparison, up to the decision."""
    comparison = compared(schedule, results)
    lines = whole_deals(schedule, results)
    if comparison is not None and comparison.decided:
        last = lines_until(schedule, comparison.deals)
        lines = [line for line in lines if line.deal in last]
    names = schedule.plan.names
    rows, ratings = standings(lines, names)
    return Report(
        names,
        len(lines),
        len({line.deal for line in lines}),
        tuple(rows),
        tables.cross_table(lines),
        tuple(tables.seat_table(lines)),
        company_effects(lines, ratings),
        tables.saving(lines),
        tuple(fault_rows(schedule, results)),
        tuple(time_rows(schedule, results)),
        tuple(remarks(lines, rows)),
        verdict(comparison) if comparison is not None else "",
    )


def compared(schedule: Schedule, results: Mapping[MatchKey, Played]) -> Comparison | None:
    """The comparison of a plan that is one, gone through the results."""
    if schedule.plan.format != "compare":
        return None
    comparison = Comparison(schedule)
    comparison.look(results)
    return comparison


def lines_until(schedule: Schedule, deals: int) -> set[int]:
    """The first deals of a schedule."""
    return set(list(dict.fromkeys(block.deal for block in schedule.blocks))[:deals])


def fault_rows(schedule: Schedule, results: Mapping[MatchKey, Played]) -> list[FaultRow]:
    """Faults by entrant and cause, the most frequent first."""
    names = schedule.plan.names
    found: dict[tuple[int, str], list[Any]] = {}
    for key in sorted(results):
        entrants = schedule.entrants_at(key)
        for seat, kind, reason, many in results[key].faults:
            row = found.setdefault((entrants[seat], kind), [0, reason])
            row[0] += many
    rows = [FaultRow(names[who], kind, *row) for (who, kind), row in found.items()]
    return sorted(rows, key=lambda row: (-row.count, row.name, row.kind))


def time_rows(schedule: Schedule, results: Mapping[MatchKey, Played]) -> list[TimeRow]:
    """Mean milliseconds a decision, by entrant."""
    sums = [[0, 0] for _ in schedule.plan.names]
    for key, played in results.items():
        for who, decisions, micros in zip(
            schedule.entrants_at(key), played.decisions, played.micros, strict=True
        ):
            sums[who][0] += decisions
            sums[who][1] += micros
    return [
        TimeRow(name, asked, micros / asked / 1000)
        for name, (asked, micros) in zip(schedule.plan.names, sums, strict=True)
        if asked
    ]


def remarks(lines: Sequence[Line], rows: Sequence[Standing]) -> list[str]:
    """What a reader must know before trusting the numbers."""
    deals = len({line.deal for line in lines})
    if not rows:
        return ["no bots, no matches: nothing to tell"]
    if not lines:
        return ["no deal has been played in full yet: nothing to tell"]
    said = []
    if len(rows) == 1:
        said.append(f"{rows[0].name} played alone: there is nobody to compare it with")
    if deals < LEAST_DEALS:
        said.append(f"{deals} deals are too few for intervals; at least {LEAST_DEALS} are needed")
    for row in rows if len(rows) > 1 else ():
        said += swept(row)
    return said


def swept(row: Standing) -> list[str]:
    """A warning about the rating of one who won or lost everything."""
    if not row.matches:
        return [f"{row.name} has not played: its rating means nothing"]
    if row.places[0] == 1:
        return [f"{row.name} won every match: how much stronger it is cannot be told"]
    if row.places[-1] == 1:
        return [f"{row.name} lost every match: how much weaker it is cannot be told"]
    return []


def estimate(found: Interval | None) -> dict[str, Any] | None:
    """An interval as plain data."""
    if found is None:
        return None
    return {"mean": found.mean, "low": found.low, "high": found.high, "n": found.n}


def as_json(report: Report) -> dict[str, Any]:
    """The report as one object; `times` alone differs from run to run."""
    names = report.names
    return {
        "matches": report.matches,
        "deals": report.deals,
        "standings": [standing_row(row) for row in report.standings],
        "cross": [
            {"a": names[a], "b": names[b], **(estimate(cell.share) or {}), "met": cell.meetings}
            for (a, b), cell in report.cross.items()
        ],
        "seats": [
            {"seat": row.seat, "place": estimate(row.place), "points": estimate(row.points)}
            for row in report.seats
        ],
        "company": [
            {"bot": names[a], "with": names[b], **(estimate(found) or {})}
            for (a, b), found in report.company.items()
        ],
        "saving": estimate(report.saving),
        "faults": [
            {"bot": row.name, "kind": row.kind, "count": row.count, "reason": row.reason}
            for row in report.faults
        ],
        "times": [
            {"bot": row.name, "decisions": row.decisions, "ms": round(row.milliseconds, 4)}
            for row in report.times
        ],
        "remarks": list(report.remarks),
        "verdict": report.verdict,
    }


def standing_row(row: Standing) -> dict[str, Any]:
    """One row of the table as plain data."""
    return {
        "rank": row.rank,
        "bot": row.name,
        "matches": row.matches,
        "rating": estimate(row.rating),
        "place": estimate(row.place),
        "points": estimate(row.points),
        "places": list(row.places),
        "superior": row.superior,
        "ranks": row.ranks and list(row.ranks),
    }
