"""Tournaments at a server: begun and cancelled by organisers, followed by everybody."""

import asyncio
from typing import Any

import structlog
from aiohttp import web

from arena.api.auth import caller, require
from arena.api.endpoint import Endpoint, is_id
from arena.api.responses import RefusedError
from arena.api.tournament_models import (
    NewTournament,
    TournamentDetails,
    TournamentPage,
    TournamentQuery,
    TournamentRow,
)
from arena.errors import ArenaError
from arena.hosting.accounts import Access
from arena.match.visibility import Account
from arena.plugins.manager import Plugins
from arena.settings import Settings
from arena.store import Store
from arena.tournament.entry import entered, put_back
from arena.tournament.live_tables import Followed
from arena.tournament.plan import listed
from arena.tournament.service import HERE, TournamentService
from arena.tournament.store_repository import StoreRepository, kept
from engine.errors import GameError

log = structlog.get_logger()
ENOUGH = "enough tournaments run and wait already; try again later"
NO_STORE = "this server has no store to keep tournaments in; give it --db"


class TournamentEndpoints:
    """The endpoints of tournaments; all that takes time is done in threads."""

    def __init__(
        self, access: Access, plugins: Plugins, settings: Settings, store: Store | None
    ) -> None:
        self._access = access
        self._plugins = plugins
        self._settings = settings
        self._blocking = BlockingCalls(plugins, settings, store) if store else None
        self._looking: set[asyncio.Task[None]] = set()
        self._tables = asyncio.Lock()
        """One at a time works out tables: the rooms want the processor too."""

    def endpoints(self) -> list[Endpoint]:
        """Return the endpoints of this group."""
        path, one = "/api/tournaments", "/api/tournaments/{tournament_id}"
        begin = "Start a tournament; for organisers."
        cancel = "Cancel a tournament; for organisers. Its results are kept."
        return [
            Endpoint(
                "GET", path, self.all, "Tournaments, newest first.", TournamentPage,
                asks=TournamentQuery,
            ),
            Endpoint(
                "POST", path, self.begin, begin, TournamentRow, takes=NewTournament, status=201,
                allow=lambda request: require(request, self._access, "organiser"),
            ),
            Endpoint("GET", one, self.one, "One tournament and its tables.", TournamentDetails),
            Endpoint("POST", f"{one}/cancel", self.cancel, cancel, TournamentRow),
        ]  # fmt: skip

    async def all(self, _request: web.Request, query: TournamentQuery) -> Any:
        """Tournaments, newest first."""
        if self._blocking is None:
            return {"tournaments": [], "next": None}
        rows, more = await asyncio.to_thread(self._blocking.page, query.limit, query.before)
        return {"tournaments": rows, "next": more}

    async def one(self, request: web.Request) -> Any:
        """One tournament and its tables."""
        tournament_id = request.match_info["tournament_id"]
        found = None
        if self._blocking is not None and is_id(tournament_id):
            async with self._tables:
                found = await asyncio.to_thread(self._blocking.followed.whole, tournament_id)
        if found is None:
            raise RefusedError(404, f"there is no tournament {tournament_id[:64]!r}")
        return found

    async def seat_rows(self, tournament_id: str) -> list[dict[str, Any]] | None:
        """Every seat of every match; None if there is no such tournament."""
        if self._blocking is None:
            return None
        async with self._tables:
            return await asyncio.to_thread(self._blocking.followed.seat_rows, tournament_id)

    async def begin(self, request: web.Request, wanted: NewTournament) -> Any:
        """Begin a tournament, or have it wait for its turn."""
        blocking, account = self._for_organiser(request), caller(request, self._access)
        return await asyncio.to_thread(blocking.begin, wanted, account.id)

    async def cancel(self, request: web.Request) -> Any:
        """End a tournament for good."""
        blocking, tournament_id = self._for_organiser(request), request.match_info["tournament_id"]
        if not is_id(tournament_id):
            raise RefusedError(404, "there is no such tournament")
        account = caller(request, self._access)
        return await asyncio.to_thread(blocking.cancel, tournament_id, account)

    def _for_organiser(self, request: web.Request) -> "BlockingCalls":
        require(request, self._access, "organiser")
        if self._blocking is None:
            raise RefusedError(409, NO_STORE)
        return self._blocking

    @property
    def busy(self) -> int:
        """The number of tournaments that run or wait."""
        return self._blocking.service.busy if self._blocking is not None else 0

    @property
    def failed(self) -> list[str]:
        """The tournaments whose run has ended by an error."""
        return self._blocking.service.failed if self._blocking is not None else []

    async def go_on(self) -> None:
        """Go on with what an earlier run of the server has not finished."""
        if self._blocking is not None:
            await asyncio.to_thread(self._blocking.go_on)

    def look_at_bans(self) -> None:
        """Ask the bots of banned accounts no more, in tournaments that run; soon, in a thread."""
        if self._blocking is not None:
            task = asyncio.create_task(asyncio.to_thread(self._blocking.bar))
            self._looking.add(task)
            task.add_done_callback(self._looking.discard)

    async def close(self) -> None:
        """Stop all runs where they are; the next start goes on with them."""
        if self._blocking is not None:
            await asyncio.to_thread(self._blocking.service.close)


