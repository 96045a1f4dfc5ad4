"""Bots and games that live in a file of their own."""

import sys
from hashlib import sha256
from importlib.util import module_from_spec, spec_from_file_location
from os import PathLike
from pathlib import Path
from types import ModuleType
from typing import Any

from bots.bot import Bot
from bots.errors import RunnerError
from engine.game import AnyGame, Game


def load_file(path: str | PathLike[str]) -> ModuleType:
    """Run a Python file as a module of its own, with its folder open to its imports."""
    file = Path(path).expanduser().resolve()
    name = f"arena_file_{file.stem}_{sha256(str(file).encode()).hexdigest()[:8]}"
    if not file.is_file():
        raise RunnerError("no such file")
    spec = spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise RunnerError("a Python file ends in .py")
    if str(file.parent) not in sys.path:
        sys.path.append(str(file.parent))
    module = sys.modules[name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def classes(path: str, kind: type) -> dict[str, Any]:
    """The classes of a kind that a file defines itself."""
    try:
        module = load_file(path)
    except RunnerError as error:
        raise RunnerError(f"{path}: {error}") from None
    return {
        name: item
        for name, item in vars(module).items()
        if isinstance(item, type) and issubclass(item, kind) and item.__module__ == module.__name__
    }


def bot_in(spec: str) -> type[Bot]:
    """The bot of `FILE.py:Name`, or the only one of `FILE.py`."""
    path, colon, wanted = spec.partition(".py:")
    found = classes(f"{path}.py" if colon else spec, Bot)
    if colon:
        found = {name: bot for name, bot in found.items() if wanted in (name, bot.name)}
    bot: type[Bot] = _only(found, spec, "Bot")
    return bot


def game_in(path: str) -> AnyGame:
    """The only game of a file."""
    game: AnyGame = _only(classes(path, Game), path, "Game")()
    return game


def _only(found: dict[str, Any], where: str, kind: str) -> Any:
    if len(found) != 1:
        names = ", ".join(found) or "none"
        raise RunnerError(f"{where}: one {kind} class wanted, found {names}")
    return next(iter(found.values()))
