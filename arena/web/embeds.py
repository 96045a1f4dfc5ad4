"""Matches in a frame, on our lobby or on other sites' pages (`/embed/ID`), and the next (`/tv`)."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlencode

from aiohttp import web

from arena.api.endpoint import is_id
from arena.api.middleware import POLICY
from arena.store import Filter
from arena.web.languages import t
from arena.web.pages import drawing_data, match_page, missing, page

if TYPE_CHECKING:
    from arena.hosting.match_finder import MatchFinder
    from arena.web.page_source import RoomSource

LOOKS: Final = ("theme", "speed", "controls")
"""How a frame shows matches, one after another."""
RECENT: Final = 40
"""The newest matches, of which one that has ended is chosen."""


async def featured(
    source: "RoomSource", finder: "MatchFinder", request: web.Request, game: str = "", but: str = ""
) -> str | None:
    """The match to watch now: the best live one, else the closest of those that were just played.

    Another than `but` where there is one.
    """
    # By age alone, which has an index: asked for finished ones, a store would sort all it has.
    rows, _ = await finder.find(Filter(game=game or None), RECENT, None)
    ended = [row for row in rows if row["status"] == "finished"]
    over = [row["match_id"] for row in sorted(ended, key=margin)]
    ids: list[str] = [*source.live_matches(game), *over]
    for match_id in [item for item in ids if item != but] + [but] * (but in ids):
        if await source.shows(request, match_id):
            return match_id
    return None


def margin(row: Mapping[str, Any]) -> float:
    """How clearly a match was won: the winner's lead, as a part of all that lies between seats."""
    points = sorted((player["points"] or 0 for player in row["players"]), reverse=True)
    return (points[0] - points[1]) / max(1, points[0] - points[-1]) if len(points) > 1 else 1.0


async def embed_page(
    source: "RoomSource", origins: Sequence[str], request: web.Request
) -> web.Response:
    """`GET /embed/{match_id}`: a match without menu or panels, for a frame."""
    response = await match_page(source, request, template="embed.html")
    return framed(response, origins)


def framed(response: web.Response, origins: Sequence[str]) -> web.Response:
    """Let our own pages, and those of these origins, show a page in a frame."""
    allowed = " ".join(["'self'", *origins])
    policy = POLICY.replace("frame-ancestors 'none'", f"frame-ancestors {allowed}")
    response.headers["Content-Security-Policy"] = policy
    response.headers["X-Frame-Options"] = "SAMEORIGIN"  # where the policy is not understood
    return response


async def replay_page(source: "RoomSource", _request: web.Request) -> web.Response:
    """`GET /replay`: a match that the reader brings along, after `#` or as a file."""
    drawings = {game: drawing_data(game, source.drawing(game)) for game in source.games()}
    styles = [found["style"] for found in drawings.values() if found and found["style"]]
    data = {"drawings": drawings, "longest_ms": source.longest_ms}
    return page("replay.html", data, styles=styles)


async def next_match(
    source: "RoomSource", finder: "MatchFinder", origins: Sequence[str], request: web.Request
) -> web.Response:
    """`GET /tv`: to the match to watch now; `?not=ID` another, `?embed` for a frame."""
    game, but = (request.query.get(name, "")[:64] for name in ("game", "not"))
    wanted = game if game in source.games() else ""
    found = await featured(source, finder, request, wanted, but if is_id(but) else "")
    if found is not None:
        raise web.HTTPFound(
            framed_address(request, found) if "embed" in request.query else f"/m/{found}"
        )
    return framed(missing(t("Nobody plays, and nothing has been played yet.")), origins)


def framed_address(request: web.Request, match_id: str) -> str:
    """The address of a match in a frame that goes on by itself, shown as the last one was."""
    settings = {name: request.query[name][:8] for name in LOOKS if name in request.query}
    return f"/embed/{match_id}?{urlencode({'tv': '', **settings})}"


def add_embeds(
    app: web.Application, source: "RoomSource", finder: "MatchFinder", origins: Sequence[str]
) -> None:
    """Serve matches for frames and those brought along, and the way to the next one."""
    app.router.add_get("/embed/{match_id}", partial(embed_page, source, origins))
    app.router.add_get("/replay", partial(replay_page, source))
    app.router.add_get("/tv", partial(next_match, source, finder, origins))
