"""Events at a server: set up by organisers, directed by who set them up, followed by everybody."""

import asyncio
from typing import TYPE_CHECKING, Any, Final

from aiohttp import web

from arena.api.auth import caller, require
from arena.api.endpoint import Endpoint, is_id
from arena.api.event_models import EventAct, EventDetails, EventList, EventListRow, NewEntrant
from arena.api.responses import RefusedError
from arena.errors import UnknownNameError
from arena.events.overview import details, row
from arena.events.request import NewEvent
from arena.events.state import NotDirectorError, directs
from arena.hosting.accounts import Access
from arena.match.visibility import Account

if TYPE_CHECKING:
    from arena.events.service import EventService

NO_STORE: Final = "this server has no store to keep events in; give it --db"
ONE: Final = "/api/events/{event_id}"


class EventEndpoints:
    """The endpoints of events."""

    def __init__(self, access: Access, service: "EventService | None") -> None:
        self._access = access
        self._service = service

    def endpoints(self) -> list[Endpoint]:
        """Return the endpoints of this group."""
        return [
            Endpoint("GET", "/api/events", self.all, "Events, newest first.", EventList),
            Endpoint(
                "POST", "/api/events", self.create, "Set up an event; for organisers.",
                EventListRow, takes=NewEvent, status=201,
                allow=lambda request: require(request, self._access, "organiser"),
            ),
            Endpoint("GET", ONE, self.one, "One event: entrants, rounds, tables.", EventDetails),
            Endpoint(
                "POST", f"{ONE}/acts", self.act, "Direct an event that you set up.", EventDetails,
                takes=EventAct, allow=self._player,
            ),
            Endpoint(
                "POST", f"{ONE}/entrants", self.enter,
                "Enter an event: yourself where it is open, anybody if you direct it.",
                EventDetails, takes=NewEntrant, status=201, allow=self._player,
            ),
            Endpoint(
                "DELETE", f"{ONE}/entrants/{{name}}", self.withdraw,
                "Withdraw from the coming rounds: yourself, anybody if you direct it.", status=204,
            ),
        ]  # fmt: skip

    def _player(self, request: web.Request) -> Account:
        return require(request, self._access, "player")

    def _of(self, request: web.Request) -> "tuple[EventService, str]":
        event_id = request.match_info["event_id"]
        if self._service is None or not is_id(event_id):
            raise RefusedError(404, f"there is no event {event_id[:64]!r}")
        return self._service, event_id

    async def all(self, _request: web.Request) -> Any:
        """Events, newest first."""
        if self._service is None:
            return {"events": []}
        return {"events": [row(state) for state in await self._service.newest()]}

    async def create(self, request: web.Request, wanted: NewEvent) -> Any:
        """Set up an event."""
        account = require(request, self._access, "organiser")
        if self._service is None:
            raise RefusedError(409, NO_STORE)
        return row(await self._service.open(account, wanted))

    async def one(self, request: web.Request) -> Any:
        """One event."""
        service, event_id = self._of(request)
        return await self._details(service, event_id, caller(request, self._access))

    async def found(self, request: web.Request, event_id: str) -> Any:
        """Return an event for a page; None if there is none."""
        if self._service is None or await self._service.state(event_id) is None:
            return None
        return await self._details(self._service, event_id, caller(request, self._access))

    async def _details(self, service: "EventService", event_id: str, account: Account) -> Any:
        found = await service.state(event_id)
        if found is None:
            raise RefusedError(404, f"there is no event {event_id!r}")
        runner = service.find(event_id)
        game = service.plugins.game(found.settings.game)
        results = runner.results if runner is not None else await service.results(event_id)
        told = await asyncio.to_thread(details, found, game, results, runner)
        return told | {"directs": directs(account, found)}

    async def act(self, request: web.Request, wanted: EventAct) -> Any:
        """Do what a director asks for."""
        service, event_id = self._of(request)
        account = self._player(request)
        try:
            if wanted.act == "void-table":
                await service.void_table(
                    account, event_id, wanted.round, wanted.table, wanted.reason, fresh=wanted.fresh
                )
            else:
                await service.act(account, event_id, wanted.act, wanted.rounds)
        except (NotDirectorError, UnknownNameError) as error:
            raise refusal(error) from None
        return await self._details(service, event_id, account)

    async def enter(self, request: web.Request, wanted: NewEntrant) -> Any:
        """Enter an event."""
        service, event_id = self._of(request)
        account = self._player(request)
        try:
            await service.enter(account, event_id, wanted.name)
        except NotDirectorError as error:
            raise refusal(error) from None
        return await self._details(service, event_id, account)

    async def withdraw(self, request: web.Request) -> Any:
        """Withdraw from the coming rounds."""
        service, event_id = self._of(request)
        account, name = self._player(request), request.match_info["name"]
        try:
            await service.withdraw(account, event_id, name)
        except (NotDirectorError, UnknownNameError) as error:
            raise refusal(error) from None


def refusal(error: NotDirectorError | UnknownNameError) -> RefusedError:
    """Return what a client is told who may not do something, or names what is not there."""
    return RefusedError(403 if isinstance(error, NotDirectorError) else 404, error.public)
