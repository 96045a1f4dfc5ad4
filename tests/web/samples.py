"""Matches to look at: one per game, recorded, with thoughts and faults in them.

They are recorded so that a page's test does not depend on how a bot plays today. After a game's
version has risen, `python -m tests.web.samples` records them again.
"""

import sys
from functools import cached_property
from pathlib import Path
from typing import Final

from arena.local.loop import play
from arena.match.log import MatchLog, parse_log
from arena.plugins.manager import Plugins, load_plugins
from arena.web.log_viewer import LogSource
from bots import Answer, Bot, Turn

RECORDED: Final = Path("tests/data/samples")
GAMES: Final = ("tigerdragon", "riichi", "taiwan", "sichuan", "texas42")
THIRD: Final = {"riichi": "riichi-guard", "taiwan": "taiwan-guard"}
"""Third players other than the game's strongest."""


class ThinkingBot(Bot):
    """A plain bot that says what it weighed; now and then its answer is nonsense."""

    name = "thinker"
    asked = 0

    def act(self, turn: Turn) -> Answer:
        legal = list(turn.legal)
        self.asked += 1
        if self.asked == 25:
            return "nonsense"
        weights = {choice: round(1 / (place + 1), 3) for place, choice in enumerate(legal[:6])}
        chosen = legal[1] if len(legal) > 1 and self.asked % 9 == 0 else legal[0]
        return chosen, {
            "candidates": weights,
            "note": f"{len(legal)} choice{'s' * (len(legal) > 1)}",
        }


class Samples:
    """Logs by game, read when first asked for."""

    def __init__(self, plugins: Plugins) -> None:
        self._plugins = plugins
        self._logs: dict[str, MatchLog] = {}
        self._sources: dict[str, LogSource] = {}

    def log(self, game: str) -> MatchLog:
        """A short match of a game."""
        if game not in self._logs:
            lines = (RECORDED / f"{game}.jsonl").read_text("utf-8").splitlines()
            self._logs[game] = parse_log(lines)
        return self._logs[game]

    def source(self, game: str) -> LogSource:
        """A viewer's source for a game."""
        if game not in self._sources:
            self._sources[game] = LogSource(self.log(game), self._plugins.game(game), self._plugins)
        return self._sources[game]

    @cached_property
    def long(self) -> LogSource:
        """A match of more than a thousand frames."""
        log = parse_log(play("taiwan", ["random"] * 4, seed=5, plugins=self._plugins).log)
        source = LogSource(log, self._plugins.game("taiwan"), self._plugins)
        assert len(source.history["frames"]) > 1000
        return source


def record(game: str, plugins: Plugins) -> list[str]:
    """Play a short match of a game, and return its log."""
    seats = 5 if game == "tigerdragon" else 4
    own = [bot for bot, kind in plugins.bots.items() if game in kind.games]
    third = THIRD.get(game, own[-1])
    bots: list[str | type[Bot]] = [own[0], ThinkingBot, third, "random", own[0]]
    config = {"riichi": {"length": "tonpuu"}}.get(game, plugins.game(game).short)
    return play(game, bots[:seats], seed=5, config=config, plugins=plugins).log


if __name__ == "__main__":
    for one in sys.argv[1:] or GAMES:
        lines = record(one, load_plugins(entry_points=False))
        (RECORDED / f"{one}.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
