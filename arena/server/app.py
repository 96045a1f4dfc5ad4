"""The aiohttp server: WebSockets, the API, and how it all starts and stops."""

import asyncio
import logging
import ssl
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial

import structlog
from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError

from arena.agents.entrance import add_mcp
from arena.api.account import OwnAccountEndpoints
from arena.api.accounts import AccountEndpoints
from arena.api.admin import AdminEndpoints
from arena.api.advice import AdviceEndpoints
from arena.api.auth import caller
from arena.api.bodies import BODIES, Bodies
from arena.api.bots import BotEndpoints
from arena.api.challenges import ChallengeEndpoints
from arena.api.classes import ClassEndpoints
from arena.api.endpoint import Endpoint
from arena.api.events import EventEndpoints
from arena.api.frames import FrameEndpoints
from arena.api.games import Games
from arena.api.health import HealthEndpoints
from arena.api.leaderboard import LeaderboardEndpoints
from arena.api.logs import LogEndpoints
from arena.api.maintenance import add_maintenance
from arena.api.matches import MatchEndpoints
from arena.api.middleware import Middleware
from arena.api.openapi import with_document
from arena.api.overview import Overview
from arena.api.replay import ReplayEndpoints
from arena.api.reports import ReportEndpoints
from arena.api.rooms import Rooms
from arena.api.seasons import SeasonEndpoints
from arena.api.session import Sessions
from arena.api.tokens import TokenEndpoints
from arena.api.tournament_results import TournamentResults
from arena.api.tournaments import TournamentEndpoints
from arena.api.watch import Watch
from arena.errors import ArenaError
from arena.event_loop import rare_collections
from arena.events.service import EventService
from arena.events.table_player import TablePlayer
from arena.hosting.accounts import Access
from arena.hosting.connections import BoundedRunner, BoundedSite, Connections
from arena.hosting.game_settings import check_games
from arena.hosting.lobby import Lobby
from arena.hosting.match_finder import MatchFinder
from arena.hosting.metrics import Metrics
from arena.hosting.moderation import Moderation
from arena.hosting.recovery import resume_all
from arena.hosting.store_journal import StoreJournal
from arena.hosting.websockets import SocketPeer, converse
from arena.ladder.ladder import no_ladder
from arena.ladder.service import LadderService, log_failure
from arena.match.log import write_log
from arena.plugins.manager import Plugins, load_plugins
from arena.room.room import Room
from arena.settings import Settings, SettingsError
from arena.store import Store, open_store
from arena.table.spec import RoomSpec
from arena.web.admin import add_admin
from arena.web.docs import add_docs
from arena.web.embeds import add_embeds, featured
from arena.web.ladder import LadderPages, add_ladder
from arena.web.notices import add_notices
from arena.web.page_source import RoomSource, add_feeds
from arena.web.pages import add_pages, lobby_page
from arena.web.rules_pages import add_rules
from arena.web.tournaments import add_tournaments
from protocol.codec import encode

log = structlog.get_logger()
web_log = logging.getLogger("aiohttp.server")
API_VERSION = "1"
CLOSING = "the server is closing"
RESUMING = "the resuming of tournaments"


