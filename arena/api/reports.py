"""Reports on ladders: collusion for moderators, and results without luck for everybody."""

import asyncio
from typing import TYPE_CHECKING, Any

from aiohttp import web
from pydantic import BaseModel

from arena.api.auth import require
from arena.api.endpoint import Endpoint
from arena.api.ladder import ladder_of
from arena.api.leaderboard import BoardQuery, known_ladder
from arena.hosting.accounts import Access
from arena.ladder.reports import Report

if TYPE_CHECKING:
    from arena.ladder.service import LadderService


class SuspicionRow(BaseModel):
    """A pair that does better against others when both are at the table: a reason to look."""

    pair: list[str]
    gaining: list[str]
    places: float
    """Places that a gaining player gains per match, with its 95 % interval."""
    low: float
    high: float
    matches_together: int
    chance: float
    """How likely chance alone makes as much of it, for this comparison by itself."""


class CollusionAnswer(BaseModel):
    """The last report on collusion, as `arena collusion` prints it."""

    ladder: str
    computing: bool
    """Whether a newer one is being computed."""
    computed: int | None
    """When, in milliseconds UTC; nothing if it never was."""
    matches: int
    comparisons: int
    found: list[SuspicionRow]
    matches_needed: dict[str, int]
    """By effect in places: the matches together in which it would be found in 4 of 5 cases."""


class LuckRow(BaseModel):
    """A player's mean place, plain and with the luck of the deals taken out: mean, low, high."""

    player: str
    identity: str
    matches: int
    plain: list[float | None]
    without_luck: list[float | None]
    saved: float | None
    """The share of the matches that the same precision would not need without luck."""


class LuckAnswer(BaseModel):
    """Results of a ladder without luck, as `arena luck ladder` prints them."""

    ladder: str
    computing: bool
    computed: int | None
    matches: int
    explained: float | None
    """The share of the variance of a single match's places that the deals explain."""
    bot: str
    """The house bot that played each deal again."""
    rounds: int
    rows: list[LuckRow]


NO_COLLUSION: dict[str, Any] = {
    "computed": None, "matches": 0, "comparisons": 0, "found": [], "matches_needed": {},
}  # fmt: skip
NO_LUCK: dict[str, Any] = {
    "computed": None, "matches": 0, "explained": None, "bot": "", "rounds": 0, "rows": [],
}  # fmt: skip


class ReportEndpoints:
    """The endpoints of reports."""

    def __init__(self, access: Access, service: "LadderService | None") -> None:
        self._access = access
        self._service = service

    def endpoints(self) -> list[Endpoint]:
        """Return the endpoints of this group."""
        collusion = "/api/admin/collusion"
        return [
            Endpoint(
                "GET", collusion, self.collusion,
                "Pairs that gain by each other's company; for moderators.", CollusionAnswer,
                asks=BoardQuery,
            ),
            Endpoint(
                "POST", collusion, self.compute,
                "Compute the reports of a ladder again, in the background; for moderators.",
                CollusionAnswer, takes=BoardQuery, status=202, allow=self._moderator,
            ),
            Endpoint(
                "GET", "/api/luck", self.luck, "Results of a ladder with the luck taken out.",
                LuckAnswer, asks=BoardQuery,
            ),
        ]  # fmt: skip

    async def collusion(self, request: web.Request, query: BoardQuery) -> Any:
        """Return the last report on collusion."""
        self._moderator(request)
        return await self._last("collusion", query, NO_COLLUSION)

    async def compute(self, request: web.Request, query: BoardQuery) -> Any:
        """Have the reports computed, and return the last one."""
        self._moderator(request)
        service = ladder_of(self._service)
        _, ladder = await known_ladder(service, query)
        service.reports.want(ladder)
        return await self._last("collusion", query, NO_COLLUSION)

    async def luck(self, _request: web.Request, query: BoardQuery) -> Any:
        """Return the last results without luck."""
        return await self._last("luck", query, NO_LUCK)

    async def _last(self, report: Report, query: BoardQuery, nothing: dict[str, Any]) -> Any:
        service = ladder_of(self._service)
        _, ladder = await known_ladder(service, query)
        found = await asyncio.to_thread(service.reports.read, report, ladder)
        computing = service.reports.is_wanted(ladder)
        return {**nothing, "ladder": ladder, **(found or {}), "computing": computing}

    def _moderator(self, request: web.Request) -> Any:
        return require(request, self._access, "moderator")
