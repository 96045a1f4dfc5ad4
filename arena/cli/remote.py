"""Requests to a server, for commands: the answer, or an error in one sentence."""

import json
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPException, InvalidURL
from typing import Annotated, Any
from urllib.error import HTTPError, URLError
from urllib.request import ProxyHandler, Request, build_opener

import typer

from arena._ctrl_c import INTERRUPTED
from arena.cli.output import remark
from arena.errors import ServerError

Server = Annotated[
    str,
    typer.Option(
        metavar="URL", envvar="ARENA_SERVER", help="The server, such as http://127.0.0.1:8001."
    ),
]
TokenOption = Annotated[
    str | None,
    typer.Option(metavar="TOKEN", envvar="ARENA_TOKEN", help="Your token at that server."),
]
SECONDS = 60.0
POLL_SECONDS = 0.3
"""How often a server is asked how far something is."""
AWAY_SECONDS = 20.0
"""How long a server that was there may be away: it may be starting again."""


class NoAnswerError(ServerError):
    """No server answers, or not with something readable."""


def ask(server: str, method: str, path: str, token: str | None = None, body: Any = None) -> Any:
    """Return a server's answer, None if it is empty; raise ServerError if it refuses."""
    url = f"{server.rstrip('/')}{path}"
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    try:
        status, text = request(method, url, headers, data)
        answer = json.loads(text) if text else None
    except (InvalidURL, UnicodeError):
        raise ServerError(
            f"{server}: not the address of a server; write http://HOST:PORT"
        ) from None
    except URLError:
        raise NoAnswerError(f"{server}: no server answers there") from None
    except (HTTPException, OSError, ValueError) as error:
        raise NoAnswerError(f"{server}: {type(error).__name__}: {error}") from None
    if status >= 400:
        raise ServerError(refusal(server, status, answer, token))
    return answer


def request(
    method: str, url: str, headers: dict[str, str], data: bytes | None
) -> tuple[int, bytes]:
    """Status and body of an answer.

    Without an event loop: Ctrl-C is then an exception like any other, at any moment, and a library
    for servers need not be imported.
    """
    if not url.startswith(("http://", "https://")):
        raise InvalidURL(url)
    direct = build_opener(ProxyHandler({}))
    try:
        with direct.open(Request(url, data, headers, method=method), timeout=SECONDS) as response:
            return response.status, response.read()
    except HTTPError as refused:
        with refused:
            return refused.code, refused.read()


def look(
    server: str,
    path: str,
    token: str | None,
    seen: Callable[[Any], bool],
    every: float = POLL_SECONDS,
) -> Any:
    """Look at something until `seen` says it has seen enough; a server that restarts is awaited."""
    last = time.monotonic()
    while True:
        try:
            answer = ask(server, "GET", path, token)
        except NoAnswerError:
            if time.monotonic() - last > AWAY_SECONDS:
                raise
        else:
            last = time.monotonic()
            if seen(answer):
                return answer
        time.sleep(every)


@contextmanager
def left_behind(where: str) -> Iterator[None]:
    """On Ctrl-C or a lost server, print how to follow what continues there."""
    try:
        yield
    except KeyboardInterrupt:
        remark(f"it continues at the server; follow it: {where}")
        raise typer.Exit(INTERRUPTED) from None
    except NoAnswerError as error:
        raise ServerError(f"{error}; once it is back, follow it: {where}") from None


def refusal(server: str, status: int, answer: Any, token: str | None) -> str:
    """Return why a server refused a request, and what would help."""
    try:
        message = str(answer["error"]["message"])
    except (TypeError, KeyError):
        return f"{server}: answered {status}; is it an arena?"
    if status == 401 and not token:
        return f"{message}; give --token, or set ARENA_TOKEN"
    return message


def options(server: str, token: str | None) -> str:
    """Return the options that the next command also needs; a token is never printed."""
    shown = "" if os.environ.get("ARENA_SERVER") == server else f" --server {server}"
    hidden = " --token TOKEN" if token and os.environ.get("ARENA_TOKEN") != token else ""
    return shown + hidden
