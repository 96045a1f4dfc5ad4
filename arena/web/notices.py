"""Lines above every page: the announcement, maintenance, and whether the reader has messages."""

import asyncio
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING

from aiohttp import web
from aiohttp.typedefs import Handler

from arena.api.auth import COOKIE, in_browser
from arena.errors import StoreError

if TYPE_CHECKING:
    from arena.api.admin import AdminEndpoints
    from arena.hosting.accounts import Access
    from arena.store import Store


@dataclass(frozen=True, slots=True)
class Notices:
    """What stands above a page."""

    announcement: str = ""
    maintenance: str = ""
    unread: int = 0


_shown: ContextVar[Notices] = ContextVar("notices", default=Notices())  # noqa: B039  # frozen


def current_notices() -> Notices:
    """Return what stands above the page that is being made."""
    return _shown.get()


def add_notices(
    app: web.Application, admin: "AdminEndpoints", access: "Access", store: "Store | None"
) -> None:
    """Put notices above the pages of an application."""

    def unread(request: web.Request) -> int:
        account = in_browser(request, access)
        return store.messages.unread(account.id) if store is not None and account.id else 0

    @web.middleware
    async def note(request: web.Request, handler: Handler) -> web.StreamResponse:
        if "text/html" in request.headers.get("Accept", "") and request.method == "GET":
            told = await admin.notices(request)
            number = 0
            if COOKIE in request.cookies:
                try:
                    number = await asyncio.to_thread(unread, request)
                except StoreError:
                    number = 0  # a page is worth more than its notices
            _shown.set(Notices(**told, unread=number))
        return await handler(request)

    app.middlewares.append(note)
