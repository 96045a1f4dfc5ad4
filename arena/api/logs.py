"""Stderr logs of the bots in a match, for their owners."""

import asyncio
from typing import TYPE_CHECKING, Any

from aiohttp import web
from pydantic import BaseModel

from arena.api.auth import caller
from arena.api.endpoint import Endpoint
from arena.api.responses import RefusedError
from arena.hosting.accounts import Access
from arena.match.stderr_logs import parted
from arena.match.visibility import Account, reads_log
from arena.store import Store

if TYPE_CHECKING:
    from arena.api.matches import MatchEndpoints
    from arena.hosting.match_finder import Found


class LoggedLine(BaseModel):
    """A line of stderr; `seq` is the number of steps played by then."""

    seq: int
    text: str


class SeatLog(BaseModel):
    """The newest 64 KiB that the bot at a seat wrote."""

    seat: int
    name: str
    lines: list[LoggedLine]


class MatchLogs(BaseModel):
    """The logs of those seats that are the caller's."""

    match_id: str
    logs: list[SeatLog]


class LogEndpoints:
    """The endpoints of bots' logs."""

    def __init__(self, matches: "MatchEndpoints", access: Access, store: Store | None) -> None:
        self._matches = matches
        self._access = access
        self._store = store

    def endpoints(self) -> list[Endpoint]:
        """Return the endpoints of this group."""
        path = "/api/matches/{match_id}/logs"
        every = "The stderr of the caller's bots; for their owners."
        one = "The same for one seat, as a file."
        return [
            Endpoint("GET", path, self.all, every, MatchLogs),
            Endpoint("GET", f"{path}/{{seat}}", self.one, one, media="text/plain"),
        ]

    async def all(self, request: web.Request) -> Any:
        """By seat what the caller's bots wrote."""
        found = await self._matches.find(request)
        account = caller(request, self._access)
        players = [p for p in found.row["players"] if reads_log(account, found.exhibit, p["seat"])]
        if not players:
            raise refused(account)
        kept = await self._kept(found)
        logs = [
            {"seat": p["seat"], "name": p["name"], "lines": lines_of(kept.get(p["seat"], ""))}
            for p in players
            if p["seat"] in kept or account.owns(found.exhibit, p["seat"])
        ]
        return {"match_id": found.row["match_id"], "logs": logs}

    async def one(self, request: web.Request) -> web.Response:
        """The file of one seat: the step, a tab and the text on each line."""
        found = await self._matches.find(request)
        said = request.match_info["seat"]
        seats = {str(player["seat"]): player["seat"] for player in found.row["players"]}
        if said not in seats:
            raise RefusedError(404, f"this match has no seat {said[:20]!r}")
        account = caller(request, self._access)
        if not reads_log(account, found.exhibit, seats[said]):
            raise refused(account)
        kept = await self._kept(found)
        return log_file(kept.get(seats[said], ""), f"{found.row['match_id']}-{said}")

    async def _kept(self, found: "Found") -> dict[int, str]:
        if self._store is None:
            return {}
        return await asyncio.to_thread(self._store.bot_logs.of_match, found.row["match_id"])


def refused(account: Account) -> RefusedError:
    """Return why somebody does not get a log."""
    sentence = "what a bot wrote is for its owner, or an admin"
    return RefusedError(403 if account.id else 401, sentence)


def lines_of(text: str) -> list[dict[str, Any]]:
    """A log's file line by line."""
    return [{"seq": int(n), "text": line} for n, line in parted(text)]


def log_file(text: str, name: str) -> web.Response:
    """A log to be saved; no browser shall take it for a page."""
    headers = {"Content-Disposition": f'attachment; filename="{name}.log"',
               "Cache-Control": "no-store"}  # fmt: skip
    return web.Response(text=text, content_type="text/plain", headers=headers)
