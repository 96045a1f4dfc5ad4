"""The results of an assignment: the private leaderboard, and the gradebook of its organiser."""

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from io import StringIO
from typing import Any, Final

from arena.ladder.similar import Pair, similar_pairs
from arena.store import Store
from arena.store.classes import Assignment, Member, Submission

COLUMNS: Final = (
    "name", "label", "group", "versions", "version", "submitted", "state", "public_places",
    "public_points", "hidden_places", "hidden_points", "faults", "problem", "similar_to",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Result:
    """What one member has submitted; the last version counts."""

    member: Member
    versions: Sequence[Submission]

    @property
    def counted(self) -> Submission | None:
        """The version that counts."""
        return self.versions[-1] if self.versions else None

    @property
    def scored(self) -> Submission | None:
        """The last version that has been scored."""
        return next((one for one in reversed(self.versions) if one.public_score), None)


def results_of(store: Store, assignment: Assignment) -> list[Result]:
    """Return what every member of the class has submitted, by name; waits for the database."""
    by_owner: dict[int, list[Submission]] = {}
    for one in store.classes.submissions(assignment.id):
        by_owner.setdefault(one.owner, []).append(one)
    members = store.classes.members(assignment.class_id)
    return [Result(member, by_owner.get(member.token_id, [])) for member in members]


def board_of(results: Sequence[Result], *, hidden: bool) -> list[dict[str, Any]]:
    """Return the private leaderboard: by places ahead of the public opponents, then by points."""
    scored = [(result, result.scored) for result in results]
    rows: list[dict[str, Any]] = [
        {
            "name": result.member.name, "versions": len(result.versions),
            "public": dict(one.public_score),
            "hidden": dict(one.hidden_score) if hidden and one.hidden_score else None,
        }
        for result, one in scored
        if one is not None and one.public_score
    ]  # fmt: skip
    rows.sort(key=lambda row: (-row["public"]["places"], -row["public"]["points"], row["name"]))
    return [{"rank": rank, **row} for rank, row in enumerate(rows, 1)]


def similar_submissions(store: Store, results: Sequence[Result]) -> list[Pair]:
    """Return the members whose counted versions are alike; reads all of them."""
    archives = {
        result.member.name: (counted.filename, store.classes.archive(counted.id))
        for result in results
        if (counted := result.counted) is not None
    }
    return similar_pairs(archives)


def gradebook_csv(results: Sequence[Result], pairs: Sequence[Pair]) -> str:
    """Return the gradebook, one line per member, with those whose versions are alike."""
    written = StringIO()
    table = csv.writer(written, lineterminator="\n")
    table.writerow(COLUMNS)
    for result in results:
        table.writerow(map(safe_cell, _cells(result, pairs)))
    return written.getvalue()


def safe_cell(value: Any) -> Any:
    """Return a cell that no spreadsheet takes for a formula: labels are other people's texts."""
    return f"'{value}" if isinstance(value, str) and value[:1] in "=+-@\t\r" and value else value


def _cells(result: Result, pairs: Sequence[Pair]) -> list[Any]:
    counted, member = result.counted, result.member
    alike = [
        f"{pair.other if pair.one == member.name else pair.one} {pair.share:.0%}"
        for pair in pairs
        if member.name in (pair.one, pair.other)
    ]
    head = [member.name, member.label, member.section, len(result.versions)]
    if counted is None:
        return [*head, "", "", "missing", "", "", "", "", "", "", ""]
    public, hidden = counted.public_score or {}, counted.hidden_score or {}
    at = datetime.fromtimestamp(counted.created / 1000, UTC).isoformat(timespec="seconds")
    return [
        *head, counted.number, at, counted.state, *_score(public), *_score(hidden),
        public.get("faults", 0) + hidden.get("faults", 0), counted.problem, "; ".join(alike),
    ]  # fmt: skip


def _score(score: Mapping[str, Any]) -> tuple[Any, Any]:
    return score.get("places", ""), score.get("points", "")
