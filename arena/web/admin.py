"""Pages of moderators, of one's own account and classes, and of past seasons."""

from functools import partial
from typing import TYPE_CHECKING, Final

from aiohttp import web

from arena.api.auth import in_browser
from arena.api.responses import RefusedError
from arena.web.languages import t
from arena.web.pages import missing, page

if TYPE_CHECKING:
    from arena.api.admin import AdminEndpoints
    from arena.api.seasons import SeasonEndpoints
    from arena.hosting.accounts import Access

LEADERBOARD: Final = "/l"


async def admin_page(
    admin: "AdminEndpoints", access: "Access", request: web.Request
) -> web.Response:
    """`GET /admin`: the state of the server for moderators, and where to sign in for others."""
    account = in_browser(request, access)
    seen = await admin.all(request) if account.may("moderator") else None
    data = {"seen": seen, "role": account.role, "name": account.name}
    response = page("admin.html", data, title="Moderation")
    response.headers["Cache-Control"] = "no-store"
    return response


async def account_page(_request: web.Request) -> web.Response:
    """`GET /account`: one's own account; it is all asked for by the page itself."""
    return page("account.html", {}, title=t("Your account"))


async def classes_page(_request: web.Request) -> web.Response:
    """`GET /classes`: the reader's classes; they are asked for by the page itself."""
    return page("classes.html", {}, title="Classes")


async def seasons_page(seasons: "SeasonEndpoints", request: web.Request) -> web.Response:
    """`GET /seasons`: the seasons that are over."""
    rows = await seasons.all(request)
    return page("seasons.html", {}, here=LEADERBOARD, title=t("Past seasons"), rows=rows)


async def season_page(seasons: "SeasonEndpoints", request: web.Request) -> web.Response:
    """`GET /seasons/{number}`: the final tables of a season."""
    try:
        told = await seasons.one(request)
    except RefusedError as error:
        return missing(f"{error}.".capitalize())
    return page("season.html", {}, here=LEADERBOARD, title=told["name"], season=told)


def add_admin(
    app: web.Application, admin: "AdminEndpoints", seasons: "SeasonEndpoints", access: "Access"
) -> None:
    """Serve the pages of moderators, of one's own account, and of past seasons."""
    app.add_routes(
        [
            web.get("/admin", partial(admin_page, admin, access)),
            web.get("/account", account_page),
            web.get("/classes", classes_page),
            web.get("/seasons", partial(seasons_page, seasons)),
            web.get("/seasons/{number}", partial(season_page, seasons)),
        ]
    )
