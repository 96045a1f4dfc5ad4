"""The pages: shells with their first data in them; all drawing happens in the browser."""

import gzip
import json
import re
from collections.abc import Collection, Mapping
from contextvars import ContextVar
from datetime import UTC, datetime
from functools import cache, partial
from hashlib import sha256
from mimetypes import guess_type
from posixpath import dirname, join, normpath
from typing import Any, Final, Protocol

from aiohttp import web
from aiohttp.typedefs import Handler
from jinja2 import Environment, PackageLoader
from markupsafe import Markup

from arena.api.middleware import HEADERS
from arena.errors import LogError, NotYetError, StoreError
from arena.match.page_files import static_files
from arena.plugins.drawings import Drawing, digest
from arena.web.languages import LANGUAGES, choose, current_language, t, term, use_language
from arena.web.notices import current_notices
from arena.web.rules_text import rules_texts

PAGES: Final = (
    ("/", "Live"), ("/play", "Play"), ("/l", "Leaderboard"), ("/t", "Tournaments"),
    ("/submit", "Submit"), ("/docs", "Protocol"),
)  # fmt: skip
KINDS: Final = {"js": "text/javascript", "woff2": "font/woff2"}
"""Types of files that not every machine knows."""
IMPORT: Final = re.compile(r'^(?:import|export|\}) .*?from "(\.[^"]+)";', re.MULTILINE)
FOREVER: Final = "public, max-age=31536000, immutable"
LOOK_AGAIN: Final = 2
"""Seconds after which a browser asks again for a match that is not to be seen yet."""

Data = Mapping[str, Any]
_hidden: ContextVar[Collection[str]] = ContextVar("hidden", default=())
"""Pages that the server of this request does not have: its menu leaves them out."""


class Source(Protocol):
    """Where the pages' first data comes from; None says that there is no such thing."""

    async def match(self, request: web.Request, match_id: str) -> Data | None:
        """A match as the caller may see it: its facts and one frame, `room_id` while it runs."""

    def lobby(self) -> Data:
        """The tables of now and those that have just ended."""

    def games(self) -> Data:
        """Every game that can be played here: title, seats, bots."""

    @property
    def longest_ms(self) -> int:
        """The longest time on the clock of a room that a visitor may open."""

    def drawing(self, game: str) -> Drawing | None:
        """Return how a game's table is drawn; None if it has no drawing of its own."""


# -- static files, under a path that changes with their content


@cache
def static_root() -> str:
    """The path that static files are served under."""
    digest = sha256()
    for name, body in sorted(static_files().items()):
        digest.update(name.encode() + b"\0" + sha256(body).digest())
    return f"/static/{digest.hexdigest()[:12]}"


@cache
def modules_of(script: str) -> list[str]:
    """Every module that a page's script imports, so that a browser asks for all of them at once."""
    found, waiting = [script], [script]
    while waiting:
        name = waiting.pop()
        for target in IMPORT.findall(static_files()[name].decode()):
            path = normpath(join(dirname(name), target))
            if path not in found:
                found.append(path)
                waiting.append(path)
    return found[1:]


def drawing_data(game: str, drawing: Drawing | None) -> Data | None:
    """Return where a page finds a drawing: its script and style, and whether they are ours."""
    if drawing is None:
        return None
    root = static_root()
    if drawing.folder is not None:
        root += f"/drawings/{game}/{digest(drawing.files())}"
    style = f"{root}/{drawing.style}" if drawing.style else ""
    return {"script": f"{root}/{drawing.script}", "style": style, "ours": drawing.folder is None}


async def drawing_file(source: Source, request: web.Request) -> web.Response:
    """Serve a file of a plugin's drawing; it is found among those of its folder by name."""
    game, name = request.match_info["game"], request.match_info["name"]
    drawing = source.drawing(game)
    files = drawing.files() if drawing is not None else {}
    if name not in files:
        raise web.HTTPNotFound(text=f"there is no file {name}")
    return static_response(name, files[name], request.match_info["digest"] == digest(files))


