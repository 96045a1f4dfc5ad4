"""Submitted bots: sent in, listed, watched through the gate, retired."""

import asyncio
import binascii
from base64 import b64decode
from typing import TYPE_CHECKING, Any, Final, Literal

from aiohttp import web
from pydantic import BaseModel, Field

from arena.api.auth import caller, require
from arena.api.endpoint import Body, Endpoint
from arena.api.ladder import ladder_of
from arena.api.logs import log_file
from arena.api.responses import RefusedError
from arena.hosting.accounts import Access
from arena.ladder.notes import MOST as NOTES
from arena.ladder.notes import checked_notes
from arena.ladder.submission import PACKED_LIMIT
from arena.match.visibility import Account, manages
from arena.store import BotVersion, StoredBot
from protocol.messages import Identifier

if TYPE_CHECKING:
    from arena.ladder.service import LadderService

Status = Literal["queued", "checking", "active", "failed", "retired"]
BODY_LIMIT: Final = PACKED_LIMIT * 4 // 3 + 64 * 1024
"""A submission in base64, and the words around it."""


class NewBot(Body):
    """The body of POST /api/bots."""

    name: Identifier
    filename: str = Field(max_length=104)
    """NAME.py or NAME.zip."""
    archive: str
    """The file's bytes in base64."""
    game: str | None = Field(default=None, max_length=64)
    """What it plays; the server's default game if left out."""
    notes: str = Field(default="", max_length=NOTES)
    """What everybody may read about it; left out, `[bot] notes` or how its README begins."""


class BotChange(Body):
    """The body of PATCH /api/bots/NAME."""

    notes: str = Field(max_length=NOTES)
    """What everybody may read about it."""


class Submitted(BaseModel):
    """A version that was kept; `again` if the same content had been sent before."""

    name: str
    version: int
    game: str
    status: Status
    again: bool


class VersionRow(BaseModel):
    """A version of a bot; times are milliseconds UTC."""

    version: int
    games: list[str]
    status: Status
    hash: str
    filename: str
    command: str
    created: int


class VersionDetails(VersionRow):
    """A version with all the gate said of it, for its owner."""

    log: str
    report: dict[str, Any] | None


class BotRow(BaseModel):
    """A submitted bot; `version` is the one that plays."""

    name: str
    owner: str
    retired: bool
    games: list[str]
    version: int | None
    created: int


class BotDetails(BotRow):
    """A bot with its versions, the first one first; `notes` are its author's."""

    notes: str
    versions: list[VersionRow]


