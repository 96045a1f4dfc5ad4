"""`arena tournament run --server URL`: a tournament begun at a server, and followed from here."""

import asyncio
from collections.abc import Mapping
from typing import Any, Final

import aiohttp
import typer

from arena.cli.output import remark, say, say_columns, say_json
from arena.cli.server import run
from arena.errors import ServerError

PATH: Final = "/api/tournaments"
LOOK_SECONDS: Final = 1.0
OPEN: Final = ("waiting", "running")
INTERRUPTED: Final = 130


def run_there(
    url: str, token: str, settings: Mapping[str, Any], *, as_json: bool, quiet: bool
) -> None:
    """Begin a tournament at a server and follow it to its end; Ctrl-C leaves it to the server."""
    place = f"{url.rstrip('/')}{PATH}"
    body = {key: value for key, value in settings.items() if value or key == "bots"}
    row = run(ask("POST", place, token, body))
    place += f"/{row['id']}"
    if not as_json:
        say(f"Tournament {row['id']} at {url}: {row['state']}")
    try:
        found = run(follow(place, token, quiet=quiet or as_json))
    except KeyboardInterrupt:
        remark(f"it goes on at the server: {place}")
        raise typer.Exit(INTERRUPTED) from None
    if found["state"] == "failed":
        raise ServerError(f"{row['id']} failed at the server: {found['error']}")
    if as_json:
        say_json(found)
    else:
        say_tables(found)


async def ask(method: str, url: str, token: str, body: Mapping[str, Any] | None = None) -> Any:
    """What a server answers; ServerError says why it does not grant it."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    try:
        async with (
            aiohttp.ClientSession(headers=headers) as session,
            session.request(method, url, json=body) as response,
        ):
            answer = await response.json()
    except (aiohttp.ClientError, ValueError) as error:
        raise ServerError(f"{url}: {error}") from None
    if "error" in answer and not isinstance(answer["error"], str):
        raise ServerError(f"{url}: {answer['error']['message']}")
    return answer


async def follow(url: str, token: str, *, quiet: bool) -> dict[str, Any]:
    """Look at a tournament until it is over, and tell whenever it has come further."""
    told: tuple[Any, ...] = ()
    while True:
        found: dict[str, Any] = await ask("GET", url, token)
        if not quiet and told != (found["state"], found["done"]):
            told = (found["state"], found["done"])
            say(progress_line(found))
        if found["state"] not in OPEN:
            return found
        await asyncio.sleep(LOOK_SECONDS)


def progress_line(found: Mapping[str, Any]) -> str:
    """How far it is, in one line."""
    line = f"{found['state']}: {found['done']} of {found['total']} matches"
    left = found["seconds_left"]
    return f"{line}, {left:.0f} s left" if left and found["state"] in OPEN else line


def say_tables(found: Mapping[str, Any]) -> None:
    """The standings, the faults and the verdict."""
    rows = [
        [str(row["rank"]), row["bot"], str(row["matches"]), *map(shown, figures(row))]
        for row in found["standings"]
    ]
    say_columns([["rank", "bot", "matches", "place", "points", "rating"], *rows])
    for fault in found["faults"]:
        say(f"{fault['bot']}: {fault['count']} x {fault['kind']}: {fault['reason']}")
    for line in [*found["remarks"], found["verdict"]]:
        if line:
            say(line)
    say(f"Tournament {found['state']}")


def figures(row: Mapping[str, Any]) -> list[Any]:
    """What is estimated of a bot."""
    return [row["place"], row["points"], row["rating"]]


def shown(estimate: Mapping[str, Any] | None) -> str:
    """A mean with its interval, as far as there is one."""
    if estimate is None:
        return "-"
    mean, low, high = estimate["mean"], estimate["low"], estimate["high"]
    return f"{mean:.2f}" if low is None else f"{mean:.2f} [{low:.2f}, {high:.2f}]"
