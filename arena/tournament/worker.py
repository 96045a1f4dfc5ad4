"""What runs in a worker: a chunk of matches, plain data in and plain data out."""

import json
import logging
import os
import signal
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from time import perf_counter
from typing import TYPE_CHECKING, Any

from arena.errors import ArenaError
from arena.local.broken_bot import BrokenBot
from arena.local.series import play_turned
from arena.match.result import MatchResult
from arena.stderr_log import log_to_stderr
from arena.tournament.plan import Plan
from arena.tournament.timed_bots import TimedBot, TracedBot, timed

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess

    from arena.plugins.bot_specs import Player
    from arena.plugins.manager import Plugins
    from arena.tournament.schedule import MatchKey
    from engine.game import AnyGame
    from engine.variants import VariantEntry


@dataclass(frozen=True, slots=True)
class Task:
    """A match to play: its key, seed and id, and the entrants by seat before the table turns."""

    key: "MatchKey"
    seed: str
    identity: str
    entrants: tuple[int, ...]
    broken: tuple[tuple[int, str], ...] = ()
    """Entrants who are not asked, and why: they killed a worker at this match, or too many."""

    def without(self, culprits: "Sequence[tuple[int, str]]") -> "Task":
        """The same match with these not asked; the first reason stands."""
        known = {who for who, _ in self.broken}
        added = tuple((who, reason) for who, reason in culprits if who not in known)
        return replace(self, broken=self.broken + added) if added else self


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some matches of a plan, small enough to be lost."""

    setting: str
    """Who plays what by which rules, as JSON; workers keep what they made of it."""
    tasks: tuple[Task, ...]
    trace: str = ""
    """A file to note in who is being asked, for a chunk that is suspected of killing workers."""


class NotAskedError(ArenaError):
    """A bot is not asked: it killed its worker, or may not play."""


def setting_of(plan: Plan) -> str:
    """All that workers need of a plan."""
    told = plan.as_json()
    wanted = ("game", "entrants", "config", "variants", "plugins")
    return json.dumps({key: told[key] for key in wanted}, sort_keys=True)


@dataclass(frozen=True, slots=True)
class Setting:
    """Who plays what by which rules, found in this process."""

    game: "AnyGame"
    players: "tuple[Player, ...]"
    config: Mapping[str, Any]
    variants: "Sequence[VariantEntry]"
    plugins: "Plugins"


@lru_cache(maxsize=4)
def read_setting(text: str) -> Setting:
    """Find the game and the bots; they are loaded once a process.

    The entrants are those of a command line, or names that a hall has looked up (`check_open`).
    """
    from arena.plugins.bot_specs import CommandLineSpec, find_player
    from arena.plugins.manager import load_plugins
    from engine.variants import logged_variants

    told = json.loads(text)
    plugins = load_plugins(told["plugins"])
    players = tuple(
        replace(find_player(CommandLineSpec(entrant["spec"]), plugins), name=entrant["name"])
        for entrant in told["entrants"]
    )
    game = plugins.game(told["game"])
    # A plan has all options of its variants; one that has none was written before there were any.
    variants = logged_variants(game, told["variants"])
    return Setting(game, players, told["config"], variants, plugins)


def play_chunk(chunk: Chunk) -> dict[str, Any]:
    """Play the matches of a chunk: their results, and how many seconds it took."""
    begin = perf_counter()
    setting = read_setting(chunk.setting)
    rows = [play_task(setting, task, chunk.trace) for task in chunk.tasks]
    return {"rows": rows, "seconds": perf_counter() - begin}


def play_task(setting: Setting, task: Task, trace: str = "") -> dict[str, Any]:
    """One match as a row of plain data."""
    turn, seats = task.key[1], len(task.entrants)
    players = [
        seated(setting, task, entrant, trace, (place - turn) % seats)
        for place, entrant in enumerate(task.entrants)
    ]
    result = play_turned(
        setting.game, players, turn, task.seed, task.identity,
        setting.config, setting.variants, setting.plugins,
    )  # fmt: skip
    return row_of(task.key, result, [*players[turn:], *players[:turn]])


def seated(setting: Setting, task: Task, entrant: int, trace: str, seat: int) -> "Player":
    """An entrant with a bot of its own for one match, its time taken."""
    player = setting.players[entrant]
    for who, reason in task.broken:
        if who == entrant:
            return replace(player, bot=BrokenBot(NotAskedError(reason)), kind=None, spec=None)
    player = player.seated()
    if player.bot is None or player.needs_referee:
        return player  # the referee takes its time
    bot = TracedBot(player.bot, trace, (*task.key, seat)) if trace else player.bot
    return replace(player, bot=timed(bot), kind=None)


def row_of(key: "MatchKey", result: MatchResult, players: "Sequence[Player]") -> dict[str, Any]:
    """A finished match as `read_played` wants it."""
    outcome = result.outcome
    faults: dict[tuple[int, str], list[Any]] = {}
    for fault in result.faults:
        noted = faults.setdefault((fault.seat, fault.kind), [fault.reason, 0])
        noted[1] += 1
    times = [thought(result, seat, player) for seat, player in enumerate(players)]
    return {
        "block": key[0],
        "rotation": key[1],
        "points": list(outcome.points),
        "ranks": list(outcome.ranks),
        "faults": [[seat, kind, *noted] for (seat, kind), noted in faults.items()],
        "decisions": [decisions for decisions, _ in times],
        "micros": [micros for _, micros in times],
    }


def thought(result: MatchResult, seat: int, player: "Player") -> tuple[int, int]:
    """How often a seat was asked, and for how many microseconds it thought in all."""
    if isinstance(player.bot, TimedBot):
        return player.bot.decisions, round(player.bot.seconds * 1e6)
    taken = [record.ms[seat] for record in result.match.records if seat in record.ms]
    return len(taken), sum(taken) * 1000


def start_worker() -> None:
    """Get a worker process ready: Ctrl-C is the parent's, whose end is ours too."""
    from multiprocessing import parent_process

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})  # bots may want it
    log_to_stderr(logging.WARNING)
    parent = parent_process()
    if parent is not None:
        threading.Thread(target=end_with, args=(parent,), daemon=True).start()


def end_with(parent: "BaseProcess") -> None:
    """End this process when its parent has ended, however that came about."""
    parent.join()
    os._exit(1)
