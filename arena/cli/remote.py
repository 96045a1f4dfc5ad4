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
from arena.cli.saved_logins import same_form, saved_server, saved_token
from arena.errors import ServerError


def named_server(value: str | None) -> str:
    """Return the server of an option, or the saved one; ServerError if there is neither."""
    found = value or saved_server()
    if not found:
        raise ServerError(NO_SERVER)
    return own_address(found)


def own_token(context: typer.Context, value: str | None) -> str | None:
    """Return the token of an option, or the one saved for the server that the command names."""
    server = context.params.get("server")
    return value or (saved_token(server) if server else None)


NO_SERVER = "no server is named; add --server URL, or save one: arena login URL"
Server = Annotated[
    str,
    typer.Option(
        metavar="URL",
        envvar="ARENA_SERVER",
        help="The server, such as http://127.0.0.1:8001; that of `arena login` if left out.",
        default_factory=lambda: "",
        show_default=False,
        callback=named_server,
        is_eager=True,  # read before --token, which may be the one saved for it
    ),
]
TokenOption = Annotated[
    str | None,
    typer.Option(
        metavar="TOKEN",
        envvar="ARENA_TOKEN",
        help="Your token at that server; that of `arena login` if left out.",
        callback=own_token,
    ),
]
SECONDS = 60.0
POLL_SECONDS = 0.3
"""How often a server is asked how far something is."""
AWAY_SECONDS = 20.0
"""How long a server that was there may be away: it may be starting again."""


class NoAnswerError(ServerError):
    """No server answers, or not with something readable."""


def own_address(server: str) -> str:
    """Return a server's address as all messages show it; ServerError if it is none."""
    if not is_address(server):
        raise ServerError(f"{server}: not the address of a server; write http://HOST:PORT")
    return server.rstrip("/")


def ask_text(server: str, path: str, token: str | None = None) -> str:
    """Return the text that a server answers with; raise ServerError if it refuses."""
    return _ask(server, "GET", path, token, None).decode("utf-8", "replace")


def ask_bytes(server: str, path: str, token: str | None = None) -> bytes:
    """Return the file that a server answers with; raise ServerError if it refuses."""
    return _ask(server, "GET", path, token, None)


def ask(server: str, method: str, path: str, token: str | None = None, body: Any = None) -> Any:
    """Return a server's answer, None if it is empty; raise ServerError if it refuses."""
    text = _ask(server, method, path, token, body)
    try:
        return json.loads(text) if text else None
    except ValueError as error:
        raise NoAnswerError(f"{server}: {type(error).__name__}: {error}") from None


def _ask(server: str, method: str, path: str, token: str | None, body: Any) -> bytes:
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    try:
        status, text = request(method, f"{server.rstrip('/')}{path}", headers, data)
    except (InvalidURL, UnicodeError):
        raise ServerError(
            f"{server}: not the address of a server; write http://HOST:PORT"
        ) from None
    except URLError:
        raise NoAnswerError(f"{server}: no server answers there") from None
    except (HTTPException, OSError, ValueError) as error:
        raise NoAnswerError(f"{server}: {type(error).__name__}: {error}") from None
    if status >= 400:
        raise ServerError(refusal(server, status, text, token))
    return text


def request(
    method: str, url: str, headers: dict[str, str], data: bytes | None
) -> tuple[int, bytes]:
    """Status and body of an answer.

    Without an event loop: Ctrl-C is then an exception like any other, at any moment, and a library
    for servers need not be imported.
    """
    if not is_address(url):
        raise InvalidURL(url)
    direct = build_opener(ProxyHandler({}))
    try:
        with direct.open(Request(url, data, headers, method=method), timeout=SECONDS) as response:
            return response.status, response.read()
    except HTTPError as refused:
        with refused:
            return refused.code, refused.read()


def is_address(text: str) -> bool:
    """Return whether a text is meant as the address of a server."""
    return text.startswith(("http://", "https://"))


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


def refusal(server: str, status: int, text: bytes, token: str | None) -> str:
    """Return why a server refused a request, and what would help."""
    try:
        message = str(json.loads(text)["error"]["message"])
    except (TypeError, KeyError, ValueError):
        return f"{server}: answered {status}; is it an arena?"
    if status == 401 and not token:
        return f"{message}; arena login {server} saves your token"
    return message


def options(server: str, token: str | None) -> str:
    """Return the options that the next command also needs; a token is never printed."""
    shown = f" --server {server}" if same_form(server) != same_form(usual_server()) else ""
    known = (os.environ.get("ARENA_TOKEN"), saved_token(server))
    hidden = " --token TOKEN" if token and token not in known else ""
    return shown + hidden


def usual_server() -> str:
    """Return the server that a command uses without --server."""
    return os.environ.get("ARENA_SERVER") or saved_server()