class BlockingCalls:
    """The calls of the tournament API that may take a while; each runs in a thread."""

    def __init__(self, plugins: Plugins, settings: Settings, store: Store) -> None:
        self._plugins = plugins
        self._settings = settings
        self._store = store
        self._repository = StoreRepository(store)
        at_once = settings.tournaments_at_once
        self.service = TournamentService(
            self._repository, plugins, jobs=settings.tournament_jobs, at_once=at_once
        )
        self.followed = Followed(store, self.service)

    def page(self, limit: int, before: str | None) -> tuple[list[dict[str, Any]], str | None]:
        """Tournaments from the newest on, and where the list goes on."""
        found = self._store.tournaments.page(limit + 1, before)
        more = found[limit - 1].cursor if len(found) > limit else None
        return [self.followed.row(each) for each in found[:limit]], more

    def begin(self, wanted: NewTournament, owner: int = 0) -> dict[str, Any]:
        """A new tournament's row."""
        limits = self._settings
        if self.service.busy >= limits.tournaments_at_once + limits.tournaments_waiting:
            raise RefusedError(503, ENOUGH, "server_full")
        settings = wanted.model_dump(exclude_none=True)
        game = self._plugins.game(wanted.game)
        names = listed(settings, "bots")
        most = most_matches(wanted, len(names), wanted.seats or game.default_seats)
        if most > limits.tournament_matches:
            raise RefusedError(
                400, f"up to {most} matches; {limits.tournament_matches} is the limit here"
            )
        settings["bots"] = entered(names, game.name, self._plugins, self._store.bots)
        tournament_id = self.service.start(settings)
        if owner:
            self._store.tournaments.set_owner(tournament_id, owner)
        return self._row(tournament_id)

    def cancel(self, tournament_id: str, account: Account) -> dict[str, Any]:
        """End a tournament, whoever runs it; its row."""
        found = self._store.tournaments.tournament(tournament_id)
        if found is None:
            raise RefusedError(404, f"there is no tournament {tournament_id!r}")
        if found.owner not in (None, account.id) and not account.may("moderator"):
            raise RefusedError(403, "a tournament is cancelled by who began it, or a moderator")
        if kept(found).plan.drawn is not None:
            raise RefusedError(409, f"{tournament_id} is an event: POST /api/events/ID/acts")
        if found.state != "running":
            raise RefusedError(409, f"{tournament_id} is {found.state} already")
        if tournament_id in self.service:
            self.service.cancel(tournament_id)
        else:
            self._repository.close(tournament_id, "cancelled", None)
        return self._row(tournament_id)

    def _row(self, tournament_id: str) -> dict[str, Any]:
        found = self._store.tournaments.tournament(tournament_id)
        assert found is not None
        return self.followed.row(found)

    def bar(self) -> None:
        """Ask the bots of banned accounts no more."""
        bots = self._store.bots
        allowed = {version.id for version in bots.versions(banned=False)}
        self.service.bar(version.id for version in bots.versions() if version.id not in allowed)

    def go_on(self) -> None:
        """Resume what a server began; what the command line began is left to it."""
        self.bar()
        for found in reversed(self._store.tournaments.all("running")):
            if f"-{HERE}-" not in found.id:
                continue
            try:
                put_back(kept(found).plan.entrants, self._store.bots)
                self.service.resume(found.id)
            except (ArenaError, GameError) as error:
                log.warning("tournament_not_resumed", tournament=found.id, reason=str(error))
            else:
                log.info("tournament_resumed", tournament=found.id)


def most_matches(wanted: NewTournament, bots: int, seats: int) -> int:
    """Return how many matches it can come to."""
    if wanted.format == "swiss":
        return wanted.deals * wanted.rounds * max(bots, seats)
    tables = {"gauntlet": wanted.challengers, "compare": 2}.get(wanted.format, 1)
    return wanted.deals * tables * seats
