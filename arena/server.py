"""The aiohttp server: WebSockets, and the few REST routes at the root."""

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from importlib.resources import files
from typing import Any

import structlog
from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from arena.clock import ClockRules
from arena.errors import ArenaError
from arena.lobby import Lobby, house_bot
from arena.plugins import Plugins, load_plugins
from arena.room_spec import DEFAULT_CLOCK, RoomSpec
from arena.settings import Settings
from arena.sockets import converse
from engine.errors import GameError
from engine.rng import Deals
from protocol.codec import encode, first_problem
from protocol.messages import Identifier

log = structlog.get_logger()
web_log = logging.getLogger("aiohttp.server")


class NewRoom(BaseModel):
    """The body of POST /rooms."""

    model_config = ConfigDict(extra="forbid")

    room_id: Identifier
    game: str | None = None
    seats: int | None = None
    num_ai_players: int | None = Field(default=None, ge=0)
    bots: list[str] | None = None
    config: dict[str, Any] = Field(default_factory=dict)
    variants: list[str] = Field(default_factory=list)
    time: dict[str, int] | None = None
    deals: dict[str, Any] | None = None


class Server:
    """Rooms behind routes."""

    def __init__(self, plugins: Plugins, settings: Settings) -> None:
        self.settings = settings
        self.lobby = Lobby(plugins, settings)
        self.app = web.Application()
        self.app.add_routes(
            [
                web.get("/", self.home),
                web.get("/ws", self.socket),
                web.get("/ws/{room_id}", self.socket),
                web.get("/health", self.health),
                web.get("/status", self.status),
                web.get("/rooms", self.rooms),
                web.post("/rooms", self.new_room),
            ]
        )
        plugins.tell("arena_add_routes", app=self.app)
        self.app.on_startup.append(self._startup)
        self.app.on_shutdown.append(self._shutdown)

    async def _startup(self, _app: web.Application) -> None:
        self.lobby.lag.start()

    async def _shutdown(self, _app: web.Application) -> None:
        self.lobby.lag.stop()
        self.lobby.close_all()

    async def home(self, request: web.Request) -> web.StreamResponse:
        """A page about the rooms, or a WebSocket for clients that connect at the root."""
        if request.headers.get("Upgrade", "").lower() == "websocket":
            return await self.socket(request)
        page = files("arena").joinpath("web", "index.html").read_text(encoding="utf-8")
        return web.Response(text=page, content_type="text/html")

    async def socket(self, request: web.Request) -> web.StreamResponse:
        """One peer's WebSocket."""
        return await converse(request, self.lobby, self.settings)

    async def health(self, _request: web.Request) -> web.Response:
        """Alive, and how late the process wakes up in all."""
        return answer({"status": "ok", "lag_ms": round(self.lobby.lag.total * 1000)})

    async def status(self, _request: web.Request) -> web.Response:
        """How busy the server is."""
        running, most = self.lobby.running, self.settings.max_games
        return answer(
            {
                "active_rooms": len(self.lobby.rooms),
                "active_games": running,
                "capacity_used": running / most,
                "max_games": most,
            }
        )

    async def rooms(self, _request: web.Request) -> web.Response:
        """Every room with its seats."""
        return answer([room.as_json() for room in self.lobby.rooms.values()])

    async def new_room(self, request: web.Request) -> web.Response:
        """Open a room."""
        try:
            wanted = NewRoom.model_validate_json(await request.read())
            room = self.lobby.open(self._spec(wanted))
        except ValidationError as error:
            return refusal("invalid_message", first_problem(error))
        except (ArenaError, GameError, TypeError) as error:
            return refusal("not_allowed", str(error))
        return answer(room.as_json(), status=201)

    def _spec(self, wanted: NewRoom) -> RoomSpec:
        game = self.lobby.plugins.game(wanted.game or self.settings.default_game)
        seats = wanted.seats or game.default_seats
        bots = wanted.bots
        if bots is None:
            number = seats - 1 if wanted.num_ai_players is None else wanted.num_ai_players
            bots = [house_bot(self.lobby.plugins, game.name)] * number
        return RoomSpec(
            room_id=wanted.room_id,
            game=game.name,
            seats=seats,
            config=wanted.config,
            variants=tuple(wanted.variants),
            bots=tuple(bots),
            clock=ClockRules(**wanted.time) if wanted.time else DEFAULT_CLOCK,
            deals=Deals.from_json(wanted.deals) if wanted.deals else None,
        )


def answer(data: Any, status: int = 200) -> web.Response:
    """A JSON response."""
    return web.Response(body=encode(data), status=status, content_type="application/json")


def refusal(code: str, message: str) -> web.Response:
    """An error in REST's form."""
    return answer({"error": {"code": code, "message": message}}, status=400)


def bad_request_is_no_error(record: logging.LogRecord) -> bool:
    """Log what is no HTTP at all as one warning: it is the other end's fault."""
    problem = record.exc_info[1] if record.exc_info else None
    if isinstance(problem, HttpProcessingError):
        record.levelno, record.levelname = logging.WARNING, "WARNING"
        record.msg, record.args = "bad request: %s", (problem.message.strip(),)
        record.exc_info = None
    return True


class Running:
    """A server that listens."""

    def __init__(self, server: Server, port: int) -> None:
        self.server = server
        self.lobby = server.lobby
        self.port = port
        self.url = f"http://{server.settings.host}:{port}"


@asynccontextmanager
async def running_server(
    *,
    rooms: Sequence[RoomSpec] = (),
    plugins: Plugins | None = None,
    settings: Settings | None = None,
) -> AsyncIterator[Running]:
    """A real server on its port with these rooms open, stopped at the end."""
    settings = settings or Settings()
    server = Server(plugins or load_plugins(), settings)
    web_log.addFilter(bad_request_is_no_error)
    runner = web.AppRunner(server.app, access_log=None, handle_signals=False, shutdown_timeout=2)
    await runner.setup()
    try:
        for spec in rooms:
            server.lobby.open(spec)
        site = web.TCPSite(runner, settings.host, settings.port)
        await site.start()
        port = runner.addresses[0][1]
        yield Running(server, port)
    finally:
        await runner.cleanup()


def new_event_loop() -> asyncio.AbstractEventLoop:
    """uvloop's where there is one, else the standard library's."""
    try:
        import uvloop
    except ImportError:
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()
