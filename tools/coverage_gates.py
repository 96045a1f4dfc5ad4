"""Hold groups of files to their branch coverage: `python tools/coverage_gates.py coverage.json`."""

import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Any

EXACT = {"scoring", "win", "deal", "wall", "claims"}
"""Names of files in which a line that no test runs is a rule that no test knows."""
WORST = 5


@dataclass(frozen=True, slots=True)
class Gate:
    """A group of files and the share of it that tests must run."""

    name: str
    percent: float
    holds: Callable[[PurePath], bool]


GATES = (
    Gate("engine/", 95, lambda path: path.parts[0] == "engine"),
    Gate("protocol/", 95, lambda path: path.parts[0] == "protocol"),
    Gate("bots/", 90, lambda path: path.parts[0] == "bots"),
    Gate(", ".join(sorted(EXACT)), 100, lambda path: path.stem in EXACT),
)


def reached(summaries: list[Mapping[str, Any]]) -> float:
    """What tests run, in percent: of the branches, or of lines and branches if that is less."""
    lines = sum(row["covered_lines"] for row in summaries)
    branches = sum(row["covered_branches"] for row in summaries)
    all_lines = sum(row["num_statements"] for row in summaries)
    all_branches = sum(row["num_branches"] for row in summaries)
    return min(share(branches, all_branches), share(lines + branches, all_lines + all_branches))


def share(part: int, whole: int) -> float:
    """Percent; all of nothing is everything."""
    return 100 * part / whole if whole else 100.0


def missing(row: Mapping[str, Any]) -> int:
    """Lines and branches that no test runs."""
    summary = row["summary"]
    return int(summary["missing_lines"] + summary["missing_branches"])


def describe(name: str, row: Mapping[str, Any]) -> str:
    """A file and the lines and branches of it that no test runs."""
    lines = [str(line) for line in row["missing_lines"]]
    branches = [
        f"{start}->{'exit' if end < 0 else end}"
        for start, end in row["missing_branches"]
        if start not in row["missing_lines"]
    ]
    places = ", ".join((lines + branches)[:12])
    return f"    {name}: {reached([row['summary']]):.1f} %, not run: {places}"


def judge(gate: Gate, files: Mapping[str, Mapping[str, Any]]) -> tuple[bool, list[str]]:
    """Whether a gate holds, and what to print about it."""
    group = {name: row for name, row in files.items() if gate.holds(PurePath(name))}
    percent = reached([row["summary"] for row in group.values()])
    ok = percent >= gate.percent
    verdict = "ok" if ok else "TOO LOW"
    lines = [f"{gate.name}: {percent:.1f} % of {gate.percent:.0f} %, {len(group)} files: {verdict}"]
    worst = sorted((n for n in group if missing(group[n])), key=lambda n: -missing(group[n]))
    lines += [describe(name, group[name]) for name in worst[:WORST]]
    return ok, lines


def main(path: Path) -> int:
    """Exit code 0 when every gate holds."""
    files: Mapping[str, Mapping[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["files"]
    failed = 0
    for gate in GATES:
        ok, lines = judge(gate, files)
        failed += not ok
        sys.stdout.write("\n".join(lines) + "\n")
    sys.stdout.write(f"coverage: {len(GATES) - failed} of {len(GATES)} gates hold\n")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
