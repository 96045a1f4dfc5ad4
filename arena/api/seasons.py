"""Seasons: past ones with their final tables, and how the current one is closed."""

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from aiohttp import web
from pydantic import BaseModel, Field

from arena.api.admin import told
from arena.api.auth import require
from arena.api.endpoint import Body, Endpoint
from arena.api.ladder import ladder_of
from arena.api.leaderboard import BoardRow
from arena.api.responses import RefusedError
from arena.hosting.accounts import Access
from arena.hosting.moderation import Moderation
from arena.ladder.leaderboard import rules_text
from arena.ladder.notes import plain
from arena.store import now_ms
from arena.store.seasons import FinalBoard, PastSeason, close_season

if TYPE_CHECKING:
    from arena.ladder.service import LadderService


class NewSeason(Body):
    """The body of POST /api/admin/seasons."""

    name: str = Field(min_length=1, max_length=60)
    """The name of the season that ends."""
    prizes: list[str] = Field(default_factory=list, max_length=20)
    """What the first, second and so on of each game win; house bots win nothing."""


class SeasonRow(BaseModel):
    """A season that is over; `started` is 0 for the first one."""

    id: int
    name: str
    started: int
    ended: int


class Prize(BaseModel):
    """Who won what, as it was on the last day."""

    prize: str
    rank: int
    name: str
    owner: str
    identity: str


class SeasonBoard(BaseModel):
    """The final table of a ladder: of the one that the server plays, or of other rules."""

    game: str
    title: str
    ladder: str | None
    """Nothing for the ladder that the server plays."""
    rules: str
    """What sets the ladder apart from the game's usual rules; nothing if the matches are gone."""
    prizes: list[Prize]
    rows: list[BoardRow]


class SeasonDetails(SeasonRow):
    """A season with its final tables."""

    boards: list[SeasonBoard]


class SeasonEndpoints:
    """The endpoints of seasons."""

    def __init__(
        self, access: Access, service: "LadderService | None", moderation: Moderation | None
    ) -> None:
        self._access = access
        self._service = service
        self._moderation = moderation

    def endpoints(self) -> list[Endpoint]:
        """Return the endpoints of this group."""
        close = "Close the season: archive all tables and start a new one; for admins."
        return [
            Endpoint("GET", "/api/seasons", self.all, "Past seasons.", list[SeasonRow]),
            Endpoint(
                "GET", "/api/seasons/{number}", self.one, "A season's final tables.", SeasonDetails
            ),
            Endpoint(
                "POST", "/api/admin/seasons", told(self.close), close, SeasonDetails,
                takes=NewSeason, status=201, allow=self._admin,
            ),
        ]  # fmt: skip

    async def all(self, _request: web.Request) -> Any:
        """Return the past seasons, the newest first."""
        if self._service is None:
            return []
        found = await asyncio.to_thread(self._service.store.seasons.all)
        return [season_row(season) for season in found]

    async def one(self, request: web.Request) -> Any:
        """Return a past season with its final tables."""
        number = request.match_info["number"]
        if not number.isascii() or not number.isdigit() or len(number) > 9:
            raise RefusedError(404, f"there is no season {number[:20]!r}")
        return await self._details(int(number))

    async def _details(self, number: int) -> dict[str, Any]:
        service = ladder_of(self._service)
        found = await asyncio.to_thread(service.store.seasons.season, number)
        if found is None:
            raise RefusedError(404, f"there is no season {number}")
        boards = await asyncio.to_thread(
            lambda: [season_board(service, board) for board in found.boards]
        )
        return {**season_row(found), "boards": boards}

    async def close(self, request: web.Request, wanted: NewSeason) -> Any:
        """Archive the tables of the season that runs, and begin the next."""
        actor, service = self._admin(request), ladder_of(self._service)
        assert self._moderation is not None
        name, prizes = plain(wanted.name), [plain(prize) for prize in wanted.prizes]
        started = await asyncio.to_thread(service.store.seasons.start_of_current)
        ended = now_ms()
        boards = await asyncio.to_thread(final_boards, service, prizes)
        number = await self._moderation.perform(
            actor, "close_season", name, lambda c: close_season(c, name, started, ended, boards),
            prizes=prizes,
        )  # fmt: skip
        for game in service.ladder.games:
            service.ratings.recount(game)
        return await self._details(number)

    def _admin(self, request: web.Request) -> Any:
        return require(request, self._access, "admin")


def season_row(season: PastSeason) -> dict[str, Any]:
    """A season as it is listed."""
    return {
        "id": season.id, "name": season.name, "started": season.started, "ended": season.ended,
    }  # fmt: skip


def season_board(service: "LadderService", board: FinalBoard) -> dict[str, Any]:
    """A final table as it is shown; waits for the database."""
    game, _, own = board.game.partition(":")
    games = service.lobby.plugins.games
    known = games.get(game)
    newest = service.store.matches.newest_rated(board.game, 1) if own and known else []
    return {
        "game": game,
        "title": known.title if known else game,
        "ladder": board.game if own else None,
        "rules": rules_text(known, newest[0].header) if known and newest else "",
        "prizes": board.prizes,
        "rows": board.rows,
    }


def final_boards(service: "LadderService", prizes: Sequence[str]) -> list[FinalBoard]:
    """Return the tables of all ladders on which anybody has played; waits for the database.

    Prizes are for the ladder that this server plays. Its table is filed under the game, the others
    under their own names.
    """
    service.store.flush()
    found, board = [], service.board
    mains = {board.ladder(game): game for game in service.ladder.games}
    for ladder in board.active_ladders(service.ladder.games):
        board.refresh(ladder)
        rows = [row for row in board.rows(ladder) if row["games"]]
        if rows:
            won = winners(rows, prizes) if ladder in mains else []
            found.append(FinalBoard(mains.get(ladder, ladder), rows, won))
    return found


def winners(rows: Sequence[dict[str, Any]], prizes: Sequence[str]) -> list[dict[str, Any]]:
    """Return who wins which prize; house bots are passed over."""
    able = [row for row in rows if not row["identity"].startswith("house:")]
    keys = ("rank", "name", "owner", "identity")
    return [
        {"prize": prize, **{key: row[key] for key in keys}}
        for prize, row in zip(prizes, able, strict=False)
    ]
