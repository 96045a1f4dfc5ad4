"""Reports on a ladder, computed in a process of its own: collusion, and results without luck.

Run as `python -m arena.ladder.report_worker` with the task as one JSON line on stdin; says one JSON
line per report. It takes what processor time the server leaves.
"""

import json
import os
import sys
from typing import Any, Final

from arena.ladder.collusion import collusion_data
from arena.ladder.ladder_collusion import ladder_collusion
from arena.ladder.ladder_luck import control_bot, luck_data, names_on, seen_matches
from arena.plugins.manager import load_plugins
from arena.store import open_store

NICE: Final = 10


def main() -> int:
    """Compute the reports of the task's ladder."""
    task: dict[str, Any] = json.loads(sys.stdin.readline())
    if hasattr(os, "nice"):
        os.nice(NICE)
    plugins = load_plugins(task["plugins"])
    ladder = task["ladder"]
    with open_store(task["db"]) as store:
        say("collusion", collusion_data(*ladder_collusion(store, plugins, ladder)))
        matches, rounds = task["luck_matches"], task["luck_rounds"]
        seen = list(seen_matches(store, plugins, ladder, "places", matches, rounds))
        bot = control_bot(plugins, ladder.partition(":")[0]).name
        names = names_on(store, ladder, matches)
        say("luck", {**luck_data(seen, names), "bot": bot, "rounds": rounds})
    return 0


def say(report: str, data: dict[str, Any]) -> None:
    """Hand a report on."""
    sys.stdout.write(json.dumps({"report": report, "data": data}) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
