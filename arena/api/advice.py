"""What the strongest house bot would do at a decision, and what there is to know about choices.

It is asked with the view of the seat that decides, so it knows no more than the player does.
"""

import asyncio
from typing import TYPE_CHECKING, Any, Final

from aiohttp import web
from pydantic import BaseModel, Field

from arena.api.endpoint import Body, Endpoint
from arena.api.one_at_a_time import OneAtATime
from arena.api.responses import RefusedError
from arena.hosting.match_finder import Found, MatchFinder
from arena.hosting.quotas import Quota, address_key
from arena.match.visibility import Sight
from arena.plugins.advisers import adviser
from arena.plugins.manager import Plugins
from arena.table.undo import check_nobody_minds
from bots import WireTurn
from bots.hand_notes import in_english
from engine.game import AnyGame, View, Viewer
from engine.variants import VariantEntry
from protocol.errors import ProtocolError

if TYPE_CHECKING:
    from arena.api.matches import MatchEndpoints

SECONDS: Final = 10.0
"""The time on the bot's clock, of which it takes a tenth."""


class AdviceQuery(Body):
    """Whose decision: in a running match one's own, in a finished one that of any seat."""

    seat: int | None = Field(default=None, ge=0, le=63)
    """The seat, of a match that is over."""
    frame: int | None = Field(default=None, ge=0)
    """The frame of that match, as the seat saw it (`GET .../frames?as=SEAT`)."""
    think: bool = True
    """Whether the bot decides; else only the remarks on choices are given, at once."""


class Advice(BaseModel):
    """What a bot would do."""

    bot: str
    choice: str | None
    """What it would choose; null if it was not to think."""
    candidates: dict[str, float]
    """What it thinks the choices that it tried are worth."""
    notes: dict[str, str]
    """What there is to know about choices, such as the waits after a discard."""
    remarks: dict[str, dict[str, Any]]
    """The same as values, for other languages: `away`, `helps`, `points`, `wins`, `passes`."""


class AdviceEndpoints:
    """The endpoint of advice."""

    def __init__(
        self, matches: "MatchEndpoints", finder: MatchFinder, plugins: Plugins, quota: Quota
    ) -> None:
        self._matches = matches
        self._finder = finder
        self._plugins = plugins
        self._line = OneAtATime(quota, "too many ask for advice")

    def endpoints(self) -> list[Endpoint]:
        """Return the endpoints of this group."""
        path, does = "/api/matches/{match_id}/advice", "What a house bot would do at a decision."
        return [Endpoint("GET", path, self.advise, does, Advice, asks=AdviceQuery)]

    async def advise(self, request: web.Request, query: AdviceQuery) -> Any:
        """Return what the game's strongest bot would do."""
        found = await self._matches.find(request)
        game = self._finder.game(found.row["game"])
        if found.row["status"] == "running":
            view = self._own_view(request, found)
        else:
            view = await self._past_view(request, found, query)
        if len(view["legal"]) < 2:
            raise RefusedError(409, "nothing is decided here by this seat")
        async with self._line.turn(address_key(request.remote)):
            rules = found.row["config"], found.row["variants"]
            return await asyncio.to_thread(self._ask, game, view, *rules, query.think)

    def _own_view(self, request: web.Request, found: Found) -> View:
        """What the caller sees at its own seat, where nobody else minds."""
        seat, room = self._matches.own_seat(request, found), found.room
        if seat is None or room is None:
            raise RefusedError(403, "advice on a running match is for its player, with its token")
        try:
            check_nobody_minds(room.seats, room.seats[seat], "advice")
        except ProtocolError as error:
            raise RefusedError(403, error.detail) from None
        return room.match.view(Viewer.player(seat))

    async def _past_view(self, request: web.Request, found: Found, query: AdviceQuery) -> View:
        """What a seat saw at a frame of a match that is over."""
        if self._matches.sight(request, found, "all") is not Sight.LIVE:
            raise RefusedError(403, "this may not be seen, or not yet")
        seat, frame = query.seat, query.frame
        if seat is None or frame is None or seat >= len(found.row["players"]):
            raise RefusedError(400, "seat, frame: expected a seat and a frame of this match")
        history = await self._finder.history(found, Viewer.player(seat))
        frames = history["frames"] if history else []
        if frame >= len(frames):
            raise RefusedError(400, f"frame: expected 0 to {len(frames) - 1}")
        view: View = frames[frame]["view"]
        return view

    def _ask(
        self, game: AnyGame, view: View, config: Any, variants: list[VariantEntry], think: bool
    ) -> dict[str, Any]:
        seat = int(view["viewer"])
        bot = adviser(self._plugins, game, seat, int(view["seats"]), config, variants)
        turn = WireTurn(seat, tuple(view["legal"]), view, (), SECONDS)
        told = bot.act(turn) if think else None
        choice, info = told if isinstance(told, tuple) else (told, {})
        weights, remarks = info.get("candidates", {}), bot.remarks(turn)
        return {
            "bot": bot.name,
            "choice": choice,
            "candidates": weights,
            "notes": {choice: in_english(remark) for choice, remark in remarks.items()},
            "remarks": {c: dict(row) for c, row in remarks.items() if not isinstance(row, str)},
        }