async def static(request: web.Request) -> web.Response:
    """A static file, kept by browsers for good."""
    name = request.match_info["name"]
    body = static_files().get(name)
    if body is None:
        raise web.HTTPNotFound(text=f"there is no file {name}")
    current = request.match_info["version"] == static_root().rsplit("/", 1)[1]
    return static_response(name, body, current)


def static_response(name: str, body: bytes, current: bool) -> web.Response:
    """Return a file as browsers may save it: for good, if its address is the current one."""
    kind = KINDS.get(name.rsplit(".", 1)[-1]) or guess_type(name)[0]
    response = web.Response(body=body, content_type=kind or "text/plain", charset="utf-8")
    response.headers.update(HEADERS)
    response.headers["Cache-Control"] = FOREVER if current else "no-cache"
    response.enable_compression()
    return response


# -- pages


@cache
def _templates() -> Environment:
    environment = Environment(loader=PackageLoader("arena", "web/templates"), autoescape=True)
    environment.filters["moment"] = moment
    environment.globals |= {
        "modules_of": modules_of,
        "t": t,
        "term": term,
        "all_languages": LANGUAGES,
    }
    return environment


def moment(ms: int) -> Markup:
    """A time of the store as an element; scripts put it into the reader's own time."""
    at = datetime.fromtimestamp(ms / 1000, UTC)
    told = f"{at:%Y-%m-%d %H:%M:%S} UTC"
    return Markup('<time datetime="{}" title="{}">{}</time>').format(at.isoformat(), told, told)


def page(name: str, data: Data, *, here: str = "", title: str = "", **shown: Any) -> web.Response:
    """A page with the data of its first drawing in it."""
    text = json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")
    template = _templates().get_template(name)
    body = template.render(
        static=static_root(), data=Markup(text), here=here, title=title, pages=menu(),
        language=current_language(), notices=current_notices(), **shown,
    )  # fmt: skip
    response = web.Response(text=body, content_type="text/html", headers=HEADERS)
    response.headers["Cache-Control"] = "no-cache"
    response.headers["Vary"] = "Accept-Language, Cookie"
    response.enable_compression()
    return response


def menu() -> list[tuple[str, str]]:
    """Return the pages that lead somewhere on the server of this request."""
    return [entry for entry in PAGES if entry[0] not in _hidden.get()]


def missing(sentence: str, advice: str = "") -> web.Response:
    """A page for what is not here, and what can be done about it."""
    response = page("missing.html", {}, title=sentence, advice=advice)
    response.set_status(404)
    return response