class Server:
    """Rooms behind routes."""

    def __init__(self, plugins: Plugins, settings: Settings, store: Store | None = None) -> None:
        check_games(settings, plugins)
        self.settings = settings
        self.store = store
        self.lobby = Lobby(plugins, settings)
        self.access = Access(settings, store.tokens if store else None)
        self.access.check_start()
        self.lobby.identify = self.access.find
        self.metrics = Metrics(self.lobby)
        self.peers: set[SocketPeer] = set()
        self._going_on: asyncio.Task[None] | None = None
        self._watching: asyncio.Task[None] | None = None
        self.app = web.Application(client_max_size=settings.max_body)
        self.app[BODIES] = Bodies(settings.body_seconds)
        self.connections = Connections(settings)
        Middleware(settings, self.metrics, self.connections).protect(self.app)
        self.operations = HealthEndpoints(self.lobby, self.metrics, store)
        self.finder = MatchFinder(self.lobby, store)
        self.ladder = LadderService(self.lobby, store) if store and settings.ladder else None
        if self.ladder is not None:
            self.operations.checks.append(self.ladder.health)
        self.events = EventService(TablePlayer(self.lobby, store), store) if store else None
        if self.events is not None:
            self.operations.checks.append(self.events.health)
            self.finder.sealed = self.events.sealed
            if self.ladder is not None:
                self.events.on_void.append(self.ladder.ratings.recount)
        self.lobby.choose_room = self.ladder.ladder.choose_room if self.ladder else no_ladder
        self.tournaments = TournamentEndpoints(self.access, plugins, settings, store)
        self.watch = Watch(self.lobby, self.operations, store, self.ladder, self.tournaments)
        self.operations.checks.append(self._tournaments_go_on)
        self.metrics.registry.register(self.watch)
        self.moderation = self._moderation() if store else None
        overview = Overview(self.lobby, self.watch, self.peers, store, self.ladder)
        self.admin = AdminEndpoints(self.access, self.lobby, overview, self.moderation, store)
        self.seasons = SeasonEndpoints(self.access, self.ladder, self.moderation)
        add_maintenance(self.app, self.lobby)
        self.event_endpoints = EventEndpoints(self.access, self.events)
        self.endpoints = with_document(self._all_endpoints(plugins), API_VERSION)
        for endpoint in self.endpoints:
            endpoint.add_to(self.app)
        self.source = RoomSource(
            self.lobby, self.access, self.finder, ladder=self.ladder is not None
        )
        self._add_pages(plugins)
        plugins.tell("arena_add_routes", app=self.app)
        self.app.on_startup.append(self._startup)
        self.app.on_shutdown.append(self._shutdown)
        if settings.replay_dir is not None:
            settings.replay_dir.mkdir(parents=True, exist_ok=True)
            self.lobby.on_over.append(self._keep_replay)

    def _all_endpoints(self, plugins: Plugins) -> list[Endpoint]:
        """Return every endpoint of the API, group by group."""
        matches = MatchEndpoints(self.finder, self.access)
        tokens, house = self.store.tokens if self.store else None, frozenset(plugins.bots)
        groups = (
            self.operations,
            Rooms(self.lobby, self.access),
            Games(plugins),
            matches,
            FrameEndpoints(matches, self.finder, plugins, self.access.quotas.advice),
            ReplayEndpoints(plugins, self.access.quotas.replays),
            AdviceEndpoints(matches, self.finder, plugins, self.access.quotas.advice),
            LogEndpoints(matches, self.access, self.store),
            self.tournaments,
            TournamentResults(self.tournaments),
            self.event_endpoints,
            Sessions(self.access),
            TokenEndpoints(self.access, tokens, self.moderation),
            self.admin,
            AccountEndpoints(self.access, tokens, house),
            OwnAccountEndpoints(self.access, self.store, self.moderation, house),
            BotEndpoints(self.access, self.ladder),
            LeaderboardEndpoints(self.ladder),
            ReportEndpoints(self.access, self.ladder),
            self.seasons,
            ClassEndpoints(self.access, self.ladder, self.moderation),
            ChallengeEndpoints(self.access, self.ladder),
        )
        return [endpoint for group in groups for endpoint in group.endpoints()]

    def _add_pages(self, plugins: Plugins) -> None:
        """Serve the pages, and the WebSockets."""
        add_notices(self.app, self.admin, self.access, self.store)
        without = [] if self.store else ["/t"]
        without += [] if self.ladder else ["/l", "/submit"]
        add_pages(self.app, self.source, without)
        add_feeds(self.app, self.source)
        add_embeds(self.app, self.source, self.finder, self.settings.embed_origins)
        add_docs(self.app, plugins)
        add_rules(self.app, plugins)
        ladder = self.ladder is not None
        add_tournaments(self.app, self.tournaments, self.event_endpoints, plugins, ladder=ladder)
        add_ladder(self.app, LadderPages(self.ladder, self.finder, self.access))
        add_admin(self.app, self.admin, self.seasons, self.access)
        self.app.router.add_get("/", self.home)
        add_mcp(self.app, self.lobby, self.access, self.finder)
        self.app.router.add_get("/ws", self.socket)
        self.app.router.add_get("/ws/{room_id}", self.socket)

    def _moderation(self) -> Moderation:
        """Return what carries out acts of moderation, wired to all that must hear of them."""
        assert self.store is not None
        moderation = Moderation(self.store, self.lobby, self.access, self.peers)
        if self.ladder is not None:
            moderation.on_ban.append(self.ladder.stop_bots_of)
            moderation.on_void.append(self.ladder.ratings.recount)
            moderation.on_change.append(self.ladder.look_again)
        if self.events is not None:
            moderation.on_ban.append(self.events.withdraw_all_of)
            moderation.on_change.append(self.events.look_again)
        moderation.on_ban.append(lambda _account: self.tournaments.look_at_bans())
        moderation.on_change.append(self.tournaments.look_at_bans)
        return moderation

    async def _startup(self, _app: web.Application) -> None:
        self.lobby.lag.start()
        if self.store is not None:
            self.store.attach(asyncio.get_running_loop())
            self.lobby.journal = journal = StoreJournal(self.store)
            assert self.moderation is not None
            self.moderation.load()
            resumed = resume_all(self.lobby, self.store, journal, self.settings.resume_seconds)
            log.info("store_opened", matches_resumed=resumed)
            self._going_on = asyncio.create_task(self.tournaments.go_on())
            self._going_on.add_done_callback(partial(log_failure, RESUMING))
        if self.events is not None:
            await self.events.start()
        if self.ladder is not None:
            self.ladder.start()
        self._watching = asyncio.create_task(self.watch.run())

    async def _tournaments_go_on(self) -> str:
        """Return whether tournaments of an earlier run of the server could not be resumed."""
        task = self._going_on
        failed = task is not None and task.done() and task.exception() is not None
        return f"{RESUMING} stopped; the operator's log says why" * failed

    async def _shutdown(self, _app: web.Application) -> None:
        """Refuse newcomers, announce the stop, and leave running matches where they stand."""
        self.lobby.closing = True
        frame = encode({"type": "closing", "reason": CLOSING})
        for peer in list(self.peers):
            if peer.full:
                peer.push(frame)  # past the mailbox, which a spectator may never empty
        self.lobby.lag.stop()
        if self._watching is not None:
            self._watching.cancel()
        if self.ladder is not None:
            await self.ladder.stop()
        if self.events is not None:
            await self.events.stop()
        self.lobby.close_all()
        for peer in list(self.peers):
            peer.close(1001, CLOSING)
        if self._going_on is not None:
            await asyncio.wait({self._going_on})
        await self.tournaments.close()
        if self.store is not None:
            await asyncio.to_thread(self.store.close)

    def _keep_replay(self, room: Room) -> None:
        assert self.settings.replay_dir is not None
        if room.state == "over":
            write_log(room.match, self.settings.replay_dir / f"{room.match_id}.jsonl")

    async def home(self, request: web.Request) -> web.StreamResponse:
        """The page of live tables, or a WebSocket for clients that connect at the root."""
        if request.headers.get("Upgrade", "").lower() == "websocket":
            return await self.socket(request)
        watched = await featured(self.source, self.finder, request)
        return await lobby_page(self.source, tv=watched is not None)

    async def socket(self, request: web.Request) -> web.StreamResponse:
        """One peer's WebSocket."""
        self.metrics.connections.inc()
        account = caller(request, self.access)
        return await converse(request, self.lobby, self.settings, self.peers, account)


