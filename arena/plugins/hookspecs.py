"""What a plugin may implement: every hook, all synchronous; docs/plugins.md has an example each.

Hooks that only tell are called plugin by plugin, and a failure is logged and forgotten.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import pluggy

if TYPE_CHECKING:
    from aiohttp import web

    from arena.match.match import MatchHeader, Record
    from arena.match.result import MatchResult
    from arena.plugins.drawings import Drawing
    from arena.plugins.guides import GameGuide
    from bots import Bot
    from engine.game import AnyGame
    from engine.variants import Variant

PROJECT: Final = "arena"
hookspec: Final = pluggy.HookspecMarker(PROJECT)
hookimpl: Final = pluggy.HookimplMarker(PROJECT)


@hookspec
def arena_register_games() -> "Sequence[AnyGame]":  # type: ignore[empty-body]  # a promise
    """Games to offer, as objects."""


@hookspec
def arena_register_bots() -> "Sequence[type[Bot]]":  # type: ignore[empty-body]  # a promise
    """Bots to offer, as classes; each match makes its own instances."""


@hookspec
def arena_register_variants() -> "Mapping[str, Sequence[Variant]]":  # type: ignore[empty-body]  # a promise
    """Variants to add to games, by the game's name; the game may be another plugin's."""


@hookspec
def arena_register_drawings() -> "Mapping[str, Drawing]":  # type: ignore[empty-body]  # a promise
    """Return how tables are drawn on the pages, by the game's name."""


@hookspec
def arena_register_guides() -> "Mapping[str, GameGuide]":  # type: ignore[empty-body]  # a promise
    """Return games in words, by the game's name: rules, the table, what choices mean."""


@hookspec
def arena_match_started(header: "MatchHeader") -> None:
    """A match is about to be played."""


@hookspec
def arena_match_record(header: "MatchHeader", record: "Record") -> None:
    """A step was taken: the moves by seat and how they came about."""


@hookspec
def arena_match_finished(header: "MatchHeader", result: "MatchResult") -> None:
    """A match is over."""


@hookspec
def arena_spectator_joined(room_id: str, name: str) -> None:
    """Somebody began to watch a room."""


@hookspec
def arena_spectator_left(room_id: str, name: str) -> None:
    """Somebody no longer watches a room."""


@hookspec
def arena_tournament_finished(name: str, standings: Sequence[Any]) -> None:
    """A tournament is over; the rows of its table, best first."""


@hookspec(firstresult=True)
def arena_make_store(url: str) -> Any | None:
    """A store for this URL, or None to leave it to the next plugin."""


@hookspec
def arena_add_routes(app: "web.Application") -> None:
    """Add pages or endpoints to the server before it starts."""
