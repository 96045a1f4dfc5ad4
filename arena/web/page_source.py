"""The pages' data from the rooms of a running server."""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Final

from aiohttp import web

from arena.api.auth import caller
from arena.errors import NotYetError
from arena.events.event_room import EventRoom
from arena.hosting.accounts import Access
from arena.hosting.lobby import Lobby
from arena.hosting.match_finder import Found, MatchFinder
from arena.ladder.ladder_room import LadderRoom
from arena.match.playback import Row, head
from arena.match.visibility import Sight, Viewpoint, gate, late, reads_log
from arena.plugins.drawings import Drawing
from arena.room.room import Room
from bots.bot import LEVELS
from engine.game import PUBLIC, Viewer
from engine.variants import variant_row, variants_of
from protocol.codec import encode

RECENT: Final = 12
"""Moves that a card of the lobby shows at most, passes among them."""
KINDS: Final = ("room", "ladder", "tournament")
"""Where tables come from; those of competitions are worth more than any others."""
PLAYING: Final = ("starting", "running", "paused")
"""States of a room whose match goes on: a page follows it."""


class RoomSource:
    """Matches and tables as the lobby and the store know them."""

    def __init__(
        self, lobby: Lobby, access: Access, finder: MatchFinder, *, ladder: bool = False
    ) -> None:
        self._lobby = lobby
        self._ladder = ladder
        self._access = access
        self._finder = finder
        self.closing = False
        """Whether the server stops: feeds end by themselves then."""

    async def match(self, request: web.Request, match_id: str) -> Row | None:
        """A match as the public sees it now, `room_id` while it runs."""
        found = await self._finder.match(match_id)
        if found is None or not self._sees(request, found, PUBLIC):
            return None
        about = self._about(request, found)
        if (room := found.room) is not None:
            match = room.seen_by(caller(request, self._access))
            if match is None:
                raise NotYetError(found.exhibit.delay)
            state = room.shown_state if about["behind"] else room.state
            live = room.room_id if state in PLAYING else None
            row = {**head(match, PUBLIC), **about, "room_id": live, "bots_only": bots_only(room)}
            row["open_seats"] = open_seats(room)
            return row | {"players": shown_names(room, row["players"])}
        history = await self._finder.history(found, PUBLIC)
        if history is None:
            return None
        return {**history, **about, "frames": history["frames"][:1], "room_id": None}

    def _about(self, request: web.Request, found: Found) -> Row:
        """Return who plays, in which version or by a house bot, and who may see what how soon."""
        account = caller(request, self._access)
        seats = range(len(found.row["players"]))
        return {
            "bots": bots_of(found),
            "pages": [self._bot_page(found, seat) for seat in seats],
            "next": True,
            "hands": gate(account, found.exhibit, "all").value,
            "behind": found.exhibit.delay if late(account, found.exhibit) else 0.0,
            "logs": [seat for seat in seats if reads_log(account, found.exhibit, seat)],
            "taken_over": [
                {key: player[key] for key in ("name", "house_moves", "forfeit")}
                for player in found.row["players"]
                if player["house_moves"] or player["forfeit"]
            ],
        }

    def _bot_page(self, found: Found, seat: int) -> str:
        """The page of the bot at a seat; none for people, and where bots have no pages."""
        name = found.row["players"][seat]["name"]
        known = seat in found.versions or name in self._lobby.plugins.bots
        return f"/b/{name}" if self._ladder and known else ""

    async def shows(self, request: web.Request, match_id: str) -> bool:
        """Return whether the caller may see a match as the public does now."""
        found = await self._finder.match(match_id)
        return found is not None and self._sees(request, found, PUBLIC)

    def live_matches(self, game: str = "") -> list[str]:
        """The running matches that everybody may watch, the best first; of one game, or all."""
        live = [room for room in self._lobby.rooms.values() if watchable(room, game)]
        return [room.match_id for room in sorted(live, key=worth, reverse=True)]

    def _sees(self, request: web.Request, found: Found, viewer: Viewer) -> bool:
        """Return whether the caller may see all of a match through these eyes now."""
        viewpoint: Viewpoint = viewer.seat if viewer.seat >= 0 else "all"
        if viewer == PUBLIC:
            viewpoint = "public"
        account = caller(request, self._access)
        return gate(account, found.exhibit, viewpoint) is Sight.LIVE

    def lobby(self) -> Row:
        """Every table with what is going on at it."""
        rooms = [table(room) for room in self._lobby.rooms.values()]
        return {"rooms": rooms, "ladder": self._ladder}

    @property
    def longest_ms(self) -> int:
        """The longest time on the clock of a room that a visitor may open."""
        return round(self._lobby.settings.player_clock_seconds * 1000)

    def games(self) -> Row:
        """Every game that can be played here: title, seats, bots."""
        plugins = self._lobby.plugins
        return {
            game.name: {
                "title": game.title,
                "seats": list(game.seats),
                "default_seats": game.default_seats,
                "short": dict(game.short),
                "teams": [list(team) for team in game.teams(game.config(), game.default_seats)],
                "bots": by_level(
                    {
                        name: bot.level
                        for name, bot in plugins.bots.items()
                        if not bot.games or game.name in bot.games
                    }
                ),
                "house_bot": plugins.house_bot(game.name),
                "levels": {name: bot.level for name, bot in plugins.bots.items() if bot.level},
                "variants": [variant_row(item) for item in variants_of(game).values()],
            }
            for game in plugins.games.values()
        }

    def drawing(self, game: str) -> Drawing | None:
        """Return how a game's table is drawn; None if it has no drawing of its own."""
        return self._lobby.plugins.drawings.get(game)


