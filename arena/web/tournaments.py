"""The pages of tournaments: what the API tells, drawn."""

from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

from aiohttp import web

from arena.api.responses import RefusedError
from arena.api.tournament_models import TournamentQuery
from arena.local.rotations import rotations
from arena.plugins.manager import Plugins
from arena.tournament.plan import units_of
from arena.web.pages import missing, page

if TYPE_CHECKING:
    from arena.api.events import EventEndpoints
    from arena.api.tournaments import TournamentEndpoints

HERE: Final = "/t"


async def list_page(
    endpoints: "TournamentEndpoints", plugins: Plugins, request: web.Request
) -> web.Response:
    """`GET /t`: the newest tournaments."""
    told = await endpoints.all(request, TournamentQuery())
    titles = {name: game.title for name, game in plugins.games.items()}
    return page("tournaments.html", {}, here=HERE, rows=told["tournaments"], titles=titles)


async def tournament_page(
    endpoints: "TournamentEndpoints",
    events: "EventEndpoints",
    plugins: Plugins,
    ladder: bool,
    request: web.Request,
) -> web.Response:
    """`GET /t/{tournament_id}`: one tournament or event as it stands; `?screen` for a projector."""
    try:
        told = await endpoints.one(request)
    except RefusedError as error:
        return missing(f"{error}.".capitalize())
    game, spec = plugins.games.get(told["game"]), told["spec"]
    title, seatings = told["game"], spec["seats"]
    if game is not None:
        units = units_of(game, spec["config"], spec["seats"])
        title, seatings = game.title, len(rotations([str(unit) for unit in units]))
    event = await events.found(request, told["id"])
    own = {bot: f"/b/{bot}" for bot in told["bots"] if ladder and bot in plugins.bots}
    data = {"tournament": told, "title": title, "seatings": seatings, "event": event, "pages": own}
    data["parquet"] = find_spec("pyarrow") is not None
    template = "screen.html" if "screen" in request.query else "tournament.html"
    return page(template, data, here=HERE, title=told["name"] or told["id"])


def add_tournaments(
    app: web.Application,
    endpoints: "TournamentEndpoints",
    events: "EventEndpoints",
    plugins: Plugins,
    *,
    ladder: bool,
) -> None:
    """Serve the pages of tournaments and events."""
    app.router.add_get(HERE, partial(list_page, endpoints, plugins))
    app.router.add_get(
        HERE + "/{tournament_id}", partial(tournament_page, endpoints, events, plugins, ladder)
    )
