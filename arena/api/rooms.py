"""Rooms at the root: what there is, and how one is opened."""

from typing import Any

from aiohttp import web
from pydantic import BaseModel, Field

from arena.api.auth import caller
from arena.api.endpoint import Body, Endpoint
from arena.api.responses import RefusedError
from arena.api.variant_models import VariantName, variant_entries
from arena.hosting.accounts import Access
from arena.hosting.lobby import CapacityError, Lobby
from arena.ladder.ladder import PREFIX as LADDER
from arena.match.clock import ClockRules
from arena.match.visibility import Account
from arena.settings import MOST_DELAY, Settings
from arena.table.spec import DEFAULT_CLOCK, Phase, RoomSpec, Seating, Spectators, WhenEmpty
from engine.rng import Deals
from protocol.messages import Identifier, SeatInfo

MOST = 64
"""Seats, bots or variants that anybody could want in a room; the game says how many it takes."""


class Time(Body):
    """Milliseconds; see docs/protocol.md, "Time"."""

    decision_ms: int = Field(default=DEFAULT_CLOCK.decision_ms, ge=1, le=3_600_000)
    bank_ms: int = Field(default=DEFAULT_CLOCK.bank_ms, ge=0, le=86_400_000)
    claim_ms: int | None = Field(default=None, ge=1, le=3_600_000)
    round_bonus_ms: int = Field(default=DEFAULT_CLOCK.round_bonus_ms, ge=0, le=3_600_000)
    ready_ms: int = Field(default=DEFAULT_CLOCK.ready_ms, ge=1, le=3_600_000)
    claim_floor_ms: int = Field(default=DEFAULT_CLOCK.claim_floor_ms, ge=0, le=10_000)


class NewRoom(Body):
    """The body of POST /rooms."""

    room_id: Identifier
    """The name of the room."""
    game: str | None = None
    """The game; the server's default game if left out."""
    seats: int | None = Field(default=None, ge=1, le=MOST)
    """The number of seats; the game's usual number if left out."""
    num_ai_players: int | None = Field(default=None, ge=0, le=MOST)
    """The number of seats that house bots fill; all but one if left out."""
    bots: list[str] | None = Field(default=None, max_length=MOST)
    """House bots for the last seats, by name; instead of `num_ai_players`."""
    config: dict[str, Any] = Field(default_factory=dict)
    """The game's options; `GET /api/games/GAME` lists them."""
    variants: list[VariantName] = Field(default_factory=list, max_length=MOST)
    """The game's variants, each a name or `{"type": NAME, "config": {...}}`."""
    time: Time | None = None
    """The clock, in milliseconds: `decision_ms`, `bank_ms`, `round_bonus_ms`, `ready_ms`, ..."""
    deals: dict[str, Any] | None = None
    """A seed or given deals; organisers only, in unrated rooms."""
    rated: bool = False
    """Whether the match is rated; organisers only, and every seat needs its own token."""
    require_ready: bool = False
    """Whether the match waits until every player has sent `ready`."""
    confirm_rounds: bool = False
    """Whether the next round waits for `confirm_round`."""
    seating: Seating = "join_order"
    """Seats in the order of joining, or `drawn` by lot."""
    spectators: Spectators = "public"
    """Who may watch: the `public`, the public with `all_hands` live, or `none`."""
    spectator_delay: float | None = Field(default=None, ge=0, le=MOST_DELAY)
    """Seconds by which spectators see the match late; the server's setting if left out."""
    takeover_bot: str = ""
    """The bot that plays for an absent player; the game's house bot if left out."""
    takeover_ms: int = Field(default=10_000, ge=0, le=3_600_000)
    """Milliseconds between a lost connection and the takeover of its seat."""
    strikes: int = Field(default=3, ge=0, le=1_000)
    """Consecutive timeouts and crashes before a seat is taken over."""
    when_empty: WhenEmpty = "go_on"
    """What happens to a match that every player has left: `go_on` or `close`."""


class RoomRow(BaseModel):
    """A room as it is listed."""

    room_id: str
    game: str
    seats: list[SeatInfo]
    state: Phase
    spectators: int
    match_id: str
    rated: bool
    spectator_delay: float


def spec_of(wanted: NewRoom, lobby: Lobby) -> RoomSpec:
    """The room that was asked for, house bots filled in."""
    game = lobby.plugins.game(wanted.game or lobby.settings.default_game)
    seats = wanted.seats or game.default_seats
    bots = wanted.bots
    if bots is None:
        number = seats - 1 if wanted.num_ai_players is None else wanted.num_ai_players
        bots = [lobby.plugins.house_bot(game.name)] * number
    return RoomSpec(
        room_id=wanted.room_id,
        game=game.name,
        seats=seats,
        config=wanted.config,
        variants=variant_entries(wanted.variants),
        bots=tuple(bots),
        clock=ClockRules(**wanted.time.model_dump()) if wanted.time else DEFAULT_CLOCK,
        deals=Deals.from_json(wanted.deals) if wanted.deals is not None else None,
        rated=wanted.rated,
        require_ready=wanted.require_ready,
        confirm_rounds=wanted.confirm_rounds,
        seating=wanted.seating,
        spectators=wanted.spectators,
        spectator_delay=wanted.spectator_delay,
        takeover_bot=wanted.takeover_bot,
        takeover_ms=wanted.takeover_ms,
        strikes=wanted.strikes,
        when_empty=wanted.when_empty,
    )


def check_may_open(account: Account, wanted: NewRoom, settings: Settings) -> None:
    """RefusedError unless somebody who opens rooms may open this one."""
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


class Rooms:
    """The endpoints of rooms."""

    def __init__(self, lobby: Lobby, access: Access) -> None:
        self._lobby = lobby
        self._access = access

    def endpoints(self) -> list[Endpoint]:
        """What can be asked."""
        return [
            Endpoint("GET", "/rooms", self.all, "Every room with its seats.", list[RoomRow]),
            Endpoint(
                "POST", "/rooms", self.open, "Open a room.", RoomRow, takes=NewRoom, status=201,
                allow=self._opener,
            ),
        ]  # fmt: skip

    async def all(self, _request: web.Request) -> Any:
        """Every room with its seats."""
        return [room.as_json() for room in self._lobby.rooms.values()]

    def _opener(self, request: web.Request) -> Account:
        """The caller, who may open some room at least."""
        account = caller(request, self._access)
        if not account.may("player"):
            raise RefusedError(401, "a valid token is needed to open a room")
        if not self._lobby.settings.open_rooms and not account.may("organiser"):
            raise RefusedError(403, "only organisers open rooms here")
        return account

    async def open(self, request: web.Request, wanted: NewRoom) -> Any:
        """Open a room."""
        account = self._opener(request)
        check_may_open(account, wanted, self._lobby.settings)
        if self._lobby.closing:
            raise RefusedError(503, "the server is closing")
        if wanted.room_id.startswith(LADDER):
            raise RefusedError(403, f"rooms of {LADDER} are opened by the ladder")
        if wanted.room_id in self._lobby.rooms:
            raise RefusedError(409, f"room {wanted.room_id} exists already")
        try:
            spec = spec_of(wanted, self._lobby)
            return self._lobby.open_for(account, request.remote, spec).as_json()
        except CapacityError as error:
            raise RefusedError(503, str(error), "server_full") from None
