"""A challenge in a process of its own: a series of two bots, one JSON line a deal.

Run as `python -m arena.ladder.challenge_process` with the task as one JSON line on stdin.
"""

import json
import sys
from collections.abc import Mapping
from statistics import fmean
from typing import Any

from arena.cli.output import say_json
from arena.errors import ArenaError
from arena.plugins import Plugins, load_plugins
from arena.series import children_stay, play_block
from arena.specs import BotSpec, Player, find_player
from engine.errors import GameError


def main() -> int:
    """Play the deals; what went wrong is the last line."""
    task: dict[str, Any] = json.loads(sys.stdin.readline())
    try:
        play(task)
    except (ArenaError, GameError) as error:
        say_json({"error": str(error)})
        return 1
    return 0


def play(task: Mapping[str, Any]) -> None:
    """Both by turns round one table; each deal in all different seatings."""
    plugins = load_plugins(task["plugins"])
    game = plugins.game(task["game"])
    pair = [find(side, plugins) for side in (task["mine"], task["bot"])]
    players = [pair[seat % 2] for seat in range(game.default_seats)]
    with children_stay(players):
        for deal in range(task["deals"]):
            seed = f"{task['seed']}:{deal}"
            rows = list(play_block(game, players, deal, seed, task["config"], (), plugins))
            points = {
                player.name: fmean(row.points for row in rows if row.bot == player.name)
                for player in pair
            }
            faults = sum(row.faults for row in rows if row.bot == pair[0].name)
            ahead = points[pair[0].name] - points[pair[1].name]
            say_json({"deal": deal, "ahead": ahead, "faults": faults})
            sys.stdout.flush()


def find(side: Mapping[str, str], plugins: Plugins) -> Player:
    """A submitted bot by its file, in the sandbox; a house bot by its name."""
    if side["file"]:
        return Player(side["name"], BotSpec("box", side["file"]))
    return find_player(side["name"], plugins)


if __name__ == "__main__":
    sys.exit(main())
