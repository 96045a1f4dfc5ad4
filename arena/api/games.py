"""The games a server offers, their options and their bots."""

from typing import Any

from aiohttp import web
from pydantic import BaseModel

from arena.api.endpoint import Endpoint
from arena.api.responses import RefusedError
from arena.plugins.manager import Plugins
from engine.config import as_json
from engine.game import AnyGame
from engine.variants import variant_row, variants_of


class GameRow(BaseModel):
    """A game as it is listed."""

    name: str
    title: str
    version: int
    seats: list[int]
    default_seats: int
    presets: list[str]
    variants: list[str]
    bots: list[str]
    house_bot: str
    """The bot that fills seats nobody takes."""


class VariantRow(BaseModel):
    """A variant and what may be set of it."""

    name: str
    title: str
    stage: str
    config: dict[str, Any] | None
    """Its options with their defaults; null if it has none."""
    config_schema: dict[str, Any] | None


class GameDetails(GameRow):
    """A game with its options: what they are by default, and what they may be."""

    config: dict[str, Any]
    config_schema: dict[str, Any]
    preset_configs: dict[str, dict[str, Any]]
    """The options of each preset."""
    short: dict[str, Any]
    """Options for a short match."""
    variant_details: list[VariantRow]
    """The variants with their stages and options, in the order in which they are listed."""


class Games:
    """The endpoints of games."""

    def __init__(self, plugins: Plugins) -> None:
        self._plugins = plugins

    def endpoints(self) -> list[Endpoint]:
        """Return the endpoints of this group."""
        one = "One game with its options."
        return [
            Endpoint("GET", "/api/games", self.all, "Every game.", list[GameRow]),
            Endpoint("GET", "/api/games/{game}", self.one, one, GameDetails),
        ]

    async def all(self, _request: web.Request) -> Any:
        """Every game."""
        return [self._row(game) for game in self._plugins.games.values()]

    async def one(self, request: web.Request) -> Any:
        """One game with its options."""
        name = request.match_info["game"]
        game = self._plugins.games.get(name)
        if game is None:
            raise RefusedError(404, f"there is no game {name[:64]!r}; GET /api/games lists them")
        return {
            **self._row(game),
            "config": as_json(game.config()),
            "config_schema": game.schemas["config"],
            "preset_configs": {
                name: as_json(game.config({"preset": name})) for name in game.presets
            },
            "short": dict(game.short),
            "variant_details": [variant_row(item) for item in variants_of(game).values()],
        }

    def _row(self, game: AnyGame) -> dict[str, Any]:
        bots = self._plugins.bots.items()
        return {
            "name": game.name,
            "title": game.title,
            "version": game.version,
            "seats": list(game.seats),
            "default_seats": game.default_seats,
            "presets": list(game.presets),
            "variants": list(variants_of(game)),
            "bots": [name for name, bot in bots if not bot.games or game.name in bot.games],
            "house_bot": self._plugins.house_bot(game.name),
        }
