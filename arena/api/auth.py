"""The caller of a request: by the Authorization header, else by the session cookie."""

from typing import Final
from urllib.parse import urlsplit

from aiohttp import hdrs, web

from arena.api.responses import RefusedError
from arena.hosting.accounts import Access, UnknownTokenError
from arena.match.visibility import Account, Role
from arena.settings import Settings, is_loopback

COOKIE: Final = "arena_session"
BEARER: Final = "bearer"


def caller(request: web.Request, access: Access) -> Account:
    """The account behind a request; RefusedError for a token nobody was given."""
    token = shown_token(request)
    if token is None:
        return in_browser(request, access)
    try:
        return access.with_token(token, request.remote)
    except UnknownTokenError as error:
        raise RefusedError(401, str(error)) from None


def shown_token(request: web.Request) -> str | None:
    """The token in the Authorization header, whatever it is worth."""
    said = request.headers.get(hdrs.AUTHORIZATION)
    if said is None:
        return None
    scheme, _, token = said.partition(" ")
    if scheme.lower() != BEARER or not token.strip():
        raise RefusedError(401, "Authorization is `Bearer TOKEN`")
    return token.strip()


def in_browser(request: web.Request, access: Access) -> Account:
    """The owner of a session; a page of another site never speaks for a session."""
    session = request.cookies.get(COOKIE)
    if not session or not _from_own_page(request, access.settings):
        return access.anybody
    return access.in_session(session)


def _from_own_page(request: web.Request, settings: Settings) -> bool:
    return hdrs.ORIGIN not in request.headers or is_own_origin(request, settings)


def require(request: web.Request, access: Access, role: Role) -> Account:
    """The caller, who has at least this role; RefusedError tells what is missing."""
    account = caller(request, access)
    if account.may(role):
        return account
    if account.id:
        raise RefusedError(403, f"this is for the role {role}; {account.name} is {account.role}")
    raise RefusedError(401, f"a token of the role {role} is needed")


def is_own_origin(request: web.Request, settings: Settings) -> bool:
    """Return whether a request comes from a page of this server.

    A private server has a name of this machine: else a page could call its own host by our address.
    """
    try:
        origin, host = urlsplit(request.headers.get(hdrs.ORIGIN, "")), urlsplit(f"//{request.host}")
        ours = not settings.private or is_loopback(host.hostname)
    except ValueError:
        return False
    return ours and origin.netloc == request.host
