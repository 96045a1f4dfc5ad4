"""Asking a server, for commands: one request, its answer, and errors in a sentence."""

import asyncio
import os
from typing import Annotated, Any

import typer

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


def ask(server: str, method: str, path: str, token: str | None = None, body: Any = None) -> Any:
    """What a server answers, None where it says nothing; ServerError where it refuses."""
    return asyncio.run(_ask(server, method, path, token, body))


async def _ask(server: str, method: str, path: str, token: str | None, body: Any) -> Any:
    import aiohttp

    headers = {"Authorization": f"Bearer {token}"} if token else {}
    limit = aiohttp.ClientTimeout(total=SECONDS)
    url = f"{server.rstrip('/')}{path}"
    try:
        async with (
            aiohttp.ClientSession(timeout=limit) as session,
            session.request(method, url, json=body, headers=headers) as response,
        ):
            answer = await response.json(content_type=None)
            told = response.status
    except (aiohttp.InvalidURL, aiohttp.NonHttpUrlClientError):
        raise ServerError(f"{server}: no address of a server; write http://HOST:PORT") from None
    except aiohttp.ClientConnectorError:
        raise ServerError(f"{server}: no server answers there") from None
    except (aiohttp.ClientError, TimeoutError, ValueError) as error:
        raise ServerError(f"{server}: {type(error).__name__}: {error}") from None
    if told >= 400:
        raise ServerError(refusal(server, told, answer, token))
    return answer


def refusal(server: str, status: int, answer: Any, token: str | None) -> str:
    """What a server said against it, and what would help."""
    try:
        message = str(answer["error"]["message"])
    except (TypeError, KeyError):
        return f"{server}: answered {status}; is it an arena?"
    if status == 401 and not token:
        return f"{message}; give --token, or set ARENA_TOKEN"
    return message


def options(server: str, token: str | None) -> str:
    """The options that the next command needs too; a token is never printed."""
    shown = "" if os.environ.get("ARENA_SERVER") == server else f" --server {server}"
    hidden = " --token TOKEN" if token and os.environ.get("ARENA_TOKEN") != token else ""
    return shown + hidden
