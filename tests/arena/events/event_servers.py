"""Servers with accounts for events, and clients that play them in this process."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from arena.settings import Settings
from arena.store import open_store
from arena.testing import running_server
from bots.stock import FirstBot
from bots.websocket import run_event
from tests.arena.clients import PATIENCE, Client
from tests.arena.server_with_tokens import ServerWithTokens

SHORT: dict[str, Any] = {
    "id": "cup", "game": "tigerdragon", "seats": 2, "config": {"target": 3}, "seed": "spring",
    "rounds": 3, "no_show_minutes": 60,
}  # fmt: skip


@asynccontextmanager
async def event_server(
    folder: Path, players: Sequence[str], tokens: dict[str, str] | None = None, **settings: Any
) -> AsyncIterator[ServerWithTokens]:
    """A server with an admin, two organisers and these players."""
    db = f"sqlite:///{folder}/arena.db"
    roles = {"ada": "admin", "olga": "organiser", "oscar": "organiser"}
    roles |= dict.fromkeys(players, "player")
    if tokens is None:
        with open_store(db, create=True) as store:
            tokens = {name: store.tokens.create(name, role) for name, role in roles.items()}  # type: ignore[arg-type]  # roles all
    options = Settings(port=0, db=db, ladder=False, **settings)
    async with running_server(settings=options) as server:
        yield ServerWithTokens(server, tokens)


async def set_up(here: ServerWithTokens, **wanted: Any) -> dict[str, Any]:
    """Set an event up in olga's name."""
    status, row = await here.call("POST", "/api/events", "olga", {**SHORT, **wanted})
    assert status == 201, row
    told: dict[str, Any] = row
    return told


async def act(here: ServerWithTokens, act: str, who: str = "olga", **more: Any) -> Any:
    """Do what a director does; the event after it."""
    status, row = await here.call("POST", "/api/events/cup/acts", who, {"act": act, **more})
    assert status == 200, row
    return row


async def event(here: ServerWithTokens) -> Any:
    """Return the event as everybody sees it."""
    return (await here.call("GET", "/api/events/cup"))[1]


async def until_event(here: ServerWithTokens, holds: Any) -> Any:
    """Wait until something holds of the event."""
    async with asyncio.timeout(PATIENCE):
        while not holds(row := await event(here)):  # noqa: ASYNC110  # the API has no event
            await asyncio.sleep(0.02)
    return row


async def standings(here: ServerWithTokens) -> list[tuple[str, int, Any]]:
    """Return names, matches and points of the final table."""
    _, told = await here.call("GET", "/api/tournaments/cup")
    return [
        (row["bot"], row["matches"], row["points"] and row["points"]["mean"])
        for row in told["standings"]
    ]


def play(here: ServerWithTokens, *names: str) -> list["asyncio.Task[int]"]:
    """Have accounts play the event by the first legal choice."""
    return [
        asyncio.create_task(
            run_event(here.server.url, "event:cup", FirstBot(), token=here.tokens[name])
        )
        for name in names
    ]


async def enter_hall(client: Client, token: str, **more: Any) -> None:
    """Join the event; the answer is the first table's."""
    await client.send("join", room_id="x", player_id="x", role="player", token=token, **more)
