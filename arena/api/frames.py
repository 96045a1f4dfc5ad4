"""The frames of a match: what a viewer could see, step by step, as far as the gate allows."""

import asyncio
from hashlib import sha256
from secrets import token_hex
from typing import TYPE_CHECKING, Any, Final

from aiohttp import web
from pydantic import BaseModel, ConfigDict, Field

from arena.api.endpoint import Body, Endpoint
from arena.api.one_at_a_time import OneAtATime
from arena.api.responses import RefusedError, answer
from arena.errors import LogError, NotYetError, StoreError
from arena.hosting.quotas import Quota, QuotaError, address_key
from arena.match.match import Match
from arena.match.playback import viewer_of
from arena.match.visibility import Sight, Viewpoint
from arena.plugins.advisers import with_studies
from arena.plugins.manager import Plugins
from engine.game import Viewer

if TYPE_CHECKING:
    from arena.api.matches import MatchEndpoints
    from arena.hosting.match_finder import Found, MatchFinder


REVALIDATED: Final = "private, no-cache"
"""Browsers keep the frames of a finished match, and ask whether they are still right."""


RUN: Final = token_hex(8)
"""This run of the program."""


class FramesQuery(Body):
    """The viewpoint from which to show a match."""

    viewer: str = Field(default="public", alias="as", pattern="^(all|public|[0-9]{1,2})$")
    study: bool = False
    """Whether a seat's frames of a finished match tell what it could work out at each."""


class History(BaseModel):
    """A match as frames; arena/match/playback.py makes them."""

    model_config = ConfigDict(extra="allow")

    match_id: str
    game: str
    players: list[str]
    frames: list[dict[str, Any]]
    rounds: list[dict[str, Any]]
    marks: list[dict[str, Any]]
    result: dict[str, Any] | None


class FrameEndpoints:
    """The endpoint of frames."""

    def __init__(
        self, matches: "MatchEndpoints", finder: "MatchFinder", plugins: Plugins, quota: Quota
    ) -> None:
        self._matches = matches
        self._plugins = plugins
        self._line = OneAtATime(quota, "too many matches are being studied")
        self._finder = finder

    def endpoints(self) -> list[Endpoint]:
        """Return the endpoints of this group."""
        path, does = "/api/matches/{match_id}/frames", "What a viewer could see, step by step."
        return [Endpoint("GET", path, self.frames, does, History, asks=FramesQuery)]

    async def frames(self, request: web.Request, query: FramesQuery) -> web.Response:
        """Return what a viewer could see, step by step, as far as it may be seen now."""
        found = await self._matches.find(request)
        viewer = viewer_of(query.viewer, len(found.row["players"]))
        if viewer is None:
            raise RefusedError(400, f"as={query.viewer}: all, public or a seat's number")
        sight = self._matches.sight(request, found, viewpoint_of(query.viewer))
        if sight is Sight.NOTHING:
            raise RefusedError(403, f"as={query.viewer}: this may not be seen, or not yet")
        tag = tag_of(found, query.viewer, query.study) if sight is Sight.LIVE else ""
        if tag and tag == request.headers.get("If-None-Match"):
            return web.Response(status=304, headers={"ETag": tag, "Cache-Control": REVALIDATED})
        match = self._matches.seen(request, found)
        if found.room is not None and match is None:
            raise RefusedError(403, f"as={query.viewer}: {NotYetError(found.exhibit.delay)}")
        history = await self._history(found, viewer, match)
        if query.study and sight is Sight.LIVE:
            try:
                history = await self._studied(request, history)
            except QuotaError:
                tag = ""  # better a match without studies now than none; they come another time
        response = answer(up_to_last_round(history) if sight is Sight.ROUNDS else history)
        if tag:
            response.headers.update({"ETag": tag, "Cache-Control": REVALIDATED})
        response.enable_compression()
        return response

    async def _studied(self, request: web.Request, history: dict[str, Any]) -> dict[str, Any]:
        game = self._finder.game(history["game"])
        async with self._line.turn(address_key(request.remote)):
            return await asyncio.to_thread(with_studies, history, self._plugins, game)

    async def _history(self, found: "Found", viewer: Viewer, match: Match | None) -> dict[str, Any]:
        if match is not None:
            return await self._finder.history_so_far(match, viewer)
        try:
            history = await self._finder.history(found, viewer)
        except (LogError, StoreError) as error:
            raise RefusedError(409, f"this match cannot be shown: {error.public}") from None
        if history is None:
            raise RefusedError(404, "this match cannot be shown: its log or its game is missing")
        return history


def tag_of(found: "Found", viewer: str, study: bool) -> str:
    """Return what names the frames of a finished match, from one viewpoint; none while it runs.

    They change where the name of a player is taken out, and may change with another program.
    """
    if found.row["status"] != "finished" or not found.exhibit.told:
        return ""
    names = [player["name"] for player in found.row["players"]]
    facts = (found.row["match_id"], viewer, study, names, RUN)
    return f'"{sha256(repr(facts).encode()).hexdigest()[:20]}"'


def viewpoint_of(text: str) -> Viewpoint:
    """`as` as the gate knows it."""
    if text.isdigit():
        return int(text)
    return "all" if text == "all" else "public"


def up_to_last_round(history: dict[str, Any]) -> dict[str, Any]:
    """A history without the round that is being played."""
    closed = [place for place, frame in enumerate(history["frames"]) if frame.get("results")]
    end = closed[-1] + 1 if closed else 0
    return {
        **history,
        "frames": history["frames"][:end],
        "rounds": [row for row in history["rounds"] if row["frame"] < end],
        "marks": [row for row in history["marks"] if row["frame"] < end],
        "result": None,
    }
