"""A browser's session: made from a pasted token, known by a cookie no script can read."""

from typing import Annotated, Any

from aiohttp import web
from pydantic import BaseModel, Field

from arena.api.auth import COOKIE, caller
from arena.api.endpoint import SMALL, Body, Endpoint
from arena.api.responses import RefusedError, answer
from arena.hosting.accounts import Access, UnknownTokenError
from arena.match.visibility import Role


class Login(Body):
    """The body of POST /api/session."""

    token: Annotated[str, Field(min_length=1, max_length=256)]


class Whoami(BaseModel):
    """The caller; without a token the name is empty."""

    name: str
    role: Role


class Sessions:
    """The endpoints of the browser's session."""

    def __init__(self, access: Access) -> None:
        self._access = access

    def endpoints(self) -> list[Endpoint]:
        """Return the endpoints of this group."""
        path = "/api/session"
        return [
            Endpoint("GET", path, self.who, "Who the caller is.", Whoami),
            Endpoint(
                "POST",
                path,
                self.open,
                "Start a session with a token.",
                Whoami,
                takes=Login,
                most=SMALL,
            ),
            Endpoint("DELETE", path, self.close, "End the session.", status=204),
        ]

    async def who(self, request: web.Request) -> Any:
        """Return who the caller is."""
        account = caller(request, self._access)
        return {"name": account.name, "role": account.role}

    async def open(self, request: web.Request, login: Login) -> web.Response:
        """Begin a session; the cookie goes to this site alone and to no script."""
        try:
            account = self._access.with_token(login.token, request.remote)
            key = self._access.open_session(login.token, request.remote)
        except UnknownTokenError as error:
            raise RefusedError(401, str(error)) from None
        response = answer({"name": account.name, "role": account.role})
        response.set_cookie(
            COOKIE,
            key,
            max_age=int(self._access.settings.session_seconds),
            httponly=True,
            samesite="Strict",
            secure=request.secure,
        )
        return response

    async def close(self, request: web.Request) -> web.Response:
        """End the session, here and in the browser."""
        self._access.close_session(request.cookies.get(COOKIE, ""))
        response = web.Response(status=204)
        response.del_cookie(COOKIE, httponly=True, samesite="Strict", secure=request.secure)
        return response
