"""Checks of what a plugin registers, so that no command fails later on what it finds."""

import re
from collections.abc import Mapping
from dataclasses import is_dataclass
from typing import Any, Final, is_typeddict

from arena.errors import PluginError
from bots import Bot
from engine import schema
from engine.config import Config
from engine.errors import GameError
from engine.game import PLAYERS, AnyGame, Event, Game
from engine.variants import STAGES, Variant

NAME: Final = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")
NEEDED: Final = (
    "name", "title", "version", "seats", "default_seats", "config_type", "view_type", "event_types",
)  # fmt: skip
"""The attributes that a game must set itself."""
ONCE_NEW_ROUND: Final = ("round_started", "dealt")
"""Types of events that began a round by their name, before `Event.opens_round`."""


def check_game(game: object) -> None:
    """Raise PluginError unless this is a game that every command can list and play."""
    if isinstance(game, type):
        raise PluginError(f"{game.__name__} is a class; register an object: {game.__name__}()")
    if not isinstance(game, Game):
        raise PluginError(f"{game!r} is no engine.game.Game")
    kind = type(game).__name__
    for attribute in NEEDED:
        if not hasattr(game, attribute):
            raise PluginError(f"{kind} has no attribute `{attribute}`")
    if problem := attribute_problem(game) or options_problem(game):
        raise PluginError(f"{kind}: {problem}")


def attribute_problem(game: AnyGame) -> str:
    """Return what is wrong with the attributes of a game; empty if nothing is."""
    seats: Any = game.seats
    if not isinstance(game.name, str) or not NAME.fullmatch(game.name):
        return f"the name {game.name!r} is not written like 'my_game'"
    if not isinstance(game.title, str) or not game.title:
        return f"`title` is {game.title!r}; expected text such as 'My Game'"
    if not is_number(game.version) or game.version < 1:
        return f"`version` is {game.version!r}; expected a number from 1 up"
    if not isinstance(seats, tuple) or not seats or not all(map(is_seat_count, seats)):
        most = len(PLAYERS)
        return f"`seats` is {seats!r}; expected numbers from 1 to {most} such as (2, 3, 4)"
    if game.default_seats not in seats:
        return f"`default_seats` is {game.default_seats!r}; expected one of {seats}"
    return types_problem(game)


def types_problem(game: AnyGame) -> str:
    """Return what is wrong with the types and tables of a game; empty if nothing is."""
    config_type: Any = game.config_type
    if not isinstance(config_type, type) or not issubclass(config_type, Config):
        return f"`config_type` is {config_type!r}; expected a subclass of engine.config.Config"
    if not is_typeddict(game.view_type):
        return f"`view_type` is {game.view_type!r}; expected a TypedDict that derives from BaseView"
    for kind in game.event_types:
        if not isinstance(kind, type) or not issubclass(kind, Event) or not is_dataclass(kind):
            return f"`event_types` has {kind!r}; expected frozen dataclasses that derive from Event"
        if not isinstance(getattr(kind, "type", None), str):
            return (
                f'the event {kind.__name__} has no `type`; expected a line such as type = "drawn"'
            )
    tables: dict[str, Any] = {
        "presets": game.presets, "short": game.short, "variants": game.variants,
        "specimens": game.specimens,
    }  # fmt: skip
    for name, table in tables.items():
        if not isinstance(table, Mapping):
            return f"`{name}` is {table!r}; expected a mapping by name"
    if not game.presets:
        return '`presets` is empty; expected at least {"standard": {}}'
    if not isinstance(game.luck, int | float) or not 0 < game.luck <= 1:
        return f"`luck` is {game.luck!r}; expected a number above 0 and up to 1"
    return ""


def options_problem(game: AnyGame) -> str:
    """Return why a preset, the short match or a schema cannot be made; empty if all can."""
    if not hasattr(game, "added_variants"):
        game.added_variants = {}  # the game has an __init__ of its own
    made = "the schemas"
    try:
        _ = game.schemas
        for preset in game.presets:
            made = f"the preset {preset!r}"
            game.config({"preset": preset})
        made = "`short`"
        game.config(game.short)
    except (GameError, TypeError, ValueError, AttributeError, LookupError) as error:
        return f"{made} cannot be made: {type(error).__name__}: {error}"
    return ""


def outdated(game: AnyGame) -> list[str]:
    """Return what a game does as an earlier contract said, and what to write instead."""
    cut = [
        kind.__name__
        for kind in game.event_types
        if kind.type in ONCE_NEW_ROUND and kind.opens_round is Event.opens_round
    ]
    if not cut:
        return []
    return [
        f"{game.name}: {' and '.join(cut)} begin no round for the pages any more; "
        'add `def opens_round(self) -> str: return ""` (docs/add-a-game.md)'
    ]


def is_number(value: object) -> bool:
    """Return whether a value is an integer and no truth value."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_seat_count(value: object) -> bool:
    """Return whether a table can have so many seats."""
    return is_number(value) and value in range(1, len(PLAYERS) + 1)


def check_bot(bot: object) -> None:
    """Raise PluginError unless this is a bot class with a name."""
    if isinstance(bot, Bot):
        kind = type(bot).__name__
        raise PluginError(f"{kind}() is an object; register the class: {kind}")
    if not isinstance(bot, type) or not issubclass(bot, Bot):
        raise PluginError(f"{bot!r} is no subclass of bots.Bot")
    if not isinstance(bot.games, tuple):
        raise PluginError(f"{bot.__name__}: `games` is {bot.games!r}; expected a tuple of names")


def check_variant(variant: object) -> None:
    """Raise PluginError unless a match could name and play this variant."""
    if not isinstance(variant, Variant):
        raise PluginError(f"{variant!r} is no engine.variants.Variant")
    if not NAME.fullmatch(variant.name):
        raise PluginError(f"the variant {variant.name!r} is not written like 'my-variant'")
    if variant.stage not in STAGES:
        stages = ", ".join(STAGES)
        raise PluginError(f"{variant.name}: no stage {variant.stage!r}; there are {stages}")
    if variant.options is None:
        return
    if not is_dataclass(variant.options):
        raise PluginError(f"{variant.name}: options must be a dataclass")
    try:
        variant.options()
        schema.of(variant.options)
    except TypeError as error:
        raise PluginError(
            f"{variant.name}: options need defaults and plain types: {error}"
        ) from None
