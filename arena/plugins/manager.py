"""Plugins: found, loaded one by one, and asked for games, bots and variants.

A plugin is trusted code of this process. One that cannot be loaded is named in a warning and
left out; one that fails when it is told something is logged, and nobody else notices.
"""

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from importlib.metadata import entry_points as installed
from operator import itemgetter
from os import PathLike
from pathlib import Path
from typing import Any, Final, TypeVar

import pluggy
import structlog

from arena.errors import ArenaError, PluginError, UnknownNameError
from arena.plugins import builtins, hookspecs
from arena.plugins.drawings import Drawing, check_drawing
from arena.plugins.guides import GameGuide, check_guide
from arena.plugins.registration import check_bot, check_game, check_variant, outdated
from bots import Bot
from bots.errors import RunnerError
from bots.files import load_file
from engine.game import AnyGame
from engine.variants import Variant, variants_of

T = TypeVar("T")
Added = dict[str, dict[str, Variant]]
"""Variants by the game's name and their own."""
log = structlog.get_logger()
ANY_GAME: Final = "random"
"""The bot that fills seats of a game without house bots of its own."""


class Plugins:
    """The loaded plugins, with the games and bots they brought."""

    def __init__(self) -> None:
        self.manager = pluggy.PluginManager(hookspecs.PROJECT)
        self.manager.add_hookspecs(hookspecs)
        self.games: dict[str, AnyGame] = {}
        self.bots: dict[str, type[Bot]] = {}
        self.drawings: dict[str, Drawing] = {}
        """How tables are drawn on the pages, by the game's name."""
        self.guides: dict[str, GameGuide] = {}
        """Games in words, by the game's name."""
        self.early_variants: dict[str, dict[str, Variant]] = {}
        """Variants by the name of a game that no plugin has brought yet."""
        self.files: list[str] = []
        """The files among them, for processes that shall load the same."""

    def bots_of(self, game: str) -> list[str]:
        """Return the bots made for a game by name, from the weakest to the strongest."""
        own = [(kind.rank, name) for name, kind in self.bots.items() if game in kind.games]
        return [name for _, name in sorted(own, key=itemgetter(0))]

    def house_bot(self, game: str) -> str:
        """Return the bot that fills seats of a game: the strongest that a server may seat."""
        own = [name for name in self.bots_of(game) if self.bots[name].house]
        return own[-1] if own else ANY_GAME

    def game(self, name: str) -> AnyGame:
        """The game of this name; UnknownNameError names the nearest."""
        if name not in self.games:
            raise UnknownNameError("game", name, self.games)
        return self.games[name]

    def bot(self, name: str) -> type[Bot]:
        """The bot of this name; UnknownNameError names the nearest."""
        if name not in self.bots:
            raise UnknownNameError("bot", name, self.bots)
        return self.bots[name]

    def add(self, name: str, load: Callable[[], object]) -> None:
        """Load and register one plugin, or warn and leave it out."""
        try:
            self._register(name, load())
        except (Exception, SystemExit) as error:  # the others still load, whatever this one does
            log.warning("plugin_left_out", plugin=name, reason=reason(error))

    def _register(self, name: str, plugin: object) -> None:
        try:
            self.manager.register(plugin, name)
            callers = self.manager.get_hookcallers(plugin) or []
            check_hooks([caller.name for caller in callers])
            games, bots, variants = self._brought(plugin)
            drawings = self._by_game(plugin, "drawing", self.drawings, check_drawing)
            guides = self._by_game(plugin, "guide", self.guides, check_guide)
        except Exception:
            self.manager.unregister(name=name)
            raise
        self.games |= games
        self.bots |= bots
        self.drawings |= drawings
        self.guides |= guides
        for name, game in games.items():
            game.added_variants = self.early_variants.pop(name, {})
            for change in outdated(game):
                log.warning("game_outdated", reason=change)
        for name, added in variants.items():
            self._known_variants(name).update(added)

    def _brought(self, plugin: object) -> tuple[dict[str, AnyGame], dict[str, type[Bot]], Added]:
        games = by_name(self._only(plugin, "arena_register_games")(), self.games, check_game)
        bots = by_name(self._only(plugin, "arena_register_bots")(), self.bots, check_bot)
        variants: Added = {}
        for brought in self._only(plugin, "arena_register_variants")():
            for name, added in brought.items():
                game = games.get(name) or self.games.get(name)
                own = variants_of(game) if game else self.early_variants.get(name, {})
                variants[name] = by_name([added], own, check_variant)
        return games, bots, variants

    def _by_game(
        self,
        plugin: object,
        what: str,
        there: dict[str, T],
        check: Callable[[object, object], None],
    ) -> dict[str, T]:
        """Return what a plugin brings for each game, of which a game has one."""
        found: dict[str, T] = {}
        for brought in self._only(plugin, f"arena_register_{what}s")():
            for game, one in brought.items():
                if game in there:
                    raise PluginError(f"the game {game!r} has a {what} already")
                check(game, one)
                found[game] = one
        return found

    def _known_variants(self, game: str) -> dict[str, Variant]:
        """The variants that plugins add to a game, to be added to."""
        if game in self.games:
            return self.games[game].added_variants
        return self.early_variants.setdefault(game, {})

    def _only(self, plugin: object, hook: str) -> pluggy.HookCaller:
        others = [other for other in self.manager.get_plugins() if other is not plugin]
        return self.manager.subset_hook_caller(hook, others)

    def listens(self, hook: str) -> bool:
        """Whether any plugin implements a hook."""
        return bool(getattr(self.manager.hook, hook).get_hookimpls())

    def tell(self, hook: str, **facts: Any) -> None:
        """Call a hook that only tells, each plugin alone; a failure is logged."""
        for implementation in reversed(getattr(self.manager.hook, hook).get_hookimpls()):
            try:
                self._only(implementation.plugin, hook)(**facts)
            except Exception as error:  # telling must never hurt
                name = implementation.plugin_name
                log.warning("hook_failed", plugin=name, hook=hook, reason=reason(error))

    def ask(self, hook: str, **facts: Any) -> Any:
        """Call a hook that answers; for `arena_make_store`, the first answer."""
        return getattr(self.manager.hook, hook)(**facts)


