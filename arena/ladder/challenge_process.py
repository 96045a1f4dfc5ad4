"""A challenge in a process of its own: the matches of `arena compare`, one JSON line a deal.

Run as `python -m arena.ladder.challenge_process` with the task as one JSON line on stdin.
"""

import json
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from arena.cli.output import say_json
from arena.errors import ArenaError
from arena.plugins import load_plugins
from arena.series import children_stay
from arena.tournament.comparison import A, ahead, deal_matches
from arena.tournament.plan import make_plan, split_name
from arena.tournament.results import Played, line_of, read_played
from arena.tournament.schedule import Schedule
from arena.tournament.worker import Setting, Task, play_task, read_setting, setting_of
from engine.errors import GameError


def main() -> int:
    """Play the deals; what went wrong is the last line."""
    task: dict[str, Any] = json.loads(sys.stdin.readline())
    try:
        play(task)
    except (ArenaError, GameError) as error:
        say_json({"error": without_paths(str(error), task["bots"])})
        return 1
    return 0


def without_paths(text: str, bots: Sequence[str]) -> str:
    """What went wrong, told by the bots' names: where their files lie is nobody's business."""
    for name, spec in map(split_name, bots):
        text = text.replace(spec, name or spec)
    return text


def play(task: Mapping[str, Any]) -> None:
    """Both by turns round one table; each deal in all different seatings, from `first` on."""
    wanted = {key: task[key] for key in ("game", "bots", "deals", "seed", "config", "plugins")}
    plan = make_plan({**wanted, "format": "compare"}, load_plugins(task["plugins"]))
    schedule, setting = Schedule(plan), read_setting(setting_of(plan))
    with children_stay(setting.players):
        for deal in deal_matches(schedule)[task["first"] :]:
            played = [play_one(setting, schedule, key) for key in deal]
            lines = [line_of(schedule, one) for one in played]
            faults = sum(faults_of(schedule, one, A) for one in played)
            places, points = ahead(lines, "places"), ahead(lines, "points")
            say_json({"places": places, "points": points, "faults": faults})
            sys.stdout.flush()


def play_one(setting: Setting, schedule: Schedule, key: tuple[int, int]) -> Played:
    """One match of the series."""
    block = schedule.blocks[key[0]]
    seats = schedule.plan.seats(block.table)
    return read_played(play_task(setting, Task(key, block.seed(schedule.plan), seats)))


def faults_of(schedule: Schedule, played: Played, entrant: int) -> int:
    """How often an entrant did not answer as it should."""
    seats = schedule.entrants_at(played.key)
    return sum(many for seat, _, _, many in played.faults if seats[seat] == entrant)


if __name__ == "__main__":
    sys.exit(main())
