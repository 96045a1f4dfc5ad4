"""The report of `arena check` as lines of text, for a terminal and for a server's log."""

from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple

from arena.sdk.hints import hint
from arena.sdk.report import Played, Report

FAULTS_SHOWN: Final = 5


class Line(NamedTuple):
    """One line, and how a terminal shows it."""

    text: str
    style: str = ""


def match_line(played: Played) -> str:
    """Return one match in a line."""
    return (
        f"  match {played.number} of {played.of}: seat {played.seat} against"
        f" {' '.join(played.opponents)}; {played.decisions} decisions,"
        f" {played.faults} faults, rank {played.rank}"
    )


def report_lines(report: Report) -> Iterator[Line]:
    """Yield what was found, and the verdict last."""
    yield from fault_lines(report)
    if report.faults and report.last_words:
        yield Line("  its last lines on stderr:")
        yield from (Line(f"    {line}") for line in report.last_words)
    if report.broken_off:
        yield Line("  ! stopped early: too many faults", "red")
    times = ", ".join(f"{name} {milliseconds(value)}" for name, value in report.times.items())
    yield Line(f"time per decision: {times or 'none was measured'}")
    kinds = [f"{kind} {report.used[kind]}/{n}" for kind, n in sorted(report.offered.items())]
    yield Line(f"choices used/offered: {', '.join(kinds)}")
    if not report.broken_off:
        yield Line(f"same seed twice: {report.difference or 'the same choices'}")
    if report.difference:
        yield Line(
            "  (not a fault, but a bot that uses only the `rng` of `start` is easier to debug)"
        )
    yield Line("")
    verdict = "passed" if report.passed else f"failed: {'; '.join(report.problems)}"
    yield Line(f"{verdict} ({report.bot}, {report.game})", "green" if report.passed else "red")


def fault_lines(report: Report) -> Iterator[Line]:
    """Yield each reason once, with the match it was first seen in."""
    first: dict[str, int] = {}
    times: Counter[str] = Counter()
    for number, fault in report.faults:
        text = f"{fault.kind}, {fault.reason}"
        first.setdefault(text, number)
        times[text] += 1
    for text, number in list(first.items())[:FAULTS_SHOWN]:
        more = f" ({times[text]} times)" if times[text] > 1 else ""
        yield Line(f"  ! match {number}: {text}{more}", "red")
    for text in dict.fromkeys(hint(fault) for _, fault in report.faults):
        if text:
            yield Line(f"    hint: {text}")
    if len(first) > FAULTS_SHOWN:
        left = len(first) - FAULTS_SHOWN
        yield Line(f"  ! and {left} more reasons; --json has them all", "red")


def milliseconds(value: float) -> str:
    """Return a time as people read it."""
    return f"{value:.0f} ms" if value >= 10 else f"{value:.2f} ms"
