"""The docs page: the protocol from its models, samples, a playground, bots to begin with."""

import asyncio
import io
import zipfile
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from aiohttp import web

from arena.plugins.manager import Plugins
from arena.sdk.new_bot import Language, new_bot
from arena.web.pages import missing, no_game, page
from arena.web.protocol_page import reference, samples
from arena.web.rules_text import rules_texts
from engine.game import AnyGame

HERE = "/docs"
USUAL = "tigerdragon"
"""The game whose samples are shown first."""
STARTER = "my-bot"


class Docs:
    """Serves the page; the samples of a game are made when they are first wanted."""

    def __init__(self, plugins: Plugins) -> None:
        self._plugins = plugins
        self._samples = cache(partial(samples, plugins=plugins))

    async def show(self, request: web.Request) -> web.Response:
        """`GET /docs`, `GET /docs/{game}`."""
        games = self._plugins.games
        name = request.match_info.get("game") or (USUAL if USUAL in games else next(iter(games)))
        if name not in games:
            return missing(no_game(name, games))
        shown = await asyncio.to_thread(self._told, games[name])
        return page("docs.html", {"game": name, "games": self._games()}, here=HERE, **shown)

    def _told(self, game: AnyGame) -> dict[str, Any]:
        return {
            "game": game, "games": self._plugins.games, "reference": reference(),
            "samples": self._samples(game), "languages": [language.value for language in Language],
            "rules": game.name in rules_texts(),
        }  # fmt: skip

    def _games(self) -> dict[str, Any]:
        return {
            game.name: {"title": game.title, "seats": game.default_seats, "short": dict(game.short)}
            for game in self._plugins.games.values()
        }

    async def starter(self, request: web.Request) -> web.Response:
        """`GET /docs/starter/{game}/{language}`: a new bot's project as a zip file."""
        game = self._plugins.games.get(request.match_info["game"])
        language = request.match_info["language"]
        if game is None or language not in list(Language):
            return missing("There is no such bot to begin with.")
        body = await asyncio.to_thread(zipped, game, Language(language))
        name = f'attachment; filename="{STARTER}-{game.name}-{language}.zip"'
        headers = {"Content-Disposition": name}
        return web.Response(body=body, content_type="application/zip", headers=headers)


def zipped(game: AnyGame, language: Language) -> bytes:
    """Return what `arena new-bot` writes, in one file."""
    packed = io.BytesIO()
    with TemporaryDirectory() as folder, zipfile.ZipFile(packed, "w") as archive:
        for file in new_bot(STARTER, game, language, Path(folder)).files:
            archive.write(file, file.relative_to(folder))
    return packed.getvalue()


def add_docs(app: web.Application, plugins: Plugins) -> None:
    """Serve the page and the bots to begin with."""
    docs = Docs(plugins)
    app.router.add_get(HERE, docs.show)
    app.router.add_get(HERE + "/{game}", docs.show)
    app.router.add_get(HERE + "/starter/{game}/{language}", docs.starter)
