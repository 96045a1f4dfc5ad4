"""One address of the API: what it takes, what it gives, and who answers."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import structlog
from aiohttp import web
from pydantic import BaseModel, ConfigDict, ValidationError

from arena.api.bodies import BODIES
from arena.api.responses import RefusedError, answer
from arena.errors import ArenaError, DatabaseError
from arena.match.visibility import Account
from engine.errors import GameError
from protocol.codec import first_problem

log = structlog.get_logger()
M = TypeVar("M", bound=BaseModel)
SMALL: Final = 2048
"""Bytes of a body that anybody may send."""


class Body(BaseModel):
    """Base of what clients send: keys nobody knows are refused, so that a slip is noticed."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A route and everything its documentation needs; the models are what it really reads."""

    method: str
    path: str
    handle: Callable[..., Awaitable[Any]]
    """Called with the request, then the query and the body where the endpoint has them."""
    does: str
    gives: Any = None
    asks: type[Body] | None = None
    takes: type[BaseModel] | None = None
    status: int = 200
    media: str = "application/json"
    allow: Callable[[web.Request], Account] | None = None
    """Refuses who may not send a body, before any of it is read."""
    most: int = 0
    """Bytes of a body, where that is not `max_body`: few where anybody may send one."""

    async def run(self, request: web.Request) -> web.StreamResponse:
        """Read what was sent, have it handled, and answer."""
        given: list[Any] = [request]
        if self.asks is not None:
            given.append(read_query(self.asks, request))
        if self.takes is None:
            return await self._answered(given)
        sender = self.allow(request).id if self.allow is not None else 0
        usual = request.client_max_size
        async with request.app[BODIES].turn(sender, large=self.most > usual):
            given.append(await read_body(self.takes, request, self.most or usual))
            return await self._answered(given)

    async def _answered(self, given: list[Any]) -> web.StreamResponse:
        try:
            result = await self.handle(*given)
        except (ArenaError, GameError) as error:
            raise refused(error) from None
        if isinstance(result, web.StreamResponse):
            return result
        return web.Response(status=204) if self.status == 204 else answer(result, self.status)

    def add_to(self, app: web.Application) -> None:
        """Serve it."""
        if self.method == "GET":
            app.router.add_get(self.path, self.run)  # HEAD too
        else:
            app.router.add_route(self.method, self.path, self.run)


def refused(error: ArenaError | GameError) -> RefusedError:
    """Return what a client is told of an error; one of the server itself is left to its log."""
    if isinstance(error, DatabaseError):
        log.warning("store_failed", reason=str(error))
        return RefusedError(500, error.public)
    text = error.public if isinstance(error, ArenaError) else str(error)
    return RefusedError(400, text, "not_allowed")


def is_id(text: str) -> bool:
    """Return whether a part of a path can be an id at all; a database need not be asked if not."""
    return re.fullmatch(r"[A-Za-z0-9._:@-]{1,64}", text) is not None


async def read_body(model: type[M], request: web.Request, most: int) -> M:
    """A request's body as a model; RefusedError names the first field that does not fit."""
    if (request.content_length or 0) > most:
        raise RefusedError(413, f"the body is too large: {most} bytes are the most here")
    seconds = request.app[BODIES].seconds
    try:
        async with asyncio.timeout(seconds):
            return model.model_validate_json(await request.clone(client_max_size=most).read())
    except TimeoutError:
        raise RefusedError(408, f"the body did not come within {seconds:g} s") from None
    except ValidationError as error:
        raise RefusedError(400, first_problem(error)) from None
    except web.RequestPayloadError:
        raise RefusedError(400, "the body is not encoded as its headers say") from None


def read_query(model: type[M], request: web.Request) -> M:
    """A request's query as a model; a key may stand there once."""
    query = request.query
    if len(query) != len(set(query)):
        raise RefusedError(400, "a key stands in the query more than once")
    try:
        return model.model_validate(dict(query))
    except ValidationError as error:
        raise RefusedError(400, first_problem(error)) from None
