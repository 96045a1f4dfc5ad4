"""Servers with a ladder, for tests."""

import asyncio
import io
import time
from base64 import b64encode
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from arena.settings import Settings
from arena.store import NewVersion, Store, open_store
from arena.testing import running_server
from tests.arena.server_with_tokens import ROLES, ServerWithTokens

PATIENCE = 240.0
BOT = """
from bots import Bot
class Mine(Bot):
    name = "mine"
    def act(self, turn):
        return turn.legal[{pick}]
"""
SHORT = {"tigerdragon": {"target": 1}}


def wait_until(holds: Callable[[], object]) -> None:
    """Wait until something holds; a test that waits in vain fails here."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.05)


@asynccontextmanager
async def ladder_server_with_tokens(
    folder: Path, tokens: Any = None, **settings: Any
) -> AsyncIterator[ServerWithTokens]:
    """A server with four tokens, or those of an earlier run, and a quick ladder."""
    db = f"sqlite:///{folder}/arena.db"
    if tokens is None:
        with open_store(db, create=True) as store:
            tokens = {name: store.tokens.create(name, role) for name, role in ROLES.items()}  # type: ignore[arg-type]  # roles all
    quick: dict[str, Any] = {"port": 0, "ladder_pause": 0.0, "ladder_share": 1.0}
    options = Settings(db=db, **(quick | {"ladder_config": SHORT} | settings))
    async with running_server(settings=options) as server:
        yield ServerWithTokens(server, tokens)


def submission(name: str = "mine", text: str = BOT.format(pick=0), **more: Any) -> dict[str, Any]:
    """The body of a POST /api/bots."""
    archive = b64encode(text.encode()).decode()
    return {"name": name, "filename": "bot.py", "archive": archive, **more}


def zipped(**files: str) -> str:
    """A zip of these files in base64."""
    written = io.BytesIO()
    with ZipFile(written, "w") as target:
        for name, text in files.items():
            target.writestr(name, text)
    return b64encode(written.getvalue()).decode()


async def checked_version(
    here: ServerWithTokens, name: str, number: int = 1, who: str = "ada"
) -> dict[str, Any]:
    """A version once the gate is done with it."""
    async with asyncio.timeout(PATIENCE):
        while True:
            _, version = await here.call("GET", f"/api/bots/{name}/versions/{number}", who)
            if version["status"] not in ("queued", "checking"):
                found: dict[str, Any] = version
                return found
            await asyncio.sleep(0.05)


def store_of(here: ServerWithTokens) -> Store:
    """The store of a server."""
    found = here.server.server.store
    assert found is not None
    return found


async def stop_ladder(here: ServerWithTokens) -> None:
    """From now on the gate, the ladder and the challenges do nothing."""
    assert here.server.server.ladder is not None
    await here.server.server.ladder.stop()


def add_active_bot(
    here: ServerWithTokens, name: str, who: str, text: str = BOT.format(pick=0)
) -> int:
    """A bot past the gate: the id of its version."""
    store = store_of(here)
    token = store.tokens.named(who)
    assert token is not None
    content = text.encode()
    new = NewVersion(["tigerdragon"], sha256(content).hexdigest(), "bot.py", content)
    version = store.bots.submit(name, token.id, new)
    store.bots.activate(version.id, {"passed": True})
    return version.id


CHALLENGES = "/api/challenges"
CHALLENGE: dict[str, Any] = {"bot": "random", "mine": "counter", "deals": 6, "game": "tigerdragon"}


async def played_challenge(here: ServerWithTokens, challenge_id: str) -> dict[str, Any]:
    """Return a challenge once it has been played."""
    async with asyncio.timeout(PATIENCE):
        while True:
            _, row = await here.call("GET", f"{CHALLENGES}/{challenge_id}")
            if row["state"] in ("done", "failed"):
                found: dict[str, Any] = row
                return found
            await asyncio.sleep(0.05)
