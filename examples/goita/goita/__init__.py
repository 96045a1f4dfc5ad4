"""Goita for Table Arena: `pip install` this package, and every command knows the game."""

from pathlib import Path

from arena import Drawing, hookimpl
from bots import Bot
from goita.bots import GoitaCareless, GoitaGreedy, GoitaSample, GoitaSearch
from goita.game import Goita

__all__ = ["Goita", "GoitaCareless", "GoitaGreedy", "GoitaSample", "GoitaSearch"]


@hookimpl
def arena_register_games() -> list[Goita]:
    return [Goita()]


@hookimpl
def arena_register_bots() -> list[type[Bot]]:
    return [GoitaCareless, GoitaGreedy, GoitaSample, GoitaSearch]


@hookimpl
def arena_register_drawings() -> dict[str, Drawing]:
    return {"goita": Drawing("goita.js", "goita.css", Path(__file__).parent / "drawing")}
