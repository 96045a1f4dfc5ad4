"""All rooms of a server, by id."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

import structlog

from arena.errors import ArenaError
from arena.hosting.quotas import QuotaError, address_key
from arena.match.clock import LagMeter
from arena.match.match import Advance
from arena.match.visibility import Account
from arena.plugins.bot_specs import Player, house_player
from arena.plugins.manager import Plugins
from arena.room.peer import Peer
from arena.room.room import Journal, Room
from arena.settings import Settings
from arena.table.spec import RoomSpec
from bots import Bot
from engine.game import AnyGame
from protocol.errors import (
    ALREADY_JOINED,
    NO_CAPACITY,
    RATE_LIMITED,
    ROOM_NOT_FOUND,
    SERVER_CLOSING,
    UNAUTHORIZED,
    ProtocolError,
)
from protocol.messages import Join

log = structlog.get_logger()
R = TypeVar("R", bound=Room)
RoomChooser = Callable[[str, Join, Account], str]
Identify = Callable[[str, str | None], Account | None]
"""From a token, and the address that shows it, to an account."""
EMPTY_SECONDS = 600.0
"""How long a room that a player opened may stay empty when others need its place."""


class RoomError(ArenaError):
    """A room cannot be set up as asked."""


class CapacityError(RoomError):
    """There are as many rooms as there may be."""


def check_plays(game: AnyGame, player: Player) -> None:
    """RoomError unless a house bot is a bot of this process and plays the game."""
    if player.bot is None:
        raise RoomError(f"{player.name}: a house bot runs in the server's process")
    if player.bot.games and game.name not in player.bot.games:
        raise RoomError(f"{player.name} plays {', '.join(player.bot.games)}, not {game.name}")


class Lobby:
    """Opens, finds and clears rooms."""

    def __init__(self, plugins: Plugins, settings: Settings) -> None:
        self.plugins = plugins
        self.settings = settings
        self.rooms: dict[str, Room] = {}
        self.lag = LagMeter()
        self.journal: Journal | None = None
        self.closing = False
        """Whether the server is about to stop: nothing new begins."""
        self.on_over: list[Callable[[Room], None]] = []
        self.timed: Callable[[float], None] | None = None
        """Told the seconds from reading an answer to handing out the frames it led to."""
        self.identify: Identify = lambda _token, _address: None
        """Whose token this is; without accounts nobody's."""
        self.choose_room: RoomChooser = lambda room_id, _join, _account: room_id
        """Returns the room for somebody who names one; the ladder chooses one of its tables."""
        self._forgetting: dict[Room, asyncio.TimerHandle] = {}

    def open_for(self, account: Account, address: str | None, spec: RoomSpec) -> Room:
        """A new room for somebody from outside; QuotaError if they have enough of them."""
        if account.may("organiser"):
            return self.open(spec)
        by_account = account.id != 0
        opener = f"account {account.id}" if by_account else f"address {address_key(address)}"
        limits = self.settings
        most = limits.rooms_per_account if by_account else limits.rooms_per_address
        own = sum(room.opener == opener and not room.told for room in self.rooms.values())
        if own >= most:
            whose = "one player" if by_account else "one address"
            raise QuotaError(f"{most} rooms that are not over are the most for {whose}")
        if len(self.rooms) >= limits.player_rooms:
            self._clear_one(limits.player_rooms)
        room = self.open(spec)
        room.opener = opener
        return room

    def open(self, spec: RoomSpec, players: Sequence[Player] | None = None) -> Room:
        """A new room, its bots found by name or given; ArenaError or GameError says why not."""
        if self.closing:
            raise RoomError("the server is closing; no new rooms")
        if spec.room_id in self.rooms:
            raise RoomError(f"room {spec.room_id} exists already")
        if len(self.rooms) >= self.settings.max_games:
            self._clear_one(self.settings.max_games)
        game = self.plugins.game(spec.game)
        seats = spec.seats or game.default_seats
        if seats not in game.seats:
            allowed = ", ".join(map(str, game.seats))
            raise RoomError(f"{game.name} is played by {allowed}, not by {seats}")
        if spec.rated and spec.deals is not None:
            raise RoomError("deals: a rated room plays the server's own seed")
        if spec.deals is not None and spec.deals.root is None and not spec.deals.repeat:
            raise RoomError('deals: say what follows the given ones: "then" is "repeat" or a seed')
        if len(spec.bots) > seats:
            raise RoomError(f"{len(spec.bots)} house bots for {seats} seats")
        house = players or [house_player(name, self.plugins) for name in spec.bots]
        for player in house:
            check_plays(game, player)
        free: list[Player | None] = [None] * (seats - len(house))
        seated = [*free, *house]
        room = self._add(spec, game, seated, Room)
        room.start_if_full()
        return room

    def reopen(self, spec: RoomSpec, seats: int) -> Room:
        """A room of an earlier run of the server, for its players to be seated again."""
        if spec.room_id in self.rooms:
            raise RoomError(f"room {spec.room_id} exists already")
        return self._add(spec, self.plugins.game(spec.game), [None] * seats, Room)

    def add_table(self, spec: RoomSpec, kind: type[R], journal: Journal) -> R:
        """A room of a kind of its own with every seat free, saved by a journal of its own."""
        if self.closing:
            raise RoomError("the server is closing; no new rooms")
        if len(self.rooms) >= self.settings.max_games:
            self._clear_one(self.settings.max_games)
        game = self.plugins.game(spec.game)
        return self._add(spec, game, [None] * (spec.seats or game.default_seats), kind, journal)

    def rename(self, room: Room, room_id: str) -> None:
        """Give a room another id, before its match begins."""
        del self.rooms[room.room_id]
        room.table.rename(room_id)
        self.rooms[room_id] = room

    def _add(
        self,
        spec: RoomSpec,
        game: AnyGame,
        seated: Sequence[Player | None],
        kind: type[R],
        journal: Journal | None = None,
    ) -> R:
        tell = self.plugins.tell
        if spec.spectator_delay is None:
            spec = replace(spec, spectator_delay=self.settings.spectator_delay)

        def record(advance: Advance) -> None:
            if advance.n:
                match = room.match
                tell("arena_match_record", header=match.header, record=match.records[-1])

        room = kind(
            spec,
            game,
            seated,
            self.lag,
            on_over=self._over,
            watch=record if self.plugins.listens("arena_match_record") else None,
            timed=self.timed,
            tell=tell,
            journal=journal or self.journal,
            new_substitute=self._substitute_for(spec, game),
        )
        self.rooms[spec.room_id] = room
        return room

    def _substitute_for(self, spec: RoomSpec, game: AnyGame) -> Callable[[], Bot] | None:
        """What makes the house bot that plays for absent players of a room."""
        if spec.takeover_bot is None:
            return None
        name = spec.takeover_bot or self.plugins.house_bot(game.name)
        player = house_player(name, self.plugins)
        check_plays(game, player)
        return player.kind

    def _clear_one(self, most: int) -> None:
        """Close the oldest room that nobody needs; CapacityError if there is none."""
        for room in self.rooms.values():
            if not room.peers and (room.told or self._is_deserted(room)):
                self.close(room)
                return
        raise CapacityError(f"all {most} rooms are in use; try again later")

    def _is_deserted(self, room: Room) -> bool:
        """Whether a player opened a room, and nobody came."""
        age = asyncio.get_running_loop().time() - room.opened_at
        return room.state == "waiting" and room.opener != "" and age >= EMPTY_SECONDS

    def close(self, room: Room) -> None:
        """Forget a room."""
        if self.rooms.get(room.room_id) is room:
            del self.rooms[room.room_id]
        timer = self._forgetting.pop(room, None)
        if timer is not None:
            timer.cancel()  # it would keep the room and its match in memory
        room.close()

    def close_all(self) -> None:
        """Forget every room: the server stops."""
        for room in list(self.rooms.values()):
            self.close(room)

    def find(self, room_id: str) -> Room:
        """The room of this id."""
        room = self.rooms.get(room_id)
        if room is None:
            raise ProtocolError(ROOM_NOT_FOUND, f"there is no room {room_id[:64]!r}")
        return room

    def join(self, peer: Peer, join: Join, path_room: str) -> None:
        """Bring a peer to its room: the path's, else the one it names, opened if need be."""
        if self.closing:
            raise ProtocolError(SERVER_CLOSING)
        account = self._account_of(peer, join)
        room_id = self.choose_room(path_room or join.room_id, join, account)
        if peer.room is not None and peer.room.room_id != room_id:
            raise ProtocolError(ALREADY_JOINED, f"already in {peer.room.room_id}")
        self._admit(account, join, room_id)
        opens = self.settings.open_rooms and account.may("player")
        if room_id not in self.rooms and opens and peer.room is None:
            self._open_by_joining(peer, account, join, room_id)
        self.find(room_id).join(peer, join, account=account)

    def _account_of(self, peer: Peer, join: Join) -> Account:
        """The account behind a join's token, else the connection's own."""
        try:
            shown = self.identify(join.token, peer.address) if join.token else None
        except QuotaError as error:
            raise ProtocolError(RATE_LIMITED, str(error)) from None
        return shown or peer.account

    def _admit(self, account: Account, join: Join, room_id: str) -> None:
        """ProtocolError for a player without a token, where one is needed and no seat is held."""
        if join.role == "spectator" or account.may("player"):
            return
        room = self.rooms.get(room_id)
        if room is None or room.seats.seat_of(join.token, account) is None:
            raise ProtocolError(UNAUTHORIZED, "players need a token here: send it with the join")

    def _open_by_joining(self, peer: Peer, account: Account, join: Join, room_id: str) -> None:
        spec = RoomSpec(room_id, game=join.game or self.settings.default_game)
        try:
            self.open_for(account, peer.address, spec)
        except (CapacityError, QuotaError) as error:
            raise ProtocolError(NO_CAPACITY, str(error)) from None
        except ArenaError as error:
            raise ProtocolError(ROOM_NOT_FOUND, error.public) from None

    def leave(self, peer: Peer) -> None:
        """A peer's connection has ended; a room nobody waits in is forgotten."""
        if peer.room is None:
            return
        room = self.rooms.get(peer.room.room_id)
        peer.room.leave(peer)
        if room is None:
            return
        if room.state == "waiting" and not room.peers and not room.spec.bots:
            self.close(room)

    def _over(self, room: Room) -> None:
        if room.state == "over":
            log.info("match_finished", room=room.room_id, match=room.match_id, steps=room.match.n)
        loop = asyncio.get_running_loop()
        seconds = self.settings.finished_room_seconds
        self._forgetting[room] = loop.call_later(seconds, self.close, room)
        for listener in self.on_over:
            listener(room)

    @property
    def running(self) -> int:
        """Matches being played."""
        states = [room.shown_state for room in self.rooms.values()]
        return sum(state in ("starting", "running", "paused") for state in states)