class BotEndpoints:
    """The endpoints of submitted bots."""

    def __init__(self, access: Access, service: "LadderService | None") -> None:
        self._access = access
        self._service = service

    def endpoints(self) -> list[Endpoint]:
        """Return the endpoints of this group."""
        path, one = "/api/bots", "/api/bots/{name}"
        version = "A version with the gate's log; for its owner."
        return [
            Endpoint("GET", path, self.all, "Every submitted bot.", list[BotRow]),
            Endpoint(
                "POST", path, self.submit, "Submit a bot; for players.", Submitted, takes=NewBot,
                status=201, most=BODY_LIMIT, allow=self._submitter,
            ),
            Endpoint("GET", one, self.one, "One bot with its versions.", BotDetails),
            Endpoint(
                "PATCH", one, self.change, "Write a bot's notes; for its owner.", status=204,
                takes=BotChange, allow=self._writer,
            ),
            Endpoint(
                "DELETE", one, self.retire, "Retire a bot; for its owner.", status=204
            ),
            Endpoint("GET", f"{one}/versions/{{number}}", self.version, version, VersionDetails),
            Endpoint(
                "GET", f"{one}/versions/{{number}}/log", self.log,
                "Its stderr at the gate, as a file; for its owner.",
                media="text/plain",
            ),
        ]  # fmt: skip

    async def all(self, _request: web.Request) -> Any:
        """Every submitted bot, retired ones too."""
        return await asyncio.to_thread(self._rows)

    def _rows(self) -> list[dict[str, Any]]:
        store = self._house().store
        owners = {token.id: token.name for token in store.tokens.all()}
        playing = {version.bot_id: version for version in store.bots.versions(status="active")}
        return [row(bot, playing.get(bot.id), owners) for bot in store.bots.all()]

    def _submitter(self, request: web.Request) -> Account:
        account = require(request, self._access, "player")
        if not account.id and not account.may("admin"):
            raise RefusedError(401, "a bot needs an owner: send a token with it")
        return account

    def _writer(self, request: web.Request) -> Account:
        """The caller, who may own a bot."""
        account = caller(request, self._access)
        if not account.id and not account.may("admin"):
            raise RefusedError(401, "a bot's notes are written by its owner, or an admin")
        return account

    async def submit(self, request: web.Request, new: NewBot) -> Any:
        """Keep a bot for the gate."""
        account, service = self._submitter(request), self._house()
        if not account.may("organiser"):
            self._access.quotas.submissions.take(str(account.id))
        game = new.game or service.lobby.settings.default_game
        try:
            archive = b64decode(new.archive, validate=True)
        except (binascii.Error, ValueError):
            raise RefusedError(400, "archive: expected base64") from None
        owner = account.id or None
        version, again = await asyncio.to_thread(
            service.submit, new.name, owner, game, new.filename, archive, new.notes
        )
        service.gate.call()
        return {
            "name": new.name, "version": version.number, "game": game, "status": version.status,
            "again": again,
        }  # fmt: skip

    async def one(self, request: web.Request) -> Any:
        """One bot with its versions."""
        bot = await self._bot(request)
        rows = await asyncio.to_thread(self._rows)
        versions = await asyncio.to_thread(self._house().store.bots.versions, bot.id)
        found = next(row for row in rows if row["name"] == bot.name)
        return {
            **found,
            "notes": bot.notes,
            "versions": [version_row(version) for version in versions],
        }

    async def version(self, request: web.Request) -> Any:
        """A version with the gate's log and report."""
        _, found = await self._version(request, "the gate's log is for")
        log = await asyncio.to_thread(self._house().store.bots.gate_log, found.id)
        return {**version_row(found), "log": log, "report": found.report}

    async def log(self, request: web.Request) -> web.Response:
        """Return what a version wrote to stderr in the matches of the gate."""
        bot, found = await self._version(request, "a bot's log is for")
        text = await asyncio.to_thread(self._house().store.bots.bot_log, found.id)
        return log_file(text, f"{bot.name}-v{found.number}")

    async def _version(self, request: web.Request, what: str) -> tuple[StoredBot, BotVersion]:
        """The version that the path names, for its owner alone."""
        bot = await self._bot(request)
        self._check_owner(caller(request, self._access), bot, what)
        bots, number = self._house().store.bots, request.match_info["number"]
        versions = await asyncio.to_thread(bots.versions, bot.id)
        found = next((v for v in versions if str(v.number) == number), None)
        if found is None:
            raise RefusedError(404, f"{bot.name} has no version {number[:20]!r}")
        return bot, found

    async def change(self, request: web.Request, wanted: BotChange) -> None:
        """Write a bot's notes."""
        bot = await self._bot(request)
        self._check_owner(caller(request, self._access), bot, "a bot's notes are written by")
        bots = self._house().store.bots
        await asyncio.to_thread(bots.set_notes, bot.name, checked_notes(wanted.notes))

    async def retire(self, request: web.Request) -> None:
        """Take a bot out of play; what it played stays."""
        bot = await self._bot(request)
        self._check_owner(caller(request, self._access), bot, "a bot is retired by")
        await asyncio.to_thread(self._house().store.bots.retire, bot.name)

    def _check_owner(self, account: Account, bot: StoredBot, what: str) -> None:
        if not manages(account, bot.owner):
            raise RefusedError(403 if account.id else 401, f"{what} its owner, or an admin")

    async def _bot(self, request: web.Request) -> StoredBot:
        name = request.match_info["name"]
        bot = await asyncio.to_thread(self._house().store.bots.named, name)
        if bot is None:
            raise RefusedError(404, f"there is no bot {name[:64]!r}; the leaderboard lists them")
        return bot

    def _house(self) -> "LadderService":
        return ladder_of(self._service)


def row(bot: StoredBot, playing: BotVersion | None, owners: dict[int, str]) -> dict[str, Any]:
    """A bot as it is listed."""
    return {
        "name": bot.name,
        "owner": owners.get(bot.owner, "") if bot.owner is not None else "",
        "retired": bot.retired is not None,
        "games": list(playing.games) if playing else [],
        "version": playing.number if playing else None,
        "created": bot.created,
    }


def version_row(version: BotVersion) -> dict[str, Any]:
    """A version as it is listed."""
    return {
        "version": version.number, "games": list(version.games), "status": version.status,
        "hash": version.hash, "filename": version.filename, "command": version.command,
        "created": version.created,
    }  # fmt: skip