@web.middleware
async def show_missing(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Show people a page for an address that leads nowhere; programs get JSON."""
    try:
        return await handler(request)
    except web.HTTPNotFound:
        if "text/html" not in request.headers.get("Accept", ""):
            raise
        return missing(t("There is nothing at {path}.", path=request.path[:80]))


async def match_page(
    source: Source, request: web.Request, template: str = "match.html"
) -> web.Response:
    """A match, live or again."""
    match_id = request.match_info["match_id"]
    try:
        match = await source.match(request, match_id)
    except NotYetError as error:
        response = missing(unseen(match_id, str(error)))
        response.headers["Refresh"] = str(LOOK_AGAIN)
        return response
    except (LogError, StoreError) as error:  # kept under other rules, or damaged since
        return missing(unseen(match_id, error.public))
    if match is None:
        return missing(
            t("There is no match {match}, or it is not shown to everybody yet.", match=match_id)
        )
    drawing = drawing_data(match["game"], source.drawing(match["game"]))
    rules = "next" in match and match["game"] in rules_texts()
    data = {**match, "drawing": drawing, "longest_ms": source.longest_ms, "rules": rules}
    title = f"{term(match['title'])}: {', '.join(match['players'])}"
    preview = match["game"] if f"preview/{match['game']}.png" in static_files() else "riichi"
    return page(
        template, data, title=title, drawing=drawing, description=described(match),
        origin=f"{request.scheme}://{request.host}", preview=preview,
    )  # fmt: skip


def unseen(match_id: str, reason: str) -> str:
    """Say why a match cannot be shown."""
    return t("The match {match} cannot be shown: {reason}.", match=match_id, reason=reason)


def described(match: Data) -> str:
    """A match in a sentence, for those who are sent a link to it."""
    names, result, game = match["players"], match.get("result"), term(match["title"])
    if not result:
        players = ", ".join(names)
        return t("{game} between {players}, live or step by step.", game=game, players=players)
    placed = sorted(zip(result["ranks"], names, result["points"], strict=True))
    told = ", ".join(f"{rank}. {name} {points}" for rank, name, points in placed)
    return t("{game}: {results}. Every hand, step by step.", game=game, results=told)


async def lobby_page(source: Source, *, tv: bool = False) -> web.Response:
    """The tables of now; `tv` says that there is a match to watch, live or not."""
    drawings = {game: drawing_data(game, source.drawing(game)) for game in source.games()}
    styles = [found["style"] for found in drawings.values() if found and found["style"]]
    rules = [game for game in drawings if game in rules_texts()]
    data = {**source.lobby(), "drawings": drawings, "tv": tv, "rules": rules}
    return page("lobby.html", data, here="/", styles=styles)


async def play_page(source: Source, request: web.Request) -> web.Response:
    """A table to sit down at, or the choice of one."""
    games = source.games()
    name = request.match_info.get("game", "")
    if name and name not in games:
        return missing(no_game(name, games))
    title = t("Play {game}", game=term(games[name]["title"])) if name else t("Play a game")
    drawing = drawing_data(name, source.drawing(name))
    data = {
        "game": name, "games": games, "drawing": drawing, "longest_ms": source.longest_ms,
        "rules": name in rules_texts(),
    }  # fmt: skip
    return page("play.html", data, here="/play", title=title, drawing=drawing)


def no_game(name: str, games: Collection[str]) -> str:
    """Say that there is no such game, and which there are."""
    return t("There is no game {game}; there are {games}.", game=name[:64], games=", ".join(games))


async def new_event_page(source: Source, _request: web.Request) -> web.Response:
    """The form that sets an event up."""
    return page("event_new.html", {"games": source.games()}, here="/t")


async def room_page(source: Source, request: web.Request) -> web.Response:
    """The seats of a room, for those who control it."""
    room_id = request.match_info["room_id"]
    found = next((row for row in source.lobby()["rooms"] if row["room_id"] == room_id), None)
    if found is None:
        return missing(t("There is no room {room}.", room=room_id[:64]))
    house_bot = source.games()[found["game"]]["house_bot"]
    return page("room.html", {"room": found, "house_bot": house_bot}, title=room_id)


def add_pages(app: web.Application, source: Source, without: Collection[str] = ()) -> None:
    """Put the pages under an application; the root page is `lobby_page`, for who owns `/`.

    Pages that the server does not have, `without`, are left out of the menu.
    """

    @web.middleware
    async def know_menu(request: web.Request, handler: Handler) -> web.StreamResponse:
        _hidden.set(without)
        use_language(request)
        return await handler(request)

    app.middlewares.extend([know_menu, show_missing])
    app.add_routes(
        [
            web.get("/m/{match_id}", partial(match_page, source)),
            web.post("/language", choose),
            web.get("/events/new", partial(new_event_page, source)),
            web.get("/room/{room_id}", partial(room_page, source)),
            web.get("/play", partial(play_page, source)),
            web.get("/play/{game}", partial(play_page, source)),
            web.get(
                "/static/{version}/drawings/{game}/{digest}/{name}", partial(drawing_file, source)
            ),
            web.get("/static/{version}/{name:.+}", static),
        ]
    )


def packed(data: Any) -> web.Response:
    """A long JSON answer, compressed."""
    body = gzip.compress(json.dumps(data, separators=(",", ":")).encode(), 5)
    headers = {"Content-Encoding": "gzip", "Cache-Control": "no-cache"}
    return web.Response(body=body, content_type="application/json", headers=headers)
