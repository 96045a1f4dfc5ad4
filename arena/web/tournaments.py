"""The pages of tournaments: what the API tells, drawn."""

from functools import partial
from typing import Final

from aiohttp import web

from arena.api.answers import RefusedError
from arena.api.tournament_rows import TournamentQuery
from arena.api.tournaments import TournamentDesk
from arena.plugins import Plugins
from arena.web.pages import missing, page

HERE: Final = "/t"


async def list_page(desk: TournamentDesk, request: web.Request) -> web.Response:
    """`GET /t`: the newest tournaments."""
    told = await desk.all(request, TournamentQuery())
    return page("tournaments.html", {}, here=HERE, rows=told["tournaments"])


async def tournament_page(
    desk: TournamentDesk, plugins: Plugins, request: web.Request
) -> web.Response:
    """`GET /t/{tournament_id}`: one tournament as it stands."""
    try:
        told = await desk.one(request)
    except RefusedError as error:
        return missing(f"{error}.".capitalize())
    title = plugins.game(told["game"]).title if told["game"] in plugins.games else told["game"]
    data = {"tournament": told, "title": title}
    return page("tournament.html", data, here=HERE, title=told["name"] or told["id"])


def add_tournaments(app: web.Application, desk: TournamentDesk, plugins: Plugins) -> None:
    """Serve the pages of tournaments."""
    app.router.add_get(HERE, partial(list_page, desk))
    app.router.add_get(HERE + "/{tournament_id}", partial(tournament_page, desk, plugins))