def bad_request_is_no_error(record: logging.LogRecord) -> bool:
    """Log what is no HTTP, or no such body, as one warning: it is the other end's fault."""
    problem = record.exc_info[1] if record.exc_info else None
    if isinstance(problem, HttpProcessingError | web.RequestPayloadError):
        record.levelno, record.levelname = logging.WARNING, "WARNING"
        record.msg, record.args = "bad request: %s", (_said(problem),)
        record.exc_info = None
    return True


def _said(problem: HttpProcessingError | web.RequestPayloadError) -> str:
    return problem.message.strip() if isinstance(problem, HttpProcessingError) else str(problem)


class Running:
    """A server that listens."""

    def __init__(self, server: Server, port: int) -> None:
        self.server = server
        self.lobby = server.lobby
        self.port = port
        scheme = "https" if server.settings.tls else "http"
        host = server.settings.host
        self.url = f"{scheme}://[{host}]:{port}" if ":" in host else f"{scheme}://{host}:{port}"


@asynccontextmanager
async def running_server(
    *,
    rooms: Sequence[RoomSpec] = (),
    plugins: Plugins | None = None,
    settings: Settings | None = None,
) -> AsyncIterator[Running]:
    """A real server on its port with these rooms open, stopped at the end."""
    settings, plugins = settings or Settings(), plugins or load_plugins()
    server = new_server(plugins, settings)
    web_log.addFilter(bad_request_is_no_error)
    runner = BoundedRunner(server.app, server.connections)
    await runner.setup()
    try:
        for spec in rooms:
            server.lobby.open(spec)
        tls = tls_context(settings)
        site = BoundedSite(runner, settings.host, settings.port, ssl_context=tls)
        await site.start()
        running = Running(server, runner.addresses[0][1])
        log.info("server_started", url=running.url)
        with rare_collections():
            yield running
        await runner.cleanup()
        log.info("server_stopped")
    finally:
        await runner.cleanup()


def new_server(plugins: Plugins, settings: Settings) -> Server:
    """A server with the store that the settings name, which no other server may use meanwhile."""
    store = store_of(settings, plugins)
    try:
        if store is not None:
            store.serve_alone()
        return Server(plugins, settings, store)
    except ArenaError:
        if store is not None:
            store.close()
        raise


def store_of(settings: Settings, plugins: Plugins) -> Store | None:
    """The store that the settings name: a plugin's, else ours; a new SQLite file is made."""
    if not settings.db:
        return None
    made: Store | None = plugins.ask("arena_make_store", url=settings.db)
    return made or open_store(settings.db, create=True)


def tls_context(settings: Settings) -> ssl.SSLContext | None:
    """The certificate a server shows; SettingsError says what is wrong with it."""
    if settings.cert is None:
        return None
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    try:
        context.load_cert_chain(settings.cert, settings.key)
    except OSError as error:  # of SSL too
        reason = error.strerror or error
        raise SettingsError(f"cert {settings.cert}, key {settings.key}: {reason}") from None
    return context
