"""One run of all attacks, and what it came to."""

import asyncio
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.arena.boxes import LAYERS
from tests.attack.by_bots import TABLES, attack_from
from tests.attack.by_clients import BY_CLIENTS
from tests.attack.target import Target, target

MOST_MB = 30.0
"""How much resident memory a server may gain through a whole run."""
MOST_SECONDS = 120.0
"""The time of one attack, or of one table of bots."""


@dataclass(slots=True)
class Report:
    """The attacks by name: held, or what went wrong; and those that were not tried."""

    tried: dict[str, str] = field(default_factory=dict)
    skipped: list[str] = field(default_factory=list)
    grown_mb: float = 0.0
    loud: list[str] = field(default_factory=list)

    @property
    def held(self) -> int:
        """How many attacks came to nothing."""
        return sum(not wrong for wrong in self.tried.values())

    @property
    def sound(self) -> bool:
        """Whether everything held, and the server stayed calm and small."""
        whole = self.held == len(self.tried) > 0
        return whole and not self.loud and self.grown_mb <= MOST_MB

    def __str__(self) -> str:
        return f"attack: {len(self.tried)} tried, {self.held} held, {len(self.skipped)} skipped"


def say(text: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


async def attack(names: Iterable[str], tables: Sequence[tuple[str, ...]]) -> Report:
    """Run these attacks of clients on a fresh server, and these tables of bots beside it."""
    report = Report()
    with TemporaryDirectory() as folder:
        async with target(Path(folder)) as server:
            await server.with_tokens.call("GET", "/health")
            before = await server.process.rss_mb()
            await _by_bots(tables, report)
            for name in names:
                report.tried[name] = await _by_client(name, server)
            health, _ = await server.with_tokens.call("GET", "/health")
            report.tried["the server is well afterwards"] = "" if health == 200 else str(health)
            report.grown_mb = await server.process.rss_mb() - before
        report.loud = server.process.loud
    return report


async def _by_client(name: str, server: Target) -> str:
    try:
        async with asyncio.timeout(MOST_SECONDS):
            await BY_CLIENTS[name](server)
    except Exception as error:  # whatever an attack runs into, the next one is tried
        wrong = f"{type(error).__name__}: {error}"[:300]
        say(f"{name}: NOT HELD: {wrong}")
        return wrong
    return ""


async def _by_bots(tables: Sequence[tuple[str, ...]], report: Report) -> None:
    for names in tables:
        if not LAYERS.enough:
            report.skipped += [f"bot: {name}" for name in names]
            continue
        try:
            async with asyncio.timeout(MOST_SECONDS):
                wrong = await attack_from(names)
        except Exception as error:
            wrong = dict.fromkeys(names, f"{type(error).__name__}: {error}"[:300])
        for name, what in wrong.items():
            report.tried[f"bot: {name}"] = what
            if what:
                say(f"bot: {name}: NOT HELD: {what}")


def main() -> int:
    """Run everything; the last line counts. 1 if anything did not hold."""
    report = asyncio.run(attack(BY_CLIENTS, TABLES))
    for line in report.loud[:20]:
        say(f"log: {line}")
    if missing := LAYERS.missing():
        say(f"not shown here: {missing}")
    if report.skipped:
        say(f"not shown here: {', '.join(report.skipped)}")
    say(f"memory: {report.grown_mb:+.0f} MB")
    say(str(report))
    return 0 if report.sound else 1
