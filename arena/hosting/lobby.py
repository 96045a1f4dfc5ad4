"""All rooms of a server, by id."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar, get_args

import structlog

from arena.errors import ArenaError
from arena.hosting.accounts import BannedError
from arena.hosting.quotas import QuotaError, address_key, opener_of
from arena.hosting.room_request import EVENT, NewRoom, fill_in, read_profiles, spec_of
from arena.match.clock import LagMeter
from arena.match.match import Advance
from arena.match.visibility import Account
from arena.plugins.bot_specs import Player, house_player
from arena.plugins.manager import Plugins
from arena.room.peer import Peer
from arena.room.room import Journal, Room
from arena.settings import Settings
from arena.table.spec import Phase, RoomSpec
from bots import Bot
from engine.game import AnyGame, Seat
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
Lead = Callable[[Peer, Join, Account], None]
"""Brings a client of an event to its table, or lets it wait for one."""
Identify = Callable[[str, str | None], Account | None]
"""From a token, and the address that shows it, to an account."""


class RoomError(ArenaError):
    """A room cannot be set up as asked."""


class NotNowError(RoomError):
    """A room cannot be opened at present; later it can."""


class CapacityError(NotNowError):
    """There are as many rooms as there may be."""


def check_plays(game: AnyGame, player: Player) -> None:
    """Raise RoomError unless a house bot is a bot of this process and plays the game."""
    if player.bot is None:
        raise RoomError(f"{player.name}: a house bot runs in the server's process")
    if player.bot.games and game.name not in player.bot.games:
        raise RoomError(f"{player.name} plays {', '.join(player.bot.games)}, not {game.name}")


def opener_name(account: Account, address: str | None) -> str:
    """Return what a room remembers of who opened it."""
    return opener_of(account.id) if account.id else f"address {address_key(address)}"


class Lobby:
    """Opens, finds and clears rooms."""

    def __init__(self, plugins: Plugins, settings: Settings) -> None:
        self.plugins = plugins
        self.settings = settings
        self.profiles = read_profiles(settings.profiles)
        self.rooms: dict[str, Room] = {}
        self.lag = LagMeter()
        self.journal: Journal | None = None
        self.closing = False
        """Whether the server is about to stop: nothing new begins."""
        self.maintenance = ""
        """Why no new match begins while those that run go on; nothing: they do begin."""
        self.on_over: list[Callable[[Room], None]] = []
        self.timed: Callable[[float], None] | None = None
        """Told the seconds from reading an answer to handing out the frames it led to."""
        self.identify: Identify = lambda _token, _address: None
        """Whose token this is; without accounts nobody's."""
        self.choose_room: RoomChooser = lambda room_id, _join, _account: room_id
        """Returns the room for somebody who names one; the ladder chooses one of its tables."""
        self.halls: dict[str, Lead] = {}
        """What leads the clients of an event to its tables, by the room that they name."""
        self._forgetting: dict[Room, asyncio.TimerHandle] = {}
        """The timers of rooms that are over, or that nobody is in."""

    def open_for(self, account: Account, address: str | None, spec: RoomSpec) -> Room:
        """Open a room for a caller from outside; QuotaError if they have enough of them."""
        opener = opener_name(account, address)
        if not account.may("organiser"):
            self._check_quota(account, opener)
        room = self.open(spec)
        room.opener = opener
        self._expire_if_empty(room)
        return room

    def _check_quota(self, account: Account, opener: str) -> None:
        """Raise QuotaError for a player who has enough rooms; CapacityError if all players have."""
        by_account, limits = account.id != 0, self.settings
        most = limits.rooms_per_account if by_account else limits.rooms_per_address
        own = sum(room.opener == opener and not room.told for room in self.rooms.values())
        if own >= most:
            whose = "one player" if by_account else "one address"
            raise QuotaError(f"{most} rooms that are not over are the most for {whose}")
        if len(self.rooms) >= limits.player_rooms:
            self._clear_one(limits.player_rooms)

    def open(self, spec: RoomSpec, players: Sequence[Player] | None = None) -> Room:
        """A new room, its bots found by name or given; ArenaError or GameError says why not."""
        self._check_open()
        if (old := self.rooms.get(spec.room_id)) is not None:
            if not old.told:
                raise RoomError(f"room {spec.room_id} exists already")
            self.close(old)  # its match is over: the id is free again
        if len(self.rooms) >= self.settings.max_games:
            self._clear_one(self.settings.max_games)
        game = self.plugins.game(spec.game)
        seats = spec.seats or game.default_seats
        self._check(spec, game, seats)
        house: Sequence[Player | None] = players or [
            house_player(name, self.plugins) if name else None for name in spec.bots
        ]
        for player in house:
            if player is not None:
                check_plays(game, player)
        room = self._add(spec, game, [*[None] * (seats - len(house)), *house], Room)
        room.start_if_full()
        return room

    def _check_open(self) -> None:
        """Raise NotNowError while no new match may begin."""
        if self.closing:
            raise NotNowError("the server is closing; no new rooms")
        if self.maintenance:
            raise NotNowError(f"no new rooms during maintenance: {self.maintenance}")

    def _check(self, spec: RoomSpec, game: AnyGame, seats: int) -> None:
        """Raise RoomError for rules that do not go together."""
        if seats not in game.seats:
            allowed = ", ".join(map(str, game.seats))
            raise RoomError(f"{game.name} is played by {allowed}, not by {seats}")
        if spec.rated and spec.deals is not None:
            raise RoomError(
                "deals: a rated room plays the server's own seed, because whoever gives deals knows"
                " them; leave out deals or rated, or set up an event with duplicate and rated true"
            )
        if spec.deals is not None and spec.deals.root is None and not spec.deals.repeat:
            raise RoomError('deals: say what follows the given ones: "then" is "repeat" or a seed')
        if spec.repeat and (spec.spectator_delay or self.settings.spectator_delay):
            raise RoomError("repeat: a room that is shown late plays one match; set no delay")
        if len(spec.bots) > seats:
            raise RoomError(f"{len(spec.bots)} house bots for {seats} seats")
        if len(spec.entrants) > seats - len(spec.bots):
            raise RoomError(f"{len(spec.entrants)} entrants for {seats - len(spec.bots)} seats")

    def reopen(
        self, spec: RoomSpec, seats: int, kind: type[R], journal: Journal | None = None
    ) -> R:
        """A room of an earlier run of the server, for its players to be seated again."""
        if spec.room_id in self.rooms:
            raise RoomError(f"room {spec.room_id} exists already")
        return self._add(spec, self.plugins.game(spec.game), [None] * seats, kind, journal)

    def add_table(self, spec: RoomSpec, kind: type[R], journal: Journal) -> R:
        """A room of a kind of its own with every seat free, saved by a journal of its own."""
        self._check_open()
        if len(self.rooms) >= self.settings.max_games:
            self._clear_one(self.settings.max_games)
        game = self.plugins.game(spec.game)
        return self._add(spec, game, [None] * (spec.seats or game.default_seats), kind, journal)

    def fill(self, room: Room, seat: Seat, name: str) -> None:
        """Give a free seat of a room that waits to a house bot; RoomError says why not."""
        player = house_player(name, self.plugins)
        check_plays(room.game, player)
        if room.state != "waiting" or not room.seats[seat].free:
            raise RoomError(f"seat {seat} is not free; only a free seat can be filled")
        assert player.bot is not None
        room.seat_bot(seat, player.bot, player.name)
        room.start_if_full()

    def hand_over(self, room: Room, seat: Seat, name: str) -> None:
        """Reserve a seat for another account, whoever sits there; RoomError says why not."""
        own = room.seats[seat]
        if room.state in ("over", "void"):
            raise RoomError(f"the match in {room.room_id} is over")
        if room.state != "waiting" and (room.spec.rated or own.house is not None):
            whose = "a house bot's" if own.house is not None else "rated"
            raise RoomError(f"seat {seat} is {whose}; it can be given away before the match only")
        if any(other.entrant == name for other in room.seats if other is not own):
            raise RoomError(f"{name} has a seat here already")
        room.hand_over(seat, name)

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
        """Return what makes the house bot that plays for absent players of a room."""
        if spec.takeover_bot is None:
            return None
        name = spec.takeover_bot or self.plugins.house_bot(game.name)
        player = house_player(name, self.plugins)
        check_plays(game, player)
        return player.kind

    def _clear_one(self, most: int) -> None:
        """Close the oldest finished room without connections; CapacityError if there is none."""
        for room in self.rooms.values():
            if not room.peers and room.told:
                self.close(room)
                return
        raise CapacityError(f"all {most} rooms are in use; try again later")

    def _expire_if_empty(self, room: Room) -> None:
        """Close an empty room after its time, unless the server itself opened it."""
        if room.opener and room.state == "waiting" and not room.peers:
            self._close_after(room, self.settings.empty_room_seconds)

    def _close_after(self, room: Room, seconds: float) -> None:
        self._keep(room)
        loop = asyncio.get_running_loop()
        self._forgetting[room] = loop.call_later(seconds, self.close, room)

    def _keep(self, room: Room) -> None:
        """Let a room stay that was to be closed."""
        timer = self._forgetting.pop(room, None)
        if timer is not None:
            timer.cancel()  # it would keep the room and its match in memory

    def close(self, room: Room) -> None:
        """Forget a room."""
        if self.rooms.get(room.room_id) is room:
            del self.rooms[room.room_id]
        self._keep(room)
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
        if (lead := self.halls.get(path_room or join.room_id)) is not None:
            lead(peer, join, account)
            return
        room_id = self.choose_room(path_room or join.room_id, join, account)
        if peer.room is not None and peer.room.room_id != room_id:
            raise ProtocolError(ALREADY_JOINED, f"already in {peer.room.room_id}")
        self._admit(account, join, room_id)
        opens = self.settings.open_rooms and account.may("player")
        opens = opens and not room_id.startswith(EVENT)
        if room_id not in self.rooms and opens and peer.room is None:
            self._open_by_joining(peer, account, join, room_id)
        room = self.find(room_id)
        if self.maintenance and room.state == "waiting" and join.role != "spectator":
            detail = f"no new matches during maintenance: {self.maintenance}"
            raise ProtocolError(SERVER_CLOSING, detail)
        if room.spec.repeat and room.told and not join.token and join.role != "spectator":
            room = self._play_again(room)
        room.join(peer, join, account=account)
        peer.joined_as = account
        if not room.told:
            self._keep(room)

    def _play_again(self, room: Room) -> Room:
        """Open a room again for its next match; who is still in it must join again."""
        self.close(room)
        again = self.open(room.spec)
        again.opener = room.opener
        return again

    def _account_of(self, peer: Peer, join: Join) -> Account:
        """The account behind a join's token, else the connection's own."""
        try:
            shown = self.identify(join.token, peer.address) if join.token else None
        except QuotaError as error:
            raise ProtocolError(RATE_LIMITED, str(error)) from None
        except BannedError as error:
            raise ProtocolError(UNAUTHORIZED, str(error)) from None
        return shown or peer.account

    def _admit(self, account: Account, join: Join, room_id: str) -> None:
        """ProtocolError for a player without a token, where one is needed and no seat is held."""
        if join.role == "spectator" or account.may("player"):
            return
        room = self.rooms.get(room_id)
        if room is None or room.seats.seat_of(join.token, account) is None:
            raise ProtocolError(UNAUTHORIZED, "players need a token here: send it with the join")

    def _open_by_joining(self, peer: Peer, account: Account, join: Join, room_id: str) -> None:
        wanted = NewRoom(room_id=room_id, game=join.game, num_ai_players=0)
        try:
            wanted = fill_in(wanted, self.profiles)
            spec = spec_of(wanted, self.plugins, self.settings.default_game)
            self.open_for(account, peer.address, spec)
        except (CapacityError, QuotaError) as error:
            raise ProtocolError(NO_CAPACITY, str(error)) from None
        except ArenaError as error:
            raise ProtocolError(ROOM_NOT_FOUND, error.public) from None

    def leave(self, peer: Peer, *, said: bool = False) -> None:
        """Remove a peer from its room; close a room in which nobody waits."""
        if peer.room is None:
            return
        room = self.rooms.get(peer.room.room_id)
        peer.room.leave(peer, said=said)
        if room is None:
            return
        if room.state == "waiting" and not room.peers and not room.spec.bots:
            self.close(room)
        else:
            self._expire_if_empty(room)

    def _over(self, room: Room) -> None:
        if room.state == "over":
            log.info("match_finished", room=room.room_id, match=room.match_id, steps=room.match.n)
        self._close_after(room, self.settings.finished_room_seconds)
        for listener in self.on_over:
            listener(room)

    @property
    def by_state(self) -> dict[str, int]:
        """The number of rooms in each state, as everybody may know."""
        states = [room.shown_state for room in self.rooms.values()]
        return {state: states.count(state) for state in get_args(Phase)}

    @property
    def running(self) -> int:
        """Matches being played."""
        by_state = self.by_state
        return by_state["starting"] + by_state["running"] + by_state["paused"]
