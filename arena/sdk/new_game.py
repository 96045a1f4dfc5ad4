"""A new game's package, written from templates."""

import keyword
import re
import sys
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from arena.errors import ArenaError

NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,39}")
TAKEN: Final = frozenset({"arena", "bots", "engine", "protocol", "tests", "drawing"})
"""Names of packages that a game's own would hide, or be hidden by."""


def new_game(name: str, parent: Path) -> list[Path]:
    """Write a package into a folder of its own; what is there already is never overwritten."""
    if not NAME.fullmatch(name):
        raise ArenaError(
            f"{name!r} is no name for a game: a small letter, then small letters, digits or _"
        )
    if name in TAKEN or name in sys.stdlib_module_names or keyword.iskeyword(name):
        raise ArenaError(f"{name!r} is the name of another Python package; choose another one")
    folder = parent / name
    if folder.exists():
        raise ArenaError(f"{folder} exists already; choose another name")
    words = {"NAME": name, "TITLE": title_of(name), "CLASS": class_of(name)}
    return [write(folder / path, text, words) for path, text in templates(name)]


def title_of(name: str) -> str:
    """Return what people read: `my_game` is `My Game`."""
    return " ".join(part.capitalize() for part in name.split("_"))


def class_of(name: str) -> str:
    """Return the name of the game's class: `my_game` is `MyGame`."""
    return title_of(name).replace(" ", "")


def templates(name: str) -> Iterator[tuple[str, str]]:
    """Yield the files of a package: where each is written, and its text."""
    waiting: list[tuple[str, Traversable]] = [("", files("arena.sdk") / "game_template")]
    while waiting:
        path, folder = waiting.pop()
        for item in sorted(folder.iterdir(), key=lambda item: item.name):
            if item.is_dir():
                inside = name if item.name == "package" else item.name
                waiting.append((f"{path}{inside}/", item))
            elif item.name.endswith(".txt"):
                file = item.name.removesuffix(".txt").replace("test_game", f"test_{name}")
                yield f"{path}{file}", item.read_text(encoding="utf-8")


def write(file: Path, text: str, words: dict[str, str]) -> Path:
    """Write one file, its @WORDS@ filled in."""
    for word, value in words.items():
        text = text.replace(f"@{word}@", value)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file
