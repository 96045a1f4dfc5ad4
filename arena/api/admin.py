"""Moderation over the API: what the server does now, acts against misuse, and who did them."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from functools import wraps
from typing import Any

from aiohttp import web

from arena.api.admin_models import (
    AuditPage,
    AuditQuery,
    NewAnnouncement,
    NewMessage,
    Notices,
    Reason,
)
from arena.api.admin_models import Overview as OverviewAnswer
from arena.api.auth import require
from arena.api.endpoint import Endpoint, is_id
from arena.api.overview import Overview
from arena.api.responses import RefusedError
from arena.errors import DatabaseError, NotStoredError, StoreError
from arena.hosting.accounts import Access
from arena.hosting.lobby import Lobby
from arena.hosting.moderation import Announcement, Moderation, NotAllowedError
from arena.ladder.notes import plain
from arena.match.visibility import Account
from arena.store import Store

Handler = Callable[..., Awaitable[Any]]


def told(handle: Handler) -> Handler:
    """Have an act's errors answered with the status that says what kind they are."""

    @wraps(handle)
    async def handled(*given: Any) -> Any:
        try:
            return await handle(*given)
        except NotAllowedError as error:
            raise RefusedError(403, str(error)) from None
        except NotStoredError as error:
            raise RefusedError(404, error.public) from None
        except DatabaseError:
            raise
        except StoreError as error:
            raise RefusedError(409, error.public) from None

    return handled


class AdminEndpoints:
    """The endpoints of moderators."""

    def __init__(
        self,
        access: Access,
        lobby: Lobby,
        overview: Overview,
        moderation: Moderation | None,
        store: Store | None,
    ) -> None:
        self._access = access
        self._lobby = lobby
        self._overview = overview
        self._moderation = moderation
        self._store = store

    def endpoints(self) -> list[Endpoint]:
        """Return the endpoints of this group."""
        path, one, allow = "/api/admin", "/api/admin/accounts/{name}", self.moderator
        return [
            Endpoint("GET", "/api/notices", self.notices, "What everybody is told.", Notices),
            Endpoint(
                "GET", path, self.all, "The state of the server; for moderators.", OverviewAnswer
            ),
            Endpoint(
                "GET", f"{path}/audit", self.audit, "Acts of moderation; for moderators.",
                AuditPage, asks=AuditQuery,
            ),
            Endpoint(
                "POST", f"{path}/matches/{{match_id}}/void", told(self.void),
                "Take a match out of all counts; for moderators.", takes=Reason, status=204,
                allow=allow,
            ),
            Endpoint(
                "POST", f"{path}/bots/{{name}}/restore", told(self.restore),
                "Take a retired bot back; for moderators.", status=204,
            ),
            Endpoint(
                "POST", f"{one}/ban", told(self.ban), "Shut an account out; for moderators.",
                takes=Reason, status=204, allow=allow,
            ),
            Endpoint(
                "DELETE", f"{one}/ban", told(self.unban), "Let an account in; for moderators.",
                status=204,
            ),
            Endpoint(
                "POST", f"{one}/messages", told(self.message),
                "Leave a message for an account; for moderators.", takes=NewMessage, status=204,
                allow=allow,
            ),
            Endpoint(
                "POST", f"{path}/announcement", told(self.announce),
                "Show a line on every page; for moderators.", takes=NewAnnouncement, status=204,
                allow=allow,
            ),
            Endpoint(
                "DELETE", f"{path}/announcement", told(self.withdraw),
                "Withdraw the announcement; for moderators.", status=204,
            ),
            Endpoint(
                "POST", f"{path}/maintenance", told(self.maintain),
                "Begin no new matches; for admins.", takes=Reason, status=204, allow=self._admin,
            ),
            Endpoint(
                "DELETE", f"{path}/maintenance", told(self.end_maintenance),
                "Begin new matches again; for admins.", status=204,
            ),
        ]  # fmt: skip

    # -- reading

    async def notices(self, _request: web.Request) -> Any:
        """Return what everybody is told."""
        shown = self._moderation.announcement if self._moderation else None
        text = shown.text if shown is not None and shown.shown else ""
        return {"announcement": text, "maintenance": self._lobby.maintenance}

    async def all(self, request: web.Request) -> Any:
        """Return the state of the server."""
        self.moderator(request)
        return {**await self._overview.all(), "notices": await self.notices(request)}

    async def audit(self, request: web.Request, query: AuditQuery) -> Any:
        """Return acts of moderation, newest first."""
        self.moderator(request)
        if self._store is None:
            return {"acts": [], "next": None}
        found = await asyncio.to_thread(self._store.audit.page, query.limit + 1, query.before)
        more = found[query.limit - 1].id if len(found) > query.limit else None
        return {"acts": [asdict(act) for act in found[: query.limit]], "next": more}

    # -- acts

    async def void(self, request: web.Request, wanted: Reason) -> None:
        """Take a match out of all counts."""
        actor, moderation = self._acting(request)
        await moderation.void(actor, self._path(request, "match_id"), plain(wanted.reason))

    async def restore(self, request: web.Request) -> None:
        """Take a retired bot back."""
        actor, moderation = self._acting(request)
        await moderation.restore_bot(actor, self._path(request, "name"))

    async def ban(self, request: web.Request, wanted: Reason) -> None:
        """Shut an account out at once."""
        actor, moderation = self._acting(request)
        await moderation.ban(actor, self._path(request, "name"), plain(wanted.reason))

    async def unban(self, request: web.Request) -> None:
        """Let an account in again."""
        actor, moderation = self._acting(request)
        await moderation.unban(actor, self._path(request, "name"))

    async def message(self, request: web.Request, wanted: NewMessage) -> None:
        """Leave a message for an account."""
        actor, moderation = self._acting(request)
        await moderation.message(actor, self._path(request, "name"), plain(wanted.text))

    async def announce(self, request: web.Request, wanted: NewAnnouncement) -> None:
        """Show a line on every page."""
        actor, moderation = self._acting(request)
        await moderation.announce(actor, Announcement(plain(wanted.text), wanted.until))

    async def withdraw(self, request: web.Request) -> None:
        """Withdraw the announcement."""
        actor, moderation = self._acting(request)
        await moderation.announce(actor, None)

    async def maintain(self, request: web.Request, wanted: Reason) -> None:
        """Begin no new matches; those that run go on."""
        actor, moderation = self._acting(request, self._admin)
        await moderation.maintain(actor, plain(wanted.reason))

    async def end_maintenance(self, request: web.Request) -> None:
        """Begin new matches again."""
        actor, moderation = self._acting(request, self._admin)
        await moderation.maintain(actor, "")

    # -- who may

    def moderator(self, request: web.Request) -> Account:
        """The caller, who is a moderator at least."""
        return require(request, self._access, "moderator")

    def _admin(self, request: web.Request) -> Account:
        return require(request, self._access, "admin")

    def _acting(
        self, request: web.Request, allow: Callable[[web.Request], Account] | None = None
    ) -> tuple[Account, Moderation]:
        actor = (allow or self.moderator)(request)
        if self._moderation is None:
            raise RefusedError(409, "this server has no store to keep acts in; give it --db")
        return actor, self._moderation

    def _path(self, request: web.Request, key: str) -> str:
        value = request.match_info[key]
        if not is_id(value):
            raise RefusedError(404, f"there is no {value[:64]!r}")
        return value
