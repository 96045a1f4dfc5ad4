"""Goita for Table Arena: `pip install` this package, and every command knows the game."""

from arena import hookimpl
from goita.bots import GoitaGreedy, GoitaSearch
from goita.game import Goita

__all__ = ["Goita", "GoitaGreedy", "GoitaSearch"]


@hookimpl
def arena_register_games() -> list[Goita]:
    return [Goita()]


@hookimpl
def arena_register_bots() -> list[type[GoitaGreedy] | type[GoitaSearch]]:
    return [GoitaGreedy, GoitaSearch]
