"""Matches: lists, facts and replays, as far as the gate lets the caller see."""

import asyncio
from dataclasses import replace
from typing import Any, Final, Literal

from aiohttp import web
from pydantic import BaseModel, Field

from arena.api.auth import caller, shown_token
from arena.api.endpoint import Body, Endpoint, is_id
from arena.api.responses import RefusedError
from arena.hosting.accounts import Access
from arena.hosting.match_finder import Found, MatchFinder
from arena.match.link import Link, log_link, write_link
from arena.match.log import parse_log, split_lines
from arena.match.match import Match
from arena.match.visibility import VISITOR, Account, Sight, Viewpoint, gate
from arena.store import Filter
from protocol.messages import Identifier

Status = Literal["running", "finished", "void"]
LOG_MEDIA: Final = "application/x-ndjson"


PLACE: Final = r"^([0-9]{1,15}-[A-Za-z0-9._:@-]{1,64}|[A-Za-z0-9._:@]{1,64})$"
"""Where a list goes on: a moment and a match, or a match alone where there is no store."""


class MatchQuery(Body):
    """Which matches to list."""

    game: Identifier | None = None
    status: Status | None = None
    rated: bool | None = None
    kind: Literal["room", "ladder", "challenge", "tournament", "event"] | None = None
    tournament_id: Identifier | None = None
    player: Identifier | None = None
    room_id: Identifier | None = None
    limit: int = Field(default=50, ge=1, le=200)
    before: str | None = Field(default=None, pattern=PLACE)


class PlayerRow(BaseModel):
    """A player; points and rank when the match is over.

    `house_moves`: how often a house bot moved because the player was away; `forfeit`: whether the
    player came last because of that.
    """

    seat: int
    name: str
    points: int | None
    rank: int | None
    house_moves: int | None
    forfeit: bool | None


class MatchRow(BaseModel):
    """A match as it is listed; times are milliseconds UTC, known where there is a store."""

    match_id: str
    room_id: str
    kind: str
    game: str
    game_version: int
    status: Status
    rated: bool
    created: int | None
    finished: int | None
    players: list[PlayerRow]
    steps: int | None
    config: dict[str, Any]
    variants: list[str | dict[str, Any]]
    seed_hash: str | None
    clock: dict[str, int] | None


class MatchPage(BaseModel):
    """Matches from the newest on; `next` given as `before` goes on."""

    matches: list[MatchRow]
    next: str | None


class LinkQuery(Body):
    """Which position of a match to link to."""

    step: int | None = Field(default=None, ge=0)


class LinkRow(BaseModel):
    """A position of a match: a link that holds the match so far, and a page of this server."""

    step: int
    link: str | None
    """The match up to this step, every hand included; null until it is over."""
    page: str
    """Where this server shows it, to each visitor what that visitor may see."""


class MatchEndpoints:
    """The endpoints of matches."""

    def __init__(self, finder: MatchFinder, access: Access) -> None:
        self._finder = finder
        self._access = access

    def endpoints(self) -> list[Endpoint]:
        """Return the endpoints of this group."""
        one = "/api/matches/{match_id}"
        replay = "The log of a match that is over, as a file."
        return [
            Endpoint(
                "GET", "/api/matches", self.all, "Matches, newest first.", MatchPage,
                asks=MatchQuery,
            ),
            Endpoint("GET", one, self.one, "One match.", MatchRow),
            Endpoint("GET", f"{one}/replay", self.replay, replay, media=LOG_MEDIA),
            Endpoint(
                "GET", f"{one}/link", self.link, "A link to a position of a match.", LinkRow,
                asks=LinkQuery,
            ),
        ]  # fmt: skip

    async def all(self, _request: web.Request, query: MatchQuery) -> Any:
        """Matches, newest first."""
        wanted = Filter(**query.model_dump(exclude={"limit", "before"}))
        rows, more = await self._finder.find(wanted, query.limit, query.before)
        return {"matches": rows, "next": more or None}

    async def one(self, request: web.Request) -> Any:
        """One match."""
        found = await self.find(request)
        return found.row_for(self._caller(request, found))

    async def replay(self, request: web.Request) -> web.Response:
        """The log of a match that is over."""
        found = await self.find(request)
        if self.sight(request, found, "full") is not Sight.LIVE:
            raise RefusedError(403, "the log holds every hand: it is shown when the match is over")
        text = await self._finder.log(found)
        if text is None:
            raise RefusedError(404, "the log of this match is not kept")
        name = f'attachment; filename="{found.row["match_id"]}.jsonl"'
        headers = {"Content-Disposition": name}
        return web.Response(text=text, content_type=LOG_MEDIA, headers=headers)

    async def link(self, request: web.Request, query: LinkQuery) -> Any:
        """A link to a position of a match; without hands while it runs."""
        found = await self.find(request)
        page = f"/m/{found.row['match_id']}"
        if self.sight(request, found, "full") is not Sight.LIVE:
            step = query.step or 0
            return {"step": step, "link": None, "page": f"{page}#e={step}"}
        text = await self._finder.log(found)
        if text is None:
            raise RefusedError(404, "the log of this match is not kept")
        link = await asyncio.to_thread(self._read_link, text)
        step = len(link.moves) if query.step is None else query.step
        if step > len(link.moves):
            raise RefusedError(400, f"step: this match has {len(link.moves)} steps")
        shown = replace(link, moves=link.moves[:step])
        return {"step": step, "link": write_link(shown), "page": f"{page}#e={step}"}

    def _read_link(self, text: str) -> Link:
        log = parse_log(split_lines(text))
        return log_link(log, self._finder.game(log.header["game"]))

    async def find(self, request: web.Request) -> Found:
        """The match that the path names."""
        match_id = request.match_info["match_id"]
        found = await self._finder.match(match_id) if is_id(match_id) else None
        if found is None:
            raise RefusedError(404, f"there is no match {match_id[:64]!r}")
        return found

    def sight(self, request: web.Request, found: Found, viewpoint: Viewpoint) -> Sight:
        """Return how much of a match the caller may see from a viewpoint now."""
        return gate(self._caller(request, found), found.exhibit, viewpoint)

    def seen(self, request: web.Request, found: Found) -> Match | None:
        """A room's match as far as the time has come for the caller to see it."""
        return found.room.seen_by(self._caller(request, found)) if found.room else None

    def own_seat(self, request: web.Request, found: Found) -> int | None:
        """The seat whose own token, from its join_ack, the caller shows."""
        return self._caller(request, found).seat

    def _caller(self, request: web.Request, found: Found) -> Account:
        """Return who asks; a seat's own token, from its join_ack, will do for that seat."""
        token = shown_token(request)
        if token and found.room is not None:
            seat = found.room.seats.seat_of(token, VISITOR)
            if seat is not None:
                return replace(self._access.anybody, seat=seat)
        return caller(request, self._access)
