"""The match to watch now: the best live one, else the closest of those that were just played."""

from typing import Final

from aiohttp import web

from arena.hosting.match_finder import MatchFinder, Row
from arena.room.room import Room
from arena.store import Filter
from arena.web.page_source import RoomSource, bots_only, kind_of

RECENT: Final = 20
"""Finished matches to choose from."""
WORTH: Final = {"tournament": 2, "ladder": 1, "room": 0}
"""Tables of competitions are worth more than any others."""


async def featured(
    source: RoomSource, finder: MatchFinder, request: web.Request, game: str = "", but: str = ""
) -> str | None:
    """The id of the match to watch now; another than `but` where there is one."""
    live = [room for room in source.rooms() if watchable(room, game)]
    ids = [room.match_id for room in sorted(live, key=worth, reverse=True)]
    rows, _ = await finder.find(Filter(status="finished", game=game or None), RECENT, None)
    ids += [row["match_id"] for row in sorted(rows, key=margin)]
    for match_id in [item for item in ids if item != but] + [but] * (but in ids):
        if await source.shows(request, match_id):
            return match_id
    return None


def watchable(room: Room, game: str) -> bool:
    """Return whether a table is being played and shown to everybody."""
    shown = room.spec.spectators != "none" and room.table.shown_to(late=True) is not None
    return room.state == "running" and shown and game in ("", room.game.name)


def worth(room: Room) -> tuple[int, bool, int, int]:
    """How much a live table is worth a look: competitions, bots alone, spectators, much to come."""
    match = room.table.shown_to(late=True)
    steps = match.n if match is not None else 0
    return WORTH[kind_of(room)], bots_only(room), int(room.as_json()["spectators"]), -steps


def margin(row: Row) -> float:
    """How clearly a match was won: the winner's lead, as a part of all that lies between seats."""
    points = sorted((player["points"] or 0 for player in row["players"]), reverse=True)
    return (points[0] - points[1]) / max(1, points[0] - points[-1]) if len(points) > 1 else 1.0
