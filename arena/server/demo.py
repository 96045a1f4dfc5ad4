"""The demonstration: house bots playing on and on at a watchable pace, or one short tournament."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from random import Random
from statistics import fmean
from typing import Any

from arena.hosting.lobby import Lobby
from arena.local.series import Row, series
from arena.plugins.bot_specs import Player, house_player
from arena.plugins.manager import Plugins
from arena.room.room import Room
from arena.table.spec import RoomSpec
from bots import Answer, Bot, Turn
from engine.game import AnyGame, Event, Outcome, Seat

PAUSE = 3.0
"""Seconds between two matches of a game, so that the end can be seen."""
KEPT = 6
"""Finished matches of a game that stay to be looked at, so that a link to one leads somewhere."""


class PacedBot(Bot):
    """A bot that takes its time, for people who watch."""

    def __init__(self, bot: Bot, seconds: float) -> None:
        self._bot = bot
        self._seconds = seconds

    def start(self, game: AnyGame, seat: Seat, seats: int, config: Any, rng: Random) -> None:
        """Let the bot get ready."""
        self._bot.variants = self.variants
        self._bot.start(game, seat, seats, config, rng)

    def watch(self, events: Sequence[Event]) -> None:
        """Let the bot watch."""
        self._bot.watch(events)

    async def act(self, turn: Turn) -> Answer:
        """The bot's own answer, a little later."""
        await asyncio.sleep(self._seconds)
        act = self._bot.act
        answer = act(turn) if self._bot.quick else await asyncio.to_thread(act, turn)
        return answer if isinstance(answer, str | tuple) else await answer

    def end(self, outcome: Outcome) -> None:
        """Let the bot know."""
        self._bot.end(outcome)


def field_of(plugins: Plugins, game: AnyGame) -> list[str]:
    """Who plays a game in a demonstration: its own bots, then those for any; partners are alike."""
    own = [name for name in plugins.bots_of(game.name) if plugins.bots[name].house]
    anybody = [name for name, bot in plugins.bots.items() if not bot.games]
    teams = game.teams(game.config(), game.default_seats)
    chosen = list(islice(cycle(own[::-1] + anybody), len(teams)))
    team_of = {seat: number for number, team in enumerate(teams) for seat in team}
    return [chosen[team_of[seat]] for seat in range(game.default_seats)]


@dataclass(frozen=True, slots=True)
class Standing:
    """A bot's results in one game so far."""

    game: str
    bot: str
    matches: int
    points: float
    rank: float


class Standings:
    """Every finished match by game and bot."""

    def __init__(self) -> None:
        self._results: dict[tuple[str, str], list[tuple[int, int]]] = {}

    def add(self, game: str, bot: str, points: int, rank: int) -> None:
        """One seat of a finished match."""
        self._results.setdefault((game, bot), []).append((points, rank))

    def rows(self) -> list[Standing]:
        """By game, best mean rank first."""
        rows = [
            Standing(game, bot, len(done), fmean(p for p, _ in done), fmean(r for _, r in done))
            for (game, bot), done in self._results.items()
        ]
        return sorted(rows, key=lambda row: (row.game, row.rank, row.bot))


class Demo:
    """One room a game; a new match begins in it whenever the last one has ended."""

    def __init__(self, lobby: Lobby, pace: float, changed: Callable[[Room], None]) -> None:
        self.standings = Standings()
        self._lobby = lobby
        self._pace = pace
        self._changed = changed
        self._count = 0

    def open_all(self) -> None:
        """Open a room for every game there is."""
        self._lobby.on_over.append(self._over)
        for game in self._lobby.plugins.games.values():
            self._open(game)

    def _open(self, game: AnyGame) -> None:
        plugins = self._lobby.plugins
        self._count += 1
        names = field_of(plugins, game)
        turned = names[self._count % len(names) :] + names[: self._count % len(names)]
        players = [self._paced(house_player(name, plugins)) for name in turned]
        spec = RoomSpec(
            f"demo-{game.name}-{self._count}", game.name, len(players), bots=tuple(turned)
        )
        self._lobby.open(spec, players)

    def _paced(self, player: Player) -> Player:
        assert player.bot is not None
        return Player(player.name, player.spec, PacedBot(player.bot, self._pace))

    def _over(self, room: Room) -> None:
        outcome = room.match.outcome
        for seat, name in enumerate(room.match.header.players):
            self.standings.add(room.game.name, name, outcome.points[seat], outcome.ranks[seat])
        self._changed(room)
        asyncio.get_running_loop().call_later(PAUSE, self._again, room)

    def _again(self, room: Room) -> None:
        """Open the next room; the one that is over stays to be looked at for the usual time."""
        finished = [each for each in self._lobby.rooms.values() if self._is_over(each, room.game)]
        for old in finished[:-KEPT]:
            self._lobby.close(old)
        self._open(room.game)

    @staticmethod
    def _is_over(room: Room, game: AnyGame) -> bool:
        named = room.room_id.startswith(f"demo-{game.name}-")
        return named and room.told and not room.peers


def tournament(
    plugins: Plugins, deals: int, seed: str, done: Callable[[str, list[Row]], None]
) -> Standings:
    """A short series of every game there is, with each game's own short options."""
    standings = Standings()
    for game in plugins.games.values():
        rows = series(
            game, field_of(plugins, game), deals, seed, config=game.short, plugins=plugins
        )
        for row in rows:
            standings.add(game.name, row.bot, row.points, row.rank)
        done(game.name, rows)
    return standings
