"""TableRunner of the ladder: who sits down, how its bots are started, and what is left of it."""

import asyncio
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from random import SystemRandom
from typing import Final

from arena.children.pool import Children
from arena.errors import ArenaError, MatchError
from arena.hosting.lobby import Lobby
from arena.ladder.ladder_room import LadderJournal, LadderRoom
from arena.ladder.leaderboard import Leaderboard, house_names
from arena.ladder.pairing import Entrant, arrange, choose_table
from arena.ladder.ratings import Ratings
from arena.ladder.store_logs import keep_bot_log
from arena.ladder.submission import write_out
from arena.match.stderr_logs import told
from arena.match.visibility import Account
from arena.plugins.bot_specs import BotSpec
from arena.store import BotVersion, Seated, Store
from arena.table.spec import RoomSpec
from engine.game import AnyGame, Seat

CHANCE: Final = SystemRandom()
KEPT_ROOMS: Final = 5
"""TableRunner that are over and can still be looked at live."""


@dataclass(frozen=True, slots=True)
class Competitor:
    """A submitted bot that plays: its entrant, and what is started for it."""

    entrant: Entrant
    version: BotVersion
    owner: int | None


class TableRunner:
    """Plays one match at a table, as many tables at once as are asked for."""

    def __init__(self, lobby: Lobby, store: Store, board: Leaderboard, folder: Path) -> None:
        self.lobby = lobby
        self._bots = store.bots
        self._store = store
        self._board = board
        self._folder = folder
        self._ledger = LadderJournal(store)
        unhurried = {"messages_a_second": 1e9, "burst": 1_000_000}
        self._settings = lobby.settings.model_copy(update=unhurried)
        self._playing: set[LadderRoom] = set()
        self._over: deque[LadderRoom] = deque()
        self._benched: set[int] = set()
        """Versions that could not be started."""

    def open(self, spec: RoomSpec) -> LadderRoom:
        """A table with every seat free."""
        return self.lobby.add_table(spec, LadderRoom, self._ledger)

    def held_by(self, division: str, account: Account) -> LadderRoom | None:
        """The table at which somebody plays in a division as a client."""
        for room in self._playing:
            held = room.state == "running" and room.seat_of_client(account)
            if held and room.division == division:
                return room
        return None

    def stop_bots_of(self, owner: int) -> None:
        """Void the matches that submitted bots of an account play now."""
        for room in list(self._playing):
            if any(bot.owner == owner for bot in room.bots.values()):
                room.abandon("the owner of one of its bots was banned")

    def competitors(self, game: AnyGame) -> dict[str, Competitor]:
        """The submitted bots that play a game, by identity; waits for the database."""
        ratings = self._board.count(game.name)
        found: dict[str, Competitor] = {}
        for version in self._board.active(game.name):
            if version.id not in self._benched:
                bot = self._bots.with_id(version.bot_id)
                identity = f"bot:{bot.id}"
                owner = identity if bot.owner is None else str(bot.owner)
                entrant = _entrant(ratings, identity, bot.name, owner)
                found[identity] = Competitor(entrant, version, bot.owner)
        return found

    async def play(self, room: LadderRoom) -> None:
        """Fill a table, and stay until its match is over."""
        self._playing.add(room)
        children = Children(room, self._settings)
        try:
            await self._fill(room, children)
            await room.finished
        except MatchError:
            pass  # it is void, and logged as such
        except ArenaError:  # it may name the files of bots; the operator's log has it
            room.abandon("the table could not be filled; the operator's log says why")
            raise
        finally:
            self._playing.discard(room)
            await children.end()
            self._keep_logs(room)
            self._put_away(room)

    async def _fill(self, room: LadderRoom, children: Children) -> None:
        bots = await asyncio.to_thread(self.competitors, room.game)
        ratings = await asyncio.to_thread(self._board.ratings, room.game.name)
        for seat, entrant in self._chosen(room, ratings, bots).items():
            if entrant.identity in bots:
                await self._start(room, children, seat, bots[entrant.identity])
            else:
                self._seat_house(room, seat, entrant.name)
        while room.state == "waiting" and not room.seats.full:  # a client has left meanwhile
            seat = next(seat.seat for seat in room.seats if seat.free)
            self._seat_house(room, seat, self.lobby.plugins.house_bot(room.game.name))
        room.start_if_full()

    def _chosen(
        self, room: LadderRoom, ratings: Ratings, bots: Mapping[str, Competitor]
    ) -> dict[Seat, Entrant]:
        """Who comes to which free seat, house bots first: they are there at once."""
        there = next((seat for seat in room.seats if not seat.free), None)
        client = (
            None
            if there is None
            else _entrant(ratings, f"token:{there.owner}", there.player_id, str(there.owner))
        )
        names = house_names(self.lobby.plugins, room.game.name)
        house = [_entrant(ratings, f"house:{name}", name, f"house:{name}") for name in names]
        free = [seat.seat for seat in room.seats if seat.free]
        able = [bot.entrant for bot in bots.values()]
        table = choose_table(able, house, len(room.seats), CHANCE, client)[client is not None :]
        if len(table) < len(free):
            raise ArenaError(f"nobody plays {room.game.name} here")
        placed = arrange(table, free, CHANCE)
        return dict(sorted(placed.items(), key=lambda place: place[1].identity in bots))

    def _seat_house(self, room: LadderRoom, seat: Seat, name: str) -> None:
        room.seat_bot(seat, self.lobby.plugins.bot(name)(), name)

    async def _start(
        self, room: LadderRoom, children: Children, seat: Seat, bot: Competitor
    ) -> None:
        version, name = bot.version, bot.entrant.name
        file = await asyncio.to_thread(write_out, self._folder, self._bots, version)
        room.seat_submitted(seat, Seated(name, bot.entrant.identity, bot.owner, version.id))
        try:
            spec = BotSpec("box", str(file))
            room.children[seat] = await children.start(seat, spec, name)
        except ArenaError:
            self._benched.add(version.id)
            raise

    def _keep_logs(self, room: LadderRoom) -> None:
        """Keep what the submitted bots wrote to stderr, for their owners."""
        if room.table.referee is None:  # no match was begun, so there is none to keep them with
            return
        for seat, peer in room.children.items():
            lines = told([(line.seq, line.text) for line in peer.log])
            keep_bot_log(self._store, room.match_id, seat, room.bots[seat], lines)

    def _put_away(self, room: LadderRoom) -> None:
        """Let the newest tables stand for a while."""
        self._over.append(room)
        while len(self._over) > KEPT_ROOMS:
            oldest = self._over.popleft()
            if oldest.told and not oldest.peers:
                self.lobby.close(oldest)


def _entrant(ratings: Ratings, identity: str, name: str, owner: str) -> Entrant:
    standing = ratings.of(identity)
    return Entrant(
        identity, name, owner, standing.version_games, standing.rating, standing.seats,
        standing.recent,
    )  # fmt: skip
