"""Goita for Table Arena: `pip install` this package, and every command knows the game."""

from pathlib import Path

from arena import Drawing, hookimpl
from goita.bots import GoitaGreedy, GoitaSearch
from goita.game import Goita

__all__ = ["Goita", "GoitaGreedy", "GoitaSearch"]


@hookimpl
def arena_register_games() -> list[Goita]:
    return [Goita()]


@hookimpl
def arena_register_bots() -> list[type[GoitaGreedy] | type[GoitaSearch]]:
    return [GoitaGreedy, GoitaSearch]


@hookimpl
def arena_register_drawings() -> dict[str, Drawing]:
    return {"goita": Drawing("goita.js", "goita.css", Path(__file__).parent / "drawing")}
