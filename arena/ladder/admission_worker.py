"""The gate in a process of its own: `arena check` of a boxed bot, its report left in a file.

Run as `python -m arena.ladder.gate_process` with the task as one JSON line on stdin.
"""

import json
import sys
from pathlib import Path
from typing import Any, Final

from arena.children.sandbox.program import note_on
from arena.errors import ArenaError
from arena.match.clock import ClockRules
from arena.match.stderr_logs import Lines
from arena.plugins.bot_specs import BotSpec
from arena.plugins.manager import load_plugins
from arena.sdk.check import check
from arena.sdk.report import Played
from arena.sdk.report_text import match_line, report_lines
from engine.errors import GameError

CLOCK: Final = ClockRules(bank_ms=10_000)
"""As in a room, but for the bank: a bot that never answers shall not hold up those behind it."""


def main() -> int:
    """Check one bot for one game; 0 if it passed, 1 if not, 2 if it could not be checked."""
    task: dict[str, Any] = json.loads(sys.stdin.readline())
    try:
        if note := note_on(task["file"]):
            write_line(note)
        report = check(
            BotSpec("box", task["file"]),
            task["game"],
            name=task["name"],
            config=task["config"],
            variants=task["variants"],
            clock=CLOCK,
            plugins=load_plugins(task["plugins"]),
            progress=write_match,
            words=lambda match, lines: keep_words(Path(task["words"]), match, lines),
        )
    except (ArenaError, GameError) as error:
        write_line(f"not checked: {error}".replace(f"box:{task['file']}", task["name"]))
        return 2
    for line in report_lines(report):
        write_line(line.text)
    Path(task["report"]).write_text(json.dumps(report.as_json()), encoding="utf-8")
    return 0 if report.passed else 1


def write_line(text: str) -> None:
    """Write a line for the author to stdout, past any buffer."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def write_match(played: Played) -> None:
    """Write a match as soon as it is over."""
    write_line(match_line(played))


def keep_words(file: Path, match: int, lines: Lines) -> None:
    """Add what a bot wrote to stderr in a match: the match and the step before a tab."""
    with file.open("a", encoding="utf-8") as opened:
        opened.writelines(f"{match}:{n}\t{line}\n" for n, line in lines)


if __name__ == "__main__":
    sys.exit(main())
