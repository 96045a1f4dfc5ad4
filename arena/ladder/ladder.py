"""The ladder: rated matches among active bots, house bots and clients that wait for one."""

import asyncio
from dataclasses import replace
from secrets import token_hex
from time import monotonic
from typing import TYPE_CHECKING, Final

import structlog

from arena.errors import ArenaError
from arena.ladder.ladder_room import LadderRoom
from arena.match.clock import ClockRules
from arena.match.visibility import Account
from arena.store import Filter, Store
from arena.table.spec import RoomSpec
from engine.game import AnyGame
from protocol.errors import ROOM_NOT_FOUND, UNAUTHORIZED, ProtocolError
from protocol.messages import Join

if TYPE_CHECKING:
    from arena.ladder.table_runner import TableRunner

log = structlog.get_logger()
PREFIX: Final = "ladder:"
BOTS_CLOCK: Final = ClockRules(claim_floor_ms=50)
"""Among bots of this machine: a claim takes as long as any of them might need for it."""
STAND_IN: Final = "random"
"""Who plays for those who do not answer: nobody shall gain by staying away."""
SETTLED_GAMES: Final = 200
SETTLED_PAUSE: Final = 20
"""How many times longer the pauses are once every bot has played so many games."""


class Ladder:
    """Keeps playing for as long as the server runs."""

    def __init__(self, tables: "TableRunner", store: Store) -> None:
        self._tables = tables
        self._lobby = lobby = tables.lobby
        self._matches = store.matches
        names = lobby.settings.ladder_games or tuple(lobby.plugins.games)
        self.games = {name: lobby.plugins.game(name) for name in names}
        self._changed = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()

    def call(self) -> None:
        """Somebody new can play."""
        self._changed.set()

    # -- matches among bots

    async def run(self) -> None:
        """Play among bots whenever there are any, with pauses that leave the machine free."""
        await asyncio.to_thread(self._void_interrupted)
        while True:
            self._changed.clear()
            game, pause = await asyncio.to_thread(self._next_game)
            if game is None:
                await self._changed.wait()
                continue
            began = monotonic()
            room_id = f"{PREFIX}{game.name}:{token_hex(4)}"
            await self._play(replace(self._spec(game, room_id), clock=BOTS_CLOCK))
            share = self._lobby.settings.ladder_share
            await asyncio.sleep(max(pause, (monotonic() - began) * (1 / share - 1)))

    async def _play(self, spec: RoomSpec) -> None:
        try:
            room = self._tables.open(spec)
            room.close_to_clients()
            await self._tables.play(room)
        except (ArenaError, OSError) as error:
            log.warning("ladder_match_failed", game=spec.game, reason=str(error))

    def _void_interrupted(self) -> None:
        """Matches that an earlier run of the server left behind do not count."""
        for match in self._matches.find(Filter(status="running", kind="ladder"), limit=1000):
            self._matches.void(match.match_id, "the server stopped")

    def _next_game(self) -> tuple[AnyGame | None, float]:
        """The game in which some bot has played least, and how long to pause after it."""
        fewest: dict[str, int] = {}
        for name, game in self.games.items():
            if bots := self._tables.competitors(game):
                fewest[name] = min(bot.entrant.games for bot in bots.values())
        if not fewest:
            return None, 0.0
        name = min(fewest, key=lambda name: fewest[name])
        settled = fewest[name] >= SETTLED_GAMES
        pause = self._lobby.settings.ladder_pause * (SETTLED_PAUSE if settled else 1)
        return self.games[name], pause

    def _spec(self, game: AnyGame, room_id: str) -> RoomSpec:
        settings = self._lobby.settings
        return RoomSpec(
            room_id, game=game.name, config=settings.ladder_config.get(game.name, {}),
            variants=tuple(settings.ladder_variants.get(game.name, ())), rated=True,
            seating="drawn", takeover_bot=STAND_IN,
        )  # fmt: skip

    # -- clients

    def choose_room(self, room_id: str, join: Join, account: Account) -> str:
        """Where a client of the ladder goes: back to its table, or to the one that fills next."""
        if not room_id.startswith(PREFIX):
            return room_id
        name = room_id.removeprefix(PREFIX)
        if own := self._tables.held_by(name, account):
            return own.room_id
        if room_id in self._lobby.rooms or join.role == "spectator":
            return room_id
        if name not in self.games:
            rooms = ", ".join(f"{PREFIX}{game}" for game in self.games)
            raise ProtocolError(ROOM_NOT_FOUND, f"no {room_id[:64]!r}; there are {rooms}")
        if not account.id:
            raise ProtocolError(UNAUTHORIZED, "the ladder needs a player's token")
        self._open_for_clients(self.games[name], room_id)
        return room_id

    def _open_for_clients(self, game: AnyGame, room_id: str) -> None:
        room = self._tables.open(self._spec(game, room_id))
        room.on_full = self._close_table
        task = asyncio.get_running_loop().create_task(self._serve_clients(room))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _close_table(self, room: LadderRoom) -> None:
        """Make way for the next clients."""
        room.close_to_clients()
        self._lobby.rename(room, f"{room.room_id}:{token_hex(4)}")

    async def _serve_clients(self, room: LadderRoom) -> None:
        """Give others a moment to come too, then play with whoever is there."""
        await asyncio.sleep(self._lobby.settings.ladder_pause)
        if self._lobby.rooms.get(room.room_id) is not room:
            return  # everybody has left
        if not room.closed:
            self._close_table(room)
        try:
            await self._tables.play(room)
        except (ArenaError, OSError) as error:
            log.warning("ladder_match_failed", game=room.game.name, reason=str(error))

    async def stop(self) -> None:
        """End the tables with clients."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def no_ladder(room_id: str, _join: Join, _account: Account) -> str:
    """Return the room that was named; ProtocolError for one of the ladder, which is not here."""
    if room_id.startswith(PREFIX):
        raise ProtocolError(ROOM_NOT_FOUND, "this server has no ladder")
    return room_id
