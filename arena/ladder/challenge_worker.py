"""A challenge in a process of its own: the matches of `arena compare`, one JSON line a deal.

Run as `python -m arena.ladder.challenge_worker` with the task as one JSON line on stdin.
"""

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from arena.errors import ArenaError
from arena.local.loop import play_seated
from arena.match.log import write_log
from arena.match.result import new_match
from arena.match.stderr_logs import Lines, write_bot_log
from arena.plugins.manager import load_plugins
from arena.tournament.comparison import A, ahead, deal_matches
from arena.tournament.plan import make_plan, split_name
from arena.tournament.results import Played, line_of, read_played
from arena.tournament.schedule import MatchKey, Schedule
from arena.tournament.worker import Setting, read_setting, row_of, setting_of
from engine.errors import GameError
from engine.game import Seat
from engine.rng import Deals

KEPT_DEALS: Final = 20
"""The matches of so many deals are kept with what the bots wrote to stderr."""


def main() -> int:
    """Play the deals; what went wrong is the last line."""
    task: dict[str, Any] = json.loads(sys.stdin.readline())
    try:
        play(task)
    except (ArenaError, GameError) as error:
        write_row({"error": without_paths(str(error), task["bots"])})
        return 1
    return 0


def write_row(row: Mapping[str, Any]) -> None:
    """Write one JSON line to stdout, past any buffer."""
    sys.stdout.write(f"{json.dumps(row, separators=(',', ':'), ensure_ascii=False)}\n")
    sys.stdout.flush()


def without_paths(text: str, bots: Sequence[str]) -> str:
    """What went wrong, told by the bots' names: where their files lie is nobody's business."""
    for name, spec in map(split_name, bots):
        text = text.replace(spec, name or spec)
    return text


def play(task: Mapping[str, Any]) -> None:
    """Both by turns round one table; each deal in all different seatings, from `first` on."""
    keys = ("game", "bots", "deals", "seed", "config", "variants", "plugins")
    wanted = {key: task[key] for key in keys}
    plan = make_plan({**wanted, "format": "compare"}, load_plugins(task["plugins"]))
    schedule, setting = Schedule(plan), read_setting(setting_of(plan))
    for deal in deal_matches(schedule)[task["first"] :]:
        played = [play_one(setting, schedule, key, Path(task["folder"])) for key in deal]
        lines = [line_of(schedule, one) for one in played]
        faults = sum(faults_of(schedule, one, A) for one in played)
        kept = [schedule.match_id(key) for key in deal if key[0] < KEPT_DEALS]
        places, points = ahead(lines, "places"), ahead(lines, "points")
        write_row({"places": places, "points": points, "faults": faults, "matches": kept})
        sys.stdout.flush()


def play_one(
    setting: Setting, schedule: Schedule, key: MatchKey, folder: Path | None = None
) -> Played:
    """One match of the series, left in a folder as a file with the bots' logs beside it."""
    seated = [setting.players[entrant].seated() for entrant in schedule.entrants_at(key)]
    names, identity = [player.name for player in seated], schedule.match_id(key)
    seed = schedule.blocks[key[0]].seed(schedule.plan)
    match = new_match(
        setting.game,
        names,
        Deals.seed(seed),
        config=setting.config,
        variants=setting.variants,
        identity=identity,
    )
    here = folder / identity if folder is not None and key[0] < KEPT_DEALS else None

    def keep(seat: Seat, lines: Lines) -> None:
        if lines and here is not None:
            write_bot_log(here, seat, lines)

    result = play_seated(
        match, seated, seed, plugins=setting.plugins, keep_log=keep, reveal_seed=False
    )
    if here is not None:
        write_log(match, here.with_suffix(".jsonl"))
    return read_played(row_of(key, result, seated))


def faults_of(schedule: Schedule, played: Played, entrant: int) -> int:
    """How often an entrant did not answer as it should."""
    seats = schedule.entrants_at(played.key)
    return sum(many for seat, _, _, many in played.faults if seats[seat] == entrant)


if __name__ == "__main__":
    sys.exit(main())