def by_level(levels: Mapping[str, str]) -> list[str]:
    """Return bots by their levels, the weakest first; those of no level of ours come last."""
    known = [name for level in LEVELS for name in levels if levels[name] == level]
    return [*known, *[name for name in levels if name not in known]]


def bots_of(found: Found) -> list[str]:
    """What plays at each seat besides its name: a version, or what a client calls its bot."""
    names = [""] * len(found.row["players"])
    if found.room is not None:
        names = [c.bot.removeprefix(c.player_id).strip() for c in found.room.seats]
    return [
        f"v{found.versions[seat]}" if seat in found.versions else name
        for seat, name in enumerate(names)
    ]


def kind_of(room: Room) -> str:
    """Return where a table comes from: a tournament, the ladder, or somebody who opened a room."""
    if isinstance(room, EventRoom):
        return "tournament"
    return "ladder" if isinstance(room, LadderRoom) else "room"


def bots_only(room: Room) -> bool:
    """Return whether only programs play here, so that nobody minds being watched a little late."""
    return kind_of(room) == "ladder" or all(seat.house is not None for seat in room.seats)


def watchable(room: Room, game: str) -> bool:
    """Return whether a table is being played and shown to everybody."""
    shown = room.spec.spectators != "none" and room.table.shown_to(late=True) is not None
    return room.state == "running" and shown and game in ("", room.game.name)


def worth(room: Room) -> tuple[int, bool, int, int]:
    """How much a live table is worth a look: competitions, bots alone, spectators, much to come."""
    match = room.table.shown_to(late=True)
    steps = match.n if match is not None else 0
    return KINDS.index(kind_of(room)), bots_only(room), int(room.as_json()["spectators"]), -steps


def open_seats(room: Room) -> list[int]:
    """The seats of a running match that a visitor may take over from a house bot."""
    return [seat.seat for seat in room.seats if room.seats.gives_way(seat, room.state)]


def shown_names(room: Room, names: Sequence[str]) -> list[str]:
    """The names of a match's players, as those call themselves who still sit in its room."""
    own = [
        seat.display if seat.player_id == name else ""
        for seat, name in zip(room.seats, names, strict=True)
    ]
    return [shown or name for shown, name in zip(own, names, strict=True)]


def table(room: Room) -> Row:
    """A room as a card of the lobby shows it."""
    row: Row = {**room.as_json(), "match_id": room.match_id, "title": room.game.title}
    row["kind"] = kind_of(room)
    match = room.table.shown_to(late=True)
    if room.state == "waiting" or room.spec.spectators == "none" or match is None:
        return row
    view = match.view(PUBLIC)
    row["seq"] = match.n
    row["scores"] = list(view["scores"])
    row["round"] = view.get("name") or str(view["round"])
    row["phase"] = view["phase"]
    row["current_player"] = view["current_player"]
    row["hand_sizes"] = list(view["hand_sizes"])
    row["history"] = list(view["history"][-RECENT:])
    row["ranks"] = list(match.outcome.ranks) if match.over else None
    teams = room.game.teams(match.config, len(row["scores"]))
    row["teams"] = [list(team) for team in teams]
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
    """Serve the tables as they change."""
    app.router.add_get("/lobby/feed", LobbyFeed(source).serve)

    async def close(_app: web.Application) -> None:
        source.closing = True

    app.on_shutdown.append(close)
