"""Games of installed packages, found by their entry points as the arena finds them."""

from collections.abc import Iterator
from importlib.metadata import EntryPoint, entry_points
from typing import Final

from bots.errors import RunnerError
from engine.game import AnyGame, Game

GROUP: Final = "arena"
"""The group of entry points in which packages name their plugins."""


def installed_game(name: str) -> AnyGame:
    """Return the game of this name that an installed package registers; RunnerError if none."""
    failed: list[str] = []
    for point in likeliest_first(name):
        try:
            for game in games_of(point):
                if game.name == name:
                    return game
        except (Exception, SystemExit) as error:  # a broken package; another may have the game
            failed.append(f"{point.name} could not be loaded: {type(error).__name__}: {error}")
    why = f" ({'; '.join(failed)})" if failed else ""
    raise RunnerError(f"the table plays {name!r}, a game that is not installed here{why}")


def likeliest_first(name: str) -> list[EntryPoint]:
    """Return the plugins, those first that are called like the game: others need not load."""
    return sorted(entry_points(group=GROUP), key=lambda point: point.name != name)


def games_of(point: EntryPoint) -> Iterator[AnyGame]:
    """Yield the games that one plugin registers."""
    register = getattr(point.load(), "arena_register_games", None)
    for game in register() if callable(register) else ():
        if isinstance(game, Game):
            yield game
