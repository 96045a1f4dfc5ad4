"""The pages' data from the rooms of a running server."""

import asyncio
from contextlib import suppress
from typing import Final

from aiohttp import web

from arena.access import Access, Exhibit, Sight, Viewpoint, gate
from arena.api.answers import refusal
from arena.api.callers import caller
from arena.history import Row, head, match_history, viewer_of
from arena.lobby import Lobby
from arena.room import Room
from arena.web.pages import packed
from engine.game import PUBLIC
from protocol.codec import encode


class RoomSource:
    """Matches and tables as the lobby knows them now."""

    def __init__(self, lobby: Lobby, access: Access) -> None:
        self._lobby = lobby
        self._access = access
        self.closing = False
        """Whether the server stops: feeds end by themselves then."""

    def room(self, match_id: str) -> Room | None:
        """The room in which a match is or was played."""
        for room in self._lobby.rooms.values():
            if room.match_id == match_id and room.referee is not None:
                return room
        return None

    def sees(self, request: web.Request, room: Room, viewpoint: Viewpoint) -> bool:
        """Whether the caller may see all of a room's match from a viewpoint now."""
        spec = room.spec
        shown = Exhibit(rated=spec.rated, over=room.state == "over", spectators=spec.spectators)
        return gate(caller(request, self._access), shown, viewpoint) is Sight.LIVE

    async def match(self, request: web.Request, match_id: str) -> Row | None:
        """A match as the public sees it now, `room_id` while it runs."""
        room = self.room(match_id)
        if room is None or not self.sees(request, room, "public"):
            return None
        live = room.room_id if room.state == "running" else None
        return {**head(room.match, PUBLIC), "room_id": live}

    def lobby(self) -> Row:
        """Every table with what is going on at it."""
        return {"rooms": [table(room) for room in self._lobby.rooms.values()]}

    def games(self) -> Row:
        """Every game that can be played here: title, seats, bots."""
        plugins = self._lobby.plugins
        return {
            game.name: {
                "title": game.title,
                "seats": list(game.seats),
                "default_seats": game.default_seats,
                "short": dict(game.short),
                "bots": [
                    name
                    for name, bot in plugins.bots.items()
                    if not bot.games or game.name in bot.games
                ],
            }
            for game in plugins.games.values()
        }

    async def frames(self, request: web.Request) -> web.Response:
        """`GET /api/matches/{match_id}/frames?as=`: hands only when the match is over."""
        match_id, wanted = request.match_info["match_id"], request.query.get("as", "public")
        room = self.room(match_id)
        if room is None:
            return refusal(404, "not_found", f"there is no match {match_id}")
        viewer = viewer_of(wanted, room.seats)
        if viewer is None:
            return refusal(400, "invalid_message", f"as={wanted}: all, public or a seat's number")
        viewpoint: Viewpoint = viewer.seat if viewer.seat >= 0 else "all"
        if not self.sees(request, room, "public" if viewer == PUBLIC else viewpoint):
            return refusal(403, "not_allowed", "hands are shown when the match is over")
        history = match_history(room.match, viewer)
        return await asyncio.to_thread(packed, history)


def table(room: Room) -> Row:
    """A room as a card of the lobby shows it."""
    row: Row = {**room.as_json(), "match_id": room.match_id, "title": room.game.title}
    if room.referee is None or room.spec.spectators == "none":
        return row
    match = room.match
    view = match.view(PUBLIC)
    row["seq"] = match.n
    row["scores"] = list(view["scores"])
    row["round"] = view.get("name") or str(view["round"])
    row["phase"] = view["phase"]
    row["current_player"] = view["current_player"]
    row["hand_sizes"] = list(view["hand_sizes"])
    row["ranks"] = list(match.outcome.ranks) if match.over else None
    return row


FEED_SECONDS: Final = 0.4
"""How often a change at the tables is told."""


class LobbyFeed:
    """Tells every lobby page about all tables: one text, made once, whenever it has changed."""

    def __init__(self, source: RoomSource) -> None:
        self._source = source
        self._text = b""
        self._made = 0.0

    def text(self) -> bytes:
        """The tables as one event, not older than a tick."""
        now = asyncio.get_running_loop().time()
        if now - self._made >= FEED_SECONDS / 2:
            self._text = b"data: " + encode(self._source.lobby()) + b"\n\n"
            self._made = now
        return self._text

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """`GET /lobby/feed`: server-sent events until the reader goes or the server stops."""
        headers = {"Content-Type": "text/event-stream", "Cache-Control": "no-store"}
        response = web.StreamResponse(headers=headers)
        await response.prepare(request)
        told = b""
        with suppress(ConnectionError):
            while not self._source.closing:
                text = self.text()
                if text != told:
                    await response.write(text)
                    told = text
                await asyncio.sleep(FEED_SECONDS)
        return response


def add_feeds(app: web.Application, source: RoomSource) -> None:
    """Serve the tables and the frames of the rooms' own matches."""
    app.router.add_get("/lobby/feed", LobbyFeed(source).serve)
    app.router.add_get("/api/matches/{match_id}/frames", source.frames)

    async def close(_app: web.Application) -> None:
        source.closing = True

    app.on_shutdown.append(close)
