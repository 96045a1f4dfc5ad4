"""The ladder: rated matches among active bots, house bots and clients that wait for one."""

import asyncio
from collections.abc import Callable
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
from arena.table.spec import SLOW_CLOCK, RoomSpec
from engine.game import AnyGame
from protocol.errors import ROOM_NOT_FOUND, UNAUTHORIZED, ProtocolError
from protocol.messages import Join

if TYPE_CHECKING:
    from arena.ladder.table_runner import TableRunner

log = structlog.get_logger()
PREFIX: Final = "ladder:"
SLOW: Final = "@slow"
"""What follows the game in the room of the division with long clocks."""
BOTS_CLOCK: Final = ClockRules(claim_floor_ms=50)
"""Among bots of this machine: a claim takes as long as any of them might need for it."""
STAND_IN: Final = "random"
"""Who plays for those who do not answer: nobody shall gain by staying away."""
SETTLED_GAMES: Final = 200
SETTLED_PAUSE: Final = 20
"""How many times longer the pauses are once every bot has played so many games."""


class Ladder:
    """Plays for as long as the server runs."""

    def __init__(self, tables: "TableRunner", store: Store, may_begin: asyncio.Event) -> None:
        self._tables = tables
        self._may_begin = may_begin
        self._lobby = lobby = tables.lobby
        self._matches = store.matches
        names = lobby.settings.ladder_games or tuple(lobby.plugins.games)
        self.games = {name: lobby.plugins.game(name) for name in names}
        self._changed = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._waiting: dict[tuple[str, int], LadderRoom] = {}
        """Tables of clients whose match has not begun, by division and account."""
        self.counted: Callable[[], None] = lambda: None
        """Called after each match, so that the leaderboard is brought up to date."""
        self.last_over = monotonic()
        """When the last match ended; before the first, when the server started."""

    def call(self) -> None:
        """Wake the ladder: there is a new bot."""
        self._changed.set()

    # -- matches among bots

    async def run(self) -> None:
        """Play among bots whenever there are any, with pauses that leave the machine free."""
        await asyncio.to_thread(self._void_interrupted)
        while True:
            self._changed.clear()
            await self._may_begin.wait()
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
        else:
            self.last_over = monotonic()
        self.counted()

    def _void_interrupted(self) -> None:
        """Void the matches that an earlier run of the server left behind."""
        for match in self._matches.find(Filter(status="running", kind="ladder"), limit=1000):
            self._matches.void(match.match_id, "the server stopped")

    def _next_game(self) -> tuple[AnyGame | None, float]:
        """Return the game in which some bot has played least, and the pause after its match."""
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
        """Return the room of a client: the table it plays or waits at, or a new one of its own.

        A table has one client at most, and the ladder draws the others after it has sat down, so
        that no player can choose whom to meet.
        """
        if not room_id.startswith(PREFIX):
            return room_id
        name = room_id.removeprefix(PREFIX)
        if own := self._tables.held_by(name, account) or self._waiting_of(name, account):
            return own.room_id
        if room_id in self._lobby.rooms or join.role == "spectator":
            return room_id
        game = self.games.get(name.removesuffix(SLOW))
        if game is None:
            rooms = ", ".join(f"{PREFIX}{game}" for game in self.games)
            there = f"there are {rooms}, each also with {SLOW}"
            raise ProtocolError(ROOM_NOT_FOUND, f"no {room_id[:64]!r}; {there}")
        if not account.id:
            raise ProtocolError(UNAUTHORIZED, "the ladder needs a player's token")
        return self._open_for(account, game, name).room_id

    def _waiting_of(self, division: str, account: Account) -> LadderRoom | None:
        """Return the table at which a client waits for its match."""
        room = self._waiting.get((division, account.id or 0))
        return room if room and self._lobby.rooms.get(room.room_id) is room else None

    def _open_for(self, account: Account, game: AnyGame, division: str) -> LadderRoom:
        spec = self._spec(game, f"{PREFIX}{division}:{token_hex(4)}")
        if division.endswith(SLOW):
            spec = replace(spec, clock=SLOW_CLOCK)
        room = self._tables.open(spec)
        room.client = account.id
        self._waiting[division, account.id or 0] = room
        task = asyncio.get_running_loop().create_task(self._serve_client(room))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return room

    async def _serve_client(self, room: LadderRoom) -> None:
        """Wait for as long as every client waits, then play with bots drawn only now."""
        await asyncio.sleep(self._lobby.settings.ladder_pause)
        self._waiting.pop((room.division, room.client or 0), None)
        if self._lobby.rooms.get(room.room_id) is not room:
            return  # the client has left
        if all(seat.free for seat in room.seats):
            self._lobby.close(room)  # the client was refused a seat
            return
        room.close_to_clients()
        try:
            await self._tables.play(room)
        except (ArenaError, OSError) as error:
            log.warning("ladder_match_failed", game=room.game.name, reason=str(error))
        self.counted()

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
