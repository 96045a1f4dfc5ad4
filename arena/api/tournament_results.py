"""Every match of a tournament: as a list to look through, as CSV and as Parquet."""

import asyncio
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

from aiohttp import web
from pydantic import BaseModel, Field

from arena.api.endpoint import Body, Endpoint, is_id
from arena.api.responses import RefusedError
from arena.tournament.export import as_csv, write_parquet

if TYPE_CHECKING:
    from arena.api.tournaments import TournamentEndpoints

PARQUET: Final = "application/vnd.apache.parquet"
Rows = list[dict[str, Any]]


class ResultQuery(Body):
    """Which matches of a tournament to list."""

    bot: str | None = Field(default=None, max_length=200)
    """Only matches that this bot played in."""
    against: str | None = Field(default=None, max_length=200)
    """Only those at whose table this one sat, too."""
    limit: int = Field(default=50, ge=1, le=200)
    skip: int = Field(default=0, ge=0)
    """How many of the list to leave out: where the page before has ended."""


class SeatResult(BaseModel):
    """How a seat came out."""

    bot: str
    points: int
    rank: int
    faults: int


class ResultRow(BaseModel):
    """A match: its deal, how often the seats were rotated, and its seats in order."""

    block: int
    deal: int
    rotation: int
    seats: list[SeatResult]


class ResultPage(BaseModel):
    """Matches in the order of the schedule; `total` is how many there are of those wanted."""

    total: int
    matches: list[ResultRow]


class TournamentResults:
    """The endpoints of a tournament's matches."""

    def __init__(self, tournaments: "TournamentEndpoints") -> None:
        self._tournaments = tournaments

    def endpoints(self) -> list[Endpoint]:
        """Return the endpoints of this group."""
        path = "/api/tournaments/{tournament_id}/results"
        return [
            Endpoint(
                "GET", path, self.page, "The matches of a tournament.", ResultPage,
                asks=ResultQuery,
            ),
            Endpoint(
                "GET", f"{path}.csv", self.csv, "All of them as CSV, a row a seat.",
                media="text/csv",
            ),
            Endpoint(
                "GET", f"{path}.parquet", self.parquet, "The same as Parquet; needs pyarrow.",
                media=PARQUET,
            ),
        ]  # fmt: skip

    async def page(self, request: web.Request, query: ResultQuery) -> Any:
        """Return the matches that are wanted, a page of them."""
        rows = await self._rows(request)
        found = await asyncio.to_thread(listed, rows, [query.bot, query.against])
        return {"total": len(found), "matches": found[query.skip : query.skip + query.limit]}

    async def csv(self, request: web.Request) -> web.Response:
        """Return every seat of every match as CSV."""
        rows = await self._rows(request)
        text = await asyncio.to_thread(as_csv, iter(rows))
        return file_response(request, text.encode(), "csv", "text/csv")

    async def parquet(self, request: web.Request) -> web.Response:
        """Return the same as a Parquet file."""
        if find_spec("pyarrow") is None:
            raise RefusedError(409, "this server has no pyarrow; .csv has the same rows")
        rows = await self._rows(request)
        return file_response(request, await asyncio.to_thread(packed, rows), "parquet", PARQUET)

    async def _rows(self, request: web.Request) -> Rows:
        tournament_id = request.match_info["tournament_id"]
        found = await self._tournaments.seat_rows(tournament_id) if is_id(tournament_id) else None
        if found is None:
            raise RefusedError(404, f"there is no tournament {tournament_id[:64]!r}")
        return found


def listed(rows: Rows, wanted: list[str | None]) -> Rows:
    """Rows of seats as matches, those at whose tables all of these bots sat."""
    names = {name for name in wanted if name}
    matches = []
    for (block, rotation), seats in groupby(rows, key=lambda row: (row["block"], row["rotation"])):
        own = list(seats)
        if names <= {row["bot"] for row in own}:
            facts = [{key: row[key] for key in ("bot", "points", "rank", "faults")} for row in own]
            deal = own[0]["deal"]
            matches.append({"block": block, "deal": deal, "rotation": rotation, "seats": facts})
    return matches


def packed(rows: Rows) -> bytes:
    """Rows as the bytes of a Parquet file."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "results.parquet"
        write_parquet(iter(rows), path)
        return path.read_bytes()


def file_response(request: web.Request, body: bytes, ending: str, media: str) -> web.Response:
    """Return a file to be saved under the tournament's id."""
    name = f"{request.match_info['tournament_id']}.{ending}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return web.Response(body=body, content_type=media, headers=headers)