def reason(error: BaseException) -> str:
    """Why something was not loaded, in one line; our own errors need no class name."""
    if isinstance(error, ArenaError | RunnerError):
        return str(error)
    return f"{type(error).__name__}: {error}"


def check_hooks(names: Iterable[str]) -> None:
    """Refuse a plugin without hooks, or with one that does not exist."""
    found = list(names)
    if not found:
        raise PluginError("it implements no hook (a bot file is played as ./file.py)")
    for name in found:
        if not hasattr(hookspecs, name):
            known = [hook for hook in vars(hookspecs) if hook.startswith("arena_")]
            raise UnknownNameError("hook", name, known)


def by_name(
    brought: Sequence[Sequence[Any]], known: Iterable[str], check: Callable[[object], None]
) -> dict[str, Any]:
    """Return what one plugin registers by name, checked; a missing or taken name is refused."""
    found: dict[str, Any] = {}
    for item in (item for items in brought for item in items):
        check(item)
        if not item.name:
            raise PluginError(f"{item!r} has no name")
        if item.name in found or item.name in known:
            raise PluginError(f"the name {item.name!r} is taken")
        found[item.name] = item
    return found


def installed_plugins() -> Plugins:
    """Return what `load_plugins()` loads; loaded again once something is installed or removed."""
    return _loaded_for(tuple([(folder, _changed(folder)) for folder in sys.path]))


def _changed(folder: str) -> int:
    """When something was last added to or removed from a folder of the search path."""
    try:
        return os.stat(folder or ".").st_mtime_ns
    except OSError:  # the search path may name what does not exist
        return 0


@lru_cache(maxsize=1)
def _loaded_for(_search_path: tuple[tuple[str, int], ...]) -> Plugins:
    return load_plugins()


def load_plugins(
    files: Iterable[str | PathLike[str]] = (), *, entry_points: bool = True
) -> Plugins:
    """Our own games and bots, then installed plugins (group `arena`), then these files."""
    plugins = Plugins()
    plugins.add("builtins", lambda: builtins)
    if entry_points:
        for point in installed(group=hookspecs.PROJECT):
            plugins.add(point.name, point.load)
    for file in files:
        plugins.files.append(str(Path(file).resolve()))
        plugins.add(str(file), lambda file=file: load_file(file))  # type: ignore[misc]  # bound now
    for game, early in plugins.early_variants.items():
        log.warning("variants_left_out", game=game, variants=sorted(early), reason="no such game")
    return plugins
