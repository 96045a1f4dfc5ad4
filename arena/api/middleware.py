"""Middleware of every request and response: proxies, origins, errors, headers."""

from collections.abc import Awaitable, Callable
from math import ceil
from typing import TYPE_CHECKING

import structlog
from aiohttp import hdrs, web

from arena.api.auth import is_own_origin
from arena.api.responses import CODES, RefusedError, refusal
from arena.hosting.connections import Connections
from arena.hosting.quotas import QuotaError
from arena.settings import Settings, is_loopback

if TYPE_CHECKING:
    from arena.hosting.metrics import Metrics

log = structlog.get_logger()

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
SPARE_PATHS = ("/health", "/metrics")
"""What is answered even when there are too many connections."""
SAFE = ("GET", "HEAD", "OPTIONS")
POLICY = (
    "default-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
A_YEAR = "max-age=31536000"
PREFLIGHT = {
    hdrs.ACCESS_CONTROL_ALLOW_METHODS: "GET, POST, PATCH, DELETE",
    hdrs.ACCESS_CONTROL_ALLOW_HEADERS: "Authorization, Content-Type",
    hdrs.ACCESS_CONTROL_MAX_AGE: "600",
}


class Middleware:
    """Stands before every handler of one server."""

    def __init__(self, settings: Settings, metrics: "Metrics", connections: Connections) -> None:
        self._settings = settings
        self._metrics = metrics
        self._connections = connections

    def protect(self, app: web.Application) -> None:
        """Put this guard before an application's handlers."""
        app.middlewares.append(self.pass_on)
        app.on_response_prepare.append(self.add_headers)

    @web.middleware
    async def pass_on(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Let a request through to its handler; whatever goes wrong becomes an error answer."""
        try:
            if self._settings.behind_proxy:
                request = forwarded(request)
            self._check_room(request)
            if self._is_preflight(request):
                response: web.StreamResponse = web.Response(status=204, headers=PREFLIGHT)
            else:
                self._check_origin(request)
                response = await self._handled(request, handler)
        except Exception as error:
            response = error_answer(request, error)
        if request.can_read_body and not response.prepared:
            response.force_close()  # what is still to come is not worth reading
        self._metrics.answered(response.status)
        if request.secure and not response.prepared:
            response.headers["Strict-Transport-Security"] = A_YEAR
        return response

    async def _handled(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Have a request handled; one that a proxy passed on counts for its own sender."""
        if not self._settings.behind_proxy or is_loopback(request.remote):
            return await handler(request)
        with self._connections.forwarded(request.remote):
            return await handler(request)

    async def add_headers(self, request: web.Request, response: web.StreamResponse) -> None:
        """Headers that keep browsers from doing more than our pages need."""
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        if response.content_type == "application/json":
            response.headers.setdefault(hdrs.CACHE_CONTROL, "no-store")
        if self._settings.cors_origins:
            response.headers.add(hdrs.VARY, hdrs.ORIGIN)
            if self._is_invited(origin := request.headers.get(hdrs.ORIGIN, "")):
                response.headers[hdrs.ACCESS_CONTROL_ALLOW_ORIGIN] = origin

    def _is_invited(self, origin: str) -> bool:
        origins = self._settings.cors_origins
        return bool(origin) and (origin in origins or "*" in origins)

    def _is_preflight(self, request: web.Request) -> bool:
        asks = request.headers.get(hdrs.ACCESS_CONTROL_REQUEST_METHOD)
        origin = request.headers.get(hdrs.ORIGIN, "")
        return request.method == "OPTIONS" and bool(asks) and self._is_invited(origin)

    def _check_room(self, request: web.Request) -> None:
        """Refuse all but a look at the server's health where there are too many connections."""
        if self._connections.is_spare(request.protocol) and request.path not in SPARE_PATHS:
            raise RefusedError(503, "too many connections; try again later", "server_full")

    def _check_origin(self, request: web.Request) -> None:
        """Refuse what a page of another site would change here, or say over a WebSocket."""
        if request.method in SAFE and not is_upgrade(request):
            return
        origin = request.headers.get(hdrs.ORIGIN, "")
        if origin and not self._is_invited(origin) and not is_own_origin(request, self._settings):
            raise RefusedError(
                403, f"pages of {origin[:80]} may change nothing here; see cors_origins"
            )


def is_upgrade(request: web.Request) -> bool:
    """Return whether a request asks for a WebSocket."""
    return "websocket" in request.headers.get(hdrs.UPGRADE, "").lower()


def forwarded(request: web.Request) -> web.Request:
    """The request as the proxy on this machine received it; from elsewhere, as it is."""
    if not is_loopback(request.remote):
        return request
    known = {
        "remote": request.headers.getall("X-Forwarded-For", ()),
        "scheme": request.headers.getall("X-Forwarded-Proto", ()),
        "host": request.headers.getall("X-Forwarded-Host", ()),
    }
    # The last value of the last such header is the nearest proxy's own; what stands before it
    # anybody may have written.
    said = {key: lines[-1].rpartition(",")[2].strip() for key, lines in known.items() if lines}
    said = {key: value for key, value in said.items() if value}
    return request.clone(**said) if said else request  # type: ignore[arg-type]  # texts, all


def error_answer(request: web.Request, error: Exception) -> web.Response:
    """Return what a failed request is told."""
    if isinstance(error, RefusedError):
        return refusal(error.status, error.code, str(error))
    if isinstance(error, QuotaError):
        response = refusal(429, CODES[429], str(error))
        if error.seconds is not None:
            response.headers[hdrs.RETRY_AFTER] = str(ceil(error.seconds))
        return response
    if isinstance(error, web.HTTPException):
        return _http_answer(request, error)
    if isinstance(error, ConnectionError) or hdrs.UPGRADE in request.headers:
        raise error  # nobody is left to be told, or not by HTTP any more
    log.exception("request_failed", method=request.method, path=request.path[:200])
    return refusal(500, "internal", "the server failed; its operator's log says why")


def _http_answer(request: web.Request, error: web.HTTPException) -> web.Response:
    if error.status < 400:
        raise error
    code = CODES.get(error.status, "invalid_message")
    response = refusal(error.status, code, _sentence(request, error))
    if isinstance(error, web.HTTPMethodNotAllowed):
        response.headers[hdrs.ALLOW] = ", ".join(sorted(error.allowed_methods))
    return response


def _sentence(request: web.Request, error: web.HTTPException) -> str:
    if isinstance(error, web.HTTPNotFound):
        return f"there is nothing at {request.path[:80]}"
    if isinstance(error, web.HTTPMethodNotAllowed):
        return f"{request.path[:80]} takes {', '.join(sorted(error.allowed_methods))}"
    if isinstance(error, web.HTTPRequestEntityTooLarge):
        return "the body is too large"
    return error.text or error.reason
