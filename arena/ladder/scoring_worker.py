"""Submissions to a class, scored in a process of its own: one JSON line per test set.

Run as `python -m arena.ladder.scoring_worker` with the task as one JSON line on stdin.
"""

import json
import sys
from collections.abc import Mapping
from statistics import fmean
from typing import Any

from arena.errors import ArenaError
from arena.ladder.challenge_worker import faults_of, play_one, without_paths, write_row
from arena.plugins.manager import Plugins, load_plugins
from arena.tournament.comparison import A, ahead, deal_matches
from arena.tournament.plan import make_plan
from arena.tournament.results import line_of
from arena.tournament.schedule import Schedule
from arena.tournament.worker import read_setting, setting_of
from engine.errors import GameError


def main() -> int:
    """Score every submission of the task; one that cannot be scored does not hold up others."""
    task: dict[str, Any] = json.loads(sys.stdin.readline())
    plugins = load_plugins(task["plugins"])
    for number, file in task["files"].items():
        for name, test_set in task["sets"].items():
            try:
                score = scored(f"mine=box:{file}", task, test_set, plugins)
            except (ArenaError, GameError) as error:
                problem = without_paths(str(error), [f"mine=box:{file}"])
                write_row({"id": int(number), "set": name, "problem": problem})
            else:
                write_row({"id": int(number), "set": name, "score": score})
    return 0


def scored(
    mine: str, task: Mapping[str, Any], test_set: Mapping[str, Any], plugins: Plugins
) -> dict[str, Any]:
    """Play the deals of a test set against each opponent; return how far ahead the bot was."""
    places: list[float] = []
    points: list[float] = []
    faults = 0
    for opponent in test_set["opponents"]:
        wanted = {
            "game": task["game"], "bots": [mine, opponent], "format": "compare",
            "deals": test_set["deals"], "seed": test_set["seed"], **task["rules"],
            "plugins": task["plugins"],
        }  # fmt: skip
        plan = make_plan(wanted, plugins)
        schedule, setting = Schedule(plan), read_setting(setting_of(plan))
        for deal in deal_matches(schedule):
            played = [play_one(setting, schedule, key) for key in deal]
            lines = [line_of(schedule, one) for one in played]
            places.append(ahead(lines, "places"))
            points.append(ahead(lines, "points"))
            faults += sum(faults_of(schedule, one, A) for one in played)
    return {
        "places": round(fmean(places), 4),
        "points": round(fmean(points), 4),
        "deals": len(places),
        "faults": faults,
    }


if __name__ == "__main__":
    sys.exit(main())
