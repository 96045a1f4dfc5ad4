"""Rooms at the root: what there is, and how one is opened."""

import asyncio
from typing import Any, Final

from aiohttp import web
from pydantic import BaseModel, Field

from arena.api.auth import caller
from arena.api.endpoint import Body, Endpoint, is_id
from arena.api.responses import RefusedError
from arena.events.event_room import EventRoom
from arena.events.state import DIRECTORS
from arena.hosting.accounts import Access
from arena.hosting.lobby import CapacityError, Lobby, opener_name
from arena.hosting.room_request import EVENT, NewRoom, fill_in, spec_of
from arena.ladder.ladder import PREFIX as LADDER
from arena.match.visibility import Account
from arena.room.room import Room
from arena.settings import Settings
from arena.table.spec import Phase
from engine.game import Seat
from protocol.messages import Identifier, SeatInfo

CONTROLLED: Final = 100
"""Rooms that are listed for who may control them."""


class SeatFilled(Body):
    """The body of PUT /rooms/ID/seats/N."""

    bot: str | None = Field(default=None, max_length=64)
    """The house bot that gets a free seat, by name."""
    account: Identifier | None = None
    """The account that gets the seat, whoever sits there; not with `bot`."""


class RoomRow(BaseModel):
    """A room as it is listed; `entrants` are the accounts for whom its seats are reserved."""

    room_id: str
    game: str
    seats: list[SeatInfo]
    state: Phase
    spectators: int
    match_id: str
    rated: bool
    spectator_delay: float
    entrants: list[str]


class Controlled(BaseModel):
    """The rooms whose seats the caller gives and frees, by id; at most a hundred."""

    rooms: list[str]


def check_may_open(account: Account, wanted: NewRoom, settings: Settings) -> None:
    """Raise RefusedError unless somebody who opens rooms may open this one."""
    if account.may("organiser"):
        return
    if wanted.rated:
        raise RefusedError(403, "rated rooms are opened by organisers")
    if wanted.deals is not None:
        raise RefusedError(403, "deals are given by organisers; leave them out")
    most = round(settings.player_clock_seconds * 1000)
    times = wanted.time.model_dump() if wanted.time else {}
    for name, ms in times.items():
        if ms is not None and ms > most:
            detail = f"time.{name} is at most {most} in rooms that players open, not {ms}"
            raise RefusedError(403, detail)


def check_not_of_event(room: Room) -> None:
    """Raise RefusedError for a table of an event, whose seats follow from the draw."""
    if isinstance(room, EventRoom):
        raise RefusedError(
            409, f"a table of an event: void it (arena event void-table {room.event_id})"
        )


def check_opener(lobby: Lobby, account: Account) -> None:
    """Raise RefusedError unless somebody may open some room at least."""
    if not account.may("player"):
        raise RefusedError(401, "a valid token is needed to open a room")
    if not lobby.settings.open_rooms and not account.may("organiser"):
        raise RefusedError(403, "only organisers open rooms here")


def open_room(lobby: Lobby, account: Account, address: str | None, wanted: NewRoom) -> Room:
    """Open a room for a caller who may open rooms; RefusedError or ArenaError says why not."""
    wanted = fill_in(wanted, lobby.profiles)
    check_may_open(account, wanted, lobby.settings)
    if lobby.closing:
        raise RefusedError(503, "the server is closing")
    if wanted.room_id.startswith(LADDER):
        raise RefusedError(403, f"rooms of {LADDER} are opened by the ladder")
    if wanted.room_id.startswith(EVENT):
        raise RefusedError(403, f"rooms of {EVENT} are opened by events")
    old = lobby.rooms.get(wanted.room_id)
    if old is not None and not old.told:
        raise RefusedError(409, f"room {wanted.room_id} exists already")
    try:
        spec = spec_of(wanted, lobby.plugins, lobby.settings.default_game)
        return lobby.open_for(account, address, spec)
    except CapacityError as error:
        raise RefusedError(503, str(error), "server_full") from None


