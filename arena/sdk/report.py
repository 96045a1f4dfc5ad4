"""What a check found out about a bot."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil
from typing import Any, Final

from arena.match.clock import ClockRules
from arena.match.match import Fault
from arena.match.stderr_logs import Lines

SLOW_MS: Final = ClockRules().decision_ms
"""What a room gives for a decision before it takes from the bank."""
WORDS_KEPT: Final = 12
"""Lines of stderr that a report has."""
NUMBER: Final = re.compile(r"\d+")


def kind_of(choice: str) -> str:
    """The kind of a choice: its verb, or its shape with N for a number (`6-4` is `N-N`)."""
    return NUMBER.sub("N", choice.partition(":")[0])


@dataclass(frozen=True, slots=True)
class Played:
    """One finished match of a check."""

    number: int
    of: int
    opponents: tuple[str, ...]
    seat: int
    seed: str
    decisions: int
    faults: int
    points: int
    rank: int


@dataclass(slots=True)
class Report:
    """The findings: `passed` unless there are `problems`; `remarks` are advice."""

    bot: str
    game: str
    seed: str
    matches: list[Played] = field(default_factory=list)
    faults: list[tuple[int, Fault]] = field(default_factory=list)
    """Each with the number of its match."""
    times_ms: list[float] = field(default_factory=list)
    offered: Counter[str] = field(default_factory=Counter)
    """Decisions in which a kind of choice was on offer."""
    used: Counter[str] = field(default_factory=Counter)
    difference: str | None = None
    """Where the same seed led to another choice; None if it never did."""
    last_words: tuple[str, ...] = ()
    """What a child wrote to stderr last, in the latest match in which it wrote anything."""
    broken_off: bool = False
    """Whether the bot failed so often that the rest was not played."""

    def keep_words(self, lines: Lines) -> None:
        """Keep the end of what a child wrote to stderr in a match."""
        if lines:
            self.last_words = tuple(text for _, text in lines[-WORDS_KEPT:])

    @property
    def decisions(self) -> int:
        """Answers asked for."""
        return sum(match.decisions for match in self.matches)

    @property
    def problems(self) -> list[str]:
        """Why the bot does not pass."""
        found = []
        if self.faults:
            found.append(f"{len(self.faults)} faults")
        if self.times_ms and (p99 := percentile(self.times_ms, 99)) > SLOW_MS:
            found.append(f"p99 {p99:,.0f} ms per decision; a room allows {SLOW_MS:,} ms")
        return found

    @property
    def passed(self) -> bool:
        """Whether the bot may sit down at any table of the game."""
        return not self.problems

    @property
    def never_used(self) -> list[str]:
        """Kinds of choices that were on offer and never taken."""
        return [kind for kind in self.offered if kind not in self.used]

    @property
    def times(self) -> Mapping[str, float]:
        """Milliseconds a decision: p50, p99 and the longest; empty if none was timed."""
        if not self.times_ms:
            return {}
        return {
            "p50": percentile(self.times_ms, 50),
            "p99": percentile(self.times_ms, 99),
            "max": max(self.times_ms),
        }

    def as_json(self) -> dict[str, Any]:
        """All of it as a plain object."""
        return {
            "bot": self.bot,
            "game": self.game,
            "seed": self.seed,
            "passed": self.passed,
            "problems": self.problems,
            "matches": len(self.matches),
            "decisions": self.decisions,
            "faults": [{"match": number, **fault.as_json()} for number, fault in self.faults],
            "ms": {name: round(value, 3) for name, value in self.times.items()},
            "kinds": {
                kind: {"offered": count, "used": self.used[kind]}
                for kind, count in sorted(self.offered.items())
            },
            "last_words": list(self.last_words),
            "broken_off": self.broken_off,
            "same_choices": None if self.broken_off else self.difference is None,
            "difference": self.difference,
        }


def percentile(values: Sequence[float], percent: int) -> float:
    """The smallest value that this many percent of them do not exceed."""
    ordered = sorted(values)
    return ordered[max(0, ceil(len(ordered) * percent / 100) - 1)]
