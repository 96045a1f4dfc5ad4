"""Answers in REST's form: JSON, and errors as `{"error": {"code", "message"}}`."""

from typing import Any, Final

from aiohttp import web

from protocol.codec import encode

CODES: Final = {
    400: "invalid_message",
    401: "unauthorized",
    403: "not_allowed",
    404: "not_found",
    405: "method_not_allowed",
    408: "too_slow",
    409: "not_allowed",
    413: "too_large",
    500: "internal",
    429: "rate_limited",
    503: "server_closing",
}
"""The usual code of a status."""


class RefusedError(Exception):
    """A request that is not granted: its status and code, and a sentence that says why."""

    def __init__(self, status: int, message: str, code: str = "") -> None:
        super().__init__(message)
        self.status = status
        self.code = code or CODES[status]


def answer(data: Any, status: int = 200) -> web.Response:
    """A JSON response."""
    return web.Response(body=encode(data), status=status, content_type="application/json")


def refusal(status: int, code: str, message: str) -> web.Response:
    """An error response; what was quoted from a request may be no proper text."""
    text = message.encode("utf-8", "replace").decode()
    return answer({"error": {"code": code, "message": text}}, status)
