"""The leaderboard of a game, as JSON and as CSV."""

import asyncio
import csv
from io import StringIO
from typing import TYPE_CHECKING, Any, Final

from aiohttp import web
from pydantic import BaseModel, Field

from arena.api.endpoint import Body, Endpoint
from arena.api.ladder import ladder_of
from arena.api.responses import RefusedError
from arena.ladder.leaderboard import game_of

if TYPE_CHECKING:
    from arena.ladder.service import LadderService


class BoardQuery(Body):
    """Which leaderboard."""

    game: str | None = Field(default=None, max_length=64)
    """The server's default game if left out."""
    ladder: str | None = Field(default=None, max_length=80)
    """One of the game's ladders, for matches by other rules; if left out, the one played here."""


class BoardRow(BaseModel):
    """A player of the ladder; docs/statistics.md says how its numbers are computed."""

    rank: int
    ranks: tuple[int, int] | None
    """The first and the last rank that are possible among those with an interval: 95 % for the
    whole table at once. Nothing for fewer than ten matches."""
    name: str
    owner: str
    identity: str
    rating: float | None
    """Nothing for a version that has not been rated yet."""
    low: float | None
    """The ends of the rating's 95 % interval; nothing for fewer than ten matches. The table is
    sorted by `low`."""
    high: float | None
    games: int
    """Seats played, by all versions."""
    faults: int
    places: list[float]
    """How often first, second and so on; those who tie share their places."""
    mean_place: float | None
    """Nothing for who has not played."""
    mean_place_low: float | None
    """Where the mean place lies with 95 %; nothing for fewer than five matches."""
    mean_place_high: float | None
    matches: int
    """How many the mean place is over; `games` counts each seat of one."""
    better_than_next: float | None
    """How likely it is stronger than the next in the table; nothing for the last."""


class LadderRow(BaseModel):
    """A ladder: the rules and the time control of its matches, and how many there are."""

    ladder: str
    matches: int
    seats: int
    config: dict[str, Any]
    variants: list[str | dict[str, Any]]
    clock: dict[str, int | None] | None


class Leaderboard(BaseModel):
    """The leaderboard of one ladder of a game; matches by other rules have ladders of their own."""

    game: str
    ladder: str
    rows: list[BoardRow]
    ladders: list[LadderRow]


COLUMNS: Final = [name for name in BoardRow.model_fields if name not in ("ranks", "places")]


class LeaderboardEndpoints:
    """The endpoints of the leaderboard."""

    def __init__(self, service: "LadderService | None") -> None:
        self._service = service

    def endpoints(self) -> list[Endpoint]:
        """Return the endpoints of this group."""
        path = "/api/leaderboard"
        return [
            Endpoint(
                "GET", path, self.board, "The leaderboard of a game.", Leaderboard, asks=BoardQuery
            ),
            Endpoint(
                "GET", f"{path}.csv", self.table, "The same as CSV.", asks=BoardQuery,
                media="text/csv",
            ),
        ]  # fmt: skip

    async def board(self, _request: web.Request, query: BoardQuery) -> Any:
        """The leaderboard of a game."""
        game, ladder, rows = await self._rows(query)
        ladders = await asyncio.to_thread(ladder_of(self._service).board.ladders, game)
        return {"game": game, "ladder": ladder, "rows": rows, "ladders": ladders}

    async def table(self, _request: web.Request, query: BoardQuery) -> web.Response:
        """The same as CSV, a column a place."""
        _, _, rows = await self._rows(query)
        return web.Response(text=as_csv(rows), content_type="text/csv", charset="utf-8")

    async def _rows(self, query: BoardQuery) -> tuple[str, str, list[dict[str, Any]]]:
        service = ladder_of(self._service)
        game, ladder = await known_ladder(service, query)
        return game, ladder, await asyncio.to_thread(service.board.rows, ladder)


async def known_ladder(service: "LadderService", query: BoardQuery) -> tuple[str, str]:
    """Return the game and the ladder that a caller means; RefusedError if there is none."""
    game = query.game or game_of(query.ladder or service.lobby.settings.default_game)
    if game not in service.lobby.plugins.games:
        raise RefusedError(404, f"there is no game {game!r}; GET /api/games lists them")
    known = await asyncio.to_thread(service.board.active_ladders, [game])
    ladder = query.ladder or service.board.ladder(game)
    if ladder not in known:
        raise RefusedError(404, f"there is no ladder {ladder!r}; there are {', '.join(known)}")
    return game, ladder


def as_csv(rows: list[dict[str, Any]]) -> str:
    """A leaderboard as CSV."""
    places = max((len(row["places"]) for row in rows), default=0)
    written = StringIO()
    table = csv.writer(written, lineterminator="\n")
    ends = ["rank_first", "rank_last"]
    table.writerow([*COLUMNS, *ends, *(f"place_{n + 1}" for n in range(places))])
    for row in rows:
        own = [*row["places"], *[0] * (places - len(row["places"]))]
        ranks = row["ranks"] or ("", "")
        table.writerow([*(row[name] for name in COLUMNS), *ranks, *own])
    return written.getvalue()