class Rooms:
    """The endpoints of rooms."""

    def __init__(self, lobby: Lobby, access: Access) -> None:
        self._lobby = lobby
        self._access = access

    def endpoints(self) -> list[Endpoint]:
        """Return the endpoints of this group."""
        return [
            Endpoint("GET", "/rooms", self.all, "Every room with its seats.", list[RoomRow]),
            Endpoint(
                "GET", "/rooms/controlled", self.controlled, "The rooms that you may control.",
                Controlled,
            ),
            Endpoint(
                "POST", "/rooms", self.open, "Open a room.", RoomRow, takes=NewRoom, status=201,
                allow=self._opener,
            ),
            Endpoint(
                "DELETE", "/rooms/{room_id}", self.close, "Close a room that you opened.",
                status=204,
            ),
            Endpoint(
                "DELETE", "/rooms/{room_id}/seats/{seat}", self.kick,
                "Send a player away from a room that you opened.", status=204,
            ),
            Endpoint(
                "PUT", "/rooms/{room_id}/seats/{seat}", self.fill,
                "Give a seat of a room that you opened to a house bot or an account.", RoomRow,
                takes=SeatFilled, allow=self._opener,
            ),
        ]  # fmt: skip

    async def all(self, _request: web.Request) -> Any:
        """Every room with its seats."""
        return [room.as_json() for room in self._lobby.rooms.values()]

    async def controlled(self, request: web.Request) -> Any:
        """The rooms that the caller opened; for organisers, those of others too."""
        account = caller(request, self._access)
        found = []
        for room in self._lobby.rooms.values():
            own = room.opener != "" and room.opener == opener_name(account, request.remote)
            if not problem(account, room, own=own) and (own or account.id):
                found.append(room.room_id)
        return {"rooms": found[:CONTROLLED]}

    def _opener(self, request: web.Request) -> Account:
        """The caller, who may open some room at least."""
        account = caller(request, self._access)
        check_opener(self._lobby, account)
        return account

    async def open(self, request: web.Request, wanted: NewRoom) -> Any:
        """Open a room."""
        return open_room(self._lobby, self._opener(request), request.remote, wanted).as_json()

    async def close(self, request: web.Request) -> Any:
        """Close a room; a match that is played in it ends without a result."""
        room, own = self._managed(request)
        check_not_of_event(room)
        room.abandon("the room was closed by who opened it" if own else "an organiser closed it")
        self._lobby.close(room)

    async def kick(self, request: web.Request) -> Any:
        """Send a player away; a house bot plays on."""
        room, own = self._managed(request)
        seat = self._seat(request, room)
        room.kick(seat, f"removed by {'who opened the room' if own else 'an organiser'}")

    async def fill(self, request: web.Request, wanted: SeatFilled) -> Any:
        """Give a free seat to a house bot, or any seat to an account."""
        room, _ = self._managed(request)
        check_not_of_event(room)
        seat = self._seat(request, room)
        if (wanted.bot is None) == (wanted.account is None):
            raise RefusedError(400, 'give either {"bot": NAME} or {"account": NAME}')
        if wanted.bot is not None:
            self._lobby.fill(room, seat, wanted.bot)
        elif wanted.account is not None:
            if not await asyncio.to_thread(self._access.is_account, wanted.account):
                raise RefusedError(404, f"there is no account {wanted.account}")
            self._lobby.hand_over(room, seat, wanted.account)
        return room.as_json()

    def _seat(self, request: web.Request, room: Room) -> Seat:
        """Return the seat that the path names."""
        text = request.match_info["seat"]
        if text not in map(str, range(len(room.seats))):
            raise RefusedError(404, f"seat: expected 0 to {len(room.seats) - 1}")
        return int(text)

    def _managed(self, request: web.Request) -> tuple[Room, bool]:
        """Return the room of the path, and whether the caller opened it; else an organiser may."""
        account, room_id = caller(request, self._access), request.match_info["room_id"]
        room = self._lobby.rooms.get(room_id) if is_id(room_id) else None
        if room is None:
            raise RefusedError(404, f"there is no room {room_id[:64]!r}")
        own = room.opener != "" and room.opener == opener_name(account, request.remote)
        if why := problem(account, room, own=own):
            raise RefusedError(403, why)
        return room, own


def problem(account: Account, room: Room, *, own: bool) -> str:
    """Return why somebody may not control a room; "" for who may."""
    if room.room_id.startswith(LADDER):
        return f"rooms of {LADDER} belong to the ladder"
    if isinstance(room, EventRoom) and not own and not account.may("admin"):
        return DIRECTORS
    if not own and not account.may("organiser"):
        return "a room belongs to who opened it, and to organisers"
    return ""
